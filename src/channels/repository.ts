// SQL of channels and subscriptions, and what is kept of them in memory.
import { and, eq } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Organization } from '../organization/organization'
import { assertSightIsWatched, type Transaction } from '../organization/writer'
import { cache, keyedCache } from '../organization/cache'
import { directory } from '../users/repository'
import { users } from '../users/tables'
import { channels, subscriptionPeriods, subscriptions } from './tables'

/** A channel, as stored. */
export type Channel = typeof channels.$inferSelect
/** A person's relation to a channel, as stored. */
export type Subscription = typeof subscriptions.$inferSelect
/** The person received the channel's messages with `fromMessageId < id`, and `id <= toMessageId` unless that is null. */
export interface Period {
  fromMessageId: number
  toMessageId: number | null
}

export interface ChannelDirectory {
  /** Sorted by ID, archived ones too. */
  all: readonly Channel[]
  byId: ReadonlyMap<number, Channel>
  byNameKey: ReadonlyMap<string, Channel>
}

/** Every channel of the organization. */
export const channelDirectory = cache([channels], (organization): ChannelDirectory => {
  const all = organization.db.orm.select().from(channels).orderBy(channels.id).all()
  return {
    all,
    byId: new Map(all.map((channel) => [channel.id, channel])),
    byNameKey: new Map(all.map((channel) => [channel.nameKey, channel])),
  }
})

/** The channels that new people are subscribed to. */
export function defaultChannelIds(organization: Organization): number[] {
  return channelDirectory(organization)
    .all.filter((channel) => channel.isDefault)
    .map((channel) => channel.id)
}

/** How channel names compare: NFKC, lower case. */
export function channelNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Accounts that are deactivated or reactivated count no longer, or again, in the channels they are subscribed to. */
const activation = {
  key: subscriptions.channelId,
  where: [subscriptions.userId, users.id],
  ifChanged: users.isActive,
} as const

/** Prepared, as the two below: when an account comes or goes, it is asked for each of its channels. */
const activeSubscriptions = prepared((orm) =>
  orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.channelId, given('channelId')), eq(subscriptions.isActive, true)))
    .orderBy(subscriptions.userId)
    .prepare(),
)

/** Channel ID → the active subscriptions of active people, by user ID, sorted by user ID. */
export const subscribersOf = keyedCache(
  [subscriptions.channelId, activation],
  (organization, channelId: number): ReadonlyMap<number, Subscription> => {
    const { byId } = directory(organization)
    const rows = activeSubscriptions(organization.db).all({ channelId })
    return new Map(rows.filter((row) => byId.get(row.userId)?.isActive).map((row) => [row.userId, row]))
  },
)

/**
 * Channel ID → the IDs of `subscribersOf`, ascending. By hand, as the first register after a start asks for those of all channels:
 * with Drizzle, and the rest of the rows, a list of thousands takes five times as long.
 */
export const subscriberIdsOf = keyedCache(
  [{ key: subscriptions.channelId, ifChanged: subscriptions.isActive }, activation],
  (organization, channelId: number): readonly number[] => {
    const { byId } = directory(organization)
    return organization.db.sqlite
      .query<{ id: number }, [number]>(
        'SELECT user_id AS id FROM subscriptions WHERE channel_id = ? AND is_active = 1 ORDER BY user_id',
      )
      .all(channelId)
      .map(({ id }) => id)
      .filter((id) => byId.get(id)?.isActive)
  },
)

/** When hundreds of people come to a channel, it is asked for each of them. */
const ownSubscriptions = prepared((orm) =>
  orm
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, given('userId')))
    .orderBy(subscriptions.channelId)
    .prepare(),
)

/** User ID → all their subscriptions, inactive ones too, by channel ID. */
export const subscriptionsOf = keyedCache(
  [subscriptions.userId],
  (organization, userId: number): ReadonlyMap<number, Subscription> => {
    const rows = ownSubscriptions(organization.db).all({ userId })
    return new Map(rows.map((row) => [row.channelId, row]))
  },
)

const ownPeriods = prepared((orm) =>
  orm
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.userId, given('userId')))
    .orderBy(subscriptionPeriods.channelId, subscriptionPeriods.fromMessageId)
    .prepare(),
)

/** User ID → channel ID → when they were subscribed, oldest first. */
export const periodsOf = keyedCache(
  [subscriptionPeriods.userId],
  (organization, userId: number): ReadonlyMap<number, readonly Period[]> => {
    const byChannel = new Map<number, Period[]>()
    for (const { channelId, fromMessageId, toMessageId } of ownPeriods(organization.db).all({ userId })) {
      const period = { fromMessageId, toMessageId }
      const known = byChannel.get(channelId)
      if (known) known.push(period)
      else byChannel.set(channelId, [period])
    }
    return byChannel
  },
)

