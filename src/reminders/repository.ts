// SQL of reminders.
import { and, asc, count, eq, lte, min, sql } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import { takeMessageId } from '../messages/sequence'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { users } from '../users/tables'
import { reminders } from './tables'

export type Reminder = typeof reminders.$inferSelect

/** A person's reminders, the next first. */
export function remindersOf(db: Connection, userId: number): Reminder[] {
  return db.orm
    .select()
    .from(reminders)
    .where(eq(reminders.userId, userId))
    .orderBy(asc(reminders.deliverAt), asc(reminders.id))
    .all()
}

export function countReminders(db: Connection, userId: number): number {
  return (
    db.orm.select({ count: count() }).from(reminders).where(eq(reminders.userId, userId)).get()?.count ?? 0
  )
}

export function reminderById(db: Connection, id: number): Reminder | undefined {
  return db.orm.select().from(reminders).where(eq(reminders.id, id)).get()
}

/** IDs of what is due, in order. Reminders of deactivated accounts wait for them to come back. */
export function dueReminderIds(db: Connection, now: number, limit: number): number[] {
  return selectDue(db)
    .all({ now, limit })
    .map(({ id }) => id)
}

/** Given `now` and `limit`. */
export function dueRemindersQuery(orm: Connection['orm']) {
  const isTime = lte(reminders.deliverAt, given('now'))
  const isDue = and(eq(reminders.hasFailed, false), isTime, eq(users.isActive, true))
  return orm
    .select({ id: reminders.id })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .where(isDue)
    .orderBy(asc(reminders.deliverAt), asc(reminders.id))
    .limit(sql.placeholder('limit'))
}

const selectDue = prepared((orm) => dueRemindersQuery(orm).prepare())

/** When the next one comes that can, in UNIX seconds; null if there is none. */
export function firstReminder(db: Connection): number | null {
  return selectFirst(db).get()?.at ?? null
}

const selectFirst = prepared((orm) =>
  orm
    .select({ at: min(reminders.deliverAt) })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .where(and(eq(reminders.hasFailed, false), eq(users.isActive, true)))
    .prepare(),
)

export function insertReminder(
  tx: Transaction,
  reminder: Omit<typeof reminders.$inferInsert, 'id'>,
): Reminder {
  return tx.orm
    .insert(reminders)
    .values({ ...reminder, id: takeMessageId(tx) })
    .returning()
    .get()
}

export function markFailed(tx: Transaction, id: number): void {
  tx.orm.update(reminders).set({ hasFailed: true }).where(eq(reminders.id, id)).run()
}

export function deleteReminder(tx: Transaction, id: number): void {
  tx.orm.delete(reminders).where(eq(reminders.id, id)).run()
}
