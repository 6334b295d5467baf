// SQL of web push subscriptions.
import { and, count, eq, isNull } from 'drizzle-orm'
import { among } from '../database/columns'
import { cache } from '../organization/cache'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { webPushSubscriptions } from './tables'

export type Subscription = typeof webPushSubscriptions.$inferSelect

/** Those who have a subscription. By hand: it is asked with every message, and changes with every subscription. */
export const subscribers = cache([webPushSubscriptions], ({ db }): ReadonlySet<number> => {
  const rows = db.sqlite
    .query<{ userId: number }, []>('SELECT DISTINCT user_id AS userId FROM web_push_subscriptions')
    .all()
  return new Set(rows.map(({ userId }) => userId))
})

/** A person's subscriptions, the oldest first. */
export function subscriptionsOf(db: Connection, userId: number): Subscription[] {
  return db.orm
    .select()
    .from(webPushSubscriptions)
    .where(eq(webPushSubscriptions.userId, userId))
    .orderBy(webPushSubscriptions.id)
    .all()
}

/** The subscriptions of these people. */
export function subscriptionsOfPeople(db: Connection, userIds: Iterable<number>): Subscription[] {
  const ofPeople = among(webPushSubscriptions.userId, userIds)
  return db.orm.select().from(webPushSubscriptions).where(ofPeople).all()
}

export function countSubscriptions(db: Connection, userId: number): number {
  const ofPerson = eq(webPushSubscriptions.userId, userId)
  return db.orm.select({ count: count() }).from(webPushSubscriptions).where(ofPerson).get()?.count ?? 0
}

/** The one that was made so; one that somebody else takes over is another. */
export function subscriptionById(db: Connection, id: number): Subscription | undefined {
  return db.orm.select().from(webPushSubscriptions).where(eq(webPushSubscriptions.id, id)).get()
}

/** Whosever it is. */
export function subscriptionAt(db: Connection, endpoint: string): Subscription | undefined {
  const same = eq(webPushSubscriptions.endpoint, endpoint)
  return db.orm.select().from(webPushSubscriptions).where(same).get()
}

export function insertSubscription(
  tx: Transaction,
  subscription: typeof webPushSubscriptions.$inferInsert,
): void {
  tx.orm.insert(webPushSubscriptions).values(subscription).run()
}

export function updateSubscription(
  tx: Transaction,
  id: number,
  changes: Pick<Subscription, 'p256dh' | 'auth' | 'sessionId' | 'apiKeyId'>,
): void {
  tx.orm.update(webPushSubscriptions).set(changes).where(eq(webPushSubscriptions.id, id)).run()
}

export function deleteSubscription(tx: Transaction, id: number): void {
  tx.orm.delete(webPushSubscriptions).where(eq(webPushSubscriptions.id, id)).run()
}

/** Takes away a person's subscriptions that are no browser session's. */
export function deleteSubscriptionsBesideSessions(tx: Transaction, userId: number): void {
  const ofPerson = eq(webPushSubscriptions.userId, userId)
  tx.orm
    .delete(webPushSubscriptions)
    .where(and(ofPerson, isNull(webPushSubscriptions.sessionId)))
    .run()
}
