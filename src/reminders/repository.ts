// SQL of reminders.
import { asc, count, eq } from 'drizzle-orm'
import { takeMessageId } from '../messages/sequence'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
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
  return db.sqlite
    .query<{ id: number }, [number, number]>(dueRemindersQuery)
    .all(now, limit)
    .map(({ id }) => id)
}

export const dueRemindersQuery = `
  SELECT reminders.id FROM reminders JOIN users ON users.id = reminders.user_id
  WHERE has_failed = 0 AND deliver_at <= ? AND users.is_active = 1 ORDER BY deliver_at, reminders.id LIMIT ?`

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
