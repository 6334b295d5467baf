// Reactions on the wire: as they hang on messages, and the event of one that comes or goes.
import type { StoredReaction } from './repository'
import { wireReactionType } from '../emoji/reaction-type'
import type { ViewedEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { apiEmail } from '../users/wire'

/** A reaction (contract 2.3). */
export function reactionObject(
  { userId, reactionType, emojiCode, emojiName }: StoredReaction,
  publicNames: boolean,
) {
  return {
    emoji_name: emojiName,
    emoji_code: emojiCode,
    reaction_type: wireReactionType(reactionType, publicNames),
    user_id: userId,
  }
}

/** `reaction` `add` and `remove`. @param user who reacted */
export function reactionEvent(
  organization: Organization,
  op: 'add' | 'remove',
  { reaction, user, audience }: { reaction: StoredReaction; user: User; audience: readonly number[] },
): ViewedEvent<boolean> {
  const person = { user_id: user.id, email: apiEmail(organization, user), full_name: user.fullName }
  return {
    type: 'reaction',
    audience,
    view: ({ options }) => options.publicNames,
    payload: (publicNames) => ({
      op,
      message_id: reaction.messageId,
      ...reactionObject(reaction, publicNames),
      user: { ...person, is_mirror_dummy: false },
    }),
  }
}
