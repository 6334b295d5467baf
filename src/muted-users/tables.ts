// Table of muted users: whom each person does not want to hear from.
import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const mutedUsers = sqliteTable(
  'muted_users',
  {
    /** Who mutes. */
    userId: userColumn(),
    /** Who is muted. */
    mutedUserId: userColumn('muted_user_id'),
    /** UNIX seconds. */
    mutedAt: integer('muted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mutedUserId] }),
    index('muted_users_muted').on(table.mutedUserId),
  ],
)
