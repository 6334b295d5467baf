// Files that people have sent on the wire: as their owners see them in lists, events and the register state (contract 4.20).
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { spaceUsed, type Attachment } from './repository'
import { pathId } from './address'

/** A message that links to a file. */
export interface Linking {
  id: number
  /** UNIX seconds. */
  sentAt: number
}

/** The protocol's `attachment`. @param messages ascending */
export function attachmentObject(attachment: Attachment, messages: readonly Linking[]) {
  return {
    id: attachment.id,
    name: attachment.name,
    path_id: pathId(attachment),
    size: attachment.size,
    create_time: attachment.createdAt,
    messages: messages.map(({ id, sentAt }) => ({ id, date_sent: sentAt * 1000 })),
  }
}

/** `attachment` `add` and `update`, to the file's owner. */
export function attachmentEvent(
  op: 'add' | 'update',
  organization: Organization,
  attachment: Attachment,
  messages: readonly Linking[],
): ServerEvent {
  return {
    type: 'attachment',
    audience: [attachment.ownerId],
    payload: () => ({
      op,
      attachment: attachmentObject(attachment, messages),
      upload_space_used: spaceUsed(organization),
    }),
  }
}
