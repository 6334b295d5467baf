// SQL of onboarding steps.
import { eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { onboardingStepsDone } from './tables'

/** The names of the steps the person has done with. */
export function stepsDoneBy(db: Connection, userId: number): ReadonlySet<string> {
  const rows = db.orm.select().from(onboardingStepsDone).where(eq(onboardingStepsDone.userId, userId)).all()
  return new Set(rows.map(({ name }) => name))
}

/** @returns whether it was not done before. */
export function insertStepDone(tx: Transaction, userId: number, name: string, doneAt: number): boolean {
  const step = { userId, name, doneAt }
  return tx.orm.insert(onboardingStepsDone).values(step).onConflictDoNothing().returning().get() !== undefined
}
