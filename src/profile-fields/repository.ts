// SQL of custom profile fields, kept in memory.
import { asc, eq } from 'drizzle-orm'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { profileFields } from './tables'

export type ProfileField = typeof profileFields.$inferSelect
export type NewProfileField = typeof profileFields.$inferInsert

/** All fields, in the order in which they are shown. */
export const allProfileFields = cache([profileFields], (organization): readonly ProfileField[] =>
  organization.db.orm.select().from(profileFields).orderBy(asc(profileFields.position)).all(),
)

export function insertProfileField(tx: Transaction, field: NewProfileField): ProfileField {
  return tx.orm.insert(profileFields).values(field).returning().get()
}

export function updateProfileField(tx: Transaction, id: number, changes: Partial<NewProfileField>): void {
  tx.orm.update(profileFields).set(changes).where(eq(profileFields.id, id)).run()
}

export function deleteProfileField(tx: Transaction, id: number): void {
  tx.orm.delete(profileFields).where(eq(profileFields.id, id)).run()
}
