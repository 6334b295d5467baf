// Routes of bots: /bots.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { ByName, Id, Text, UploadedFile } from '../../http/parameters'
import { Role } from '../../http/roles'
import { maxPictureBody } from '../../pictures/limits'
import { administeredBots } from '../rights'
import { botAvatarUrl, botObject, configurationObject, defaultsObject, detailsOf } from '../wire'
import { maxConfigLength } from './configuration'
import { createBot } from './creating'
import { changeBot, deactivateBot, regenerateBotKey } from './updating'

const path = Type.Object({ bot_id: Id() })
const picture = Type.Optional(UploadedFile)
const format = Type.Optional(
  Type.Union([Type.Literal(1), Type.Literal(2)], { description: "1 the protocol's own format, 2 Slack's" }),
)
const url = Type.Optional(
  Text({ maxLength: 2000, description: 'Where an outgoing webhook bot posts to, http or https' }),
)
const channel = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: the name of a public channel; empty for none` }))

const defaults = {
  default_sending_stream: channel('Where the bot sends what it addresses to nobody'),
  default_events_register_stream: channel('What queues of the bot are narrowed to where it does not say'),
  default_all_public_streams: Type.Optional(
    Type.Boolean({
      description: 'Whether queues of the bot get messages of all public channels where it does not say',
    }),
  ),
  config_data: Type.Optional(
    ByName({ maxLength: maxConfigLength }, Type.String({ maxLength: 5000 }), {
      maxProperties: 100,
      description: 'What the program of the bot is configured with',
    }),
  ),
}

interface Defaults {
  default_sending_stream?: string
  default_events_register_stream?: string
  default_all_public_streams?: boolean
  config_data?: Readonly<Record<string, string>>
}

function defaultsOf(parameters: Defaults) {
  return {
    defaultSendingChannel: parameters.default_sending_stream,
    defaultEventsChannel: parameters.default_events_register_stream,
    hearsPublicChannels: parameters.default_all_public_streams,
    configData: parameters.config_data,
  }
}

export function botRoutes(api: Api): void {
  api.get(
    '/bots',
    {
      summary: 'Get the bots one administers',
      description:
        'Those of the caller, and for administrators all; with their API keys, as in `realm_bots`, and their configuration.',
      bots: 'none',
    },
    ({ organization, caller }) => ({
      bots: administeredBots(organization, caller).map((bot) => ({
        username: bot.email,
        ...botObject(organization, bot),
        ...configurationObject(detailsOf(organization, bot)),
      })),
    }),
  )
  api.post(
    '/bots',
    {
      summary: 'Make a bot',
      bots: 'none',
      maxBodyBytes: maxPictureBody,
      parameters: Type.Object({
        filename: picture,
        full_name: Type.String(),
        short_name: Type.String({ description: 'What its address begins with: `short_name-bot@…`' }),
        bot_type: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
          default: 1,
          description:
            '1 generic, 2 incoming webhook (can do nothing but send), 3 outgoing webhook, 4 embedded (the server answers itself)',
        }),
        payload_url: url,
        interface_type: format,
        service_name: Type.Optional(
          Text({
            maxLength: 100,
            description: 'For embedded bots, which one it is: see `realm_embedded_bots`',
          }),
        ),
        ...defaults,
      }),
    },
    async ({ organization, caller, parameters }) => {
      const bot = await createBot(organization, caller, {
        file: parameters.filename,
        fullName: parameters.full_name,
        shortName: parameters.short_name,
        botType: parameters.bot_type,
        payloadUrl: parameters.payload_url,
        payloadFormat: parameters.interface_type,
        serviceName: parameters.service_name,
        ...defaultsOf(parameters),
      })
      const details = detailsOf(organization, bot)
      return {
        user_id: bot.id,
        email: bot.email,
        api_key: details.apiKey,
        avatar_url: botAvatarUrl(bot),
        ...defaultsObject(organization, details),
      }
    },
  )
  api.patch(
    '/bots/:bot_id',
    {
      summary: 'Change a bot',
      bots: 'none',
      path,
      maxBodyBytes: maxPictureBody,
      parameters: Type.Object({
        filename: picture,
        full_name: Type.Optional(Type.String()),
        role: Type.Optional(Role),
        bot_owner_id: Type.Optional(Id({ description: 'Whose bot it is to be' })),
        service_payload_url: url,
        service_interface: format,
        ...defaults,
      }),
    },
    async ({ organization, caller, path, parameters }) => {
      const bot = await changeBot(organization, caller, path.bot_id, {
        file: parameters.filename,
        fullName: parameters.full_name,
        role: parameters.role,
        ownerId: parameters.bot_owner_id,
        payloadUrl: parameters.service_payload_url,
        payloadFormat: parameters.service_interface,
        ...defaultsOf(parameters),
      })
      const details = detailsOf(organization, bot)
      return {
        full_name: bot.fullName,
        avatar_url: botAvatarUrl(bot),
        bot_owner_id: bot.botOwnerId,
        service_payload_url: details.payloadUrl,
        service_interface: details.payloadFormat,
        ...configurationObject(details),
        ...defaultsObject(organization, details),
      }
    },
  )
  api.delete(
    '/bots/:bot_id',
    { summary: 'Deactivate a bot', bots: 'none', path },
    ({ organization, caller, path }) => deactivateBot(organization, caller, path.bot_id),
  )
  api.post(
    '/bots/:bot_id/api_key/regenerate',
    { summary: 'Get a new API key for a bot instead of the one it has', bots: 'none', path },
    async ({ organization, caller, path }) => ({
      api_key: await regenerateBotKey(organization, caller, path.bot_id),
    }),
  )
}
