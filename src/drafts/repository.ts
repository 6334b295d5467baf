// SQL of drafts.
import { and, count, desc, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { drafts } from './tables'

export type Draft = typeof drafts.$inferSelect
/** What a draft says, without whose it is. */
export type DraftFields = Omit<Draft, 'id' | 'userId'>

/** A person's drafts, the last edited first. */
export function draftsOf(db: Connection, userId: number): Draft[] {
  const newestFirst = [desc(drafts.lastEditedAt), desc(drafts.id)]
  return db.orm
    .select()
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(...newestFirst)
    .all()
}

export function countDrafts(db: Connection, userId: number): number {
  return db.orm.select({ count: count() }).from(drafts).where(eq(drafts.userId, userId)).get()?.count ?? 0
}

export function insertDraft(tx: Transaction, userId: number, fields: DraftFields): Draft {
  return tx.orm
    .insert(drafts)
    .values({ ...fields, userId })
    .returning()
    .get()
}

/** @returns the draft as it is now; undefined if the person has none with that ID. */
export function updateDraft(
  tx: Transaction,
  userId: number,
  id: number,
  fields: DraftFields,
): Draft | undefined {
  return tx.orm.update(drafts).set(fields).where(own(userId, id)).returning().get()
}

/** @returns whether the person had one with that ID. */
export function deleteDraft(tx: Transaction, userId: number, id: number): boolean {
  return tx.orm.delete(drafts).where(own(userId, id)).returning().get() !== undefined
}

/** @returns their IDs. */
export function deleteDraftsOf(tx: Transaction, userId: number): number[] {
  const gone = tx.orm.delete(drafts).where(eq(drafts.userId, userId)).returning({ id: drafts.id }).all()
  return gone.map(({ id }) => id)
}

function own(userId: number, id: number) {
  return and(eq(drafts.id, id), eq(drafts.userId, userId))
}
