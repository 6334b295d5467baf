// Table of code playgrounds: where clients open code of a language.
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const playgrounds = sqliteTable(
  'playgrounds',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** A language as highlighters call it, such as `Python`. */
    language: text().notNull(),
    /** RFC 6570, with the one variable `code`. */
    urlTemplate: text('url_template').notNull(),
  },
  (table) => [uniqueIndex('playgrounds_language_name').on(table.language, table.name)],
)
