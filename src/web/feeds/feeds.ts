// The feeds that were seen lately, kept in step, so that going back to one takes no call. No DOM.
import type { Narrow, Term } from '../addresses/narrow'
import { conversationOf } from '../store/conversations'
import type { ServerEvent } from '../store/events'
import { isMessage } from '../store/messages'
import { forgetMessages } from '../store/state'
import { Feed } from './feed'
import type { World } from './fetching'
import { anchorOf, conversationIn, followedMessage, keyOf, movedTo } from './terms'

/** How many feeds are kept, and how many messages; those of kept feeds stay in any case. */
const most = { feeds: 24, messages: 10_000 } as const

export class Feeds {
  /** By key, those that were opened last at the end. */
  private readonly kept = new Map<string, Feed>()
  private current: Feed | undefined
  /** Those that are being opened, at which message, and until when. */
  private readonly opening = new Map<Feed, { near: number | undefined; done: Promise<void> }>()

  constructor(private readonly world: World) {}

  /**
   * The feed of a narrow, which begins to open if it is not known: at the message that is named (`near`), the first unread
   * one, where the reader was, or the end.
   */
  open({ terms, near }: Narrow): Feed {
    const settled = this.placed(terms, near)
    const known = this.known(settled, near)
    const opened = known ?? this.newFeed(settled)
    this.keep(opened)
    this.current = opened
    opened.pointedAt = near
    opened.isPointedAtNothing.value = false
    if (!known) void this.begin(opened, near)
    else if (known.status.peek() === 'ready') this.reopen(known, near)
    return opened
  }

  /** Begins to open the feed before anybody looks at it. @returns when there is something to show; undefined if there is already */
  prepare({ terms, near }: Narrow): Promise<void> | undefined {
    const settled = this.placed(terms, near)
    const known = this.known(settled, near)
    if (known) return this.opening.get(known)?.done
    const feed = this.newFeed(settled)
    this.keep(feed)
    return this.begin(feed, near)
  }

  private newFeed(terms: readonly Term[]): Feed {
    return new Feed(this.world, terms, this.current?.inSight)
  }

  /** The feed, if it can be shown, or will be soon. */
  private known(terms: readonly Term[], near: number | undefined): Feed | undefined {
    const feed = this.kept.get(keyOf(terms))
    if (!feed || feed.isStale) return undefined
    const opening = this.opening.get(feed)
    const isOnItsWay = opening !== undefined && opening.near === near
    return isOnItsWay || feed.status.peek() === 'ready' ? feed : undefined
  }

  /** Takes in an event, after the state has. */
  take(event: ServerEvent): void {
    for (const [key, feed] of this.kept) {
      feed.take(event, feed === this.current)
      const now = keyOf(feed.terms.peek())
      if (feed.isStale) this.kept.delete(key)
      else if (now !== key) this.rename(key, now, feed)
    }
    if (event.type === 'message') this.forget()
  }

  /** After a new register nothing that was known before is sure: what is read is fetched anew, the rest when it is opened. */
  renew(): void {
    for (const [key, feed] of this.kept) if (feed !== this.current) this.kept.delete(key)
    void this.current?.renew()
  }

  /** The server can be reached again, with the queue as it was: what could not be asked meanwhile is asked now. */
  catchUp(): void {
    for (const [key, feed] of this.kept) if (feed !== this.current && feed.hasMissed) this.kept.delete(key)
    this.current?.catchUp()
  }

  /** Nobody looks at a feed any more. */
  close(feed: Feed): void {
    if (this.current === feed) this.current = undefined
  }

  private rename(key: string, now: string, feed: Feed): void {
    this.kept.delete(key)
    this.kept.set(now, feed)
  }

  private keep(feed: Feed): void {
    const key = keyOf(feed.terms.peek())
    this.kept.delete(key)
    this.kept.set(key, feed)
    for (const [oldest, other] of this.kept) {
      if (this.kept.size <= most.feeds) break
      if (other !== this.current) this.kept.delete(oldest)
    }
  }

  /** A message that is known tells where its conversation is now, whatever the address says. */
  private placed(terms: readonly Term[], near: number | undefined): readonly Term[] {
    const state = this.world.state()
    const id = followedMessage(terms) ?? (conversationIn(terms, state) ? near : undefined)
    const message = id === undefined ? undefined : state.messages.get(id)
    return message ? movedTo(terms, conversationOf(message, state.ownUser.user_id)) : terms
  }

  private begin(feed: Feed, near: number | undefined): Promise<void> {
    const done = this.beginAt(feed, near).finally(() => {
      if (this.opening.get(feed)?.done === done) this.opening.delete(feed)
    })
    this.opening.set(feed, { near, done })
    return done
  }

  private async beginAt(feed: Feed, near: number | undefined): Promise<void> {
    const terms = feed.terms.peek()
    await feed.open(anchorOf({ terms, near }))
    if (near !== undefined && !feed.knows(near)) await this.followTo(feed, near)
    const key = keyOf(terms)
    const now = keyOf(feed.terms.peek())
    if (this.kept.get(key) === feed && now !== key) this.rename(key, now, feed)
  }

  /** The message that was to be opened is elsewhere by now. */
  private async followTo(feed: Feed, near: number): Promise<void> {
    const state = this.world.state()
    const answer = await this.world.get(`/messages/${near}`, {}).catch(() => undefined)
    const message = answer?.['message']
    if (!isMessage(message)) {
      feed.isPointedAtNothing.value = feed.status.peek() === 'ready'
      return
    }
    // In a search it just does not match.
    if (!conversationIn(feed.terms.peek(), state)) return
    feed.terms.value = movedTo(feed.terms.peek(), conversationOf(message, state.ownUser.user_id))
    await feed.open(near)
  }

  private reopen(feed: Feed, near: number | undefined): void {
    feed.markUnread()
    feed.narrowDown()
    const unread = feed.unreadFrom.peek()
    if (near !== undefined) {
      if (feed.knows(near)) feed.reopenAt(near)
      else void this.begin(feed, near)
    } else if (unread !== undefined && (feed.line === 'end' || feed.line.id < unread)) {
      feed.reopenAt(unread)
    } else if (feed.line === 'end' && !feed.window.peek().hasNewest) void feed.open('newest')
  }

  private forget(): void {
    if (this.world.state().messages.size <= most.messages * 1.1) return
    const needed = new Set([...this.kept.values()].flatMap((feed) => feed.window.peek().ids))
    this.world.change((state) => forgetMessages(state, most.messages, needed))
  }
}
