// SQL of deleted messages: taken out of the live tables, put back, and in the end forgotten.
import { messageStates } from '../message-flags/tables'
import { submessages } from '../submessages/tables'
import { reactions } from '../reactions/tables'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { messageEdits, messages } from '../messages/tables'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { noteForSearch } from '../search/repository'
import { archivedMessageEdits, archivedMessageStates, archivedReactions, archivedSubmessages } from './tables'

/** What belongs to messages, by the column that says to which: the live table and the one of the deleted. */
const belongings = [
  [messageStates, archivedMessageStates],
  [messageEdits, archivedMessageEdits],
  [reactions, archivedReactions],
  [submessages, archivedSubmessages],
] as const

/** The names of a live table's columns, as SQL. */
function columnsOf(table: SQLiteTable): string {
  return Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .join(', ')
}

/** Moves messages, with all that belongs to them, out of the live tables. @param deletedAt UNIX seconds. */
export function archiveMessages(
  tx: Transaction,
  ids: readonly number[],
  { userId, deletedAt }: { userId: number; deletedAt: number },
): void {
  const { lastInsertRowid } = tx.sqlite
    .query('INSERT INTO deletions (user_id, deleted_at) VALUES (?, ?)')
    .run(userId, deletedAt)
  const list = JSON.stringify(ids)
  const columns = columnsOf(messages)
  tx.sqlite
    .query(
      `INSERT INTO archived_messages (deletion_id, ${columns})
       SELECT ?, ${columns} FROM messages WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(Number(lastInsertRowid), list)
  for (const [live, archived] of belongings) transfer(tx, live, archived, list)
  tx.sqlite.query('DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?))').run(list)
  noteForSearch(tx, ids)
}

/** Puts messages back where they were, with all that belonged to them. */
export function restoreMessages(tx: Transaction, ids: readonly number[]): void {
  const list = JSON.stringify(ids)
  const columns = columnsOf(messages)
  tx.sqlite
    .query(
      `INSERT INTO messages (${columns})
       SELECT ${columns} FROM archived_messages WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(list)
  for (const [live, archived] of belongings) transfer(tx, archived, live, list)
  noteForSearch(tx, ids)
  tx.sqlite.query('DELETE FROM archived_messages WHERE id IN (SELECT value FROM json_each(?))').run(list)
  tx.sqlite.run(
    'DELETE FROM deletions WHERE NOT EXISTS (SELECT 1 FROM archived_messages WHERE deletion_id = deletions.id)',
  )
}

/** Both tables have the same columns, `message_id` among them. */
function transfer(tx: Transaction, from: SQLiteTable, to: SQLiteTable, list: string): void {
  const columns = columnsOf(from)
  const source = getTableName(from)
  tx.sqlite
    .query(
      `INSERT INTO ${getTableName(to)} (${columns})
       SELECT ${columns} FROM ${source} WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .run(list)
  tx.sqlite.query(`DELETE FROM ${source} WHERE message_id IN (SELECT value FROM json_each(?))`).run(list)
}

/** An act of deleting, as a list of them shows it. */
export interface StoredDeletion {
  id: number
  userId: number
  /** UNIX seconds. */
  deletedAt: number
  messageCount: number
  firstMessageId: number
  lastMessageId: number
  /** Of its first message; null for direct messages. */
  channelId: number | null
  topic: string
}

/** The newest first. */
export function deletionList(db: Connection, limit: number): StoredDeletion[] {
  return db.sqlite
    .query<StoredDeletion, [number]>(
      `SELECT d.id, d.user_id AS userId, d.deleted_at AS deletedAt, count(*) AS messageCount,
         min(m.id) AS firstMessageId, max(m.id) AS lastMessageId, m.channel_id AS channelId, m.topic
       FROM deletions d JOIN archived_messages m ON m.deletion_id = d.id
       GROUP BY d.id ORDER BY d.id DESC LIMIT ?`,
    )
    .all(limit)
}

/** The messages of an act of deleting that have not been put back, ascending. */
export function messagesOfDeletion(db: Connection, deletionId: number): number[] {
  return db.sqlite
    .query<{ id: number }, [number]>('SELECT id FROM archived_messages WHERE deletion_id = ? ORDER BY id')
    .all(deletionId)
    .map(({ id }) => id)
}

/** Whether a message has been deleted and can be put back. */
export function isArchived(db: Connection, messageId: number): boolean {
  return db.sqlite.query('SELECT 1 FROM archived_messages WHERE id = ?').get(messageId) !== null
}

/** Whether anything was deleted before that time, UNIX seconds. */
export function hasDeletionsBefore(db: Connection, time: number): boolean {
  return db.sqlite.query('SELECT 1 FROM deletions WHERE deleted_at < ? LIMIT 1').get(time) !== null
}

/**
 * Forgets up to `limit` messages that were deleted before that time, UNIX seconds, with all that belongs to them.
 * @returns whether none are left.
 */
export function purgeDeletions(tx: Transaction, time: number, limit: number): boolean {
  const ids = tx.sqlite
    .query<{ id: number }, [number, number]>(
      `SELECT m.id FROM deletions d JOIN archived_messages m ON m.deletion_id = d.id
       WHERE d.deleted_at < ? LIMIT ?`,
    )
    .all(time, limit)
    .map(({ id }) => id)
  // Foreign keys take along what belongs to a message.
  tx.sqlite
    .query('DELETE FROM archived_messages WHERE id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
  if (ids.length === limit) return false
  tx.sqlite.query('DELETE FROM deletions WHERE deleted_at < ?').run(time)
  return true
}
