// SQL of what links to files, by hand: whoever opens a file asks for it, and a file may stand in many thousands of messages.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import type { Linking } from './wire'

/** A message that links to a file, and where it is; null is no channel's. */
export interface PlacedLink {
  id: number
  conversationId: number
  channelId: number | null
}

/** The newest messages that link to the file, newest first. */
export function newestLinks(db: Connection, attachmentId: number, limit: number): PlacedLink[] {
  return db.sqlite
    .query<PlacedLink, [number, number]>(
      `SELECT a.message_id AS id, a.conversation_id AS conversationId, c.channel_id AS channelId
       FROM attachment_messages a CROSS JOIN conversations c ON c.id = a.conversation_id
       WHERE a.attachment_id = ? ORDER BY a.message_id DESC LIMIT ?`,
    )
    .all(attachmentId, limit)
}

/** The channels of which messages link to the file. It costs as much as there are channels, not messages. */
export function linkingChannels(
  db: Connection,
  attachmentId: number,
): { conversationId: number; channelId: number }[] {
  return db.sqlite
    .query<{ conversationId: number; channelId: number }, [number]>(
      `SELECT c.id AS conversationId, c.channel_id AS channelId FROM conversations c
       WHERE c.channel_id IS NOT NULL AND EXISTS (
         SELECT 1 FROM attachment_messages a WHERE a.attachment_id = ? AND a.conversation_id = c.id)`,
    )
    .all(attachmentId)
}

/** Whether a message of one of the person's direct conversations links to the file. It costs as much as they have of these. */
export function isLinkedInDirect(db: Connection, attachmentId: number, userId: number): boolean {
  const found = db.sqlite
    .query(
      `SELECT 1 FROM conversation_members c CROSS JOIN attachment_messages a
         ON a.attachment_id = ? AND a.conversation_id = c.conversation_id
       WHERE c.user_id = ? LIMIT 1`,
    )
    .get(attachmentId, userId)
  return found !== null
}

/** Whether a message of a conversation links to the file that is in one of these stretches: `from < id`, and `id <= to` unless null. */
export function isLinkedWithin(
  db: Connection,
  attachmentId: number,
  conversationId: number,
  stretches: readonly { fromMessageId: number; toMessageId: number | null }[],
): boolean {
  const found = db.sqlite
    .query(
      `SELECT 1 FROM json_each(?) s WHERE EXISTS (
         SELECT 1 FROM attachment_messages a WHERE a.attachment_id = ? AND a.conversation_id = ?
           AND a.message_id > s.value ->> 0
           AND a.message_id <= coalesce(s.value ->> 1, ${Number.MAX_SAFE_INTEGER})) LIMIT 1`,
    )
    .get(
      JSON.stringify(stretches.map(({ fromMessageId, toMessageId }) => [fromMessageId, toMessageId])),
      attachmentId,
      conversationId,
    )
  return found !== null
}

/** The newest messages that link to each of the files, ascending, by the file's ID. */
export function linkings(
  db: Connection,
  attachmentIds: readonly number[],
  limitEach: number,
): ReadonlyMap<number, Linking[]> {
  const rows = db.sqlite
    .query<Linking & { attachmentId: number }, [string, number]>(
      `SELECT wanted.value AS attachmentId, m.id, m.sent_at AS sentAt FROM json_each(?) wanted
       CROSS JOIN messages m ON m.id IN (
         SELECT message_id FROM attachment_messages WHERE attachment_id = wanted.value
         ORDER BY message_id DESC LIMIT ?)
       ORDER BY m.id`,
    )
    .all(JSON.stringify(attachmentIds), limitEach)
  return Map.groupBy(rows, ({ attachmentId }) => attachmentId)
}

/** The files that messages link to. */
export function linkedIds(db: Connection, messageIds: readonly number[]): number[] {
  return filesOf(db, 'attachment_messages', messageIds)
}

/** The files that deleted messages link to, which can be put back. */
export function archivedLinkedIds(db: Connection, messageIds: readonly number[]): number[] {
  return filesOf(db, 'archived_attachment_messages', messageIds)
}

function filesOf(
  db: Connection,
  links: 'attachment_messages' | 'archived_attachment_messages',
  messageIds: readonly number[],
): number[] {
  return db.sqlite
    .query<{ id: number }, [string]>(
      `SELECT DISTINCT attachment_id AS id FROM ${links}
       WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(messageIds))
    .map(({ id }) => id)
}

/** Notes that a message links to files; what is known already stays. */
export function insertLinks(
  tx: Transaction,
  { id, conversationId }: { id: number; conversationId: number },
  attachmentIds: readonly number[],
): void {
  tx.sqlite
    .query(
      `INSERT OR IGNORE INTO attachment_messages (message_id, attachment_id, conversation_id)
       SELECT ?, value, ? FROM json_each(?)`,
    )
    .run(id, conversationId, JSON.stringify(attachmentIds))
}

export function deleteLinks(tx: Transaction, messageId: number, attachmentIds: readonly number[]): void {
  tx.sqlite
    .query(
      `DELETE FROM attachment_messages WHERE message_id = ?
       AND attachment_id IN (SELECT value FROM json_each(?))`,
    )
    .run(messageId, JSON.stringify(attachmentIds))
}

/** Notes where messages have gone that link to files. */
export function moveLinks(tx: Transaction, messageIds: readonly number[], conversationId: number): void {
  tx.sqlite
    .query(
      `UPDATE attachment_messages SET conversation_id = ?
       WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .run(conversationId, JSON.stringify(messageIds))
}

/** Forgets some of what is known to link to files that are gone. @returns how many; 0 once nothing is left. */
export function deleteSomeLinks(tx: Transaction, attachmentIds: readonly number[], limit: number): number {
  const gone = JSON.stringify(attachmentIds)
  const from = (table: string, owner: string) =>
    tx.sqlite
      .query(
        `DELETE FROM ${table} WHERE (${owner}, attachment_id) IN (
           SELECT ${owner}, attachment_id FROM ${table}
           WHERE attachment_id IN (SELECT value FROM json_each(?)) LIMIT ?)`,
      )
      .run(gone, limit).changes
  return (
    from('attachment_messages', 'message_id') +
    from('archived_attachment_messages', 'message_id') +
    from('attachment_drafts', 'draft_id')
  )
}
