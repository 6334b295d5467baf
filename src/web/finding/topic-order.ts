// The topics of a channel in the order in which they are worth looking at. Without DOM.
import { topicsOf } from '../store/listings'
import type { State } from '../store/state'
import { isResolved, topicKey } from '../store/topic-names'
import { unreadTopicsIn } from '../store/unread-counts'
import { isFollowed, isMuted } from '../store/visibility'

export interface TopicRow {
  /** Empty for the one without a name. */
  topic: string
  unread: number
  mentions: number
  isMuted: boolean
  isFollowed: boolean
  isResolved: boolean
  /** The newest message that is known. */
  newest: number
}

/** What the rows of a channel follow from, and the rows. */
interface Made {
  from: readonly unknown[]
  rows: TopicRow[]
}
const made = new Map<number, Made>()

/**
 * Those with unread messages first, then the rest; within each, the newest first, and muted ones after all others. Made
 * once for each state of what they follow from.
 */
export function topicRows(state: State, channelId: number): TopicRow[] {
  const { topics, unread, userTopics, subscriptions } = state
  const from = [
    topics.get(channelId),
    unread.channels.get(channelId),
    unread.mentions,
    userTopics.get(channelId),
    subscriptions.get(channelId)?.is_muted,
  ]
  const last = made.get(channelId)
  if (last?.from.every((each, index) => each === from[index])) return last.rows
  const rows = sortedRows(state, channelId)
  made.set(channelId, { from, rows })
  return rows
}

function sortedRows(state: State, channelId: number): TopicRow[] {
  const unread = unreadTopicsIn(state, channelId)
  const rows = new Map<string, TopicRow>()
  const add = (topic: string, newest: number): void => {
    const count = unread.get(topicKey(topic))
    rows.set(topicKey(topic), {
      topic,
      newest,
      unread: count?.ids.length ?? 0,
      mentions: count?.mentions ?? 0,
      isMuted: isMuted(state, channelId, topic),
      isFollowed: isFollowed(state, channelId, topic),
      isResolved: isResolved(topic),
    })
  }
  for (const { topic, ids } of unread.values()) add(topic, ids.at(-1) ?? 0)
  for (const { name, max_id } of topicsOf(state, channelId)) add(name, max_id)
  const rank = (row: TopicRow): number => (row.isMuted ? 2 : row.unread > 0 ? 0 : 1)
  return [...rows.values()].sort((a, b) => rank(a) - rank(b) || b.newest - a.newest)
}

/**
 * Those that the left side has room for.
 * @param open the topic that is being read, which is always among them
 */
export function topicsInShort(
  rows: readonly TopicRow[],
  open: string | undefined,
  atMost: number,
): TopicRow[] {
  const isOpen = (row: TopicRow): boolean => open !== undefined && topicKey(row.topic) === topicKey(open)
  const worth = rows.filter((row) => isOpen(row) || !row.isMuted)
  const first = worth.slice(0, atMost)
  const missing = worth.slice(atMost).filter(isOpen)
  return [...first, ...missing]
}
