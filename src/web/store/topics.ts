// Topics that are known: of messages that are known, and those that a channel's list of topics brought.
import type { ServerEvent } from './events'
import type { IdMap } from './id-map'
import { idsOf } from './message-changes'
import { messageIn, type Message, type Messages } from './messages'
import { isNumber, isNumbers, isText, listOf, orElse, shape, type Fields } from './shapes'
import { TextMap } from './text-map'
import { topicKey } from './topic-names'

/** As `GET /users/me/{stream_id}/topics` has it. */
export interface Topic {
  /** As the newest message spells it. */
  readonly name: string
  /** The newest message's ID, as far as it is known. */
  readonly max_id: number
}

export interface ChannelTopics {
  /** By `topicKey`. */
  readonly byKey: TextMap<Topic>
  /** Whether those are all of them; after some moves and deletions that is not known any more. */
  readonly isComplete: boolean
}

/** By channel ID. */
export type Topics = IdMap<ChannelTopics>

const noTopics: ChannelTopics = { byKey: TextMap.none, isComplete: false }

/** With what a channel's list of topics answered, which is complete. */
export function topicsWith(topics: Topics, channelId: number, answer: Fields): Topics {
  const fetched = listOf(shape({ name: isText, max_id: isNumber }), answer['topics'])
  const entries = fetched.map(({ name, max_id }) => [topicKey(name), { name, max_id }] as const)
  return topics.with(channelId, { byKey: TextMap.from(entries), isComplete: true })
}

/** With the topics of messages that were fetched. */
export function topicsWithMessages(topics: Topics, messages: readonly Message[]): Topics {
  return messages.reduce(
    (now, { id, stream_id, subject }) =>
      stream_id === undefined ? now : withTopic(now, stream_id, subject, id),
    topics,
  )
}

/** `message`, `update_message` that moves, `delete_message`, and channels that are gone. @param messages before the event */
export function topicsAfter(topics: Topics, event: ServerEvent, messages: Messages): Topics {
  const { type, op } = event
  if (type === 'message') {
    const message = messageIn(event['message'], event['flags'])
    return message ? topicsWithMessages(topics, [message]) : topics
  }
  if (type === 'update_message') return moved(topics, event)
  if (type === 'delete_message') return deleted(topics, event, messages)
  if (type === 'stream' && op === 'delete')
    return topics.withoutAll(orElse(isNumbers, event['stream_ids'], []))
  return topics
}

function withTopic(topics: Topics, channelId: number, name: string, id: number): Topics {
  const channel = topics.get(channelId) ?? noTopics
  const key = topicKey(name)
  const before = channel.byKey.get(key)
  if (before && before.max_id >= id) return topics
  return topics.with(channelId, { ...channel, byKey: channel.byKey.with(key, { name, max_id: id }) })
}

function moved(topics: Topics, event: ServerEvent): Topics {
  const {
    stream_id: from,
    new_stream_id: channelId,
    subject,
    orig_subject: before,
    propagate_mode: mode,
  } = event
  if (!isNumber(from) || !isText(before) || (!isNumber(channelId) && !isText(subject))) return topics
  const ids = orElse(isNumbers, event['message_ids'], [])
  const to = isNumber(channelId) ? channelId : from
  const name = isText(subject) ? subject : before
  const left = withoutMoved(topics, from, topicKey(before), ids, mode === 'change_all')
  const newest = ids.at(-1)
  return newest === undefined ? left : withTopic(left, to, name, newest)
}

/** The old topic, where it is not known to be empty, has an older newest message: which one, only the server knows. */
function withoutMoved(
  topics: Topics,
  channelId: number,
  key: string,
  ids: readonly number[],
  isWhole: boolean,
): Topics {
  const channel = topics.get(channelId)
  const topic = channel?.byKey.get(key)
  if (!channel || !topic || !ids.includes(topic.max_id)) return topics
  return topics.with(channelId, {
    byKey: channel.byKey.without(key),
    isComplete: channel.isComplete && isWhole,
  })
}

function deleted(topics: Topics, event: ServerEvent, messages: Messages): Topics {
  const { stream_id: channelId, topic } = event
  if (!isNumber(channelId) || !isText(topic)) return topics
  const ids = idsOf(event)
  const key = topicKey(topic)
  const left = withoutMoved(topics, channelId, key, ids, false)
  if (left === topics) return topics
  const gone = new Set(ids)
  let newest: Message | undefined
  for (const message of messages.values()) {
    const isThere = message.stream_id === channelId && topicKey(message.subject) === key
    if (isThere && !gone.has(message.id)) newest = message
  }
  return newest ? withTopic(left, channelId, newest.subject, newest.id) : left
}
