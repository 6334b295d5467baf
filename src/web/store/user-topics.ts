// What this person chose for topics: muted, unmuted in a muted channel, followed.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import { isNumber, isText, listOf, shape, type Checked, type Fields } from './shapes'
import { topicKey } from './topic-names'

/** Visibility policies: `inherit` is as the channel is. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const

const isUserTopic = shape({
  stream_id: isNumber,
  topic_name: isText,
  last_updated: isNumber,
  /** One of `visibility`. */
  visibility_policy: isNumber,
})
export type UserTopic = Checked<typeof isUserTopic>

/** By channel ID, then by `topicKey`. */
export type UserTopics = IdMap<ReadonlyMap<string, UserTopic>>

export function userTopicsFrom(register: Fields): UserTopics {
  const byChannel = new Map<number, Map<string, UserTopic>>()
  for (const choice of listOf(isUserTopic, register['user_topics'])) {
    const topics = byChannel.get(choice.stream_id) ?? new Map<string, UserTopic>()
    byChannel.set(choice.stream_id, topics.set(topicKey(choice.topic_name), choice))
  }
  return IdMap.from(byChannel)
}

/** `user_topic`: what was chosen for one, or that nothing is chosen any more. */
export function userTopicsAfter(topics: UserTopics, event: ServerEvent): UserTopics {
  if (event.type !== 'user_topic') return topics
  const { stream_id, topic_name, last_updated, visibility_policy } = event
  const choice = { stream_id, topic_name, last_updated, visibility_policy }
  if (!isUserTopic(choice)) return topics
  const before = topics.get(choice.stream_id)
  const now = new Map(before)
  const key = topicKey(choice.topic_name)
  if (choice.visibility_policy === visibility.inherit) now.delete(key)
  else now.set(key, choice)
  if (isEqual(before?.get(key), now.get(key))) return topics
  return now.size === 0 ? topics.without(choice.stream_id) : topics.with(choice.stream_id, now)
}
