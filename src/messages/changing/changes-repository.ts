// SQL of what becomes of messages after they were sent: edited, moved, what they say to people. The only writer of it.
import type { Connection } from '../../organization/database'
import type { Transaction } from '../../organization/writer'
import { noteForSearch, noteMoveForSearch } from '../../search/repository'
import type { MessageMarks, StoredEdit, StoredMessage } from '../repository'

/** The parts of a message that follow from its content. */
export type ContentColumns = Pick<StoredMessage, 'content' | 'renderedContent'> &
  Omit<MessageMarks, 'topicKey'> & { rendererVersion: number; isMeMessage: boolean }

/** @param editedAt UNIX seconds. */
export function updateContent(tx: Transaction, id: number, columns: ContentColumns, editedAt: number): void {
  tx.sqlite
    .query(
      `UPDATE messages SET content = ?, rendered_content = ?, renderer_version = ?, is_me_message = ?,
         has_link = ?, has_image = ?, has_attachment = ?, last_edited_at = ? WHERE id = ?`,
    )
    .run(
      columns.content,
      columns.renderedContent,
      columns.rendererVersion,
      columns.isMeMessage,
      columns.hasLink,
      columns.hasImage,
      columns.hasAttachment,
      editedAt,
      id,
    )
  noteForSearch(tx, [id])
}

/** Where messages are. */
export interface Place {
  conversationId: number
  channelId: number
  topic: string
  topicKey: string
}

/** Whether the topic of one of the messages is spelled in another way. */
export function isSpelledOtherwise(db: Connection, ids: readonly number[], topic: string): boolean {
  const found = db.sqlite
    .query(
      'SELECT 1 FROM json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value WHERE m.topic <> ?',
    )
    .get(JSON.stringify(ids), topic)
  return found !== null
}

/** @param movedAt UNIX seconds; null where the topic is merely resolved or unresolved. */
export function updatePlace(
  tx: Transaction,
  ids: readonly number[],
  place: Place,
  movedAt: number | null,
): void {
  noteMoveForSearch(tx, ids, place)
  tx.sqlite
    .query(
      `UPDATE messages SET conversation_id = ?, channel_id = ?, topic = ?, topic_key = ?,
         last_moved_at = coalesce(?, last_moved_at) WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(place.conversationId, place.channelId, place.topic, place.topicKey, movedAt, JSON.stringify(ids))
}

/** Notes the same edit for each of the messages. */
export function insertEdits(
  tx: Transaction,
  ids: readonly number[],
  edit: Omit<StoredEdit, 'messageId'>,
): void {
  if (ids.length === 0) return
  const list = JSON.stringify(ids)
  tx.sqlite
    .query(
      `INSERT INTO message_edits (message_id, user_id, edited_at, previous_content, previous_rendered_content,
         previous_topic, topic, previous_channel_id, channel_id)
       SELECT value, ?, ?, ?, ?, ?, ?, ?, ? FROM json_each(?)`,
    )
    .run(
      edit.userId,
      edit.editedAt,
      edit.previousContent,
      edit.previousRenderedContent,
      edit.previousTopic,
      edit.topic,
      edit.previousChannelId,
      edit.channelId,
      list,
    )
  tx.sqlite.query('UPDATE messages SET has_edits = 1 WHERE id IN (SELECT value FROM json_each(?))').run(list)
}

/** The messages of a topic from this ID on, ascending; `sentAt` in UNIX seconds. */
export function messagesOfTopic(
  db: Connection,
  channelId: number,
  topicKey: string,
  fromId: number,
): { id: number; sentAt: number }[] {
  return db.sqlite
    .query<{ id: number; sentAt: number }, [number, string, number]>(
      `SELECT id, sent_at AS sentAt FROM messages
       WHERE channel_id = ? AND topic_key = ? AND id >= ? ORDER BY id`,
    )
    .all(channelId, topicKey, fromId)
}

/** The newest messages of a topic below this ID, newest first. */
export function newestOfTopic(
  db: Connection,
  channelId: number,
  topicKey: string,
  belowId: number,
  limit: number,
): number[] {
  return db.sqlite
    .query<{ id: number }, [number, string, number, number]>(
      'SELECT id FROM messages WHERE channel_id = ? AND topic_key = ? AND id < ? ORDER BY id DESC LIMIT ?',
    )
    .all(channelId, topicKey, belowId, limit)
    .map(({ id }) => id)
}

/** The oldest message of a conversation that there still is. */
export function oldestMessageId(db: Connection, conversationId: number): number | null {
  return (
    db.sqlite
      .query<{ id: number | null }, [number]>('SELECT min(id) AS id FROM messages WHERE conversation_id = ?')
      .get(conversationId)?.id ?? null
  )
}

/** Everybody to whom one of the messages says something. */
export function stateHolderIds(db: Connection, messageIds: readonly number[]): number[] {
  return db.sqlite
    .query<{ userId: number }, [string]>(
      `SELECT DISTINCT s.user_id AS userId FROM json_each(?) wanted
       CROSS JOIN message_states s ON s.message_id = wanted.value`,
    )
    .all(JSON.stringify(messageIds))
    .map(({ userId }) => userId)
}

/** What a message says to people: flag bits by user ID. */
export function statesOf(db: Connection, messageId: number): ReadonlyMap<number, number> {
  const rows = db.sqlite
    .query<{ userId: number; flags: number }, [number]>(
      'SELECT user_id AS userId, flags FROM message_states WHERE message_id = ?',
    )
    .all(messageId)
  return new Map(rows.map(({ userId, flags }) => [userId, flags]))
}

/** Sets what a message says to a person; bits of 0 need no row. */
export function storeState(tx: Transaction, userId: number, messageId: number, flags: number): void {
  if (flags === 0) return deleteStates(tx, userId, [messageId])
  tx.sqlite
    .query(
      `INSERT INTO message_states (message_id, user_id, flags) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET flags = excluded.flags`,
    )
    .run(messageId, userId, flags)
}

/** The messages say nothing more to the person. */
export function deleteStates(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  tx.sqlite
    .query('DELETE FROM message_states WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))')
    .run(userId, JSON.stringify(messageIds))
}
