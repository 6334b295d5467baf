// Routes of messages: sending, reading, rendering.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { unauthenticated } from '../http/credentials'
import { missingParameter } from '../http/errors'
import { renderMarkdown } from '../markdown/render'
import { narrowParameter, narrowTerm } from '../narrow/parse'
import { settings } from '../organization/settings'
import { fetchMessage, fetchMessages, maxMessagesFetched } from './fetch'
import { matchingMessages } from './matches'
import { destinationOf, messageTypeParameter, recipientsParameter } from './recipients'
import { renderContext } from './render-context'
import { checkedContent, sendMessage } from './send'

const messagePath = Type.Object({ message_id: Type.Integer({ minimum: 0 }) })

const sendParameters = Type.Object({
  type: messageTypeParameter,
  to: recipientsParameter,
  content: Type.String(),
  topic: Type.Optional(Type.String()),
  queue_id: Type.Optional(Type.String({ maxLength: 100 })),
  local_id: Type.Optional(Type.String({ maxLength: 100 })),
  read_by_sender: Type.Optional(Type.Boolean()),
})

const fetchParameters = Type.Object({
  anchor: Type.Optional(Type.String({ maxLength: 100 })),
  include_anchor: Type.Optional(Type.Boolean()),
  num_before: Type.Optional(Type.Integer({ minimum: 0 })),
  num_after: Type.Optional(Type.Integer({ minimum: 0 })),
  narrow: narrowParameter,
  client_gravatar: Type.Boolean({ default: true }),
  apply_markdown: Type.Boolean({ default: true }),
  use_first_unread_anchor: Type.Optional(Type.Boolean()),
  message_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
  allow_empty_topic_name: Type.Boolean({ default: false }),
})

const matchParameters = Type.Object({
  msg_ids: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: maxMessagesFetched }),
  narrow: Type.Array(narrowTerm, { maxItems: 50 }),
})

const fetchOneParameters = Type.Object({
  apply_markdown: Type.Boolean({ default: true }),
  allow_empty_topic_name: Type.Boolean({ default: false }),
})

export function messageRoutes(api: Api): void {
  api.post(
    '/messages',
    { summary: 'Send a message', parameters: sendParameters },
    async ({ organization, caller, client, parameters }) => {
      const { queue_id: queueId, local_id: localId } = parameters
      if (queueId !== undefined && localId === undefined) throw missingParameter('local_id')
      const sent = await sendMessage(organization, caller, {
        destination: destinationOf(organization, caller, {
          type: parameters.type,
          to: parameters.to,
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
  api.open.get(
    '/messages',
    { summary: 'Get messages', parameters: fetchParameters },
    ({ organization, caller, parameters }) => {
      if (!caller && !settings(organization).enable_spectator_access) throw unauthenticated()
      return fetchMessages(
        organization,
        caller,
        {
          narrow: parameters.narrow,
          anchor: parameters.anchor,
          includeAnchor: parameters.include_anchor,
          numBefore: parameters.num_before,
          numAfter: parameters.num_after,
          useFirstUnreadAnchor: parameters.use_first_unread_anchor,
          messageIds: parameters.message_ids,
        },
        {
          viewer: caller,
          applyMarkdown: parameters.apply_markdown,
          clientGravatar: parameters.client_gravatar,
          emptyTopicName: parameters.allow_empty_topic_name,
        },
      )
    },
  )
  api.get(
    '/messages/matches_narrow',
    { summary: 'Check if messages match a narrow', parameters: matchParameters },
    ({ organization, caller, parameters }) => ({
      messages: matchingMessages(organization, caller, parameters.narrow, parameters.msg_ids),
    }),
  )
  api.open.get(
    '/messages/:message_id',
    { summary: 'Fetch a single message', path: messagePath, parameters: fetchOneParameters },
    ({ organization, caller, path, parameters }) => {
      if (!caller && !settings(organization).enable_spectator_access) throw unauthenticated()
      return fetchMessage(organization, path.message_id, {
        viewer: caller,
        applyMarkdown: parameters.apply_markdown,
        clientGravatar: false,
        emptyTopicName: parameters.allow_empty_topic_name,
      })
    },
  )
  api.post(
    '/messages/render',
    { summary: 'Render a message', parameters: Type.Object({ content: Type.String() }) },
    ({ organization, caller, parameters }) => {
      const content = checkedContent(parameters.content)
      return { rendered: renderMarkdown(content, renderContext(organization, caller)).html }
    },
  )
}
