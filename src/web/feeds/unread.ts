// Where reading begins: the first unread message of a narrow, as far as it is known.
import type { Term } from '../addresses/narrow'
import type { State } from '../store/state'
import { unreadInDirect, unreadInTopic } from '../store/unread-counts'
import { conversationIn } from './terms'

/** @param ids of the messages that are known without gaps, ascending */
export function firstUnread(
  terms: readonly Term[],
  ids: readonly number[],
  state: State,
): number | undefined {
  const place = conversationIn(terms, state)
  if (!place) return ids.find((id) => state.messages.get(id)?.flags.includes('read') === false)
  const unread =
    place.type === 'stream'
      ? unreadInTopic(state, place.stream_id, place.topic)
      : unreadInDirect(state, place.user_ids.join())
  const known = new Set(ids)
  return unread.find((id) => known.has(id))
}
