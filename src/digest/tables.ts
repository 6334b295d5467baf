// Table of when digests were last sent to people.
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const sentDigests = sqliteTable('sent_digests', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** UNIX seconds. */
  sentAt: integer('sent_at').notNull(),
})
