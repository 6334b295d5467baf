// How much is unread, as far as it counts: mutes and follows respected.
import type { State } from './state'
import { topicKey } from './topic-names'
import type { Unread, UnreadTopics } from './unread'
import { isChannelMuted, isFollowed, isMuted, type Sight } from './visibility'

/** Of a channel, or of everything. */
export interface UnreadCount {
  /** What counts: neither muted nor in a muted channel. */
  readonly unmuted: number
  /** The rest. */
  readonly muted: number
  /** Of what counts, in followed topics. */
  readonly followed: number
  /** Messages that mention this person, in muted topics too. */
  readonly mentions: number
}

/** A topic with unread messages. */
export interface UnreadTopic extends UnreadCount {
  readonly topic: string
  /** Ascending. */
  readonly ids: readonly number[]
}

export interface UnreadCounts {
  /** What counts in channels and direct conversations together. */
  readonly total: number
  /** All that mention this person. */
  readonly mentions: number
  readonly direct: number
  /** In followed topics. */
  readonly followed: number
  /** By channel ID, only those with unread messages. */
  readonly channels: ReadonlyMap<number, UnreadCount>
}

const nothing: UnreadCount = { unmuted: 0, muted: 0, followed: 0, mentions: 0 }

/** The slices that counts follow from, and the counts: of one state at a time. */
let last:
  | {
      readonly of: Pick<State, 'unread' | 'userTopics' | 'subscriptions' | 'channels'>
      readonly counts: UnreadCounts
    }
  | undefined

/** How much is unread everywhere; counted once for each state of what it follows from. */
export function unreadCounts(state: State): UnreadCounts {
  const isKnown =
    last?.of.unread === state.unread &&
    last.of.userTopics === state.userTopics &&
    last.of.subscriptions === state.subscriptions &&
    last.of.channels === state.channels
  if (last && isKnown) return last.counts
  const { unread, userTopics, subscriptions, channels } = state
  const counts = counted(state)
  last = { of: { unread, userTopics, subscriptions, channels }, counts }
  return counts
}

function counted(state: State): UnreadCounts {
  const { unread, channels: known } = state
  const channels = new Map<number, UnreadCount>()
  let [total, followed] = [0, 0]
  for (const [id, topics] of unread.channels) {
    if (!known.has(id)) continue
    const count = countIn(state, id, topics)
    channels.set(id, count)
    total += count.unmuted
    followed += count.followed
  }
  const direct = [...unread.direct.values()].reduce((sum, ids) => sum + ids.length, 0)
  return { total: total + direct, mentions: unread.mentions.length, direct, followed, channels }
}

/** What a channel's count follows from beside its topics, and the count: most channels stay as they are when a message comes. */
interface Counted {
  readonly choices: unknown
  readonly isMuted: boolean
  readonly mentions: Unread['mentions']
  readonly count: UnreadCount
}

const knownCounts = new WeakMap<UnreadTopics, Counted>()

function countIn(state: State, channelId: number, topics: UnreadTopics): UnreadCount {
  const { mentions } = state.unread
  const choices = state.userTopics.get(channelId)
  const isMuted = isChannelMuted(state, channelId)
  const known = knownCounts.get(topics)
  if (known?.choices === choices && known?.isMuted === isMuted && known.mentions === mentions)
    return known.count
  const count = countOf(topicsIn(state, channelId, topics, new Set(mentions)))
  knownCounts.set(topics, { choices, isMuted, mentions, count })
  return count
}

function countOf(topics: Iterable<UnreadCount>): UnreadCount {
  let sum = nothing
  for (const { unmuted, muted, followed, mentions } of topics) {
    sum = {
      unmuted: sum.unmuted + unmuted,
      muted: sum.muted + muted,
      followed: sum.followed + followed,
      mentions: sum.mentions + mentions,
    }
  }
  return sum
}

/** The channel's topics with unread messages, by `topicKey`. */
export function unreadTopicsIn(state: State, channelId: number): ReadonlyMap<string, UnreadTopic> {
  const topics = state.unread.channels.get(channelId)
  if (!topics || !state.channels.has(channelId)) return new Map()
  const all = topicsIn(state, channelId, topics, new Set(state.unread.mentions))
  return new Map(all.map((each) => [topicKey(each.topic), each]))
}

function topicsIn(
  sight: Sight,
  channelId: number,
  topics: UnreadTopics,
  mentioned: ReadonlySet<number>,
): UnreadTopic[] {
  const merged = new Map<string, { topic: string; ids: readonly number[] }>()
  for (const [topic, ids] of topics) {
    const same = merged.get(topicKey(topic))
    const all = same ? [...same.ids, ...ids].sort((a, b) => a - b) : ids
    merged.set(topicKey(topic), { topic, ids: all })
  }
  return [...merged.values()].map(({ topic, ids }) => {
    const isHidden = isMuted(sight, channelId, topic)
    return {
      topic,
      ids,
      unmuted: isHidden ? 0 : ids.length,
      muted: isHidden ? ids.length : 0,
      followed: isFollowed(sight, channelId, topic) ? ids.length : 0,
      mentions: mentioned.size === 0 ? 0 : ids.filter((id) => mentioned.has(id)).length,
    }
  })
}

/** Unread messages of a topic, ascending. */
export function unreadInTopic(
  { unread }: { unread: Unread },
  channelId: number,
  topic: string,
): readonly number[] {
  const key = topicKey(topic)
  const lists = [...(unread.channels.get(channelId) ?? [])].filter(([name]) => topicKey(name) === key)
  return lists.length === 1 ? (lists[0]?.[1] ?? []) : lists.flatMap(([, ids]) => ids).sort((a, b) => a - b)
}

/** Unread messages of a direct conversation, ascending. @param key `directKey` */
export function unreadInDirect({ unread }: { unread: Unread }, key: string): readonly number[] {
  return unread.direct.get(key) ?? []
}
