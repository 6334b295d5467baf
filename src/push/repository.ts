// SQL of what is on people's devices.
import { and, count, eq } from 'drizzle-orm'
import { among } from '../database/columns'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { pushedMessages } from './tables'

/**
 * Notes that people are to be notified of messages. By hand: a mention of everybody brings thousands.
 * @returns how many of them are new
 */
export function insertPushed(
  tx: Transaction,
  pushed: readonly { readonly userId: number; readonly messageId: number }[],
): number {
  const pairs = pushed.map(({ userId, messageId }) => [userId, messageId])
  return tx.sqlite
    .query(
      `INSERT INTO pushed_messages (user_id, message_id)
       SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
    )
    .run(JSON.stringify(pairs)).changes
}

/** Notes that messages are no longer to be on the person's devices. @returns those that were, ascending */
export function deletePushed(tx: Transaction, userId: number, messageIds: readonly number[]): number[] {
  const { messageId } = pushedMessages
  const rows = tx.orm
    .delete(pushedMessages)
    .where(and(eq(pushedMessages.userId, userId), among(messageId, messageIds)))
    .returning({ messageId })
    .all()
  return rows.map((row) => row.messageId).sort((a, b) => a - b)
}

/** Forgets all that is on a person's devices: they have none any more. */
export function deleteAllPushed(tx: Transaction, userId: number): void {
  tx.orm.delete(pushedMessages).where(eq(pushedMessages.userId, userId)).run()
}

/** Whether the person is still to be notified of the message. */
export function isPushed(db: Connection, userId: number, messageId: number): boolean {
  return selectPushed(db).get({ userId, messageId }) !== undefined
}

const selectPushed = prepared((orm) =>
  orm
    .select({ messageId: pushedMessages.messageId })
    .from(pushedMessages)
    .where(and(eq(pushedMessages.userId, given('userId')), eq(pushedMessages.messageId, given('messageId'))))
    .prepare(),
)

/** On how many messages the person's devices have a notification: what the app's icon says. */
export function pushedCount(db: Connection, userId: number): number {
  return countPushed(db).get({ userId })?.count ?? 0
}

const countPushed = prepared((orm) =>
  orm
    .select({ count: count() })
    .from(pushedMessages)
    .where(eq(pushedMessages.userId, given('userId')))
    .prepare(),
)

/** Those of the messages of which the person's devices have a notification. By hand: somebody may have read thousands. */
export function pushedAmong(db: Connection, userId: number, messageIds: readonly number[]): number[] {
  const isAny = db.sqlite.query('SELECT 1 FROM pushed_messages WHERE user_id = ? LIMIT 1').get(userId)
  if (isAny === null) return []
  return db.sqlite
    .query<[number], [string, number]>(
      `SELECT p.message_id FROM json_each(?) wanted
       CROSS JOIN pushed_messages p ON p.user_id = ? AND p.message_id = wanted.value`,
    )
    .values(JSON.stringify(messageIds), userId)
    .map(([id]) => Number(id))
}

/** Whether anybody's devices have a notification of one of the messages. */
export function isAnyPushed(db: Connection, messageIds: readonly number[]): boolean {
  return (
    db.sqlite
      .query<unknown, [string]>(
        `SELECT 1 FROM json_each(?) wanted
         CROSS JOIN pushed_messages p ON p.message_id = wanted.value LIMIT 1`,
      )
      .get(JSON.stringify(messageIds)) !== null
  )
}

/** The first of those whose devices have a notification of the message. */
export function pushedPeople(db: Connection, messageId: number, limit: number): number[] {
  return db.orm
    .select({ userId: pushedMessages.userId })
    .from(pushedMessages)
    .where(eq(pushedMessages.messageId, messageId))
    .orderBy(pushedMessages.userId)
    .limit(limit)
    .all()
    .map(({ userId }) => userId)
}
