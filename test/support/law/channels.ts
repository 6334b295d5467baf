// What stream, subscription, default_streams and default_stream_groups events change.
import { forgetNewest } from './messages'
import {
  items,
  numbers,
  removeWhere,
  sortBy,
  type Event,
  type FeatureRules,
  type Item,
  type State,
  type Watcher,
} from './rules'

/** The lists in which a channel may stand; each is in one of the first three, and in the last. */
const subscriptionLists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const
const lists = [...subscriptionLists, 'streams'] as const

export const channelRules: FeatureRules = {
  apply: {
    stream(state, event, watcher) {
      if (event.op === 'create') create(state, event, watcher)
      if (event.op === 'delete') remove(state, event)
      if (event.op === 'update') update(state, event)
      if (event.op !== 'update' || event['property'] === 'invite_only') forgetNewest(state)
    },
    subscription(state, event, watcher) {
      if (event.op === 'add' || event.op === 'remove') forgetNewest(state)
      if (event.op === 'add') subscribe(state, items(event['subscriptions']), watcher)
      if (event.op === 'remove') unsubscribe(state, items(event['subscriptions']))
      if (event.op === 'update') updateSubscription(state, event)
      if (event.op === 'peer_add' || event.op === 'peer_remove') changePeers(state, event)
    },
    default_stream_groups(state, event) {
      state['realm_default_stream_groups'] = event['default_stream_groups']
    },
    default_streams(state, event) {
      state['realm_default_streams'] = event['default_streams']
    },
  },
  normalize(state) {
    for (const name of lists) sortBy(state, name, 'stream_id')
    for (const name of lists) {
      for (const channel of items(state[name] ?? [])) {
        if (Array.isArray(channel['subscribers'])) numbers(channel['subscribers']).sort((a, b) => a - b)
      }
    }
    mergeNotSubscribed(state)
  },
}

/** A client can't know of a channel that it comes to see whether it was subscribed to it long ago. */
function mergeNotSubscribed(state: State): void {
  if (!state['unsubscribed']) return
  const personal =
    /^(color|is_muted|in_home_view|pin_to_top|wildcard_mentions_notify|(desktop|audible|push|email)_notifications)$/
  const merged = [...items(state['unsubscribed']), ...items(state['never_subscribed'])].map((channel) =>
    Object.fromEntries(Object.entries(channel).filter(([name]) => !personal.test(name))),
  )
  state['unsubscribed'] = []
  state['never_subscribed'] = merged
  sortBy(state, 'never_subscribed', 'stream_id')
}

function create(state: State, event: Event, { options }: Watcher): void {
  for (const channel of items(event['streams'])) {
    for (const name of lists) {
      if (items(state[name]).some((known) => known['stream_id'] === channel['stream_id'])) {
        throw new Error(`Channel ${String(channel['stream_id'])} is created, but was in ${name}`)
      }
    }
    items(state['streams']).push(structuredClone(channel))
    const subscribers = options['include_subscribers'] === 'true' ? { subscribers: [] } : {}
    items(state['never_subscribed']).push({ ...structuredClone(channel), ...subscribers })
  }
}

function remove(state: State, event: Event): void {
  expectEqual(
    items(event['streams']),
    numbers(event['stream_ids']).map((id) => ({ stream_id: id })),
  )
  for (const id of numbers(event['stream_ids'])) {
    const [channel] = known(state, id)
    forgetMutedTopics(state, channel?.['name'])
    for (const name of lists) removeWhere(items(state[name]), 'stream_id', id)
  }
}

/** Muted topics in their old form go by the channel's name, which is not known any more. */
function forgetMutedTopics(state: State, name: unknown): void {
  removeWhere(items(state['muted_topics'] ?? []), '0', name)
}

function update(state: State, event: Event): void {
  for (const channel of known(state, event['stream_id'])) {
    expectEqual(event['name'], channel['name'])
    channel[String(event['property'])] = event['value']
    for (const name of ['rendered_description', 'history_public_to_subscribers', 'is_web_public']) {
      if (name in event) channel[name] = event[name]
    }
  }
}

function subscribe(state: State, subscriptions: readonly Item[], watcher: Watcher): void {
  for (const subscription of subscriptions) {
    const id = subscription['stream_id']
    for (const channel of known(state, id)) channel['subscriber_count'] = subscription['subscriber_count']
    for (const name of subscriptionLists) removeWhere(items(state[name]), 'stream_id', id)
    items(state['subscriptions']).push(structuredClone(subscription))
    if (!numbers(subscription['subscribers']).includes(watcher.person.id)) {
      throw new Error('Subscribed, but not among the subscribers')
    }
  }
}

function unsubscribe(state: State, subscriptions: readonly Item[]): void {
  for (const { stream_id: id, name } of subscriptions) {
    const subscription = items(state['subscriptions']).find((each) => each['stream_id'] === id)
    if (!subscription) throw new Error(`Unsubscribed from ${String(id)} without having been subscribed`)
    expectEqual(name, subscription['name'])
    removeWhere(items(state['subscriptions']), 'stream_id', id)
    items(state['unsubscribed']).push(subscription)
    changeSubscribers(state, id, [], [Number(state['user_id'])])
  }
}

/** What an event says twice, or what was known before. */
function expectEqual(said: unknown, known: unknown): void {
  if (!Bun.deepEquals(said, known))
    throw new Error(`${JSON.stringify(said)} is said of ${JSON.stringify(known)}`)
}

function updateSubscription(state: State, event: Event): void {
  const subscription = items(state['subscriptions']).find((each) => each['stream_id'] === event['stream_id'])
  if (!subscription) throw new Error(`No subscription to ${String(event['stream_id'])} to update`)
  subscription[String(event['property'])] = event['value']
}

function changePeers(state: State, event: Event): void {
  const userIds = numbers(event['user_ids'])
  for (const id of numbers(event['stream_ids'])) {
    if (event.op === 'peer_add') changeSubscribers(state, id, userIds, [])
    else changeSubscribers(state, id, [], userIds)
  }
}

function changeSubscribers(
  state: State,
  id: unknown,
  added: readonly number[],
  removed: readonly number[],
): void {
  for (const channel of known(state, id)) {
    channel['subscriber_count'] = Number(channel['subscriber_count']) + added.length - removed.length
    if (!Array.isArray(channel['subscribers'])) continue
    const before = numbers(channel['subscribers'])
    if (added.some((each) => before.includes(each))) throw new Error('Added a subscriber twice')
    if (removed.some((each) => !before.includes(each))) throw new Error('Removed a subscriber twice')
    channel['subscribers'] = [...before.filter((each) => !removed.includes(each)), ...added]
  }
}

/** The channel in each list that has it. @throws if the client has not heard of it. */
function known(state: State, id: unknown): Item[] {
  const found = lists.flatMap((name) => items(state[name]).filter((each) => each['stream_id'] === id))
  if (found.length !== 2) throw new Error(`Channel ${String(id)} is in ${found.length} lists`)
  return found
}
