// Whom somebody is likely to mean: those of the conversation, and those who have written of late.
import { conversationOf } from '../store/conversations'
import type { Messages } from '../store/messages'
import type { State } from '../store/state'
import { topicKey } from '../store/topic-names'
import type { Destination } from './destination'

/** How many of the newest known messages are looked at. */
const looked = 400

let last: { messages: Messages; likely: Map<number, { at: number; topic: string }> } | undefined

/** From 0 to 1 by user ID; whoever is not in it is not likelier than others. */
export function likelyPeople(state: State, to: Destination): ReadonlyMap<number, number> {
  const likely = new Map<number, number>()
  const { user_id: me } = state.ownUser
  const wanted = to.type === 'stream' ? `${String(to.stream_id)} ${topicKey(to.topic)}` : ''
  const senders = recentSenders(state)
  let rank = 0
  for (const [id, { topic }] of senders) {
    rank++
    likely.set(id, (topic === wanted && wanted !== '' ? 0.5 : 0.1) + 0.2 / rank)
  }
  if (to.type === 'private') for (const id of to.user_ids) if (id !== me) likely.set(id, 0.8)
  if (to.type === 'stream' && to.stream_id !== undefined) {
    for (const id of state.subscribers.get(to.stream_id)?.ids ?? [])
      likely.set(id, (likely.get(id) ?? 0) + 0.15)
  }
  likely.set(me, -0.3)
  return likely
}

/** Who has written, the newest first, and in which topic last. */
function recentSenders({ messages, ownUser }: State): Map<number, { at: number; topic: string }> {
  if (last?.messages === messages) return last.likely
  const newest = [...messages.values()].slice(-looked)
  const senders = new Map<number, { at: number; topic: string }>()
  for (const message of newest.reverse()) {
    if (senders.has(message.sender_id)) continue
    const place = conversationOf(message, ownUser.user_id)
    const topic = place.type === 'stream' ? `${place.stream_id} ${topicKey(place.topic)}` : ''
    senders.set(message.sender_id, { at: message.id, topic })
  }
  last = { messages, likely: senders }
  return senders
}
