// SQL of the audit log. Its order is that of time: the newest entry first, of one second the one with the highest ID.
import { and, desc, eq, getTableColumns, gte, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { among } from '../database/columns'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import type { AuditAction } from './catalogue'
import { auditLog, auditLogPeople } from './tables'

export type AuditEntry = typeof auditLog.$inferSelect
export type NewEntry = Omit<AuditEntry, 'id'>

const inserting = prepared((orm) =>
  orm
    .insert(auditLog)
    .values({
      at: given('at'),
      action: given('action'),
      actorKind: given('actorKind'),
      actorId: given('actorId'),
      sessionId: given('sessionId'),
      apiKeyId: given('apiKeyId'),
      client: given('client'),
      address: given('address'),
      objectKind: given('objectKind'),
      objectId: given('objectId'),
      objectName: given('objectName'),
      changes: given('changes'),
      lastAt: given('lastAt'),
      count: given('count'),
    })
    .returning({ id: auditLog.id })
    .prepare(),
)

/** @param people whom it is about, each once */
export function insertEntry(tx: Transaction, entry: NewEntry, people: readonly number[]): void {
  const { id } = inserting(tx).get(entry)
  if (people.length === 0) return
  // By hand: one statement for all of them, which may be thousands.
  tx.sqlite
    .query<undefined, [number, number, string]>(
      'INSERT INTO audit_log_people (entry_id, user_id, at) SELECT ?, value, ? FROM json_each(?)',
    )
    .run(id, entry.at, JSON.stringify(people))
}

/** The latest entry of that action about that thing, or about none, if it is not older than that (UNIX seconds). */
export function latestSince(
  db: Connection,
  { action, objectKind, objectId }: Pick<NewEntry, 'action' | 'objectKind' | 'objectId'>,
  since: number,
): number | undefined {
  const isSuch = and(
    eq(auditLog.action, action),
    eq(auditLog.objectKind, objectKind),
    gte(auditLog.at, since),
  )
  return db.orm
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(isSuch, sql`${auditLog.objectId} IS ${objectId}`))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
    .get()?.id
}

/** It happened so many times more. */
export function countAgain(
  tx: Transaction,
  id: number,
  last: Pick<AuditEntry, 'lastAt' | 'address' | 'client'>,
  times: number,
): void {
  const count = sql`${auditLog.count} + ${times}`
  tx.orm
    .update(auditLog)
    .set({ ...last, count })
    .where(eq(auditLog.id, id))
    .run()
}

/** Which entries are asked for; what is undefined does not matter. */
export interface AuditFilters {
  actorId?: number | undefined
  actions?: readonly AuditAction[] | undefined
  /** One of the people whom it is about. */
  targetUserId?: number | undefined
  /** The kind of thing that was changed. */
  objectKind?: string | undefined
  objectId?: number | undefined
  /** UNIX seconds, both included. */
  since?: number | undefined
  until?: number | undefined
}

/** A place in the order of the log. */
export type Place = Pick<AuditEntry, 'at' | 'id'>

export function placeOf(db: Connection, id: number): Place | undefined {
  return db.orm.select({ at: auditLog.at, id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id)).get()
}

/**
 * Some entries, the newest first, by the filter that leaves the fewest: its index has them in order, so that this takes no
 * longer than there are entries in the answer. Which of them the other filters want is up to the caller.
 * @param before they are older than this one
 */
export function someEntries(
  db: Connection,
  filters: AuditFilters,
  before: Place | undefined,
  limit: number,
): AuditEntry[] {
  const { targetUserId, since, until } = filters
  const isOfPerson = targetUserId !== undefined
  const [at, id] = isOfPerson ? [auditLogPeople.at, auditLogPeople.entryId] : [auditLog.at, auditLog.id]
  const wanted = [isOfPerson ? eq(auditLogPeople.userId, targetUserId) : byOneIndex(filters)]
  if (since !== undefined) wanted.push(gte(at, since))
  if (until !== undefined) wanted.push(lte(at, until))
  if (before) wanted.push(lte(at, before.at), or(lt(at, before.at), lt(id, before.id)))
  const all = db.orm.select(getTableColumns(auditLog))
  const found = isOfPerson
    ? all.from(auditLogPeople).innerJoin(auditLog, eq(auditLog.id, auditLogPeople.entryId))
    : all.from(auditLog)
  return found
    .where(and(...wanted))
    .orderBy(desc(at), desc(id))
    .limit(limit)
    .all()
}

/** Undefined: by time alone. */
function byOneIndex({ objectKind, objectId, actorId, actions }: AuditFilters): SQL | undefined {
  if (objectKind !== undefined && objectId !== undefined) {
    return and(eq(auditLog.objectKind, objectKind), eq(auditLog.objectId, objectId))
  }
  if (actorId !== undefined) return eq(auditLog.actorId, actorId)
  const [action] = actions ?? []
  return action !== undefined && actions?.length === 1 ? eq(auditLog.action, action) : undefined
}

/** By entry ID, the people whom it is about, ascending. */
export function peopleOf(db: Connection, entryIds: readonly number[]): Map<number, number[]> {
  const { entryId, userId } = auditLogPeople
  const rows = db.orm
    .select({ entryId, userId })
    .from(auditLogPeople)
    .where(among(entryId, entryIds))
    .orderBy(entryId, userId)
    .all()
  const grouped = Map.groupBy(rows, (row) => row.entryId)
  return new Map([...grouped].map(([id, found]) => [id, found.map((row) => row.userId)]))
}
