// What message events and changed flags change: the newest message, unread and starred messages, direct conversations.
import {
  item,
  items,
  knowsChannel,
  numbers,
  type Event,
  type FeatureRules,
  type Item,
  type State,
  type Watcher,
} from './rules'

export const messageRules: FeatureRules = {
  apply: {
    message(state, event, watcher) {
      const message = item(event['message'])
      const flags = event['flags']
      const has = (flag: string) => Array.isArray(flags) && flags.includes(flag)
      if (has('historical')) return
      state['max_message_id'] = message['id']
      if (message['type'] === 'private') noteConversation(state, message, watcher)
      if (!has('read')) {
        addUnread(state, {
          ...place(message, watcher),
          mentioned: has('mentioned'),
          wildcard: has('wildcard_mentioned'),
        })
      }
    },
    update_message_flags(state, event, { options }) {
      if (event['operation'] !== event.op) throw new Error('Two things are done at once')
      const ids = numbers(event['messages'])
      // What a person flags is part of their history, even if they never received it.
      for (const id of ids) {
        if (!(Number(state['max_message_id']) < id)) continue
        // It may be in an archived channel: who is told nothing of those is not told either that it can't be read any more.
        if ('client_capabilities' in options) state['max_message_id'] = id
        else forgetNewest(state)
      }
      if (event['flag'] === 'starred') changeStars(state, ids, event.op === 'add')
      if (event['flag'] !== 'read') return
      if (event.op === 'remove') for (const id of ids) addUnread(state, placeOfUnread(state, event, id))
      else removeUnread(state, event['all'] === true ? allUnread(state) : ids)
    },
  },
  normalize(state) {
    const unread = state['unread_msgs']
    if (unread === undefined) return
    const channels = items(item(unread)['streams'])
    removeUnread(
      state,
      channels.flatMap((group) => (knowsChannel(state, group['stream_id']) ? [] : unreadIn(group))),
    )
    for (const kind of ['pms', 'streams', 'huddles']) {
      items(item(unread)[kind]).sort((a, b) => firstUnread(a) - firstUnread(b))
    }
    item(unread)['count'] = countOf(state)
  },
}

/** Stands for what a client would have to ask for. */
export const unknown = 'unknown'

/** Other messages can be read now than before; which one is the newest of them, a client would have to ask. */
export function forgetNewest(state: State): void {
  state['max_message_id'] = unknown
}

/** What counts as unread; clients work it out, as muting changes it without an event of its own. */
function countOf(state: State): number {
  const unread = item(state['unread_msgs'])
  const groups = ['pms', 'huddles', 'streams'].flatMap((kind) => items(unread[kind]))
  const counted = groups.filter(
    (group) => group['stream_id'] === undefined || !isMutedPlace(state, group['stream_id'], group['topic']),
  )
  return counted.reduce((sum, group) => sum + numbers(group['unread_message_ids']).length, 0)
}

function firstUnread(group: Item): number {
  return numbers(group['unread_message_ids'])[0] ?? 0
}

/** An unread message, as `unread_msgs` sorts it in. */
interface Unread {
  id: number
  type: string
  streamId: unknown
  topic: unknown
  /** Everybody but the watcher. */
  others: readonly number[]
  mentioned: boolean
  wildcard: boolean
}

function place(message: Item, watcher: Watcher): Omit<Unread, 'mentioned' | 'wildcard'> {
  const type = String(message['type'])
  return {
    id: Number(message['id']),
    type,
    streamId: message['stream_id'],
    topic: message['subject'],
    others: type === 'private' ? othersIn(message, watcher) : [],
  }
}

function othersIn(message: Item, watcher: Watcher): number[] {
  return items(message['display_recipient'])
    .map((person) => Number(person['id']))
    .filter((id) => id !== watcher.person.id)
}

function noteConversation(state: State, message: Item, watcher: Watcher): void {
  const others = othersIn(message, watcher)
  const list = items(state['recent_private_conversations'])
  const known = list.findIndex(({ user_ids: ids }) => numbers(ids).join() === others.join())
  if (known >= 0) list.splice(known, 1)
  list.unshift({ user_ids: others, max_message_id: message['id'] })
}

