// SQL of the files that people have sent, and of what links to them.
import { desc, eq, sum } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import { cache } from '../organization/cache'
import type { Connection } from '../organization/database'
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

/** The newest first. */
export function attachmentsOf(db: Connection, ownerId: number): Attachment[] {
  const isTheirs = eq(attachments.ownerId, ownerId)
  return db.orm.select().from(attachments).where(isTheirs).orderBy(desc(attachments.id)).all()
}

export function insertAttachment(tx: Transaction, attachment: typeof attachments.$inferInsert): Attachment {
  return tx.orm.insert(attachments).values(attachment).returning().get()
}

/** What all files of the organization take, in bytes: the wire's `upload_space_used`. */
export const spaceUsed = cache([attachments], ({ db }) =>
  Number(
    db.orm
      .select({ bytes: sum(attachments.size) })
      .from(attachments)
      .get()?.bytes ?? 0,
  ),
)
