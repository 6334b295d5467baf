// Which messages a person has still missed.
import { canRead } from '../messages/access'
import { flagBits } from '../messages/flags'
import { flaggedMessages, type FlaggedMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'

/** Those of the messages that the person has not read, and still may. */
export function stillMissed(
  organization: Organization,
  person: User,
  messageIds: readonly number[],
): FlaggedMessage[] {
  if (!person.isActive) return []
  return flaggedMessages(organization.db, messageIds, person.id).filter(
    (message) => (message.flags & flagBits.unread) !== 0 && canRead(organization, person, message),
  )
}
