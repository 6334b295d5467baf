// SQL of scheduled messages.
import { and, asc, count, eq, isNull, lte, min, sql } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import { takeMessageId } from '../messages/sequence'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { scheduledMessages } from './tables'

export type ScheduledMessage = typeof scheduledMessages.$inferSelect
export type NewScheduledMessage = Omit<ScheduledMessage, 'id'>

/** A person's scheduled messages, failed ones too, the next first. */
export function scheduledOf(db: Connection, userId: number): ScheduledMessage[] {
  return db.orm
    .select()
    .from(scheduledMessages)
    .where(eq(scheduledMessages.userId, userId))
    .orderBy(asc(scheduledMessages.deliverAt), asc(scheduledMessages.id))
    .all()
}

export function countScheduled(db: Connection, userId: number): number {
  const ofPerson = eq(scheduledMessages.userId, userId)
  return db.orm.select({ count: count() }).from(scheduledMessages).where(ofPerson).get()?.count ?? 0
}

const selectOne = prepared((orm) =>
  orm
    .select()
    .from(scheduledMessages)
    .where(eq(scheduledMessages.id, given('id')))
    .prepare(),
)

export function scheduledById(db: Connection, id: number): ScheduledMessage | undefined {
  return selectOne(db).get({ id })
}

/** One of the person's own. */
export function ownScheduled(db: Connection, userId: number, id: number): ScheduledMessage | undefined {
  const own = and(eq(scheduledMessages.id, id), eq(scheduledMessages.userId, userId))
  return db.orm.select().from(scheduledMessages).where(own).get()
}

/** IDs of what is due and has not failed, in the order in which it was to be sent. */
export function dueIds(db: Connection, now: number, limit: number): number[] {
  return selectDue(db)
    .all({ now, limit })
    .map(({ id }) => id)
}

/** Given `now` and `limit`. */
export function dueQuery(orm: Connection['orm']) {
  return orm
    .select({ id: scheduledMessages.id })
    .from(scheduledMessages)
    .where(and(isNull(scheduledMessages.failure), lte(scheduledMessages.deliverAt, given('now'))))
    .orderBy(asc(scheduledMessages.deliverAt), asc(scheduledMessages.id))
    .limit(sql.placeholder('limit'))
}

const selectDue = prepared((orm) => dueQuery(orm).prepare())

/** When the next one is to be sent that has not failed, in UNIX seconds; null if there is none. */
export function firstDelivery(db: Connection): number | null {
  return selectFirst(db).get()?.at ?? null
}

const selectFirst = prepared((orm) =>
  orm
    .select({ at: min(scheduledMessages.deliverAt) })
    .from(scheduledMessages)
    .where(isNull(scheduledMessages.failure))
    .prepare(),
)

export function insertScheduled(tx: Transaction, message: NewScheduledMessage): ScheduledMessage {
  return tx.orm
    .insert(scheduledMessages)
    .values({ ...message, id: takeMessageId(tx) })
    .returning()
    .get()
}

/** @returns the message as it is now. */
export function updateScheduled(
  tx: Transaction,
  id: number,
  changes: Partial<NewScheduledMessage>,
): ScheduledMessage {
  return tx.orm.update(scheduledMessages).set(changes).where(eq(scheduledMessages.id, id)).returning().get()
}

const deleteOne = prepared((orm) =>
  orm
    .delete(scheduledMessages)
    .where(eq(scheduledMessages.id, given('id')))
    .prepare(),
)

export function deleteScheduled(tx: Transaction, id: number): void {
  deleteOne(tx).run({ id })
}
