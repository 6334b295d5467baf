// What one sends oneself is seen: a feed that it comes to goes to its end, where it stands from the start.
import type { Feed } from '../feeds/feed'
import { channelIn, conversationIn } from '../feeds/terms'
import { state } from '../live/state'
import { destinationKey, type Destination } from '../writing/destination'
import { onSending } from '../writing/outbox'

/** @returns ends that */
export function showOwn(feed: Feed): () => void {
  return onSending((to) => {
    if (isPartOf(feed, to) && !(feed.line === 'end' && feed.endsHere)) void feed.toNewest()
  })
}

/** Of a conversation, a channel, or all there is; whether a search finds the message is not known before the server has it. */
function isPartOf(feed: Feed, to: Destination): boolean {
  const terms = feed.terms.peek()
  const place = conversationIn(terms, state())
  if (place) return destinationKey(place) === destinationKey(to)
  if (terms.length === 0) return true
  return terms.length === 1 && to.type === 'stream' && channelIn(terms, state()) === to.stream_id
}
