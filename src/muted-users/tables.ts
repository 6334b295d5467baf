// Table of muted users: whom each person does not want to hear from.
import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const mutedUsers = sqliteTable(
  'muted_users',
  {
    /** Who mutes. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Who is muted. */
    mutedUserId: integer('muted_user_id')
      .notNull()
      .references(() => users.id),
    /** UNIX seconds. */
    mutedAt: integer('muted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mutedUserId] }),
    index('muted_users_muted').on(table.mutedUserId),
  ],
)
