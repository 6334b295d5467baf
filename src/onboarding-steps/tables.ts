// Table of onboarding steps that people have done with.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { userColumn } from '../users/tables'

export const onboardingStepsDone = sqliteTable(
  'onboarding_steps_done',
  {
    userId: userColumn(),
    name: text().notNull(),
    /** UNIX seconds. */
    doneAt: integer('done_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)
