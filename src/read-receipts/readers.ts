// Who has read a message, as far as they let it be seen (reference: get-read-receipts).
import { receiversOf } from '../messages/receivers-repository'
import { badRequest } from '../http/errors'
import { readableMessage } from '../messages/access'
import { conversation } from '../messages/conversations'
import { flagBits } from '../messages/flags'
import { peopleWithFlag, type StoredMessage } from '../messages/repository'
import { mutedBy, mutersOf } from '../muted-users/repository'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { sightOf } from '../permissions/visibility'

/**
 * The user IDs of those who hold the message and have read it, ascending; never its sender, who does not want it
 * seen, whom the viewer has muted or who has muted the viewer.
 * @throws ApiError BAD_REQUEST for a message the viewer can't read, or where the organization shows no receipts.
 */
export function readersOf(organization: Organization, viewer: User, messageId: number): number[] {
  const message = readableMessage(organization, viewer, messageId)
  if (!settings(organization).enable_read_receipts) {
    throw badRequest('Read receipts are disabled in this organization')
  }
  const unread = new Set(peopleWithFlag(organization.db, messageId, flagBits.unread))
  const muted = mutedBy(organization, viewer.id)
  const muters = mutersOf(organization, viewer.id)
  const { byId } = directory(organization)
  const sees = sightOf(organization, viewer)
  const isShown = (id: number): boolean => {
    const user = byId.get(id)
    return (
      user?.isActive === true &&
      id !== message.senderId &&
      !unread.has(id) &&
      !muted.has(id) &&
      !muters.has(id) &&
      settingsOf(organization, id).send_read_receipts &&
      sees(user)
    )
  }
  return [...allWhoHeld(organization, message)].filter(isShown).sort((a, b) => a - b)
}

function allWhoHeld(organization: Organization, message: StoredMessage): ReadonlySet<number> {
  const { channelId, conversationId, id } = message
  if (channelId === null) return new Set(conversation(organization, conversationId).memberIds)
  const { db } = organization
  return new Set([...receiversOf(db, channelId, id), ...peopleWithFlag(db, id, flagBits.historical)])
}
