// Recent conversations: what is known of messages, as one row for each conversation. Without DOM.
import { conversationOf, type Conversation } from '../store/conversations'
import type { Message } from '../store/messages'
import type { State } from '../store/state'
import { topicKey } from '../store/topic-names'
import { unreadInDirect, unreadInTopic } from '../store/unread-counts'
import { isMuted } from '../store/visibility'

export interface RecentRow {
  /** Different for each conversation. */
  key: string
  place: Conversation
  /** The newest message that is known. */
  newest: Message
  /** User IDs of who has written, the last one first. */
  participants: readonly number[]
  unread: number
  mentions: number
}

export interface RecentFilter {
  kind: 'all' | 'direct' | 'channels'
  unread: boolean
  /** Where the reader has written, too. */
  participated: boolean
}

/** The newest first; without what is muted, and channels that the reader is not in. */
export function recentRows(state: State, filter: RecentFilter): RecentRow[] {
  const { messages, ownUser } = state
  const rows = new Map<string, RecentRow & { participants: number[] }>()
  const mentioned = new Set(state.unread.mentions)
  // They are in ascending order.
  for (const message of [...messages.values()].reverse()) {
    const place = conversationOf(message, ownUser.user_id)
    const key =
      place.type === 'private' ? place.user_ids.join() : `${place.stream_id}:${topicKey(place.topic)}`
    const row = rows.get(key)
    if (row) {
      if (!row.participants.includes(message.sender_id)) row.participants.push(message.sender_id)
      continue
    }
    const ids =
      place.type === 'private'
        ? unreadInDirect(state, key)
        : unreadInTopic(state, place.stream_id, place.topic)
    const mentions = ids.filter((id) => mentioned.has(id)).length
    rows.set(key, {
      key,
      place,
      newest: message,
      participants: [message.sender_id],
      unread: ids.length,
      mentions,
    })
  }
  return [...rows.values()].filter((row) => isWanted(state, row, filter))
}

function isWanted(state: State, row: RecentRow, { kind, unread, participated }: RecentFilter): boolean {
  const { place } = row
  if (unread && row.unread === 0) return false
  if (participated && !row.participants.includes(state.ownUser.user_id)) return false
  if (place.type === 'private')
    return kind !== 'channels' && !place.user_ids.every((id) => state.mutedUsers.has(id))
  if (kind === 'direct' || !state.subscriptions.has(place.stream_id)) return false
  return !isMuted(state, place.stream_id, place.topic) || row.mentions > 0
}
