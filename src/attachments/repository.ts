// SQL of the files that people have sent, and of what links to them.
import { and, desc, eq, inArray, isNotNull, lt, min, sql, sum } from 'drizzle-orm'
import { among } from '../database/columns'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { keyOfPath, pathId } from './address'
import { attachments } from './tables'

export type Attachment = typeof attachments.$inferSelect

const byKey = prepared((orm) =>
  orm
    .select()
    .from(attachments)
    .where(eq(attachments.key, given('key')))
    .prepare(),
)

/** The file at a path ID, such as `1/kN3…/photo.jpg`; undefined if there is none. */
export function attachmentAt(db: Connection, path: string): Attachment | undefined {
  const key = keyOfPath(path)
  const found = key === undefined ? undefined : attachmentByKey(db, key)
  return found && pathId(found) === path ? found : undefined
}

/** The file with that key in the file store. */
export function attachmentByKey(db: Connection, key: string): Attachment | undefined {
  return byKey(db).get({ key })
}

export function attachmentById(db: Connection, id: number): Attachment | undefined {
  return db.orm.select().from(attachments).where(eq(attachments.id, id)).get()
}

export function attachmentsByIds(db: Connection, ids: readonly number[]): Attachment[] {
  return db.orm.select().from(attachments).where(among(attachments.id, ids)).all()
}

/** The person's own files with one of these keys. */
export function ownAttachmentIds(db: Connection, ownerId: number, keys: readonly string[]): number[] {
  const isOwn = and(eq(attachments.ownerId, ownerId), inArray(attachments.key, [...keys]))
  return db.orm
    .select({ id: attachments.id })
    .from(attachments)
    .where(isOwn)
    .all()
    .map(({ id }) => id)
}

/** The newest of a person's files, newest first. @param before the ID of a file: those that are older. */
export function attachmentsOf(
  db: Connection,
  ownerId: number,
  before = Number.MAX_SAFE_INTEGER,
  limit = 100,
): Attachment[] {
  const isTheirs = and(eq(attachments.ownerId, ownerId), lt(attachments.id, before))
  return db.orm.select().from(attachments).where(isTheirs).orderBy(desc(attachments.id)).limit(limit).all()
}

export function insertAttachment(tx: Transaction, attachment: typeof attachments.$inferInsert): Attachment {
  changeOfSpace(tx)(attachment.size)
  return tx.orm.insert(attachments).values(attachment).returning().get()
}

const selectUnclaimed = prepared((orm) =>
  orm
    .select()
    .from(attachments)
    .where(lt(attachments.unclaimedSince, given('time')))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** Files that nothing has linked to since before that time, UNIX seconds. */
export function unclaimedBefore(db: Connection, time: number, limit: number): Attachment[] {
  return selectUnclaimed(db).all({ time, limit })
}

/** Since when nothing has linked to the file for which that is longest, in UNIX seconds; null if there is none. */
export function firstUnclaimed(db: Connection): number | null {
  return selectFirstUnclaimed(db).get()?.at ?? null
}

const selectFirstUnclaimed = prepared((orm) =>
  orm
    .select({ at: min(attachments.unclaimedSince) })
    .from(attachments)
    .where(isNotNull(attachments.unclaimedSince))
    .prepare(),
)

export function deleteAttachments(tx: Transaction, ids: readonly number[]): void {
  const change = changeOfSpace(tx)
  const sizes = tx.orm
    .delete(attachments)
    .where(among(attachments.id, ids))
    .returning({ size: attachments.size })
    .all()
  change(-sizes.reduce((total, { size }) => total + size, 0))
}

/** What all files of the organization take, in bytes. Many files are many rows: they are added up once, and then followed. */
const space = organizationState(({ db }) => ({
  bytes: Number(
    db.orm
      .select({ bytes: sum(attachments.size) })
      .from(attachments)
      .get()?.bytes ?? 0,
  ),
}))

/** The wire's `upload_space_used`. */
export function spaceUsed(organization: Organization): number {
  return space(organization).bytes
}

/** Follows a write that adds or removes files. To be called before it does: what was there must have been added up. */
function changeOfSpace(tx: Transaction): (bytes: number) => void {
  const total = space(tx.organization)
  return (bytes) => {
    total.bytes += bytes
    tx.onRollback(() => (total.bytes -= bytes))
  }
}
