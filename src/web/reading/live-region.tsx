// Tells those who can't see them of new messages in the open feed.
import { useEffect, useState } from 'preact/hooks'
import type { Feed } from '../feeds/feed'
import { onEvent, state } from '../live/state'
import { renderedNodes } from '../parts/rendered-html'
import { isFields, isNumber } from '../store/shapes'
import { senderNameOf } from '../store/names'

/** As much of a message is read aloud by itself. */
const longest = 300

export function LiveRegion({ feed }: { feed: Feed }) {
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      onEvent((event) => {
        const message =
          event.type === 'message' && isFields(event['message']) ? event['message']['id'] : undefined
        if (!isNumber(message)) return
        // The feed is told of the event, too, and may have to ask the server first.
        queueMicrotask(() => {
          const known = feed.knows(message) ? state().messages.get(message) : undefined
          if (!known || known.sender_id === state().ownUser.user_id) return
          const words = renderedNodes(known.content).textContent.trim().replace(/\s+/g, ' ')
          setSaid(`${senderNameOf(state(), known)}: ${words.slice(0, longest)}`)
        })
      }),
    [feed],
  )
  return (
    <div class="for-ears" role="log" aria-live="polite">
      {said}
    </div>
  )
}
