// Reactions on the wire: the event of one that comes or goes.
import type { ServerEvent } from '../events/event'
import type { StoredReaction } from '../messages/repository'
import { reactionObject } from '../messages/wire'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { apiEmail } from '../users/wire'

/** `reaction` `add` and `remove`. @param user who reacted */
export function reactionEvent(
  organization: Organization,
  op: 'add' | 'remove',
  { reaction, user, audience }: { reaction: StoredReaction; user: User; audience: readonly number[] },
): ServerEvent {
  const person = { user_id: user.id, email: apiEmail(organization, user), full_name: user.fullName }
  return {
    type: 'reaction',
    audience,
    payload: () => ({
      op,
      message_id: reaction.messageId,
      ...reactionObject(reaction),
      user: { ...person, is_mirror_dummy: false },
    }),
  }
}
