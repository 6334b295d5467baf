// Table of the event queues: what the journal of events and the database have in common.
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** One row, once there was an event for somebody: the number of the last commit whose events are in the journal. */
export const eventMark = sqliteTable('event_mark', {
  id: integer().primaryKey(),
  mark: integer().notNull(),
})
