// Tells those who can't see them of new messages in the open feed.
import { useCallback, useState } from 'preact/hooks'
import type { Feed } from '../feeds/feed'
import { state } from '../live/state'
import { renderedNodes } from '../parts/rendered-html'
import type { Message } from '../store/messages'
import { senderNameOf } from '../store/names'
import { useArrivals } from './arrivals'

/** As much of a message is read aloud by itself. */
const longest = 300

export function LiveRegion({ feed }: { feed: Feed }) {
  const [said, setSaid] = useState('')
  const say = useCallback((_: Feed, message: Message): void => {
    const words = renderedNodes(message.content).textContent.trim().replace(/\s+/g, ' ')
    setSaid(`${senderNameOf(state(), message)}: ${words.slice(0, longest)}`)
  }, [])
  useArrivals(feed, say)
  return (
    <div class="for-ears" role="log" aria-live="polite">
      {said}
    </div>
  )
}
