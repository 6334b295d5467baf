// What edits, moves and deletions of messages change: unread and starred messages.
import { forgetNewest, isMutedPlace, unknown } from './messages'
import { item, items, numbers, type Event, type FeatureRules, type Item, type State } from './rules'

export const messageChangeRules: FeatureRules = {
  apply: {
    update_message(state, event) {
      if (event['subject'] !== undefined || event['new_stream_id'] !== undefined) moveUnread(state, event)
      noteMention(state, event)
      // What was received follows from the channel a message is in.
      if (event['new_stream_id'] !== undefined) forgetNewest(state)
    },
    delete_message(state, event) {
      const single = event['message_id']
      const ids = single === undefined ? numbers(event['message_ids']) : [Number(single)]
      for (const id of ids) {
        removeUnread(state, id)
        remove(numbers(state['starred_messages']), id)
        if (Number(state['max_message_id']) <= id) forgetNewest(state)
        for (const conversation of items(state['recent_private_conversations'])) {
          if (conversation['max_message_id'] === id) conversation['max_message_id'] = unknown
        }
      }
    },
  },
  lookUp(state, expected) {
    if (state['max_message_id'] === unknown) state['max_message_id'] = expected['max_message_id']
    const conversations = items(expected['recent_private_conversations'])
    state['recent_private_conversations'] = items(state['recent_private_conversations'])
      .flatMap((known) => {
        if (known['max_message_id'] !== unknown) return [known]
        const others = numbers(known['user_ids']).join()
        return conversations.filter((each) => numbers(each['user_ids']).join() === others)
      })
      .sort((a, b) => Number(b['max_message_id']) - Number(a['max_message_id']))
  },
}

function moveUnread(state: State, event: Event): void {
  const streams = items(item(state['unread_msgs'])['streams'])
  const streamId = event['new_stream_id'] ?? event['stream_id']
  const topic = event['subject'] ?? event['orig_subject']
  for (const id of numbers(event['message_ids'])) {
    const from = streams.find((group) => numbers(group['unread_message_ids']).includes(id))
    if (!from) continue
    remove(numbers(from['unread_message_ids']), id)
    const isThere = (group: Item) => group['stream_id'] === streamId && group['topic'] === topic
    const there = streams.find(isThere) ?? { stream_id: streamId, topic, unread_message_ids: [] }
    if (!streams.includes(there)) streams.push(there)
    numbers(there['unread_message_ids']).push(id)
    numbers(there['unread_message_ids']).sort((a, b) => a - b)
  }
  dropEmpty(streams)
}

/** The flags of an edited message may say that it mentions the person, or no longer. */
function noteMention(state: State, event: Event): void {
  const unread = item(state['unread_msgs'])
  const id = Number(event['message_id'])
  const flags = event['flags']
  const has = (flag: string) => Array.isArray(flags) && flags.includes(flag)
  const mentions = numbers(unread['mentions'])
  const group = items(unread['streams']).find((each) => numbers(each['unread_message_ids']).includes(id))
  const isMuted = group !== undefined && isMutedPlace(state, group['stream_id'], group['topic'])
  const isCounted = !has('read') && (has('mentioned') || (has('wildcard_mentioned') && !isMuted))
  remove(mentions, id)
  if (isCounted) mentions.push(id)
  mentions.sort((a, b) => a - b)
}

function removeUnread(state: State, id: number): void {
  const unread = item(state['unread_msgs'])
  for (const kind of ['pms', 'streams', 'huddles']) {
    const groups = items(unread[kind])
    for (const group of groups) remove(numbers(group['unread_message_ids']), id)
    dropEmpty(groups)
  }
  remove(numbers(unread['mentions']), id)
}

function dropEmpty(groups: Item[]): void {
  for (let index = groups.length - 1; index >= 0; index--) {
    if (numbers(groups[index]?.['unread_message_ids']).length === 0) groups.splice(index, 1)
  }
}

function remove(ids: number[], id: number): void {
  const index = ids.indexOf(id)
  if (index >= 0) ids.splice(index, 1)
}
