// Table of navigation views: the views a person has put into the sidebar of their clients.
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userColumn } from '../users/tables'

export const navigationViews = sqliteTable(
  'navigation_views',
  {
    userId: userColumn(),
    /** The part of a client's address after `#`. */
    fragment: text().notNull(),
    isPinned: flag('is_pinned').notNull(),
    /** Null for the views that clients have a name for. */
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fragment] })],
)
