// Table of alert words: the words each person wants to be told about.
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const alertWords = sqliteTable(
  'alert_words',
  {
    userId: userColumn(),
    /** The word as compared: see `fold` of the matcher. */
    wordKey: text('word_key').notNull(),
    /** The word as the person wrote it. */
    word: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.wordKey] })],
)
