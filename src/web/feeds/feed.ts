// One narrow as it is read: which of its messages are known, which are shown, and how both follow what happens. No DOM.
import { batch, computed, signal } from '@preact/signals'
import type { Term } from '../addresses/narrow'
import type { ServerEvent } from '../store/events'
import { idsOf } from '../store/message-changes'
import { changeOf } from './changes'
import {
  Fetching,
  pageSize,
  partOf,
  rangeAround,
  type Anchor,
  type Page,
  type SearchMarks,
  type World,
} from './fetching'
import { testOf } from './matching'
import {
  boundedAtEnd,
  stepFor,
  shownEarlier,
  shownLater,
  shownOf,
  stretchAround,
  type Stretch,
} from './shown'
import { settled } from './terms'
import { firstUnread } from './unread'
import {
  nothingKnown,
  positionOf,
  trimmed,
  windowOf,
  withIds,
  withNewer,
  withOlder,
  withoutIds,
} from './window'

/** Where the reader is: at the end, following it, or at a message, so many CSS pixels below the upper edge. */
export type Line = 'end' | { readonly id: number; readonly top: number }

/** How many messages are known at most. */
const most = 600
/** Where fewer are known beyond the rows, more are asked for. */
const enough = 60

export class Feed {
  readonly terms
  readonly window = signal(nothingKnown)
  readonly stretch = signal<Stretch>({ from: 0, to: Infinity })
  /** IDs of the messages that are rows of the page. */
  readonly shown = computed(() => shownOf(this.window.value.ids, this.stretch.value))
  /** `opening` until there is something to show; an error where that failed. */
  readonly status = signal<'opening' | 'ready' | Error>('opening')
  readonly earlier = signal<'idle' | 'loading' | 'failed'>('idle')
  readonly later = signal<'idle' | 'loading' | 'failed'>('idle')
  /** Of a search, by message. */
  readonly marks = signal<ReadonlyMap<number, SearchMarks>>(new Map())
  /** The first message that was unread when the feed was opened: the line is above it. */
  readonly unreadFrom = signal<number | undefined>(undefined)
  /** How many messages came since the reader has left the end. */
  readonly arrived = signal(0)
  /** Whether the reader is far from the end, as the page says. */
  readonly isAway = signal(false)
  /** Counts how often the feed was opened at some message, which the page then scrolls to. */
  readonly opened = signal(0)
  line: Line = 'end'
  /** How many rows the reader sees at once, as the page says, of this feed or one before. */
  inSight: number | undefined
  /** The message that the address has named, if it has. */
  pointedAt: number | undefined
  /** Whether that message is nowhere to be seen: it was deleted, or never was for this person. */
  readonly isPointedAtNothing = signal(false)
  /** Whether it no longer follows what happens, and is of no use any more. */
  isStale = false
  /** Whether the server could not be asked what belongs here, while it is out of reach. */
  hasMissed = false

  /** Where it was to begin. */
  private openedAt: Anchor = 'first_unread'
  /** The newest message that has come while the feed was there. */
  private newest = 0
  private readonly fetching: Fetching
  /** Of the last opening: what an earlier one brings is too late. */
  private turn = 0
  /** Messages that the server is to be asked about, and whether they are new. */
  private readonly asked = new Map<number, boolean>()
  private asking: Promise<void> | undefined

  constructor(
    private readonly world: World,
    terms: readonly Term[],
    inSight?: number,
  ) {
    this.terms = signal(terms)
    this.inSight = inSight
    this.fetching = new Fetching(world)
  }

  /** Shows the part of the narrow around this place. */
  async open(at: Anchor): Promise<void> {
    this.openedAt = at
    this.status.value = 'opening'
    await this.load(at)
  }

  /** Puts the line above the first message that is unread now. */
  markUnread(): void {
    this.unreadFrom.value = firstUnread(this.terms.peek(), this.window.peek().ids, this.world.state())
  }

  /** Fetches what is shown anew, and leaves the reader where they are. */
  async renew(): Promise<void> {
    await this.load(this.line === 'end' ? 'newest' : this.line.id, this.line)
  }

  /** After the server was out of reach: asks again for what has failed. */
  catchUp(): void {
    if (this.status.peek() instanceof Error) void this.open(this.openedAt)
    else if (this.hasMissed) void this.renew()
    else if (this.earlier.peek() === 'failed') void this.loadEarlier()
    else if (this.later.peek() === 'failed') void this.loadLater()
  }

  /** As if it were opened now, without asking the server. @param at a message that is known */
  reopenAt(at: number | 'end'): void {
    batch(() => {
      this.stretch.value = stretchAround(this.window.peek(), at, this.inSight)
      this.line = at === 'end' ? 'end' : { id: at, top: Number.NaN }
      this.opened.value += 1
    })
  }

  /** Shows no more rows than at the beginning, where the reader is: so few are drawn within a frame. */
  narrowDown(): void {
    const at = this.line === 'end' ? 'end' : this.line.id
    this.stretch.value = stretchAround(this.window.peek(), at, this.inSight)
  }

