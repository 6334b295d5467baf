// SQL of whom messages of channels were sent to: by hand, as they are thousands of people for each event.
import type { Period } from '../channels/repository'
import type { Connection } from '../organization/database'

/** The people to whom a channel's message was sent: subscribed then, whether or not they are now. */
export function receiversOf(db: Connection, channelId: number, messageId: number): number[] {
  return db.sqlite
    .query<{ userId: number }, [number, number, number]>(
      `SELECT DISTINCT s.user_id AS userId FROM subscriptions s CROSS JOIN subscription_periods p
         ON p.user_id = s.user_id AND p.channel_id = s.channel_id
       WHERE s.channel_id = ? AND p.from_message_id < ? AND (p.to_message_id IS NULL OR ? <= p.to_message_id)`,
    )
    .all(channelId, messageId, messageId)
    .map(({ userId }) => userId)
}

/** Everybody who was subscribed to the channel at some time between two messages. */
export function receiverIds(db: Connection, channelId: number, firstId: number, lastId: number): number[] {
  return db.sqlite
    .query<{ userId: number }, [number, number, number]>(
      `SELECT DISTINCT user_id AS userId FROM subscription_periods
       WHERE channel_id = ? AND from_message_id < ? AND (to_message_id IS NULL OR to_message_id >= ?)`,
    )
    .all(channelId, lastId, firstId)
    .map(({ userId }) => userId)
}

/** The times in which people were subscribed to the channel, as far as they touch those between two messages. */
export function periodsOver(
  db: Connection,
  channelId: number,
  firstId: number,
  lastId: number,
): (Period & { userId: number })[] {
  return db.sqlite
    .query<Period & { userId: number }, [number, number, number]>(
      `SELECT user_id AS userId, from_message_id AS fromMessageId, to_message_id AS toMessageId FROM subscription_periods
       WHERE channel_id = ? AND from_message_id < ? AND (to_message_id IS NULL OR to_message_id >= ?)`,
    )
    .all(channelId, lastId, firstId)
}

/**
 * Everybody who got one of the messages where it was before it came to its channel: their clients know it, and
 * whoever can read it still is to be told what becomes of it. @param messageIds ascending.
 */
export function earlierReceiverIds(db: Connection, messageIds: readonly number[]): number[] {
  const channels = db.sqlite
    .query<{ id: number }, [string]>(
      `SELECT DISTINCT e.previous_channel_id AS id FROM json_each(?) wanted
       CROSS JOIN message_edits e ON e.message_id = wanted.value
       WHERE e.previous_channel_id IS NOT NULL`,
    )
    .all(JSON.stringify(messageIds))
  return channels.flatMap(({ id }) => receiverIds(db, id, messageIds[0] ?? 0, messageIds.at(-1) ?? 0))
}
