// The rows of a feed, in a box that scrolls: more comes at both ends, and nothing that is read ever jumps.
import { ArrowDown } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Feed, Line } from '../feeds/feed'
import { layoutOf } from '../feeds/layout'
import { state } from '../live/state'
import { whenIdle } from '../parts/idle'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { End } from './ends'
import { noteUnseen, useArrivals } from './arrivals'
import { LiveRegion } from './live-region'
import { RowItem } from './row-item'
import { isWatched, keepsUnread, markRead, marksOnScroll } from './read-marks'
import { currentList } from './selection'
import { ScrollKeeper } from './scroll-keeper'
import { stickNear } from './sticking'

interface Props {
  feed: Feed
  /** Whether each run of messages has its conversation above it. */
  hasSeveral: boolean
  /** At the end of the feed, such as what is on its way. */
  children?: ComponentChildren
}

/** So near an end, in heights of the box, more is shown; what is farther away than `most` is let go of, but for `kept`. */
const ahead = 1.5
const most = 4
const kept = 3
/** With more rows than these, the one that has the focus is let go of, too. */
const mostForFocus = 180
/** So long, in milliseconds, what is seen after a drawing may wait for an idle moment. */
const latestLook = 100
/** So far from the end, likewise, there is a button that leads back. */
const far = 0.4

