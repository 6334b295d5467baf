// The indexes that can find a narrow's messages: for each, the SQL that walks it in the order of message IDs.
import { flagBits } from '../messages/flags'
import { indexedUnread, newUnread, type UnreadSource } from '../messages/unread-repository'
import { anyQuery, blockQuery, type IndexedPart } from '../search/full-text'

/** SQL and the values of its `?`, in order. */
export interface Fragment {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** A way to find messages by an index; the lower its rank, the fewer it finds as a rule. */
export interface Lookup {
  readonly rank: number
  /** `FROM` text that binds `m`, a row of `messages`. */
  readonly from: Fragment
  /** The same without `messages`, where the index has all that is asked. */
  readonly bare?: string
  /** The column with the message's ID by which the index is in order; a list is in the order it was given in. */
  readonly id: 'm.id' | 's.message_id' | 'n.id' | 'ft.rowid'
  /** What the index is asked for. */
  readonly where: Fragment
  /** Whether the rows it finds are those of the stretches, and need not be held against them. */
  readonly isByReach?: boolean
  readonly isList?: boolean
  /** Where the newest of its messages are, which have yet to come to its index. */
  readonly newest?: Lookup
  /** Whether it walks several ranges of an index, each in order by itself. By reach it does for several stretches. */
  readonly isSpread?: boolean
}

const nothing: Fragment = { sql: 'true', values: [] }

/** @param ids in the order in which they are asked for. */
export function byIds(ids: readonly number[]): Lookup {
  return {
    rank: 0,
    isList: true,
    from: {
      sql: 'json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value',
      values: [JSON.stringify(ids)],
    },
    id: 'm.id',
    where: nothing,
  }
}

const flagIndexes: Readonly<Record<number, string>> = {
  2: 'message_states_starred',
  56: 'message_states_mentioned',
  64: 'message_states_alerted',
  128: 'message_states_historical',
}

/** The messages that have one of the flag bits for a person. */
export function byFlag(userId: number, bits: number): Lookup {
  if (bits === flagBits.unread) {
    return { ...byUnread(indexedUnread, userId), newest: byUnread(newUnread, userId) }
  }
  const index = flagIndexes[bits]
  if (index === undefined) throw new Error(`There is no index of message states by the bits ${bits}`)
  return byState(1, `message_states s INDEXED BY ${index}`, {
    sql: `s.user_id = ? AND (s.flags & ${bits}) <> 0`,
    values: [userId],
  })
}

function byUnread({ from, where, id }: UnreadSource, userId: number): Lookup {
  return byState(3, from, { sql: where, values: [userId] }, id)
}

/** @param bare `FROM` text that binds `s`, a row of `message_states` */
function byState(rank: number, bare: string, where: Fragment, id: Lookup['id'] = 's.message_id'): Lookup {
  const from = { sql: `${bare} CROSS JOIN messages m ON m.id = s.message_id`, values: [] }
  return { rank, from, bare, id, where }
}

const withinStretch = 'm.id > r.after AND m.id <= r.up_to'

function byReachWith(rank: number, index: string, condition: Fragment): Lookup {
  return {
    rank,
    from: { sql: `reach r CROSS JOIN messages m INDEXED BY ${index}`, values: [] },
    id: 'm.id',
    where: { sql: `${condition.sql} AND ${withinStretch}`, values: condition.values },
    isByReach: true,
  }
}

const inConversation = 'm.conversation_id = r.conversation_id'

export function bySender(senderId: number): Lookup {
  return byReachWith(4, 'messages_sender', {
    sql: `m.sender_id = ? AND ${inConversation}`,
    values: [senderId],
  })
}

/** What few messages have, as SQL over `m`; each has its index. */
export const markSql = {
  attachment: 'm.has_attachment',
  image: 'm.has_image',
  link: 'm.has_link',
  reaction: 'm.has_reaction',
  resolved: "substr(m.topic, 1, 2) = '✔ '",
} as const

/** The messages within reach that have it. */
export function byMark(mark: keyof typeof markSql): Lookup {
  return byReachWith(4, `messages_${mark}`, { sql: `${markSql[mark]} AND ${inConversation}`, values: [] })
}

/** The messages of a topic, in all channels within reach. */
export function byTopic(topicKey: string): Lookup {
  const sql = 'm.channel_id = r.channel_id AND m.topic_key = ?'
  return byReachWith(2, 'messages_topic', { sql, values: [topicKey] })
}

/** The messages of these topics. */
export function byTopics(topics: readonly { channelId: number; topicKey: string }[]): Lookup {
  return {
    rank: 2,
    from: {
      sql: 'json_each(?) topic CROSS JOIN messages m INDEXED BY messages_topic',
      values: [JSON.stringify(topics.map(({ channelId, topicKey }) => [channelId, topicKey]))],
    },
    id: 'm.id',
    where: {
      sql: 'm.channel_id = CAST(topic.value->>0 AS INTEGER) AND m.topic_key = CAST(topic.value->>1 AS TEXT)',
      values: [],
    },
    isSpread: true,
  }
}

/** All messages within reach. */
export const byReach: Lookup = byReachWith(5, 'messages_conversation', { sql: inConversation, values: [] })

/** The messages that have one of the words, in one list of the full-text index that needs no block to end. */
export function byWord({ anyOf }: IndexedPart & { anyOf: readonly string[] }): Lookup {
  return inText(anyQuery(anyOf))
}

/** The messages of a block that have all of it in the full-text index. @param mark of the block */
export function byText(parts: readonly IndexedPart[], mark: string): Lookup {
  return inText(blockQuery(parts, mark))
}

function inText(query: string): Lookup {
  return {
    rank: 0,
    from: { sql: 'message_search ft CROSS JOIN messages m ON m.id = ft.rowid', values: [] },
    bare: 'message_search ft',
    id: 'ft.rowid',
    where: { sql: 'ft.message_search MATCH ?', values: [query] },
  }
}
