// SQL of deleted messages: taken out of the live tables, put back, and in the end forgotten.
import { messageStates } from '../message-flags/tables'
import { archivedAttachmentMessages, attachmentMessages } from '../attachments/tables'
import { submessages } from '../submessages/tables'
import { reactions } from '../reactions/tables'
import { asc, count, desc, eq, getTableColumns, getTableName, lt, min, notExists, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared } from '../database/prepared'
import { among } from '../database/columns'
import { messageEdits, messages } from '../messages/tables'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { noteForSearch } from '../search/repository'
import {
  archivedMessageEdits,
  archivedMessages,
  archivedMessageStates,
  archivedReactions,
  archivedSubmessages,
  deletions,
} from './tables'

/** What belongs to messages, by the column that says to which: the live table and the one of the deleted. */
const belongings = [
  [messageStates, archivedMessageStates],
  [messageEdits, archivedMessageEdits],
  [reactions, archivedReactions],
  [submessages, archivedSubmessages],
  [attachmentMessages, archivedAttachmentMessages],
] as const

/** The names of a live table's columns, as SQL. Drizzle has no words for copying rows from one table to another by names. */
function columnsOf(table: SQLiteTable): string {
  return Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .join(', ')
}

/** Notes that somebody deletes messages; `archiveMessages` says which. @returns its ID. */
export function insertDeletion(tx: Transaction, deletion: Omit<typeof deletions.$inferSelect, 'id'>): number {
  return tx.orm.insert(deletions).values(deletion).returning().get().id
}

/** Whether it is still known that somebody deleted: not once all was put back. */
export function isDeletion(db: Connection, deletionId: number): boolean {
  return db.orm.select().from(deletions).where(eq(deletions.id, deletionId)).get() !== undefined
}

/** Moves messages, with all that belongs to them, out of the live tables. */
export function archiveMessages(tx: Transaction, ids: readonly number[], deletionId: number): void {
  const columns = columnsOf(messages)
  tx.sqlite
    .query(
      `INSERT INTO archived_messages (deletion_id, ${columns})
       SELECT ?, ${columns} FROM messages WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(deletionId, JSON.stringify(ids))
  for (const [live, archived] of belongings) transfer(tx, live, archived, archived, ids)
  tx.orm.delete(messages).where(among(messages.id, ids)).run()
  noteForSearch(tx, ids)
}

/** Puts messages back where they were, with all that belonged to them. */
export function restoreMessages(tx: Transaction, ids: readonly number[]): void {
  const columns = columnsOf(messages)
  tx.sqlite
    .query(
      `INSERT INTO messages (${columns})
       SELECT ${columns} FROM archived_messages WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify(ids))
  for (const [live, archived] of belongings) transfer(tx, archived, live, archived, ids)
  noteForSearch(tx, ids)
  tx.orm.delete(archivedMessages).where(among(archivedMessages.id, ids)).run()
  const left = tx.orm
    .select({ id: archivedMessages.id })
    .from(archivedMessages)
    .where(eq(archivedMessages.deletionId, deletions.id))
  tx.orm.delete(deletions).where(notExists(left)).run()
}

/** Both tables have the columns of the archive's, `message_id` among them. */
function transfer(
  tx: Transaction,
  from: (typeof belongings)[number][number],
  to: SQLiteTable,
  archived: SQLiteTable,
  ids: readonly number[],
): void {
  const columns = columnsOf(archived)
  tx.sqlite
    .query(
      `INSERT INTO ${getTableName(to)} (${columns})
       SELECT ${columns} FROM ${getTableName(from)} WHERE message_id IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify(ids))
  tx.orm.delete(from).where(among(from.messageId, ids)).run()
}

/** The newest acts of deleting first. */
export function deletionList(db: Connection, limit: number) {
  return db.orm
    .select({
      id: deletions.id,
      userId: deletions.userId,
      deletedAt: deletions.deletedAt,
      messageCount: count(),
      firstMessageId: sql<number>`min(${archivedMessages.id})`,
      lastMessageId: sql<number>`max(${archivedMessages.id})`,
      // They were all in one channel, or all direct: then it is null.
      channelId: archivedMessages.channelId,
      /** Null where what has expired was in several. */
      topic: sql<
        string | null
      >`iif(min(${archivedMessages.topicKey}) = max(${archivedMessages.topicKey}), ${archivedMessages.topic}, NULL)`,
    })
    .from(deletions)
    .innerJoin(archivedMessages, eq(archivedMessages.deletionId, deletions.id))
    .groupBy(deletions.id)
    .orderBy(desc(deletions.id))
    .limit(limit)
    .all()
}

/** A deleted message, and the number of people to whom it said something. */
export interface Archived {
  id: number
  states: number
}

function archivedWithStates(db: Connection) {
  const states = db.orm
    .select({ count: count() })
    .from(archivedMessageStates)
    .where(eq(archivedMessageStates.messageId, archivedMessages.id))
  return { id: archivedMessages.id, states: sql<number>`(${states})` }
}

/** The oldest messages of an act of deleting that have not been put back. */
export function archivedOfDeletion(db: Connection, deletionId: number, limit: number): Archived[] {
  return db.orm
    .select(archivedWithStates(db))
    .from(archivedMessages)
    .where(eq(archivedMessages.deletionId, deletionId))
    .orderBy(asc(archivedMessages.id))
    .limit(limit)
    .all()
}

/** Whether a message has been deleted and can be put back. */
export function isArchived(db: Connection, messageId: number): boolean {
  const isIt = eq(archivedMessages.id, messageId)
  return db.orm.select({ id: archivedMessages.id }).from(archivedMessages).where(isIt).get() !== undefined
}

/** When what is in the archive was deleted first, in UNIX seconds; null if nothing is. */
export function firstDeletion(db: Connection): number | null {
  return selectFirst(db).get()?.at ?? null
}

const selectFirst = prepared((orm) =>
  orm
    .select({ at: min(deletions.deletedAt) })
    .from(deletions)
    .prepare(),
)

/** Messages that were deleted before that time, UNIX seconds. */
export function archivedBefore(db: Connection, time: number, limit: number): Archived[] {
  return db.orm
    .select(archivedWithStates(db))
    .from(deletions)
    .innerJoin(archivedMessages, eq(archivedMessages.deletionId, deletions.id))
    .where(lt(deletions.deletedAt, time))
    .limit(limit)
    .all()
}

/** Forgets archived messages; foreign keys take along most of what belongs to them. */
export function purgeMessages(tx: Transaction, ids: readonly number[]): void {
  tx.orm.delete(archivedAttachmentMessages).where(among(archivedAttachmentMessages.messageId, ids)).run()
  tx.orm.delete(archivedMessages).where(among(archivedMessages.id, ids)).run()
}

/** Forgets deletions of before that time, UNIX seconds, of which no messages are left. */
export function purgeDeletions(tx: Transaction, time: number): void {
  tx.orm.delete(deletions).where(lt(deletions.deletedAt, time)).run()
}
