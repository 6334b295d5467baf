// SQL of users and API keys, and the directory: everybody of an organization, kept in memory.
import { eq } from 'drizzle-orm'
import { memo } from '../organization/part'
import type { Transaction } from '../organization/writer'
import { apiKeys, users } from './tables'

/** A person or bot, as stored. */
export type User = typeof users.$inferSelect

export interface Directory {
  /** Sorted by ID. */
  all: readonly User[]
  byId: ReadonlyMap<number, User>
  byEmailKey: ReadonlyMap<string, User>
  /** By exact full name; several people may share one. */
  byFullName: ReadonlyMap<string, readonly User[]>
}

/** Everybody of the organization, active or not. Writes to `users` go through this file, which forgets it. */
export const directory = memo((organization): Directory => {
  const all = organization.db.orm.select().from(users).orderBy(users.id).all()
  const byFullName = new Map<string, User[]>()
  for (const user of all) {
    const sharing = byFullName.get(user.fullName)
    if (sharing) sharing.push(user)
    else byFullName.set(user.fullName, [user])
  }
  return {
    all,
    byId: new Map(all.map((user) => [user.id, user])),
    byEmailKey: new Map(all.map((user) => [user.emailKey, user])),
    byFullName,
  }
})

/** Active keys: SHA-256 in hex → user ID. */
export const keyHolders = memo(
  (organization): ReadonlyMap<string, number> =>
    new Map(
      organization.db.orm
        .select({ hash: apiKeys.hash, userId: apiKeys.userId })
        .from(apiKeys)
        .all()
        .map(({ hash, userId }) => [hash.toString('hex'), userId]),
    ),
)

/** How addresses compare: NFKC, lower case. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

export type NewUser = typeof users.$inferInsert

export function insertUser(tx: Transaction, user: NewUser): User {
  directory.forget(tx)
  return tx.orm.insert(users).values(user).returning().get()
}

export function updateUser(tx: Transaction, id: number, changes: Partial<NewUser>): void {
  directory.forget(tx)
  tx.orm.update(users).set(changes).where(eq(users.id, id)).run()
}

export function insertApiKey(tx: Transaction, key: typeof apiKeys.$inferInsert): void {
  keyHolders.forget(tx)
  tx.orm.insert(apiKeys).values(key).run()
}

/** Revokes every key of a person. */
export function deleteApiKeys(tx: Transaction, userId: number): void {
  keyHolders.forget(tx)
  tx.orm.delete(apiKeys).where(eq(apiKeys.userId, userId)).run()
}

/** Revokes one key, by its hash. */
export function deleteApiKey(tx: Transaction, hash: Buffer): void {
  keyHolders.forget(tx)
  tx.orm.delete(apiKeys).where(eq(apiKeys.hash, hash)).run()
}
