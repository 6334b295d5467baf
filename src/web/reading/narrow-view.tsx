// The view of a narrow: its messages, and below them the compose box.
import { CircleAlert, SquarePen } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { address, correctAddress } from '../addresses/address'
import { narrowAt, type Narrow, type Term } from '../addresses/narrow'
import type { Feed } from '../feeds/feed'
import { feeds } from '../feeds/open'
import { channelIn, conversationIn, keyOf } from '../feeds/terms'
import { narrowLink } from '../live/links'
import { state } from '../live/state'
import { EmptyState } from '../parts/empty-state'
import { PatientSkeleton } from '../parts/skeleton'
import { View } from '../shell/view'
import { text } from '../texts/text'
import { keepFeed } from '../notifying/kept-feeds'
import { Compose } from '../writing/compose'
import { startConversation } from '../writing/current-box'
import { Pending } from '../writing/pending'
import { TypingNotice } from '../writing/typing-notice'
import { openCards } from './cards'
import { FeedList } from './feed-list'
import { FeedHeading } from './heading'
import { HeadingMenu } from './heading-menu'
import './keys'
import { Failed, isRefused, NoMessages } from './no-feed'
import { FeedNotes } from './notes'
import { showOwn } from './own-messages'
import { keepsUnread } from './read-marks'
import { titleOf } from './titles'

export function NarrowView() {
  const narrow = narrowAt(address.value)
  return narrow ? <OpenNarrow narrow={narrow} hash={address.value} /> : <Unreadable />
}

function OpenNarrow({ narrow, hash }: { narrow: Narrow; hash: string }) {
  const feed = useFeed(narrow, hash)
  const terms = feed.terms.value
  const place = conversationIn(terms, state())
  const hasSeveral = place === undefined
  return (
    <View
      title={titleOf(terms)}
      heading={<FeedHeading terms={terms} />}
      actions={<HeadingMenu terms={terms} />}
    >
      <div class="feed-view" onClick={openCards} onKeyDown={openCards}>
        <FeedNotes feed={feed} isConversation={!hasSeveral} />
        <Inside feed={feed} hasSeveral={hasSeveral} />
        {place && <TypingNotice to={place} />}
        {!isRefused(feed.status.value) && <Writing terms={terms} />}
      </div>
    </View>
  )
}

/** The compose box of a conversation, or of a channel; elsewhere only a button that asks where to. */
function Writing({ terms }: { terms: readonly Term[] }) {
  const place = conversationIn(terms, state())
  const channelId = channelIn(terms, state())
  if (place) return <Compose to={place} />
  if (channelId !== undefined && terms.length === 1)
    return <Compose to={{ type: 'stream', stream_id: channelId, topic: '' }} />
  return (
    <div class="feed-actions">
      <button type="button" class="button plain" onClick={() => startConversation()}>
        <SquarePen size={16} aria-hidden="true" />
        {text('reading.newConversation')}
      </button>
    </div>
  )
}

/** The feed of the address; the address follows it where its conversation has moved. */
function useFeed(narrow: Narrow, hash: string): Feed {
  // What the address was corrected to is the feed that is open already.
  const open = useRef<{ feed: Feed; hashes: readonly string[] }>()
  if (!open.current?.hashes.includes(hash)) {
    keepsUnread.value = false
    open.current = { feed: feeds.open(narrow), hashes: [hash] }
  }
  const { feed } = open.current
  useEffect(() => () => feeds.close(feed), [feed])
  useEffect(() => keepFeed(feed), [feed])
  useEffect(() => showOwn(feed), [feed])
  const terms = feed.terms.value
  useEffect(() => {
    const link =
      hash === '#feed' || keyOf(terms) === keyOf(narrow.terms) ? hash : narrowLink(terms, narrow.near)
    if (link === hash) return
    open.current = { feed, hashes: [link] }
    correctAddress(link)
  }, [terms, feed])
  return feed
}

function Inside({ feed, hasSeveral }: { feed: Feed; hasSeveral: boolean }) {
  // Whoever goes on reading has read what is in sight: it is looked at with every drawing.
  void keepsUnread.value
  const status = feed.status.value
  const place = conversationIn(feed.terms.value, state())
  const pending = <Pending {...(place ? { to: place } : {})} />
  if (status === 'opening') return <PatientSkeleton rows={10} label={text('reading.loading')} />
  const { ids, hasOldest, hasNewest } = feed.window.value
  const isEmpty = ids.length === 0 && hasOldest && hasNewest
  if (status === 'ready' && !isEmpty)
    return (
      <FeedList feed={feed} hasSeveral={hasSeveral}>
        {feed.endsHere && pending}
      </FeedList>
    )
  return (
    <div class="feed-without-rows">
      {status === 'ready' ? (
        <NoMessages terms={feed.terms.value} />
      ) : (
        <Failed error={status} onRetry={() => void feed.open('first_unread')} />
      )}
      {pending}
    </div>
  )
}

function Unreadable() {
  return (
    <View title={text('shell.nothingHere')}>
      <EmptyState icon={CircleAlert} title={text('reading.badAddress')}>
        <a class="button plain" href="#inbox">
          {text('shell.toInbox')}
        </a>
      </EmptyState>
    </View>
  )
}
