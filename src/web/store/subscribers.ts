// Who is in which channel, as far as this person may know.
import { channelLists } from './channels'
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isNumber, isNumbers, listOf, optional, orElse, shape, type Checked, type Fields } from './shapes'

const isListed = shape({
  stream_id: isNumber,
  subscriber_count: isNumber,
  subscribers: optional(isNumbers),
  partial_subscribers: optional(isNumbers),
})

export interface ChannelSubscribers {
  readonly subscriber_count: number
  /** In no order. Of a large channel perhaps only those who were about of late, and all bots. */
  readonly ids: readonly number[]
  /** Whether those are all of them. */
  readonly isComplete: boolean
}

/** By channel ID. */
export type Subscribers = IdMap<ChannelSubscribers>

export function subscribersFrom(register: Fields): Subscribers {
  return IdMap.from(channelLists.flatMap((name) => listOf(isListed, register[name])).map(entry))
}

function entry(channel: Checked<typeof isListed>): [number, ChannelSubscribers] {
  const { stream_id, subscriber_count, subscribers, partial_subscribers } = channel
  const ids = subscribers ?? partial_subscribers ?? []
  return [stream_id, { subscriber_count, ids, isComplete: subscribers !== undefined }]
}

/**
 * `subscription` `peer_add` and `peer_remove`, one's own `add` and `remove`, and channels that come into sight or go out of it.
 * @param me one's own user ID
 */
export function subscribersAfter(subscribers: Subscribers, event: ServerEvent, me: number): Subscribers {
  const { type, op } = event
  const ids = orElse(isNumbers, event['stream_ids'], [])
  if (type === 'stream' && op === 'delete') return subscribers.withoutAll(ids)
  if (type === 'stream' && op === 'create')
    return subscribers.withAll(listOf(isListed, event['streams']).map(created))
  if (type !== 'subscription') return subscribers
  if (op === 'add') return subscribers.withAll(listOf(isListed, event['subscriptions']).map(entry))
  if (op === 'remove') {
    const left = listOf(shape({ stream_id: isNumber }), event['subscriptions'])
    return changedIn(
      subscribers,
      left.map(({ stream_id }) => stream_id),
      [],
      [me],
    )
  }
  const people = orElse(isNumbers, event['user_ids'], [])
  if (op === 'peer_add') return changedIn(subscribers, ids, people, [])
  return op === 'peer_remove' ? changedIn(subscribers, ids, [], people) : subscribers
}

/** Who is in it follows by `peer_add`. */
function created({ stream_id, subscriber_count }: Checked<typeof isListed>): [number, ChannelSubscribers] {
  return [stream_id, { subscriber_count, ids: [], isComplete: true }]
}

function changedIn(
  subscribers: Subscribers,
  channelIds: readonly number[],
  come: readonly number[],
  gone: readonly number[],
): Subscribers {
  const isGone = new Set(gone)
  return subscribers.withAll(
    channelIds.flatMap((id): [number, ChannelSubscribers][] => {
      const before = subscribers.get(id)
      if (!before) return []
      const left = gone.length === 0 ? before.ids : before.ids.filter((each) => !isGone.has(each))
      const count = before.subscriber_count + come.length - gone.length
      return [
        [id, { ...before, subscriber_count: count, ids: come.length === 0 ? left : [...left, ...come] }],
      ]
    }),
  )
}