export type NewChannel = typeof channels.$inferInsert

/** Makes a channel, inside `changingSight`. */
export function insertChannel(tx: Transaction, channel: Omit<NewChannel, 'nameKey'>): Channel {
  assertSightIsWatched(tx, 'A channel')
  return tx.orm
    .insert(channels)
    .values({ ...channel, nameKey: channelNameKey(channel.name) })
    .returning()
    .get()
}

/**
 * Changes a channel, inside `changingSight`, which tells its viewers; being a default channel has events of its own.
 * A change of `name` changes its key with it.
 */
export function updateChannel(
  tx: Transaction,
  id: number,
  changes: Partial<Omit<NewChannel, 'nameKey'>>,
): void {
  if (Object.keys(changes).some((name) => name !== 'isDefault')) assertSightIsWatched(tx, 'A channel')
  const key = changes.name === undefined ? {} : { nameKey: channelNameKey(changes.name) }
  tx.orm
    .update(channels)
    .set({ ...changes, ...key })
    .where(eq(channels.id, id))
    .run()
}

/** What a new subscription starts with. */
export type NewSubscription = Pick<Subscription, 'userId' | 'channelId' | 'color'>

/**
 * Subscribes, inside `changingSight`, or takes up old subscriptions with what the people had set; periods begin. By hand, as
 * are the periods: hundreds of people come to hundreds of channels at once.
 */
export function insertSubscriptions(tx: Transaction, added: readonly NewSubscription[]): void {
  assertSightIsWatched(tx, 'A subscription')
  const insert = tx.sqlite.query(
    `INSERT INTO subscriptions (user_id, channel_id, color) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET is_active = 1, color = excluded.color`,
  )
  for (const { userId, channelId, color } of added) insert.run(userId, channelId, color)
  beginPeriods(tx, added)
}

/** Subscribes one person to one channel. */
export function insertSubscription(tx: Transaction, subscription: NewSubscription): void {
  insertSubscriptions(tx, [subscription])
}

/** Unsubscribes a person, inside `changingSight`; what they had set is kept, their periods end. */
export function deactivateSubscriptions(
  tx: Transaction,
  userId: number,
  channelIds: readonly number[],
): void {
  assertSightIsWatched(tx, 'The end of a subscription')
  const deactivate = tx.sqlite.query(
    'UPDATE subscriptions SET is_active = 0 WHERE user_id = ? AND channel_id = ?',
  )
  for (const channelId of channelIds) deactivate.run(userId, channelId)
  endPeriods(tx, userId, channelIds)
}

/** Unsubscribes one person from one channel. */
export function deactivateSubscription(tx: Transaction, userId: number, channelId: number): void {
  deactivateSubscriptions(tx, userId, [channelId])
}

export type SubscriptionChanges = Partial<Omit<Subscription, 'userId' | 'channelId'>>

export function updateSubscription(
  tx: Transaction,
  userId: number,
  channelId: number,
  changes: SubscriptionChanges,
): void {
  tx.orm
    .update(subscriptions)
    .set(changes)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.channelId, channelId)))
    .run()
}

/** From now on these people receive those channels' messages. */
export function beginPeriods(
  tx: Transaction,
  subscribed: readonly Pick<Subscription, 'userId' | 'channelId'>[],
): void {
  const newest = newestMessageId(tx)
  // Where nothing was sent anywhere since the last period ended, that one goes on.
  const goOn = tx.sqlite.query(
    `UPDATE subscription_periods SET to_message_id = NULL
     WHERE user_id = ?1 AND channel_id = ?2 AND NOT is_kept AND (to_message_id IS NULL OR to_message_id >= ?3)`,
  )
  const begin = tx.sqlite.query(
    'INSERT INTO subscription_periods (user_id, channel_id, from_message_id) VALUES (?, ?, ?)',
  )
  for (const { userId, channelId } of subscribed) {
    if (goOn.run(userId, channelId, newest).changes === 0) begin.run(userId, channelId, newest)
  }
}

/** From now on the person no longer receives those channels' messages. */
export function endPeriods(tx: Transaction, userId: number, channelIds: Iterable<number>): void {
  const newest = newestMessageId(tx)
  const end = tx.sqlite.query(
    'UPDATE subscription_periods SET to_message_id = ? WHERE user_id = ? AND channel_id = ? AND to_message_id IS NULL',
  )
  for (const channelId of channelIds) end.run(newest, userId, channelId)
}

/** The highest ID a message has had, deleted ones included; 0 before the first. The table is SQLite's own. */
function newestMessageId(db: Connection): number {
  const row = db.sqlite
    .query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
    .get()
  return row?.seq ?? 0
}
