// What links to files: messages, which show them to their readers, and texts that are no messages yet, which merely keep them.
import { emit } from '../events/event'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { canOpen } from './access'
import { keysIn } from './address'
import { deleteDraftClaims, settleClaims, storeDraftClaims, type DraftKind } from './claims-repository'
import { deleteLinks, insertLinks, linkedIds } from './links-repository'
import { attachmentAt, attachmentsByIds, ownAttachmentIds, type Attachment } from './repository'
import { attachmentEvent } from './wire'

/**
 * The files at these paths that somebody may link to: those that they can open themselves, as whoever merely learned a path
 * must not come to open the file by linking to it.
 * @param paths such as `1/kN3…/photo.jpg`
 */
export function claimable(organization: Organization, sender: User, paths: readonly string[]): Attachment[] {
  return paths.flatMap((path) => {
    const found = attachmentAt(organization.db, path)
    return found && canOpen(organization, sender, found) ? [found] : []
  })
}

/** A message, as far as links to files matter. */
interface LinkingMessage {
  readonly id: number
  readonly conversationId: number
}

/** Links a new message to files. */
export function claimForMessage(
  tx: Transaction,
  message: LinkingMessage,
  files: readonly Pick<Attachment, 'id'>[],
): void {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  insertLinks(tx, message, ids)
  settle(tx, ids)
  announceLinks(tx, ids)
}

/** Links a message whose text has changed to files, and to no others. @returns those to which nothing links any more. */
export function claimAnew(
  tx: Transaction,
  message: LinkingMessage,
  files: readonly Pick<Attachment, 'id'>[],
): Attachment[] {
  const before = new Set(linkedIds(tx, [message.id]))
  const after = new Set(files.map(({ id }) => id))
  const gone = [...before.difference(after)]
  const changed = [...before.symmetricDifference(after)]
  if (changed.length === 0) return []
  deleteLinks(tx, message.id, gone)
  insertLinks(tx, message, [...after])
  settle(tx, changed)
  announceLinks(tx, changed)
  return attachmentsByIds(tx, gone).filter(({ unclaimedSince }) => unclaimedSince !== null)
}

/** Tells the owners of files that other messages link to them than before. */
export function announceLinks(tx: Transaction, attachmentIds: readonly number[]): void {
  for (const attachment of attachmentsByIds(tx, attachmentIds)) {
    emit(tx, attachmentEvent('update', tx.organization, attachment))
  }
}

/** Keeps the writer's own files that an unsent text links to, and no others, for as long as it is there. */
export function claimForDraft(
  tx: Transaction,
  { kind, id, userId }: { kind: DraftKind; id: number; userId: number },
  content: string,
): void {
  const keys = keysIn(content)
  settle(tx, storeDraftClaims(tx, kind, id, keys.length === 0 ? [] : ownAttachmentIds(tx, userId, keys)))
}

/** Lets go of the files that unsent texts have kept. */
export function releaseDrafts(tx: Transaction, kind: DraftKind, ids: readonly number[]): void {
  settle(tx, deleteDraftClaims(tx, kind, ids))
}

function settle(tx: Transaction, attachmentIds: readonly number[]): void {
  if (attachmentIds.length > 0) settleClaims(tx, attachmentIds, seconds(tx.organization.clock))
}
