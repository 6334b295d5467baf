// Table of the full-text index, which Drizzle can't say itself: how far it has come.
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** One row: messages with higher IDs have yet to come to the index. */
export const searchProgress = sqliteTable('search_progress', {
  id: integer().primaryKey(),
  indexedUpTo: integer('indexed_up_to').notNull(),
})
