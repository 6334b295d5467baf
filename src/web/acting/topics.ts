// What people do to topics: resolve them, follow or mute them, mark them as read.
import { call } from '../api/call'
import { state } from '../live/state'
import { toast, toastProblem } from '../parts/toasts'
import { isResolved, resolvedMark, topicKey, unresolved } from '../store/topic-names'
import { text } from '../texts/text'
import { attempt } from './calls'

export async function setVisibility(channelId: number, topic: string, policy: number): Promise<void> {
  await attempt('POST', '/user_topics', {
    stream_id: channelId,
    topic,
    visibility_policy: policy,
  })
}

/** Resolves the topic, or opens it again. */
export async function toggleResolved(channelId: number, topic: string): Promise<void> {
  const id = await someMessageOf(channelId, topic)
  if (id === undefined) return
  const changed = isResolved(topic) ? unresolved(topic) : resolvedMark + topic
  await attempt('PATCH', `/messages/${String(id)}`, {
    topic: changed,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
  })
}

/** A message of the topic, by which calls name it; undefined, and a note, where there is none any more. */
export async function someMessageOf(channelId: number, topic: string): Promise<number | undefined> {
  const known = state().topics.get(channelId)?.byKey.get(topicKey(topic))?.max_id
  if (known !== undefined) return known
  try {
    const { messages } = await call('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: channelId },
        { operator: 'topic', operand: topic },
      ],
    })
    const found: unknown = Array.isArray(messages) ? messages[0] : undefined
    if (typeof found === 'object' && found !== null && 'id' in found && typeof found.id === 'number')
      return found.id
    toast(text('acting.topicGone'), { isProblem: true })
  } catch (error) {
    toastProblem(error)
  }
  return undefined
}

export async function markRead(narrow: readonly { operator: string; operand: unknown }[]): Promise<void> {
  await attempt('POST', '/messages/flags/narrow', {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    narrow,
    op: 'add',
    flag: 'read',
  })
}
