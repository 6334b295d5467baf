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

/** Notes that somebody deletes messages; `archiveMessages` says which. @param deletedAt UNIX seconds. */
export function insertDeletion(
  tx: Transaction,
  { userId, deletedAt }: { userId: number; deletedAt: number },
): number {
  const { lastInsertRowid } = tx.sqlite
    .query('INSERT INTO deletions (user_id, deleted_at) VALUES (?, ?)')
    .run(userId, deletedAt)
  return Number(lastInsertRowid)
}

/** Whether it is still known that somebody deleted: not once all was put back. */
export function isDeletion(db: Connection, deletionId: number): boolean {
  return db.sqlite.query('SELECT 1 FROM deletions WHERE id = ?').get(deletionId) !== null
}

/** Moves messages, with all that belongs to them, out of the live tables. */
export function archiveMessages(tx: Transaction, ids: readonly number[], deletionId: number): void {
  const list = JSON.stringify(ids)
  const columns = columnsOf(messages)
  tx.sqlite
    .query(
      `INSERT INTO archived_messages (deletion_id, ${columns})
       SELECT ?, ${columns} FROM messages WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(deletionId, list)
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

/** A deleted message, and the number of people to whom it said something. */
export interface Archived {
  id: number
  states: number
}

const statesOfArchived =
  '(SELECT count(*) FROM archived_message_states s WHERE s.message_id = m.id) AS states'

/** The oldest messages of an act of deleting that have not been put back. */
export function archivedOfDeletion(db: Connection, deletionId: number, limit: number): Archived[] {
  return db.sqlite
    .query<Archived, [number, number]>(
      `SELECT m.id, ${statesOfArchived} FROM archived_messages m WHERE m.deletion_id = ? ORDER BY m.id LIMIT ?`,
    )
    .all(deletionId, limit)
}

/** Whether a message has been deleted and can be put back. */
export function isArchived(db: Connection, messageId: number): boolean {
  return db.sqlite.query('SELECT 1 FROM archived_messages WHERE id = ?').get(messageId) !== null
}

/** Whether anything was deleted before that time, UNIX seconds. */
export function hasDeletionsBefore(db: Connection, time: number): boolean {
  return db.sqlite.query('SELECT 1 FROM deletions WHERE deleted_at < ? LIMIT 1').get(time) !== null
}

/** Messages that were deleted before that time, UNIX seconds. */
export function archivedBefore(db: Connection, time: number, limit: number): Archived[] {
  return db.sqlite
    .query<Archived, [number, number]>(
      `SELECT m.id, ${statesOfArchived}
       FROM deletions d JOIN archived_messages m ON m.deletion_id = d.id WHERE d.deleted_at < ? LIMIT ?`,
    )
    .all(time, limit)
}

/** Forgets archived messages; foreign keys take along what belongs to them. */
export function purgeMessages(tx: Transaction, ids: readonly number[]): void {
  tx.sqlite
    .query('DELETE FROM archived_messages WHERE id IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(ids))
}

/** Forgets deletions of before that time, UNIX seconds, of which no messages are left. */
export function purgeDeletions(tx: Transaction, time: number): void {
  tx.sqlite.query('DELETE FROM deletions WHERE deleted_at < ?').run(time)
}
