// Who may open a file: its owner, and whoever can read a message that links to it (notes: files).
import { historyAccess } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import { readableOf } from '../messages/access'
import type { Organization } from '../organization/organization'
import { asOfNow, type User } from '../users/repository'
import { isLinkedInDirect, isLinkedWithin, linkingChannels, newestLinks } from './links-repository'
import type { Attachment } from './repository'

/** So many of the messages that link to a file are looked at one by one: few files are in more. */
const lookedAt = 20

/**
 * Whether the viewer may open the file: their own, or one that a message links to which they can read. Messages that were
 * deleted, and texts that are not sent yet, show it to nobody.
 * @param viewer undefined is somebody who is not logged in
 */
export function canOpen(
  organization: Organization,
  viewer: User | undefined,
  { id, ownerId }: Pick<Attachment, 'id' | 'ownerId'>,
): boolean {
  const person = viewer && asOfNow(organization, viewer)
  if (person && !person.isActive) return false
  if (person?.id === ownerId) return true
  const newest = newestLinks(organization.db, id, lookedAt)
  if (readableOf(organization, person, newest).length > 0) return true
  return newest.length === lookedAt && canReadLinkIn(organization, person, id)
}

/** The same by conversation: however many messages link to the file, that takes no longer. */
function canReadLinkIn(organization: Organization, person: User | undefined, attachmentId: number): boolean {
  const { db } = organization
  if (person && isLinkedInDirect(db, attachmentId, person.id)) return true
  const { byId } = channelDirectory(organization)
  return linkingChannels(db, attachmentId).some(({ conversationId, channelId }) => {
    const channel = byId.get(channelId)
    const access = channel ? historyAccess(organization, person, channel) : 'nothing'
    if (access === 'all' || access === 'nothing') return access === 'all'
    return isLinkedWithin(db, attachmentId, conversationId, access)
  })
}
