// SQL of data exports.
import { and, count, desc, eq, gt, isNotNull, isNull, lte, min } from 'drizzle-orm'
import { prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { dataExports } from './tables'

/** An export, as stored. */
export type DataExport = typeof dataExports.$inferSelect

/** An archive that has not come to any end. */
const isPending = and(isNull(dataExports.size), isNull(dataExports.failedAt), isNull(dataExports.deletedAt))

/** All that there ever were, oldest first. */
export function allExports(db: Connection): DataExport[] {
  return db.orm.select().from(dataExports).orderBy(dataExports.id).all()
}

export function exportById(db: Connection, id: number): DataExport | undefined {
  return db.orm.select().from(dataExports).where(eq(dataExports.id, id)).get()
}

export function pendingExport(db: Connection): DataExport | undefined {
  return db.orm.select().from(dataExports).where(isPending).orderBy(desc(dataExports.id)).get()
}

/** Archives that are still there of exports which were asked for by then, oldest first. @param time UNIX seconds */
export function archivesBefore(db: Connection, time: number): DataExport[] {
  return db.orm
    .select()
    .from(dataExports)
    .where(and(isNotNull(dataExports.size), isNull(dataExports.deletedAt), lte(dataExports.startedAt, time)))
    .orderBy(dataExports.id)
    .all()
}

/** When the first of the exports was asked for whose archive is still there, in UNIX seconds; null if there is none. */
export function firstArchive(db: Connection): number | null {
  return selectFirst(db).get()?.at ?? null
}

const selectFirst = prepared((orm) =>
  orm
    .select({ at: min(dataExports.startedAt) })
    .from(dataExports)
    .where(and(isNotNull(dataExports.size), isNull(dataExports.deletedAt)))
    .prepare(),
)

/** How many were asked for since a time, and when the first of these was; in UNIX seconds. */
export function exportsSince(db: Connection, time: number): { count: number; first: number | null } {
  const found = db.orm
    .select({ count: count(), first: min(dataExports.startedAt) })
    .from(dataExports)
    .where(gt(dataExports.startedAt, time))
    .get()
  return found ?? { count: 0, first: null }
}

export function insertExport(tx: Transaction, wanted: typeof dataExports.$inferInsert): DataExport {
  return tx.orm.insert(dataExports).values(wanted).returning().get()
}

export function updateExport(tx: Transaction, id: number, changes: Partial<DataExport>): DataExport {
  return tx.orm.update(dataExports).set(changes).where(eq(dataExports.id, id)).returning().get()
}

/** What a database with all files of the organization takes, in bytes: an archive is hardly larger. */
export function bytesOfAll(db: Connection): { database: number; files: number } {
  const { sqlite } = db
  const number = (sql: string): number => sqlite.query<{ n: number }, []>(sql).get()?.n ?? 0
  return {
    database: number('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size'),
    files: number('SELECT coalesce(sum(size), 0) AS n FROM attachments'),
  }
}