function addUnread(state: State, unread: Unread): void {
  const all = item(state['unread_msgs'])
  const { id, type, streamId, topic, others } = unread
  const isMuted = type === 'stream' && isMutedPlace(state, streamId, topic)
  if (!isMuted) all['count'] = Number(all['count']) + 1
  if (unread.mentioned || (unread.wildcard && !isMuted)) insert(numbers(all['mentions']), id)
  if (type === 'stream') {
    const isHere = (group: Item) => group['stream_id'] === streamId && group['topic'] === topic
    addTo(items(all['streams']), isHere, { stream_id: streamId, topic }, id)
  } else if (others.length > 1) {
    const ids = [...others, Number(state['user_id'])].sort((a, b) => a - b).join(',')
    addTo(items(all['huddles']), (group) => group['user_ids_string'] === ids, { user_ids_string: ids }, id)
  } else {
    const other = others[0] ?? Number(state['user_id'])
    const fields = { other_user_id: other, sender_id: other }
    addTo(items(all['pms']), (group) => group['other_user_id'] === other, fields, id)
  }
}

/** Whether messages there are not counted. */
export function isMutedPlace(state: State, streamId: unknown, topic: unknown): boolean {
  const topics = Array.isArray(state['user_topics']) ? items(state['user_topics']) : []
  const choice = topics.find((each) => {
    const isSame = String(each['topic_name']).toLowerCase() === String(topic).toLowerCase()
    return each['stream_id'] === streamId && isSame
  })
  if (choice) return choice['visibility_policy'] === 1
  const subscriptions = Array.isArray(state['subscriptions']) ? items(state['subscriptions']) : []
  return subscriptions.some((each) => each['stream_id'] === streamId && each['is_muted'] === true)
}

function addTo(groups: Item[], isHere: (group: Item) => boolean, fields: Item, id: number): void {
  const group = groups.find(isHere)
  if (group) insert(numbers(group['unread_message_ids']), id)
  else groups.push({ ...fields, unread_message_ids: [id] })
}

function insert(ids: number[], id: number): void {
  if (ids.includes(id)) return
  ids.push(id)
  ids.sort((a, b) => a - b)
}

/** What the event says of a message that is unread again. */
function placeOfUnread(state: State, event: Event, id: number): Unread {
  const details = item(item(event['message_details'])[String(id)])
  const isDirect = details['type'] === 'private'
  const isMuted = isMutedPlace(state, details['stream_id'], details['topic'])
  if (!isDirect && details['unmuted_stream_msg'] !== !isMuted) throw new Error('Muted, or not')
  return {
    id,
    type: String(details['type']),
    streamId: details['stream_id'],
    topic: details['topic'],
    others: isDirect ? numbers(details['user_ids']) : [],
    mentioned: details['mentioned'] === true,
    wildcard: false,
  }
}

function allUnread(state: State): number[] {
  const unread = item(state['unread_msgs'])
  const groups = ['pms', 'huddles', 'streams'].flatMap((kind) => items(unread[kind]))
  return groups.flatMap(unreadIn)
}

function unreadIn(group: Item): number[] {
  return numbers(group['unread_message_ids'])
}

function changeStars(state: State, ids: readonly number[], isAdded: boolean): void {
  const starred = new Set(numbers(state['starred_messages']))
  for (const id of ids) {
    if (isAdded) starred.add(id)
    else starred.delete(id)
  }
  state['starred_messages'] = [...starred].sort((a, b) => a - b)
}

function removeUnread(state: State, ids: readonly number[]): void {
  const all = item(state['unread_msgs'])
  const isLeft = (id: number) => !ids.includes(id)
  all['mentions'] = numbers(all['mentions']).filter(isLeft)
  for (const kind of ['pms', 'streams', 'huddles']) {
    const groups = items(all[kind])
    for (const group of groups)
      group['unread_message_ids'] = numbers(group['unread_message_ids']).filter(isLeft)
    all[kind] = groups.filter((group) => numbers(group['unread_message_ids']).length > 0)
  }
}