  /** Whether nothing newer matches than the last row. */
  get endsHere(): boolean {
    return this.window.value.hasNewest && this.stretch.value.to === Infinity
  }

  knows(id: number): boolean {
    const { ids } = this.window.peek()
    return ids[positionOf(ids, id)] === id
  }

  /** More at the top: what is known already at once, the rest when it comes. */
  async showEarlier(): Promise<void> {
    this.growEarlier()
    if (positionOf(this.window.peek().ids, this.stretch.peek().from) < enough) await this.loadEarlier()
  }

  /** More at the bottom, likewise. */
  async showLater(): Promise<void> {
    this.growLater()
    const { ids } = this.window.peek()
    if (ids.length - positionOf(ids, this.stretch.peek().to) < enough) await this.loadLater()
  }

  /** A few more rows at the top, of what is known. */
  growEarlier(): void {
    if (this.stretch.peek().from > 0) this.show(shownEarlier)
  }

  /** At the bottom, likewise. */
  growLater(): void {
    if (this.stretch.peek().to < Infinity) this.show(shownLater)
  }

  /** Fewer rows. @param from the first that stays @param to the last one */
  letGo(from: number, to: number): void {
    const stretch = this.stretch.peek()
    this.stretch.value = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }
  }

  private show(next: typeof shownEarlier): void {
    const { from, to } = this.stretch.peek()
    const stretch = next(this.window.peek(), { from, to }, stepFor(this.inSight))
    if (stretch.from !== from || stretch.to !== to) this.stretch.value = stretch
  }

  /** What the page says of where the reader is. */
  keep(line: Line): void {
    this.line = line
    if (line === 'end' && this.window.peek().hasNewest) this.arrived.value = 0
  }

  /** Goes to the newest message: at once where it is known. */
  async toNewest(): Promise<void> {
    if (this.window.peek().hasNewest) this.reopenAt('end')
    else await this.load('newest')
    this.arrived.value = 0
  }

  /** Goes to the oldest message, likewise. */
  async toOldest(): Promise<void> {
    const { ids, hasOldest } = this.window.peek()
    if (hasOldest && ids[0] !== undefined) this.reopenAt(ids[0])
    else await this.load('oldest')
  }

  /**
   * Takes in an event, after the state has.
   * @param isOpen whether somebody looks at it; a feed that is merely kept becomes stale where that takes a call
   */
  take(event: ServerEvent, isOpen = true): void {
    this.fetching.take(event)
    this.follow(event, isOpen)
  }

  private follow(event: ServerEvent, isOpen = true): void {
    if (event.type === 'delete_message') return this.remove(idsOf(event))
    const change = changeOf(event, this.terms.peek(), this.reading(), this.world.state())
    if (change.kind === 'messages') this.check(change.ids, event.type === 'message', isOpen)
    else if (change.kind !== 'nothing' && !isOpen) this.isStale = true
    else if (change.kind === 'elsewhere') this.moveTo(change.terms)
    else if (change.kind === 'unsure') void this.renew()
  }

  /** The message that the reader is at, by which a conversation that moves is followed. */
  private reading(): number | undefined {
    return this.line === 'end' ? this.window.peek().ids.at(-1) : this.line.id
  }

  private moveTo(terms: readonly Term[]): void {
    this.terms.value = terms
    void this.renew()
  }

  /** Whether messages match, now that something is different about them. */
  private check(ids: readonly number[], areNew: boolean, isOpen: boolean): void {
    const test = testOf(this.terms.peek())
    const state = this.world.state()
    const messages = ids.flatMap((id) => state.messages.get(id) ?? [])
    if (!test || messages.length < ids.length) {
      if (isOpen) this.ask(ids, areNew)
      else this.isStale = true
      return
    }
    const matching = messages.filter((message) => test(message, state)).map(({ id }) => id)
    this.settle(ids, matching, areNew)
  }

  private ask(ids: readonly number[], areNew: boolean): void {
    for (const id of ids) this.asked.set(id, areNew)
    this.asking ??= this.askAll().finally(() => (this.asking = undefined))
  }

  /** One question at a time, for all messages that have come up since the last one. */
  private async askAll(): Promise<void> {
    while (this.asked.size > 0) {
      const asked = new Map(this.asked)
      this.asked.clear()
      try {
        const found = await this.fetching.fetch(this.terms.peek(), { message_ids: [...asked.keys()] })
        this.answer(asked, found)
      } catch {
        // Then the connection has a problem, too, and all is fetched anew when it is back.
        this.hasMissed = true
      }
    }
  }

  private answer(asked: ReadonlyMap<number, boolean>, found: Page): void {
    const matching = new Set(found.messages.map(({ id }) => id))
    batch(() => {
      this.marks.value = new Map([...this.marks.peek(), ...found.marks])
      for (const [id, isNew] of asked) this.settle([id], matching.has(id) ? [id] : [], isNew)
      for (const event of found.meanwhile) this.follow(event)
    })
  }

  private settle(ids: readonly number[], matching: readonly number[], areNew: boolean): void {
    const there = new Set(matching)
    batch(() => {
      this.remove(ids.filter((id) => !there.has(id)))
      this.add(matching, areNew)
    })
  }

  private add(ids: readonly number[], areNew: boolean): void {
    if (ids.length === 0) return
    const window = withIds(this.window.peek(), ids)
    this.window.value = this.bounded(window)
    // What comes while something is fetched is taken in twice, and counts once.
    const news = areNew ? ids.filter((id) => id > this.newest) : []
    this.newest = Math.max(this.newest, ...news)
    if (news.length === 0) return
    const { ids: known } = this.window.peek()
    if (this.line === 'end') this.stretch.value = boundedAtEnd(known, this.stretch.peek())
    else this.arrived.value += news.length
  }

  private remove(ids: readonly number[]): void {
    if (ids.length > 0) this.window.value = withoutIds(this.window.peek(), ids)
  }

  private bounded(window: typeof nothingKnown): typeof nothingKnown {
    return trimmed(window, this.line === 'end' ? Infinity : this.line.id, most)
  }

  /** @param line where the reader stays; they go to the message that was asked for, if not said */
  private async load(at: Anchor, line?: Line): Promise<void> {
    const turn = ++this.turn
    this.hasMissed = false
    const terms = this.terms.peek()
    try {
      const found = await this.fetching.fetch(terms, rangeAround(at))
      if (turn === this.turn) this.begin(found, line ?? lineAt(at, found))
    } catch (error) {
      if (turn !== this.turn) return
      if (this.status.peek() === 'opening') this.status.value = asError(error)
      else this.hasMissed = true
    }
  }

  private begin(found: Page, line: Line): void {
    const ids = found.messages.map(({ id }) => id)
    const window = windowOf(ids, found.hasOldest, found.hasNewest)
    batch(() => {
      this.terms.value = settled(this.terms.peek(), found.messages, this.world.state().ownUser.user_id)
      this.window.value = window
      this.marks.value = found.marks
      this.stretch.value = stretchAround(window, line === 'end' ? 'end' : line.id, this.inSight)
      this.earlier.value = 'idle'
      this.later.value = 'idle'
      this.line = line
      this.opened.value += 1
      // Before anybody sees it, and so reads it.
      if (this.status.peek() !== 'ready') this.markUnread()
      this.status.value = 'ready'
      for (const event of found.meanwhile) this.follow(event)
    })
  }

  private async loadEarlier(): Promise<void> {
    const { ids, hasOldest } = this.window.peek()
    const first = ids[0]
    if (hasOldest || first === undefined || this.earlier.peek() === 'loading') return
    this.earlier.value = 'loading'
    await this.extend(this.earlier, { anchor: first, num_before: pageSize, num_after: 0 }, (found) => {
      const now = this.window.peek()
      // What was let go of meanwhile would leave a gap.
      if ((now.ids[0] ?? first) > first && !now.hasOldest) return
      // They become rows by and by, as many at once as a frame has time for.
      if (this.stretch.peek().from === 0) this.stretch.value = { ...this.stretch.peek(), from: first }
      this.window.value = this.bounded(withOlder(now, partOf(found)))
    })
  }

  private async loadLater(): Promise<void> {
    const { ids, hasNewest } = this.window.peek()
    const last = ids.at(-1)
    if (hasNewest || last === undefined || this.later.peek() === 'loading') return
    this.later.value = 'loading'
    await this.extend(this.later, { anchor: last, num_before: 0, num_after: pageSize }, (found) => {
      const now = this.window.peek()
      if ((now.ids.at(-1) ?? last) < last && !now.hasNewest) return
      this.window.value = this.bounded(withNewer(now, partOf(found)))
    })
  }

  private async extend(
    progress: typeof this.earlier,
    range: Readonly<Record<string, unknown>>,
    merge: (found: Page) => void,
  ): Promise<void> {
    const turn = this.turn
    try {
      const found = await this.fetching.fetch(this.terms.peek(), { ...range, include_anchor: false })
      if (turn !== this.turn) return
      batch(() => {
        progress.value = 'idle'
        merge(found)
        this.marks.value = new Map([...this.marks.peek(), ...found.marks])
        for (const event of found.meanwhile) this.follow(event)
      })
    } catch {
      if (turn === this.turn) progress.value = 'failed'
    }
  }
}

/** Where somebody begins to read who has asked for this place. */
function lineAt(at: Anchor, { messages, anchor }: Page): Line {
  if (at === 'newest') return 'end'
  const ids = messages.map(({ id }) => id)
  const id = at === 'oldest' ? ids[0] : ids[Math.min(positionOf(ids, anchor), ids.length - 1)]
  const isPastEnd = anchor > (ids.at(-1) ?? 0)
  return id === undefined || isPastEnd ? 'end' : { id, top: Number.NaN }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
