// SQL of resumable uploads.
import { and, count, eq, isNull, lte, min } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { resumableUploads } from './tables'

export type ResumableUpload = typeof resumableUploads.$inferSelect

export function insertUpload(tx: Transaction, upload: typeof resumableUploads.$inferInsert): void {
  tx.orm.insert(resumableUploads).values(upload).run()
}

export function uploadById(db: Connection, id: string): ResumableUpload | undefined {
  return db.orm.select().from(resumableUploads).where(eq(resumableUploads.id, id)).get()
}

export function countUnfinished(db: Connection, ownerId: number): number {
  const theirs = and(eq(resumableUploads.ownerId, ownerId), isUnfinished)
  return db.orm.select({ count: count() }).from(resumableUploads).where(theirs).get()?.count ?? 0
}

/** A person's uploads that are not whole, those that are forgotten next first. */
export function unfinishedOf(db: Connection, ownerId: number): ResumableUpload[] {
  const theirs = and(eq(resumableUploads.ownerId, ownerId), isUnfinished)
  return db.orm.select().from(resumableUploads).where(theirs).orderBy(resumableUploads.expiresAt).all()
}

/** Everybody's. */
export function allUnfinished(db: Connection): ResumableUpload[] {
  return db.orm.select().from(resumableUploads).where(isUnfinished).all()
}

export function updateUpload(
  tx: Transaction,
  id: string,
  changes: Partial<Omit<ResumableUpload, 'id' | 'ownerId'>>,
): void {
  tx.orm.update(resumableUploads).set(changes).where(eq(resumableUploads.id, id)).run()
}

export function deleteUpload(tx: Transaction, id: string): void {
  tx.orm.delete(resumableUploads).where(eq(resumableUploads.id, id)).run()
}

const untilStatement = prepared((orm) =>
  orm
    .select()
    .from(resumableUploads)
    .where(lte(resumableUploads.expiresAt, given('now')))
    .orderBy(resumableUploads.expiresAt)
    .prepare(),
)

/** Those whose time is over. @param now in UNIX seconds */
export function expiredUploads(db: Connection, now: number): ResumableUpload[] {
  return untilStatement(db).all({ now })
}

/** When the time of the next one is over, in UNIX seconds; null if there is none. */
export function firstExpiry(db: Connection): number | null {
  return selectFirstExpiry(db).get()?.at ?? null
}

const selectFirstExpiry = prepared((orm) =>
  orm
    .select({ at: min(resumableUploads.expiresAt) })
    .from(resumableUploads)
    .prepare(),
)

export function uploadIds(db: Connection): string[] {
  return db.orm
    .select({ id: resumableUploads.id })
    .from(resumableUploads)
    .all()
    .map(({ id }) => id)
}

const isUnfinished = isNull(resumableUploads.attachmentId)
