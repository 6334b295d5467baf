// Routes of reactions: /messages/{message_id}/reactions.
import { Type } from '@sinclair/typebox'
import { reactionTypeOf, reactionTypeParameter } from '../emoji/reaction-type'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { addReaction, removeReaction } from './actions'

const route = '/messages/:message_id/reactions'
const path = Type.Object({ message_id: Id() })
const name = Type.String({ minLength: 1, maxLength: 100 })

const further = {
  emoji_code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  reaction_type: Type.Optional(reactionTypeParameter),
}
const added = Type.Object({ emoji_name: name, ...further })
const removed = Type.Object({ emoji_name: Type.Optional(name), ...further })

export function reactionRoutes(api: Api): void {
  api.post(
    route,
    { summary: 'React to a message', path, parameters: added },
    ({ organization, caller, path, parameters }) =>
      addReaction(organization, caller, path.message_id, {
        emojiName: parameters.emoji_name,
        emojiCode: parameters.emoji_code,
        reactionType: reactionTypeOf(parameters.reaction_type),
      }),
  )
  api.delete(
    route,
    { summary: 'Take a reaction back', path, parameters: removed },
    ({ organization, caller, path, parameters }) =>
      removeReaction(organization, caller, path.message_id, {
        emojiName: parameters.emoji_name,
        emojiCode: parameters.emoji_code,
        reactionType: reactionTypeOf(parameters.reaction_type),
      }),
  )
}
