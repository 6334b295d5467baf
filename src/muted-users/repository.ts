// SQL of muted users, and both directions of it kept in memory.
import { and, eq, sql } from 'drizzle-orm'
import { keyedCache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { mutedUsers } from './tables'

/** User ID → whom the person has muted, and when in UNIX seconds, in the order it was done. */
export const mutesOf = keyedCache(
  [mutedUsers.userId],
  (organization, userId: number): ReadonlyMap<number, number> =>
    new Map(
      organization.db.orm
        .select()
        .from(mutedUsers)
        .where(eq(mutedUsers.userId, userId))
        .orderBy(sql`rowid`)
        .all()
        .map(({ mutedUserId, mutedAt }) => [mutedUserId, mutedAt]),
    ),
)

/** User ID → the people whom that person has muted. */
export const mutedBy = keyedCache(
  [mutedUsers.userId],
  (organization, userId: number): ReadonlySet<number> => new Set(mutesOf(organization, userId).keys()),
)

/** User ID → the people who have muted that person: for whom that person's messages arrive read. */
export const mutersOf = keyedCache(
  [mutedUsers.mutedUserId],
  (organization, mutedUserId: number): ReadonlySet<number> =>
    new Set(
      organization.db.orm
        .select({ userId: mutedUsers.userId })
        .from(mutedUsers)
        .where(eq(mutedUsers.mutedUserId, mutedUserId))
        .all()
        .map(({ userId }) => userId),
    ),
)

export function insertMute(tx: Transaction, userId: number, mutedUserId: number, mutedAt: number): void {
  tx.orm.insert(mutedUsers).values({ userId, mutedUserId, mutedAt }).run()
}

export function deleteMute(tx: Transaction, userId: number, mutedUserId: number): void {
  const mute = and(eq(mutedUsers.userId, userId), eq(mutedUsers.mutedUserId, mutedUserId))
  tx.orm.delete(mutedUsers).where(mute).run()
}
