// SQL of where people log in from.
import { and, desc, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { knownLogins } from './tables'

type KnownLogin = typeof knownLogins.$inferSelect

/** When somebody last logged in from there, in UNIX seconds; undefined if never, or long ago. */
export function lastLogin(
  db: Connection,
  { userId, place }: Pick<KnownLogin, 'userId' | 'place'>,
): number | undefined {
  const there = and(eq(knownLogins.userId, userId), eq(knownLogins.place, place))
  return db.orm.select({ lastAt: knownLogins.lastAt }).from(knownLogins).where(there).get()?.lastAt
}

/** Notes a login; of a person's many places those of the longest ago are forgotten. */
export function putLogin(tx: Transaction, login: KnownLogin, mostPlaces: number): void {
  const { userId, lastAt } = login
  tx.orm
    .insert(knownLogins)
    .values(login)
    .onConflictDoUpdate({ target: [knownLogins.userId, knownLogins.place], set: { lastAt } })
    .run()
  const tooMany = tx.orm
    .select({ place: knownLogins.place })
    .from(knownLogins)
    .where(eq(knownLogins.userId, userId))
    .orderBy(desc(knownLogins.lastAt))
    .limit(10)
    .offset(mostPlaces)
    .all()
  for (const { place } of tooMany) {
    tx.orm
      .delete(knownLogins)
      .where(and(eq(knownLogins.userId, userId), eq(knownLogins.place, place)))
      .run()
  }
}
