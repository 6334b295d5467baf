// Table of sessions: browsers that are logged in.
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

/** Times are UNIX seconds. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: userColumn(),
    /** SHA-256 of the token in the browser's cookie; the token itself is never stored. */
    tokenHash: blob('token_hash', { mode: 'buffer' }).notNull(),
    /** What the browser calls itself. */
    userAgent: text('user_agent').notNull(),
    /** Where it logged in from. */
    address: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Late by up to a minute. */
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_last_seen').on(table.lastSeenAt),
    index('sessions_created').on(table.createdAt),
  ],
)
