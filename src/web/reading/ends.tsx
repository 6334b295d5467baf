// What stands at the ends of a feed: more on its way, a failure, or that there is no more.
import type { Feed } from '../feeds/feed'
import { conversationIn } from '../feeds/terms'
import { state } from '../live/state'
import { Skeleton } from '../parts/skeleton'
import { text } from '../texts/text'

interface Props {
  feed: Feed
  end: 'earlier' | 'later'
  /** Whether there is nothing beyond. */
  isReached: boolean
  hasSeveral: boolean
}

export function End({ feed, end, isReached }: Props) {
  const progress = feed[end].value
  if (progress === 'failed')
    return (
      <div class="feed-end" role="alert">
        <p>{text('reading.notLoaded')}</p>
        <button
          type="button"
          class="button plain"
          onClick={() => void (end === 'earlier' ? feed.showEarlier() : feed.showLater())}
        >
          {text('shell.retry')}
        </button>
      </div>
    )
  if (!isReached) return <Skeleton rows={end === 'earlier' ? 3 : 2} label={text('reading.loadingMore')} />
  if (end === 'later') return null
  const isConversation = conversationIn(feed.terms.value, state()) !== undefined
  return <p class="feed-end">{text(isConversation ? 'reading.beginning' : 'reading.noOlder')}</p>
}
