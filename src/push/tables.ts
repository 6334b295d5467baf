// Table of what is on people's devices: of which messages they were notified there that they have not read since.
import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const pushedMessages = sqliteTable(
  'pushed_messages',
  {
    userId: userColumn(),
    /** It may be deleted by now: then it is taken back from the devices, too. */
    messageId: integer('message_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.messageId] }),
    index('pushed_messages_message').on(table.messageId),
  ],
)
