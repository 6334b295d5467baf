// SQL of incoming webhooks: what was delivered lately, and what nobody has words for.
import { and, count, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { unsupportedWebhookEvents, webhookDeliveries } from './tables'

export type UnsupportedEvent = typeof unsupportedWebhookEvents.$inferSelect

/** The message that was posted for that delivery, if it was lately. */
export function deliveredMessageId(db: Connection, botId: number, delivery: string): number | undefined {
  const { messageId } = webhookDeliveries
  const ofBot = and(eq(webhookDeliveries.botId, botId), eq(webhookDeliveries.delivery, delivery))
  return db.orm.select({ messageId }).from(webhookDeliveries).where(ofBot).get()?.messageId
}

export function insertDelivery(tx: Transaction, delivery: typeof webhookDeliveries.$inferInsert): void {
  tx.orm.insert(webhookDeliveries).values(delivery).run()
}

/** Forgets those that were received at that time (UNIX seconds) or before. */
export function deleteDeliveries(tx: Transaction, until: number): void {
  tx.orm.delete(webhookDeliveries).where(lte(webhookDeliveries.receivedAt, until)).run()
}

/** Of one bot, so many different events are counted at most: their names are the sender's choice. */
const mostEvents = 100

/** Counts an event that an integration does not tell of. @param now in UNIX seconds */
export function countUnsupported(
  tx: Transaction,
  event: Pick<UnsupportedEvent, 'botId' | 'integration' | 'event'>,
  now: number,
): void {
  const { botId, integration } = event
  const table = unsupportedWebhookEvents
  const more = { count: sql`${table.count} + 1`, lastAt: now }
  const same = and(eq(table.botId, botId), eq(table.integration, integration), eq(table.event, event.event))
  if (tx.orm.update(table).set(more).where(same).returning().get() !== undefined) return
  const known = tx.orm.select({ count: count() }).from(table).where(eq(table.botId, botId)).get()?.count ?? 0
  if (known < mostEvents) {
    tx.orm
      .insert(table)
      .values({ ...event, count: 1, lastAt: now })
      .run()
  }
}

/** What those bots were told of that no integration has words for, the latest first. */
export function unsupportedEvents(db: Connection, botIds: readonly number[]): UnsupportedEvent[] {
  const { botId, lastAt, event } = unsupportedWebhookEvents
  return db.orm
    .select()
    .from(unsupportedWebhookEvents)
    .where(inArray(botId, [...botIds]))
    .orderBy(sql`${lastAt} DESC`, botId, event)
    .all()
}
