// The topics of a channel come when somebody writes there.
import { call } from '../api/call'
import { changeState, state } from '../live/state'
import { addTopics } from '../store/state'

const asked = new Set<number>()

export async function fetchTopics(channelId: number): Promise<void> {
  if (state().topics.get(channelId)?.isComplete === true || asked.has(channelId)) return
  asked.add(channelId)
  const answer = await call('GET', `/users/me/${String(channelId)}/topics`, {
    allow_empty_topic_name: true,
  }).catch(() => undefined)
  asked.delete(channelId)
  if (answer) changeState((before) => addTopics(before, channelId, answer))
}
