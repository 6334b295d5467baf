// Table of presence: when each person was last seen, as of the last time that was written down.
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const presence = sqliteTable('presence', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** UNIX seconds: a client said they were at the device; null for never. */
  activeAt: integer('active_at'),
  /** UNIX seconds: a client of theirs was there at all. */
  connectedAt: integer('connected_at').notNull(),
  /** Grows with every change of anybody's presence. */
  updateId: integer('update_id').notNull(),
})
