// Table of links with which people set a new password.
import { blob, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const passwordResets = sqliteTable(
  'password_resets',
  {
    /** One for each person: a new link replaces the earlier one. */
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the token in the link; the token itself is never stored. */
    tokenHash: blob('token_hash', { mode: 'buffer' }).notNull(),
    /** SHA-256 of the password's hash as it was: once that is another one, the link has served. */
    passwordDigest: blob('password_digest', { mode: 'buffer' }).notNull(),
    /** UNIX seconds. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [uniqueIndex('password_resets_token').on(table.tokenHash)],
)
