// Routes that read messages: by narrow, by ID, and which of some are in a narrow.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { readsPublicNames } from '../../http/client-names'
import { unauthenticated } from '../../http/credentials'
import { maxTerms, narrowParameter, narrowTerm } from '../../narrow/parse'
import { settings } from '../../organization/settings'
import { Id } from '../../http/parameters'
import { fetchMessage, fetchMessages, maxMessagesFetched } from './fetch'
import { matchingMessages } from './matches'

const messagePath = Type.Object({ message_id: Id() })

const fetchParameters = Type.Object({
  anchor: Type.Optional(Type.String({ maxLength: 100 })),
  include_anchor: Type.Optional(Type.Boolean()),
  num_before: Type.Optional(Type.Integer({ minimum: 0 })),
  num_after: Type.Optional(Type.Integer({ minimum: 0 })),
  narrow: narrowParameter,
  client_gravatar: Type.Boolean({ default: true }),
  apply_markdown: Type.Boolean({ default: true }),
  use_first_unread_anchor: Type.Optional(Type.Boolean()),
  message_ids: Type.Optional(Type.Array(Id())),
  allow_empty_topic_name: Type.Boolean({ default: false }),
})

const matchParameters = Type.Object({
  msg_ids: Type.Array(Id(), { maxItems: maxMessagesFetched }),
  narrow: Type.Array(narrowTerm, { maxItems: maxTerms }),
})

const fetchOneParameters = Type.Object({
  apply_markdown: Type.Boolean({ default: true }),
  allow_empty_topic_name: Type.Boolean({ default: false }),
})

export function messageReadingRoutes(api: Api): void {
  api.open.get(
    '/messages',
    { summary: 'Get messages', parameters: fetchParameters },
    ({ organization, caller, client, parameters, inTurns }) => {
      if (!caller && !settings(organization).enable_spectator_access) throw unauthenticated()
      const work = fetchMessages(
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
          publicNames: readsPublicNames(client),
        },
      )
      return inTurns(work)
    },
  )
  api.get(
    '/messages/matches_narrow',
    { summary: 'Check if messages match a narrow', parameters: matchParameters },
    ({ organization, caller, parameters, inTurns }) =>
      inTurns(matchingMessages(organization, caller, parameters.narrow, parameters.msg_ids)),
  )
  api.open.get(
    '/messages/:message_id',
    { summary: 'Fetch a single message', path: messagePath, parameters: fetchOneParameters },
    ({ organization, caller, client, path, parameters }) => {
      if (!caller && !settings(organization).enable_spectator_access) throw unauthenticated()
      return fetchMessage(organization, path.message_id, {
        viewer: caller,
        applyMarkdown: parameters.apply_markdown,
        clientGravatar: false,
        emptyTopicName: parameters.allow_empty_topic_name,
        publicNames: readsPublicNames(client),
      })
    },
  )
}
