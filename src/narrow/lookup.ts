// The indexes that can find a narrow's messages: for each, the SQL that walks it in the order of message IDs.

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
  /** The column with the message's ID by which the index is in order. */
  readonly id: 'm.id' | 's.message_id'
  /** What the index is asked for. */
  readonly where: Fragment
  /** Whether the rows it finds are those of the stretches, and need not be held against them. */
  readonly isByReach?: boolean
}

const nothing: Fragment = { sql: 'true', values: [] }

export function byIds(ids: readonly number[]): Lookup {
  return {
    rank: 0,
    from: {
      sql: 'json_each(?) wanted CROSS JOIN messages m ON m.id = wanted.value',
      values: [JSON.stringify(ids)],
    },
    id: 'm.id',
    where: nothing,
  }
}

const flagIndexes: Readonly<Record<number, string>> = {
  1: 'message_states_unread',
  2: 'message_states_starred',
  56: 'message_states_mentioned',
  64: 'message_states_alerted',
  128: 'message_states_historical',
}

/** The messages that have one of the flag bits for a person. */
export function byFlag(userId: number, bits: number): Lookup {
  const index = flagIndexes[bits]
  if (index === undefined) throw new Error(`There is no index of message states by the bits ${bits}`)
  return {
    rank: bits === 1 ? 3 : 1,
    from: {
      sql: `message_states s INDEXED BY ${index} CROSS JOIN messages m ON m.id = s.message_id`,
      values: [],
    },
    id: 's.message_id',
    where: { sql: `s.user_id = ? AND (s.flags & ${bits}) <> 0`, values: [userId] },
  }
}

export function bySender(senderId: number): Lookup {
  return {
    rank: 4,
    from: { sql: 'messages m INDEXED BY messages_sender', values: [] },
    id: 'm.id',
    where: { sql: 'm.sender_id = ?', values: [senderId] },
  }
}

const withinStretch = 'm.id > r.after AND m.id <= r.up_to'

/** The messages of a topic, in all channels within reach. */
export function byTopic(topicKey: string): Lookup {
  return {
    rank: 2,
    from: { sql: 'reach r CROSS JOIN messages m INDEXED BY messages_topic', values: [] },
    id: 'm.id',
    where: {
      sql: `m.channel_id = r.channel_id AND m.topic_key = ? AND ${withinStretch}`,
      values: [topicKey],
    },
    isByReach: true,
  }
}

/** All messages within reach. */
export const byReach: Lookup = {
  rank: 5,
  from: { sql: 'reach r CROSS JOIN messages m INDEXED BY messages_conversation', values: [] },
  id: 'm.id',
  where: { sql: `m.conversation_id = r.conversation_id AND ${withinStretch}`, values: [] },
  isByReach: true,
}
