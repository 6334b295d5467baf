// Table of onboarding steps that people have done with.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/tables'

export const onboardingStepsDone = sqliteTable(
  'onboarding_steps_done',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** UNIX seconds. */
    doneAt: integer('done_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
)
