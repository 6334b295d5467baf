// Which messages of a window are rows of the page: a bounded stretch, moved by scrolling; what is far from the reader is let go of.
import { positionOf, type FeedWindow } from './window'

/** By IDs, so that it stays where it is when messages come and go. */
export interface Stretch {
  /** The first message shown; 0 shows whatever comes before all others, too. */
  readonly from: number
  /** The last one; `Infinity` shows whatever comes at the end, too. */
  readonly to: number
}

/** With how many rows a page begins, where nobody knows yet: about as many as are in sight, if they are long or have headings. */
const firstRows = 16

/** How many rows whoever follows the newest messages has at most. */
const most = 180

/** By how many rows a page goes on: so few that a frame has time for them. @param inSight how many rows fill the box that they are in */
export function stepFor(inSight: number | undefined): number {
  return Math.min(20, Math.max(8, inSight ?? 20))
}

/** With how many rows it begins at the end: a few more than fill the box, so that one drawing is enough. */
function lastRows(inSight: number | undefined): number {
  return inSight === undefined ? firstRows : Math.min(40, Math.max(8, inSight + 3))
}

/** The messages that are rows. */
export function shownOf(ids: readonly number[], stretch: Stretch): readonly number[] {
  const start = positionOf(ids, stretch.from)
  return ids.slice(start, endOf(ids, stretch))
}

/**
 * The rows to begin with. @param at the message that they are around, or the end
 * @param inSight how many rows have filled the box lately
 */
export function stretchAround(window: FeedWindow, at: number | 'end', inSight?: number): Stretch {
  const { ids } = window
  const rows = at === 'end' ? lastRows(inSight) : firstRows
  const middle = at === 'end' ? ids.length : positionOf(ids, at)
  const start = Math.max(0, Math.min(middle - firstRows / 2, ids.length - rows))
  return between(window, start, Math.min(ids.length, start + rows))
}

/** With more rows at the top. */
export function shownEarlier(window: FeedWindow, stretch: Stretch, step: number): Stretch {
  const { ids } = window
  const start = Math.max(0, positionOf(ids, stretch.from) - step)
  return between(window, start, endOf(ids, stretch))
}

/** With more rows at the bottom. */
export function shownLater(window: FeedWindow, stretch: Stretch, step: number): Stretch {
  const { ids } = window
  return between(window, positionOf(ids, stretch.from), Math.min(ids.length, endOf(ids, stretch) + step))
}

/** Without what is too much at the top, for those who follow the newest messages. */
export function boundedAtEnd(ids: readonly number[], stretch: Stretch): Stretch {
  const count = ids.length - positionOf(ids, stretch.from)
  if (stretch.to !== Infinity || count <= most) return stretch
  return { ...stretch, from: ids[ids.length - most / 2] ?? 0 }
}

function between({ ids, hasOldest, hasNewest }: FeedWindow, start: number, end: number): Stretch {
  return {
    from: start === 0 && hasOldest ? 0 : (ids[start] ?? 0),
    to: end >= ids.length && hasNewest ? Infinity : (ids[end - 1] ?? 0),
  }
}

function endOf(ids: readonly number[], { to }: Stretch): number {
  return to === Infinity ? ids.length : positionOf(ids, to + 1)
}
