// What message events change: the newest message, unread messages, direct conversations.
import { item, items, numbers, type FeatureRules, type Item, type State, type Watcher } from './rules'

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
    update_message_flags(state, event) {
      if (event.op === 'add' && event['flag'] === 'read') removeUnread(state, numbers(event['messages']))
    },
  },
  normalize(state) {
    const unread = state['unread_msgs']
    if (unread === undefined) return
    for (const kind of ['pms', 'streams', 'huddles']) {
      items(item(unread)[kind]).sort((a, b) => firstUnread(a) - firstUnread(b))
    }
    item(unread)['count'] = countOf(state)
  },
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
  if (unread.mentioned || (unread.wildcard && !isMuted)) numbers(all['mentions']).push(id)
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
  if (group) numbers(group['unread_message_ids']).push(id)
  else groups.push({ ...fields, unread_message_ids: [id] })
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
