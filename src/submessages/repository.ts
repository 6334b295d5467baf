// SQL of submessages.
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { selection, type RowOf } from '../database/columns'
import { messages } from '../messages/tables'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { submessages } from './tables'

const stored = selection(submessages, 's', ['id', 'messageId', 'senderId', 'kind', 'content'])

export type StoredSubmessage = RowOf<typeof stored>

/** By hand, as every fetch of messages asks for them: prepared once, it takes a tenth of the time. */
export function submessagesOf(db: Connection, messageIds: readonly number[]): StoredSubmessage[] {
  return db.sqlite
    .query<StoredSubmessage, [string]>(
      `SELECT ${stored.sql}
       FROM json_each(?) wanted CROSS JOIN submessages s ON s.message_id = wanted.value ORDER BY s.id`,
    )
    .all(JSON.stringify(messageIds))
}

/** The one that makes the message a widget: its first. */
export function firstSubmessage(db: Connection, messageId: number): StoredSubmessage | undefined {
  return db.orm
    .select()
    .from(submessages)
    .where(eq(submessages.messageId, messageId))
    .orderBy(asc(submessages.id))
    .limit(1)
    .get()
}

/** Those that add an option or a task, in their order. */
export function additions(db: Connection, messageId: number): StoredSubmessage[] {
  const isAddition = sql`${submessages.content} ->> '$.type' IN ('new_option', 'new_task')`
  return db.orm
    .select()
    .from(submessages)
    .where(and(eq(submessages.messageId, messageId), isAddition))
    .orderBy(asc(submessages.id))
    .all()
}

/** How many a person has added to a message. */
export function countFrom(db: Connection, messageId: number, senderId: number): number {
  const theirs = and(eq(submessages.messageId, messageId), eq(submessages.senderId, senderId))
  return db.orm.select({ count: count() }).from(submessages).where(theirs).get()?.count ?? 0
}

export function insertSubmessage(
  tx: Transaction,
  submessage: Omit<StoredSubmessage, 'id'>,
): StoredSubmessage {
  const isFirst = and(eq(messages.id, submessage.messageId), eq(messages.hasSubmessage, false))
  tx.orm.update(messages).set({ hasSubmessage: true }).where(isFirst).run()
  return tx.orm.insert(submessages).values(submessage).returning().get()
}
