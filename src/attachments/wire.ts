// Files that people have sent on the wire: as their owners see them in lists, events and the register state (contract 4.20).
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Connection } from '../organization/database'
import type { Organization } from '../organization/organization'
import { pathId } from './address'
import { linkings } from './links-repository'
import { spaceUsed, type Attachment } from './repository'

/** A message that links to a file. */
export interface Linking {
  id: number
  /** UNIX seconds. */
  sentAt: number
}

/** The protocol's `attachment`. @param messages ascending */
function attachmentObject(attachment: Attachment, messages: readonly Linking[]) {
  return {
    id: attachment.id,
    name: attachment.name,
    path_id: pathId(attachment),
    size: attachment.size,
    create_time: attachment.createdAt,
    messages: messages.map(({ id, sentAt }) => ({ id, date_sent: sentAt * 1000 })),
  }
}

/** So many messages that link to a file are named, the newest: some files are in thousands. */
const namedMessages = 100

/** Files as their owner sees them. */
export function attachmentObjects(db: Connection, files: readonly Attachment[]) {
  const ids = files.map(({ id }) => id)
  const messages = linkings(db, ids, namedMessages)
  return files.map((file) => attachmentObject(file, messages.get(file.id) ?? []))
}

/** `attachment` `add`, and `update` where other messages link to the file, to its owner. */
export function attachmentEvent(
  op: 'add' | 'update',
  organization: Organization,
  attachment: Attachment,
): ServerEvent {
  return {
    type: 'attachment',
    audience: [attachment.ownerId],
    payload: () => ({
      op,
      attachment: attachmentObjects(organization.db, [attachment])[0],
      upload_space_used: spaceUsed(organization),
    }),
  }
}

/** `attachment` `remove`. */
export function attachmentRemovedEvent(
  organization: Organization,
  { id, ownerId }: Pick<Attachment, 'id' | 'ownerId'>,
): ServerEvent {
  return {
    type: 'attachment',
    audience: [ownerId],
    payload: () => ({ op: 'remove', attachment: { id }, upload_space_used: spaceUsed(organization) }),
  }
}

/** `attachment`: what all files take, as a client last knew it; others' uploads are told to nobody else. */
export const attachmentsState: StatePart = {
  types: ['attachment'],
  read: ({ organization, viewer }) => ({ upload_space_used: viewer ? spaceUsed(organization) : 0 }),
}
