// The one place that decides where a feed is scrolled to: whatever changes its height, the reader's line stays to the pixel,
// or the end stays in sight.
import type { Line } from '../feeds/feed'

/** So near, in CSS pixels, counts as the end. */
const nearEnd = 4

export class ScrollKeeper {
  private line: Line = 'end'
  /** Where this put the page itself: the scroll event that follows tells nothing new. */
  private placed = -1
  private lastTold: Line | undefined
  private readonly watch = new ResizeObserver(() => this.restore())

  /**
   * @param box scrolls
   * @param content what is inside; its rows have `data-message-id`
   * @param told where the reader is, and whether they have scrolled there themselves
   */
  constructor(
    private readonly box: HTMLElement,
    private readonly content: HTMLElement,
    private readonly told: (line: Line, isScrolled: boolean) => void,
    /** Whether the last row is the end of the feed. */
    private readonly endsHere: () => boolean,
  ) {
    this.watch.observe(box)
    this.watch.observe(content)
    box.addEventListener('scroll', this.scrolled, { passive: true })
  }

  close(): void {
    this.watch.disconnect()
    this.box.removeEventListener('scroll', this.scrolled)
  }

  /** Goes to a line. @param line a `top` that is not a number puts the message into the upper third */
  goTo(line: Line): void {
    const height = this.box.clientHeight
    this.line =
      line === 'end' || !Number.isNaN(line.top) ? line : { id: line.id, top: Math.round(height * 0.2) }
    this.restore()
    this.change(this.isNearEnd() ? 'end' : this.line)
  }

  /** Puts the line back where it was, after rows have come or gone or have another height. */
  restore(): void {
    const { box, line } = this
    if (line === 'end') this.place(box.scrollHeight - box.clientHeight)
    else {
      const row = this.rowOf(line.id)
      if (!row) return
      this.place(box.scrollTop + this.topOf(row) - line.top)
      // What is below it is too little for that: its reader sees the end.
      if (this.topOf(row) > line.top + nearEnd && this.isNearEnd()) this.change('end')
    }
  }

  private change(line: Line): void {
    this.line = line
    this.lastTold = line
    this.told(line, false)
  }

  get isAtEnd(): boolean {
    return this.line === 'end'
  }

  /** Whether there is a row of that message. */
  rowOf(id: number): HTMLElement | undefined {
    return this.content.querySelector<HTMLElement>(`[data-message-id="${id}"]`) ?? this.nextTo(id)
  }

  /** The rows that are at least partly in sight, from above. */
  visible(): HTMLElement[] {
    return this.within(0)
  }

  /** The rows that are at least partly so near to what is in sight, in CSS pixels. */
  within(distance: number): HTMLElement[] {
    const rows = this.rows()
    const height = this.box.clientHeight
    const start = firstIndex(rows, (row) => this.topOf(row) + row.offsetHeight > -distance)
    const end = firstIndex(rows, (row) => this.topOf(row) >= height + distance)
    return rows.slice(start, end)
  }

  /** Whether there is room in sight above the first row, or below the last one. */
  gaps(): { above: boolean; below: boolean } {
    const rows = this.rows()
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return { above: false, below: false }
    const end = this.topOf(last) + last.offsetHeight
    return { above: this.topOf(first) > 0, below: end < this.box.clientHeight }
  }

  /** Below the upper edge of the box. */
  topOf(row: HTMLElement): number {
    return row.getBoundingClientRect().top - this.box.getBoundingClientRect().top
  }

  private isNearEnd(): boolean {
    const { scrollHeight, clientHeight, scrollTop } = this.box
    return this.endsHere() && scrollHeight - clientHeight - scrollTop < nearEnd
  }

  private rows(): HTMLElement[] {
    return [...this.content.querySelectorAll<HTMLElement>('[data-message-id]')]
  }

  /** Where a message that has gone was. */
  private nextTo(id: number): HTMLElement | undefined {
    const rows = this.rows()
    return rows[firstIndex(rows, (row) => Number(row.dataset['messageId']) >= id)] ?? rows.at(-1)
  }

  private place(top: number): void {
    this.box.scrollTop = top
    this.placed = this.box.scrollTop
  }

  /** To be called before rows change: what the reader has scrolled since the last event would be undone else. */
  notice(): void {
    if (this.box.scrollTop !== this.placed) this.line = this.lineNow()
    this.placed = this.box.scrollTop
  }

  private readonly scrolled = (): void => {
    const { box } = this
    if (box.scrollTop === this.placed && this.line === this.lastTold) return
    if (box.scrollTop !== this.placed) this.line = this.lineNow()
    this.placed = box.scrollTop
    this.lastTold = this.line
    this.told(this.line, true)
  }

  /** The first row in sight whose height means nothing for what is below: the first of all loses its head when others come above it. */
  private steadyRow(): HTMLElement | undefined {
    const visible = this.visible()
    const [first] = this.rows()
    return visible.find((row) => row !== first && this.topOf(row) >= 0) ?? visible[0]
  }

  private lineNow(): Line {
    const row = this.isNearEnd() ? undefined : this.steadyRow()
    return row ? { id: Number(row.dataset['messageId']), top: this.topOf(row) } : 'end'
  }
}

/** The first of which this holds, where it holds for all after it; the length if for none. */
function firstIndex(rows: readonly HTMLElement[], holds: (row: HTMLElement) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && holds(row)) high = middle
    else low = middle + 1
  }
  return low
}
