// SQL of users and API keys, and the directory: everybody of an organization, kept in memory.
import { and, eq, ne } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Organization } from '../organization/organization'
import { assertSightIsWatched, type Transaction } from '../organization/writer'
import { cache, keyedCache } from '../organization/cache'
import { settings } from '../organization/settings'
import { apiKeys, profileValues, userActivity, users } from './tables'

/** A person or bot, as stored. */
export type User = typeof users.$inferSelect

/** What a person says in a custom profile field. */
export type ProfileValue = Pick<typeof profileValues.$inferSelect, 'value' | 'renderedValue'>

export interface Directory {
  /** Sorted by ID. */
  all: readonly User[]
  byId: ReadonlyMap<number, User>
  byEmailKey: ReadonlyMap<string, User>
  /** By exact full name; several people may share one. */
  byFullName: ReadonlyMap<string, readonly User[]>
  /** Those whose waiting period is not over. */
  newcomers: readonly User[]
}

/** The person as they are at this moment: a request may hold them as they were when it came. */
export function asOfNow(organization: Organization, user: User): User {
  return directory(organization).byId.get(user.id) ?? user
}

/** Whose bot it is, if they have an active account; nobody for people. */
export function activeOwner(organization: Organization, { botOwnerId }: User): User | undefined {
  const owner = botOwnerId === null ? undefined : directory(organization).byId.get(botOwnerId)
  return owner?.isActive ? owner : undefined
}

/** Everybody of the organization, active or not. */
export const directory = cache([users], (organization): Directory => {
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
    newcomers: all.filter((user) => !user.isFullMember),
  }
})

/** The account in whose name the server itself writes and deletes. */
export function notificationBot(organization: Organization): User {
  const bot = directory(organization).all.find(({ isSystemBot }) => isSystemBot)
  if (!bot) throw new Error('The notification bot is missing')
  return bot
}

/** What a person says in custom profile fields, by field ID. */
export type Profile = ReadonlyMap<number, ProfileValue>

/** By user ID; nobody who says nothing. */
export const profiles = cache([profileValues], (organization): ReadonlyMap<number, Profile> => {
  const all = new Map<number, Map<number, ProfileValue>>()
  for (const { userId, fieldId, ...value } of organization.db.orm.select().from(profileValues).all()) {
    const known = all.get(userId)
    if (known) known.set(fieldId, value)
    else all.set(userId, new Map([[fieldId, value]]))
  }
  return all
})

/** SHA-256 of an API key in hex → its ID and its holder's; undefined if it is nobody's. */
export const apiKeyByHash = keyedCache(
  [apiKeys.hash],
  ({ db }, hash: string): { id: number; userId: number } | undefined =>
    keyOfHash(db).get({ hash: Buffer.from(hash, 'hex') }),
)

const keyOfHash = prepared((orm) =>
  orm
    .select({ id: apiKeys.id, userId: apiKeys.userId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, given('hash')))
    .prepare(),
)

/** How addresses compare: NFKC, lower case. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** IDs of the people who are in a channel or a direct conversation with the guest. By hand: their tables lie above this folder. */
export function knownToGuest(db: Connection, guestId: number): ReadonlySet<number> {
  const inChannels = db.sqlite
    .query<{ user_id: number }, [number]>(
      `SELECT DISTINCT other.user_id FROM subscriptions mine
       JOIN subscriptions other ON other.channel_id = mine.channel_id AND other.is_active = 1
       WHERE mine.user_id = ? AND mine.is_active = 1`,
    )
    .all(guestId)
  const known = new Set(inChannels.map((row) => row.user_id))
  const conversations = db.sqlite
    .query<{ member_key: string | null }, [number]>(
      `SELECT conversations.member_key FROM conversation_members
       JOIN conversations ON conversations.id = conversation_members.conversation_id
       WHERE conversation_members.user_id = ?`,
    )
    .all(guestId)
  for (const { member_key: key } of conversations) {
    for (const id of key?.split(',') ?? []) known.add(Number(id))
  }
  return known
}

/** How full names compare: NFKC, lower case. */
export function fullNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

export type NewUser = typeof users.$inferInsert

export function insertUser(tx: Transaction, user: NewUser): User {
  const hasGravatar = user.isSystemBot !== true && settings(tx.organization).use_gravatar
  return tx.orm
    .insert(users)
    .values({ hasGravatar, ...user })
    .returning()
    .get()
}

/** Changes an account. What changes who sees what is written inside `changingSight`. */
export function updateUser(tx: Transaction, id: number, changes: Partial<NewUser>): void {
  const isSight = 'role' in changes || 'isActive' in changes || 'isFullMember' in changes
  if (isSight) assertSightIsWatched(tx, 'The role or activity of an account')
  tx.orm.update(users).set(changes).where(eq(users.id, id)).run()
}

/** Sets what a person says in a custom profile field. */
export function storeProfileValue(
  tx: Transaction,
  userId: number,
  fieldId: number,
  said: ProfileValue,
): void {
  tx.orm
    .insert(profileValues)
    .values({ userId, fieldId, ...said })
    .onConflictDoUpdate({ target: [profileValues.userId, profileValues.fieldId], set: said })
    .run()
}

/** The person says nothing more in that field. */
export function deleteProfileValue(tx: Transaction, userId: number, fieldId: number): void {
  tx.orm
    .delete(profileValues)
    .where(and(eq(profileValues.userId, userId), eq(profileValues.fieldId, fieldId)))
    .run()
}

/** Nobody says anything more in that field. */
export function deleteProfileValues(tx: Transaction, fieldId: number): void {
  tx.orm.delete(profileValues).where(eq(profileValues.fieldId, fieldId)).run()
}

export function insertApiKey(tx: Transaction, key: typeof apiKeys.$inferInsert): void {
  tx.orm.insert(apiKeys).values(key).run()
}

/** Revokes every key of a person. @param exceptHash that of one that stays */
export function deleteApiKeys(tx: Transaction, userId: number, exceptHash?: Buffer): void {
  const ofPerson = eq(apiKeys.userId, userId)
  const revoked = exceptHash ? and(ofPerson, ne(apiKeys.hash, exceptHash)) : ofPerson
  tx.orm.delete(apiKeys).where(revoked).run()
}

/** Revokes one key, by its hash. */
export function deleteApiKey(tx: Transaction, hash: Buffer): void {
  tx.orm.delete(apiKeys).where(eq(apiKeys.hash, hash)).run()
}

/** By user ID, the day of their last act (`users/activity.ts`). */
export function activeDays(db: Connection): Map<number, number> {
  const rows = db.orm.select().from(userActivity).all()
  return new Map(rows.map(({ userId, day }) => [userId, day]))
}

/** One statement for all: on a morning that is everybody. */
export function storeActiveDays(
  tx: Transaction,
  days: readonly (readonly [userId: number, day: number])[],
): void {
  // `WHERE true` tells the parser that ON CONFLICT is no part of a join.
  tx.sqlite
    .query(
      `INSERT INTO user_activity (user_id, day) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
       ON CONFLICT (user_id) DO UPDATE SET day = excluded.day`,
    )
    .run(JSON.stringify(days))
}
