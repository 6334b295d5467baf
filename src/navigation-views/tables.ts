// Table of navigation views: the views a person has put into the sidebar of their clients.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const navigationViews = sqliteTable(
  'navigation_views',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The part of a client's address after `#`. */
    fragment: text().notNull(),
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull(),
    /** Null for the views that clients have a name for. */
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fragment] })],
)
