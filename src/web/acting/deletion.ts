// Deleting messages, and topics with all that is in them.
import { call } from '../api/call'
import { toastProblem } from '../parts/toasts'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { attempt } from './calls'
import { confirm } from './confirm'
import { topicText } from './topic-text'

export function confirmDeletion({ id }: Message): void {
  confirm({
    title: text('acting.deleteTitle'),
    explanation: text('acting.deleteExplained'),
    action: text('acting.delete'),
    run: () => attempt('DELETE', `/messages/${String(id)}`),
  })
}

export function confirmTopicDeletion(channelId: number, topic: string): void {
  confirm({
    title: text('acting.deleteTopicTitle', { topic: topicText(topic) }),
    explanation: text('acting.deleteTopicExplained'),
    action: text('acting.delete'),
    run: () => deleteTopic(channelId, topic),
  })
}

/** Large topics go in several calls: each says whether it was the last. */
async function deleteTopic(channelId: number, topic: string): Promise<boolean> {
  try {
    for (;;) {
      const { complete } = await call('POST', `/streams/${String(channelId)}/delete_topic`, {
        topic_name: topic,
      })
      if (complete !== false) return true
    }
  } catch (error) {
    toastProblem(error)
    return false
  }
}
