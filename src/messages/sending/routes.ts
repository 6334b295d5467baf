// Routes that send messages, and show how one would look.
import { Type, type Static } from '@sinclair/typebox'
import { defaultSendingChannelId } from '../../bots/defaults'
import type { Api } from '../../http/api'
import { longBody } from '../../http/route'
import { missingParameter } from '../../http/errors'
import { renderMarkdown } from '../../markdown/render'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { destinationOf, messageTypeParameter, recipientsParameter } from '../recipients'
import { renderContext } from '../rendering/render-context'
import { checkedContent } from '../content'
import { sendMessage } from './send'

const sendParameters = Type.Object({
  type: messageTypeParameter,
  to: Type.Optional({
    ...recipientsParameter,
    description: 'Who or where; bots that have a default channel may leave it out',
  }),
  content: Type.String(),
  topic: Type.Optional(Type.String()),
  queue_id: Type.Optional(Type.String({ maxLength: 100 })),
  local_id: Type.Optional(Type.String({ maxLength: 100 })),
  read_by_sender: Type.Optional(Type.Boolean()),
})

export function messageSendingRoutes(api: Api): void {
  api.post(
    '/messages',
    {
      summary: 'Send a message',
      bots: 'all',
      maxBodyBytes: longBody,
      parameters: sendParameters,
      earlierNames: { subject: 'topic' },
    },
    async ({ organization, caller, client, parameters }) => {
      const { queue_id: queueId, local_id: localId } = parameters
      if (queueId !== undefined && localId === undefined) throw missingParameter('local_id')
      const sent = await sendMessage(organization, caller, {
        destination: destinationOf(organization, caller, {
          type: parameters.type,
          to: parameters.to ?? recipientByDefault(organization, caller, parameters.type),
          topic: parameters.topic,
        }),
        content: parameters.content,
        client,
        readBySender: parameters.read_by_sender,
        echo: queueId === undefined || localId === undefined ? undefined : { queueId, localId },
      })
      const policy = sent.automaticNewVisibilityPolicy
      return policy === undefined ? { id: sent.id } : { id: sent.id, automatic_new_visibility_policy: policy }
    },
  )
  api.post(
    '/messages/render',
    {
      summary: 'Render a message',
      maxBodyBytes: longBody,
      parameters: Type.Object({ content: Type.String() }),
    },
    ({ organization, caller, parameters }) => {
      const content = checkedContent(parameters.content)
      return { rendered: renderMarkdown(content, renderContext(organization, caller)).html }
    },
  )
}

/** Bots can have a channel to which they send what they address to nobody. @throws ApiError REQUEST_VARIABLE_MISSING */
function recipientByDefault(
  organization: Organization,
  caller: User,
  type: Static<typeof messageTypeParameter>,
): number {
  const isDirect = type === 'direct' || type === 'private'
  const channelId = isDirect ? undefined : defaultSendingChannelId(organization, caller)
  if (channelId === undefined) throw missingParameter('to')
  return channelId
}
