// SQL of sessions.
import { and, eq, lte, min, or } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import { among } from '../database/columns'
import { keyedCache } from '../organization/cache'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { sessions } from './tables'

export type Session = typeof sessions.$inferSelect

/** SHA-256 of a token in hex → its session; undefined if it is nobody's. */
export const sessionByHash = keyedCache(
  [sessions.tokenHash],
  (organization, hash: string): Session | undefined =>
    organization.db.orm
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, Buffer.from(hash, 'hex')))
      .get(),
)

/** A person's sessions, oldest first. */
export function sessionsOf(db: Connection, userId: number): Session[] {
  return db.orm.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.id).all()
}

/** Sessions that were last seen, or begun, at that time or before. UNIX seconds. */
export function sessionsUntil(
  db: Connection,
  { lastSeenAt, createdAt }: Pick<Session, 'lastSeenAt' | 'createdAt'>,
): Session[] {
  return selectUntil(db).all({ lastSeenAt, createdAt })
}

const selectUntil = prepared((orm) =>
  orm
    .select()
    .from(sessions)
    .where(or(lte(sessions.lastSeenAt, given('lastSeenAt')), lte(sessions.createdAt, given('createdAt'))))
    .prepare(),
)

/** When the one was last seen for which that is longest ago, and the oldest begun, in UNIX seconds; null if there are none. */
export function firstSessions(db: Connection): { lastSeenAt: number | null; createdAt: number | null } {
  const lastSeenAt = selectFirstSeen(db).get()?.at ?? null
  return { lastSeenAt, createdAt: lastSeenAt === null ? null : (selectFirstBegun(db).get()?.at ?? null) }
}

const selectFirstSeen = prepared((orm) =>
  orm
    .select({ at: min(sessions.lastSeenAt) })
    .from(sessions)
    .prepare(),
)

const selectFirstBegun = prepared((orm) =>
  orm
    .select({ at: min(sessions.createdAt) })
    .from(sessions)
    .prepare(),
)

export function insertSession(tx: Transaction, session: typeof sessions.$inferInsert): Session {
  return tx.orm.insert(sessions).values(session).returning().get()
}

/** @returns whether the person has one with that ID. */
export function isSessionOf(db: Connection, userId: number, id: number): boolean {
  const own = and(eq(sessions.id, id), eq(sessions.userId, userId))
  return db.orm.select({ id: sessions.id }).from(sessions).where(own).get() !== undefined
}

export function deleteSessions(tx: Transaction, ids: number[]): void {
  tx.orm.delete(sessions).where(among(sessions.id, ids)).run()
}

export function updateLastSeen(tx: Transaction, id: number, lastSeenAt: number): void {
  tx.orm.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, id)).run()
}
