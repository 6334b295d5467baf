// Messages that come while a feed is open.
import { useEffect } from 'preact/hooks'
import type { Feed } from '../feeds/feed'
import { onEvent, state } from '../live/state'
import type { Message } from '../store/messages'
import { isFields, isNumber } from '../store/shapes'
import { isWatched } from './read-marks'

/** Has `told` told of every message of others that comes into the feed. @param told of the feed and the message */
export function useArrivals(feed: Feed, told: (feed: Feed, message: Message) => void): void {
  useEffect(
    () =>
      onEvent((event) => {
        const id = event.type === 'message' && isFields(event['message']) ? event['message']['id'] : undefined
        if (!isNumber(id)) return
        // The feed is told of the event, too.
        queueMicrotask(() => {
          const message = feed.knows(id) ? state().messages.get(id) : undefined
          if (message && message.sender_id !== state().ownUser.user_id) told(feed, message)
        })
      }),
    [feed, told],
  )
}

/** What comes while nobody looks has the line above it, if there is none above what is still unread. */
export function noteUnseen(feed: Feed, { id }: Message): void {
  const before = feed.unreadFrom.peek()
  const isLineNeeded = before === undefined || state().messages.get(before)?.flags.includes('read') !== false
  if (!isWatched() && isLineNeeded) feed.unreadFrom.value = id
}
