// Notes above a feed: what the address named is not to be seen; or what is read stays unread for now, and how to go on.
import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { Feed } from '../feeds/feed'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { keepsUnread, marksOnScroll } from './read-marks'

interface Props {
  feed: Feed
  /** Whether it is one conversation alone. */
  isConversation: boolean
}

export function FeedNotes({ feed, isConversation }: Props) {
  return (
    <>
      {feed.isPointedAtNothing.value && (
        <Note>
          <span>{text('reading.messageGone')}</span>
          <IconButton
            icon={X}
            size={16}
            label={text('shell.close')}
            onClick={() => (feed.isPointedAtNothing.value = false)}
          />
        </Note>
      )}
      {keepsUnread.value && marksOnScroll(isConversation) && (
        <Note>
          <span>{text('reading.paused')}</span>
          <button type="button" class="button plain small" onClick={() => (keepsUnread.value = false)}>
            {text('reading.goOnReading')}
          </button>
        </Note>
      )}
    </>
  )
}

function Note({ children }: { children: ComponentChildren }) {
  return (
    <div class="feed-note" role="status">
      {children}
    </div>
  )
}
