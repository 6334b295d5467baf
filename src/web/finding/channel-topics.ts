// The topics of a channel, fetched when somebody wants to see all of them.
import { signal } from '@preact/signals'
import { call, Unreachable } from '../api/call'
import { changeState, generation, state } from '../live/state'
import { toastProblem } from '../parts/toasts'
import { addTopics } from '../store/state'

/** Channels whose topics are on their way. */
export const loadingTopics = signal<ReadonlySet<number>>(new Set())

/** Has all topics of the channel known, unless they are. */
export function wantTopics(channelId: number): void {
  if (state().topics.get(channelId)?.isComplete || loadingTopics.peek().has(channelId)) return
  loadingTopics.value = new Set([...loadingTopics.peek(), channelId])
  void fetchTopics(channelId)
}

async function fetchTopics(channelId: number): Promise<void> {
  const askedIn = generation.peek()
  try {
    const answer = await call('GET', `/users/me/${channelId}/topics`, { allow_empty_topic_name: true })
    if (generation.peek() === askedIn) changeState((now) => addTopics(now, channelId, answer))
  } catch (error) {
    // Out of reach is said above everything, and it is asked for again.
    if (!(error instanceof Unreachable)) toastProblem(error)
  } finally {
    loadingTopics.value = new Set([...loadingTopics.peek()].filter((id) => id !== channelId))
  }
}
