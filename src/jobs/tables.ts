// Table of jobs: slow and outside work that waits, runs, or has ended without being done.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What is done has no row any more. Times are UNIX seconds. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    /** Of jobs with the same kind and key, one at a time waits and one runs; null where each is its own. */
    key: text(),
    /** Where it is delivered: such as the host it calls. Others wait for none but those of their own lane; empty for work at home. */
    lane: text().notNull().default(''),
    /** JSON, as the kind's schema says. */
    payload: text().notNull(),
    queuedAt: integer('queued_at').notNull(),
    /** Not to be tried before. */
    runAt: integer('run_at').notNull(),
    /** How often it was tried since it was queued, last got further, or was given a new chance. */
    attempts: integer().notNull().default(0),
    /** While it runs: until when nobody else may try it. */
    leasedUntil: integer('leased_until'),
    /** When it ended without being done; it is kept for a while, for people to see. */
    endedAt: integer('ended_at'),
    /** Why the last attempt failed, or why it ended. */
    failure: text(),
  },
  (table) => [
    index('jobs_due').on(table.kind, table.lane, table.runAt).where(sql.raw('ended_at IS NULL')),
    index('jobs_key').on(table.kind, table.key).where(sql.raw('key IS NOT NULL')),
    index('jobs_ended').on(table.endedAt).where(sql.raw('ended_at IS NOT NULL')),
  ],
)
