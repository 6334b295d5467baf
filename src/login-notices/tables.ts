// Table of where people log in from, so that they can be told when it is from somewhere else.
import { blob, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const knownLogins = sqliteTable(
  'known_logins',
  {
    userId: userColumn(),
    /** SHA-256 of the device in words and its network address: enough to know it again. */
    place: blob({ mode: 'buffer' }).notNull(),
    /** When somebody last logged in from there, in UNIX seconds. */
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)
