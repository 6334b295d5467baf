// Table of what bots keep on the server: texts by key.
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const botStorage = sqliteTable(
  'bot_storage',
  { botId: userColumn('bot_id'), key: text().notNull(), value: text().notNull() },
  (table) => [primaryKey({ columns: [table.botId, table.key] })],
)
