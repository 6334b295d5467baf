// Table of saved snippets: texts a person keeps to put into messages.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const savedSnippets = sqliteTable(
  'saved_snippets',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    title: text().notNull(),
    /** Markdown. */
    content: text().notNull(),
    /** UNIX seconds. */
    dateCreated: integer('date_created').notNull(),
  },
  (table) => [index('saved_snippets_user').on(table.userId)],
)
