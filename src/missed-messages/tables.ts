// Table of the messages that people are to be told of by mail, until that is done.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const missedMessages = sqliteTable(
  'missed_messages',
  {
    userId: userColumn(),
    /** It may be gone by now. */
    messageId: integer('message_id').notNull(),
    /** Why the person is to be told: of `notifications/triggers.ts`. */
    trigger: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.messageId] })],
)
