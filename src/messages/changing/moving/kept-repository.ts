// SQL of messages that people keep when those come to a channel with protected history from elsewhere. By hand: each moved
// message is looked at for each of thousands of subscribers.
import { subscriptionPeriods } from '../../../channels/tables'
import { selection, type RowOf } from '../../../database/columns'
import type { Connection } from '../../../organization/database'
import type { Transaction } from '../../../organization/writer'

const period = selection(subscriptionPeriods, 'p', ['userId', 'channelId', 'fromMessageId', 'toMessageId'])

/** A time, in message IDs, in which somebody received a channel's messages: `from < id`, and `id <= to` unless null. */
export type PersonalPeriod = RowOf<typeof period>

/**
 * When those who are subscribed to a channel now were so before, and when they received the messages of another channel.
 * What they keep in the first is left out.
 */
export function periodsOfSubscribers(db: Connection, channelId: number, otherId: number): PersonalPeriod[] {
  return db.sqlite
    .query<PersonalPeriod, [number, number]>(
      `SELECT ${period.sql} FROM subscriptions s CROSS JOIN users u ON u.id = s.user_id
       CROSS JOIN subscription_periods p ON p.user_id = s.user_id AND p.channel_id IN (?1, ?2)
         AND NOT (p.channel_id = ?1 AND p.is_kept)
       WHERE s.channel_id = ?1 AND s.is_active = 1 AND u.is_active = 1`,
    )
    .all(channelId, otherId)
}

/** Which of the messages those who are subscribed to a channel now received where they were before. */
export function earlierReceipts(
  db: Connection,
  channelId: number,
  messageIds: readonly number[],
): { userId: number; messageId: number }[] {
  return db.sqlite
    .query<{ userId: number; messageId: number }, [number, string]>(
      `SELECT DISTINCT s.user_id AS userId, e.message_id AS messageId FROM json_each(?2) wanted
       CROSS JOIN message_edits e ON e.message_id = wanted.value AND e.previous_channel_id IS NOT NULL
       CROSS JOIN subscriptions s ON s.channel_id = ?1 AND s.is_active = 1
       CROSS JOIN users u ON u.id = s.user_id AND u.is_active = 1
       CROSS JOIN subscription_periods p ON p.user_id = s.user_id AND p.channel_id = e.previous_channel_id
         AND p.from_message_id < e.message_id AND (p.to_message_id IS NULL OR e.message_id <= p.to_message_id)`,
    )
    .all(channelId, JSON.stringify(messageIds))
}

/** The periods of a channel for messages that people kept, which touch a stretch of IDs. */
export function keptPeriods(
  db: Connection,
  channelId: number,
  first: number,
  last: number,
): PersonalPeriod[] {
  return db.sqlite
    .query<PersonalPeriod, [number, number, number]>(
      `SELECT ${period.sql} FROM subscription_periods p
       WHERE channel_id = ? AND is_kept AND from_message_id < ? AND to_message_id >= ?`,
    )
    .all(channelId, last, first)
}

export function insertKept(
  tx: Transaction,
  { userId, channelId, fromMessageId, toMessageId }: PersonalPeriod,
): void {
  tx.sqlite
    .query(
      `INSERT INTO subscription_periods (user_id, channel_id, from_message_id, to_message_id, is_kept)
       VALUES (?, ?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET to_message_id = max(to_message_id, excluded.to_message_id), is_kept = 1`,
    )
    .run(userId, channelId, fromMessageId, toMessageId)
}

export function deleteKept(tx: Transaction, { userId, channelId, fromMessageId }: PersonalPeriod): void {
  tx.sqlite
    .query(
      'DELETE FROM subscription_periods WHERE user_id = ? AND channel_id = ? AND from_message_id = ? AND is_kept',
    )
    .run(userId, channelId, fromMessageId)
}

/** Whether the conversation has a message between two others. */
export function hasMessageBetween(
  db: Connection,
  conversationId: number,
  first: number,
  last: number,
): boolean {
  const found = db.sqlite
    .query('SELECT 1 FROM messages WHERE conversation_id = ? AND id > ? AND id < ? LIMIT 1')
    .get(conversationId, first, last)
  return found !== null
}
