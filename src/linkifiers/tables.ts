// Table of linkifiers: an organization's patterns that become links.
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const linkifiers = sqliteTable(
  'linkifiers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** A regular expression of RE2. */
    pattern: text().notNull(),
    /** RFC 6570; its variables are the pattern's named groups. */
    urlTemplate: text('url_template').notNull(),
    /** Of two that match the same text, the one that comes first wins. */
    position: integer().notNull(),
  },
  (table) => [uniqueIndex('linkifiers_pattern').on(table.pattern)],
)