export function FeedList({ feed, hasSeveral, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const keeper = useRef<ScrollKeeper>()
  const soon = useRef<() => void>()
  // Of another feed it is of no use any more; to ask it would have the page laid out for nothing.
  if (currentList.peek()?.feed === feed) keeper.current?.notice()
  const messages = useMessages(feed)
  const items = layoutOf(messages, {
    hasSeveral,
    unreadFrom: feed.unreadFrom.value,
    me: state().ownUser.user_id,
  })
  const { hasOldest, hasNewest } = feed.window.value
  const { from, to } = feed.stretch.value
  const opened = feed.opened.value

  const look = (): void => lookAround(feed, keeper.current, box.current, hasSeveral)
  const lookSoon = (): void => {
    soon.current ??= whenIdle(() => {
      soon.current = undefined
      look()
      letGo(feed, keeper.current, box.current)
    }, latestLook)
  }

  useLayoutEffect(() => {
    if (!box.current || !content.current) return
    const told = (line: Line, isScrolled: boolean): void => {
      feed.keep(line)
      if (isScrolled) look()
      else lookSoon()
    }
    const keeping = new ScrollKeeper(box.current, content.current, told, () => feed.endsHere)
    keeper.current = keeping
    currentList.value = { feed, keeper: keeping, box: box.current }
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      keeping.close()
      if (currentList.peek()?.keeper === keeping) currentList.value = undefined
      soon.current?.()
      soon.current = undefined
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [feed, hasSeveral])

  useLayoutEffect(() => {
    keeper.current?.goTo(feed.line)
    if (feed.pointedAt !== undefined && feed.knows(feed.pointedAt))
      flash(keeper.current?.rowOf(feed.pointedAt))
  }, [feed, hasSeveral, opened])
  // After every drawing: the line is put back before anybody sees that it had moved.
  useLayoutEffect(() => {
    keeper.current?.restore()
    fill(feed, keeper.current)
    stickNear(keeper.current?.visible()[0])
  })
  useEffect(lookSoon)
  useArrivals(feed, noteUnseen)

  return (
    <div class="feed-frame">
      <div ref={box} class="feed" tabIndex={-1} role="region" aria-label={text('reading.messages')}>
        <div ref={content} class="feed-content" data-pictures>
          <End feed={feed} end="earlier" isReached={hasOldest && from === 0} hasSeveral={hasSeveral} />
          {items.map((item) => (
            <RowItem key={item.key} item={item} marks={feed.marks.value} />
          ))}
          <End feed={feed} end="later" isReached={hasNewest && to === Infinity} hasSeveral={hasSeveral} />
          {children}
        </div>
      </div>
      <ToNewest feed={feed} />
      <LiveRegion feed={feed} />
    </div>
  )
}

/** Shows which message an address has named. */
function flash(row: HTMLElement | undefined): void {
  row?.classList.remove('flashing')
  void row?.offsetWidth
  row?.classList.add('flashing')
  row?.focus({ preventScroll: true })
}

/** The messages that are rows; those that a new register has not brought yet are as they were seen last. */
function useMessages(feed: Feed): readonly Message[] {
  const seen = useRef(new Map<number, Message>())
  const { messages: known } = state()
  const messages = feed.shown.value.flatMap((id) => known.get(id) ?? seen.current.get(id) ?? [])
  seen.current = new Map(messages.map((message) => [message.id, message]))
  return messages
}

/** Has the rows that are in sight at once, and in the same drawing; all others come by and by. */
function fill(feed: Feed, keeper: ScrollKeeper | undefined): void {
  const gaps = keeper?.gaps()
  if (gaps?.above) feed.growEarlier()
  if (gaps?.below) feed.growLater()
}

/** What is to be shown and said of where the reader is now. */
function lookAround(
  feed: Feed,
  keeper: ScrollKeeper | undefined,
  box: HTMLElement | null,
  hasSeveral: boolean,
): void {
  if (!keeper || !box || feed.status.peek() !== 'ready') return
  const visible = keeper.visible()
  stickNear(visible[0])
  feed.inSight = visible.length
  const { scrollTop, scrollHeight, clientHeight } = box
  feed.isAway.value = scrollHeight - scrollTop - clientHeight > clientHeight * far
  if (scrollTop < clientHeight * ahead) void feed.showEarlier()
  if (scrollHeight - scrollTop - clientHeight < clientHeight * ahead) void feed.showLater()
  if (!isWatched() || keepsUnread.peek() || !marksOnScroll(!hasSeveral)) return
  markRead(seenIn(keeper, visible, clientHeight))
}

/** Takes away rows that are far from the reader; the one that has the focus stays as long as that takes not too many. */
function letGo(feed: Feed, keeper: ScrollKeeper | undefined, box: HTMLElement | null): void {
  if (!keeper || !box) return
  const { scrollTop, scrollHeight, clientHeight } = box
  const isFarAbove = scrollTop > clientHeight * most
  const isFarBelow = scrollHeight - scrollTop - clientHeight > clientHeight * most
  if (!isFarAbove && !isFarBelow) return
  const near = keeper.within(clientHeight * kept)
  const focused = document.activeElement?.closest<HTMLElement>('.feed [data-message-id]')
  const staying = feed.shown.peek().length > mostForFocus ? undefined : focused
  const ids = [near[0], near.at(-1), staying].flatMap((row) =>
    row ? [Number(row.dataset['messageId'])] : [],
  )
  if (near.length > 0) feed.letGo(isFarAbove ? Math.min(...ids) : 0, isFarBelow ? Math.max(...ids) : Infinity)
}

/** Rows that are in sight to their end, or that fill the box. */
function seenIn(keeper: ScrollKeeper, visible: readonly HTMLElement[], height: number): number[] {
  return visible.flatMap((row) => {
    const top = keeper.topOf(row)
    const isSeen = top + row.offsetHeight <= height + 1 || top <= 0
    return isSeen ? [Number(row.dataset['messageId'])] : []
  })
}

function ToNewest({ feed }: { feed: Feed }) {
  const { hasNewest } = feed.window.value
  const arrived = feed.arrived.value
  const isAway = feed.isAway.value || !hasNewest || arrived > 0
  if (!isAway || feed.status.value !== 'ready') return null
  return (
    <button
      type="button"
      class={`to-newest ${arrived > 0 ? 'news' : ''}`}
      onClick={() => void feed.toNewest()}
    >
      <ArrowDown size={16} aria-hidden="true" />
      {arrived > 0 ? text('reading.newMessages', { count: arrived }) : text('reading.toNewest')}
    </button>
  )
}
