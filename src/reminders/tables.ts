// Table of reminders: messages that a person wants to be told of again.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userColumn } from '../users/tables'

export const reminders = sqliteTable(
  'reminders',
  {
    /** Of the sequence that messages have: see `messages/sequence.ts`. */
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** May be deleted or out of sight by the time. */
    messageId: integer('message_id').notNull(),
    /** Empty for none. */
    note: text().notNull(),
    /** What it would say if it came now; made anew when it comes. */
    content: text().notNull(),
    renderedContent: text('rendered_content').notNull(),
    /** UNIX seconds. */
    deliverAt: integer('deliver_at').notNull(),
    hasFailed: flag('has_failed').notNull().default(false),
  },
  (table) => [
    index('reminders_user').on(table.userId, table.deliverAt),
    index('reminders_due').on(table.hasFailed, table.deliverAt),
  ],
)
