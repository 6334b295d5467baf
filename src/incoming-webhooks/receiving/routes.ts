// Routes of incoming webhooks: /external.
import { Type } from '@sinclair/typebox'
import { administeredBots } from '../../bots/rights'
import type { Api } from '../../http/api'
import { botKeyParameter } from '../../http/api-key-parameter'
import { ApiError } from '../../http/errors'
import { Id, Text } from '../../http/parameters'
import { ownUrl } from '../../organization/address'
import type { Integration } from '../integration'
import { integrationByName } from '../integrations/registry'
import { optionParameters } from '../options'
import { unsupportedEvents } from '../repository'
import { webhookAddress } from './addresses'
import { readPayload } from './reading'
import { assertGenuine, receive, type Received } from './receiving'
import { integrationObjects, unsupportedEventObject } from './wire'

/** In bytes: a push of two thousand commits. */
const largestDelivery = 4 * 1024 * 1024

const eventNames = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200, description }))

const channel = {
  description:
    'Name or ID of a channel; the default channel of the bot, or else a direct message to its owner, if not given',
}

const addressParameters = {
  topic: Type.Optional(
    Text({ maxLength: 1000, description: 'One that the integration makes, if not given' }),
  ),
  only_events: eventNames('Only these events are told of; `*` stands for any characters'),
  exclude_events: eventNames('These events are not told of; `*` stands for any characters'),
  ...optionParameters,
}

export function incomingWebhookRoutes(api: Api): void {
  api.post(
    '/external/:integration',
    {
      summary: 'Tell a channel what has happened elsewhere',
      description:
        'For senders of webhooks: the body is what they send by themselves, JSON or a form. `GET /external` lists the integrations.',
      credentials: [botKeyParameter],
      bots: 'all',
      wholeBody: true,
      maxBodyBytes: largestDelivery,
      path: Type.Object({ integration: Text({ maxLength: 100 }) }),
      parameters: Type.Object({
        stream: Type.Optional(Type.Union([Id(), Text({ maxLength: 1000 })], channel)),
        ...addressParameters,
      }),
    },
    async ({ organization, caller, path, parameters, request, body, client }) => {
      const integration = integrationOf(path.integration)
      const { headers } = request
      assertGenuine(organization, caller, integration, { headers, body })
      const payload = await readPayload(request, body)
      const sent = { headers, body, payload, client }
      const { stream, topic, only_events, exclude_events, ...options } = parameters
      return receivedObject(
        await receive(organization, caller, integration, sent, {
          channel: stream === '' ? undefined : stream,
          topic: topic === '' ? undefined : topic,
          filter: { only: only_events, exclude: exclude_events },
          options,
        }),
      )
    },
  )
  api.get(
    '/external',
    {
      summary: 'Get the integrations, and the address for one',
      description:
        'With `integration`, `url` is the address to give to the sender, with the key of `bot_id` in it. ' +
        '`unsupported_events` are those that senders told the bots one administers and that no integration has words for.',
      bots: 'none',
      parameters: Type.Object({
        integration: Type.Optional(Text({ maxLength: 100, description: 'Whose address is wanted' })),
        bot_id: Type.Optional(Id({ description: 'The bot that is to post' })),
        stream: Type.Optional(Text({ maxLength: 1000, ...channel })),
        ...addressParameters,
      }),
    },
    ({ organization, caller, parameters, origin }) => {
      const botIds = administeredBots(organization, caller).map(({ id }) => id)
      const answer = {
        integrations: integrationObjects,
        unsupported_events: unsupportedEvents(organization.db, botIds).map(unsupportedEventObject),
      }
      const { integration, bot_id: botId, only_events, exclude_events, ...texts } = parameters
      if (integration === undefined) return answer
      const said = {
        ...texts,
        only_events: only_events && JSON.stringify(only_events),
        exclude_events: exclude_events && JSON.stringify(exclude_events),
      }
      const found = integrationOf(integration)
      const base = organization.rules.publicUrl === null ? origin : ownUrl(organization)
      const url = webhookAddress(organization, caller, base, found, { botId, parameters: said })
      return { ...answer, url }
    },
  )
}

/** @throws ApiError NOT_FOUND */
function integrationOf(name: string): Integration {
  const found = integrationByName(name)
  if (found) return found
  throw new ApiError('NOT_FOUND', 'There is no such integration: GET /api/v1/external lists them', {})
}

function receivedObject(received: Received) {
  if ('ignored' in received) return received
  const { messageId, isRepeated } = received
  return isRepeated ? { id: messageId, already_delivered: true } : { id: messageId }
}
