// What somebody has not read in a channel they leave counts as read: unread messages are only in channels one is in.
import { emit } from '../events/event'
import type { Transaction } from '../organization/writer'
import { flagBits } from './flags'

/** Marks everything in these channels as read for a person who leaves them, and tells their clients. */
export function readLeftChannels(tx: Transaction, userId: number, channelIds: readonly number[]): void {
  const left = new Set(channelIds)
  const unread = tx.sqlite
    .query<{ id: number; channelId: number | null }, [number]>(
      `SELECT m.id, m.channel_id AS channelId
       FROM message_states s CROSS JOIN messages m ON m.id = s.message_id
       WHERE s.user_id = ? AND (s.flags & ${flagBits.unread}) <> 0 ORDER BY s.message_id`,
    )
    .all(userId)
  const messages = unread.flatMap(({ id, channelId }) =>
    channelId !== null && left.has(channelId) ? [id] : [],
  )
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
