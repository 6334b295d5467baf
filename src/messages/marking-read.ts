// What counts as read because of something else a person does: they leave a channel, or mute somebody.
import { emit } from '../events/event'
import type { Transaction } from '../organization/writer'
import { flagBits } from './flags'

/**
 * Marks everything in these channels as read for a person who leaves them, and tells their clients: unread
 * messages are only in channels one is in.
 */
export function readLeftChannels(tx: Transaction, userId: number, channelIds: readonly number[]): void {
  const left = new Set(channelIds)
  markUnread(tx, userId, ({ channelId }) => channelId !== null && left.has(channelId))
}

/** Marks everything that somebody sent as read for a person who mutes them, and tells their clients. */
export function readMutedSender(tx: Transaction, userId: number, mutedUserId: number): void {
  markUnread(tx, userId, ({ senderId }) => senderId === mutedUserId)
}

interface Unread {
  id: number
  senderId: number
  /** Null for direct messages. */
  channelId: number | null
}

function markUnread(tx: Transaction, userId: number, isMeant: (message: Unread) => boolean): void {
  const messages = tx.sqlite
    .query<Unread, [number]>(
      `SELECT m.id, m.sender_id AS senderId, m.channel_id AS channelId
       FROM message_states s CROSS JOIN messages m ON m.id = s.message_id
       WHERE s.user_id = ? AND (s.flags & ${flagBits.unread}) <> 0 ORDER BY s.message_id`,
    )
    .all(userId)
    .filter(isMeant)
    .map(({ id }) => id)
  if (messages.length === 0) return
  for (const id of messages) markRead(tx, userId, id)
  emit(tx, {
    type: 'update_message_flags',
    audience: [userId],
    payload: () => ({ op: 'add', operation: 'add', flag: 'read', messages, all: false }),
  })
}

/** A state that says nothing any more is not kept. */
function markRead(tx: Transaction, userId: number, messageId: number): void {
  const { unread } = flagBits
  tx.sqlite
    .query(`DELETE FROM message_states WHERE user_id = ? AND message_id = ? AND flags = ${unread}`)
    .run(userId, messageId)
  tx.sqlite
    .query(`UPDATE message_states SET flags = flags & ~${unread} WHERE user_id = ? AND message_id = ?`)
    .run(userId, messageId)
}
