// Table of submessages.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const submessages = sqliteTable(
  'submessages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: integer('message_id').notNull(),
    senderId: userColumn('sender_id'),
    /** `widget` is the only kind. */
    kind: text().notNull(),
    content: text().notNull(),
  },
  (table) => [index('submessages_message').on(table.messageId)],
)
