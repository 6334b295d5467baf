// SQL of what becomes of messages after they were sent: edited, moved, what they say to people. The only writer of it.
import type { Connection } from '../../organization/database'
import type { Transaction } from '../../organization/writer'
import { noteForSearch, noteMoveForSearch } from '../../search/repository'
import type { StoredEdit } from '../edits-repository'
import type { MessageMarks, StoredMessage } from '../repository'

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

/** Notes the same edit for each of the messages; what is not given did not change. */
export function insertEdits(
  tx: Transaction,
  ids: readonly number[],
  edit: Pick<StoredEdit, 'userId' | 'editedAt'> & Partial<Omit<StoredEdit, 'messageId'>>,
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
      edit.previousContent ?? null,
      edit.previousRenderedContent ?? null,
      edit.previousTopic ?? null,
      edit.topic ?? null,
      edit.previousChannelId ?? null,
      edit.channelId ?? null,
      list,
    )
  tx.sqlite.query('UPDATE messages SET has_edits = 1 WHERE id IN (SELECT value FROM json_each(?))').run(list)
}

/** A topic of a channel. */
export interface TopicOf {
  channelId: number
  topicKey: string
}

/** The newest messages of a topic in a stretch of IDs, newest first. */
export function newestOfTopic(
  db: Connection,
  { channelId, topicKey }: TopicOf,
  [from, to]: readonly [from: number, to: number],
  limit: number,
): number[] {
  return db.sqlite
    .query<{ id: number }, [number, string, number, number, number]>(
      `SELECT id FROM messages WHERE channel_id = ? AND topic_key = ? AND id BETWEEN ? AND ?
       ORDER BY id DESC LIMIT ?`,
    )
    .all(channelId, topicKey, from, to, limit)
    .map(({ id }) => id)
}

export function oldestOfTopic(
  db: Connection,
  { channelId, topicKey }: TopicOf,
  [from, to]: readonly [from: number, to: number],
): number | undefined {
  return db.sqlite
    .query<{ id: number }, [number, string, number, number]>(
      `SELECT id FROM messages WHERE channel_id = ? AND topic_key = ? AND id BETWEEN ? AND ? ORDER BY id LIMIT 1`,
    )
    .get(channelId, topicKey, from, to)?.id
}

export function countOfTopic(
  db: Connection,
  { channelId, topicKey }: TopicOf,
  [from, to]: readonly [from: number, to: number],
): number {
  return (
    db.sqlite
      .query<{ count: number }, [number, string, number, number]>(
        `SELECT count(*) AS count FROM messages WHERE channel_id = ? AND topic_key = ? AND id BETWEEN ? AND ?`,
      )
      .get(channelId, topicKey, from, to)?.count ?? 0
  )
}

/** To how many people each of the messages says something. */
export function stateCounts(db: Connection, messageIds: readonly number[]): ReadonlyMap<number, number> {
  const rows = db.sqlite
    .query<{ id: number; count: number }, [string]>(
      `SELECT value AS id, (SELECT count(*) FROM message_states WHERE message_id = value) AS count FROM json_each(?)`,
    )
    .all(JSON.stringify(messageIds))
  return new Map(rows.map(({ id, count }) => [id, count]))
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

/** What messages say to people. */
export function statesOfMany(
  db: Connection,
  messageIds: readonly number[],
): { userId: number; messageId: number; flags: number }[] {
  return db.sqlite
    .query<{ userId: number; messageId: number; flags: number }, [string]>(
      `SELECT s.user_id AS userId, s.message_id AS messageId, s.flags FROM json_each(?) wanted
       CROSS JOIN message_states s ON s.message_id = wanted.value`,
    )
    .all(JSON.stringify(messageIds))
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
