// Which messages of a window are rows of the page: a bounded stretch, moved by scrolling; the far end is let go of.
import { positionOf, type FeedWindow } from './window'

/** By IDs, so that it stays where it is when messages come and go. */
export interface Stretch {
  /** The first message shown; 0 shows whatever comes before all others, too. */
  readonly from: number
  /** The last one; `Infinity` shows whatever comes at the end, too. */
  readonly to: number
}

/** With how many rows a page begins: about as many as are in sight, if they are long or have headings. */
export const firstRows = 16

/** How many rows a page has at most, and by how many it goes on. */
export interface Rows {
  readonly most: number
  /** So few that a frame has time for them. */
  readonly step: number
}

/** @param inSight how many rows fill the box that they are in */
export function rowsFor(inSight: number): Rows {
  return { most: clamp(inSight * 8, 60, 180), step: clamp(inSight, 8, 20) }
}

/** The messages that are rows. */
export function shownOf(ids: readonly number[], { from, to }: Stretch): readonly number[] {
  const start = positionOf(ids, from)
  return ids.slice(start, to === Infinity ? ids.length : positionOf(ids, to + 1))
}

/** The rows to begin with. @param id the message that they are around; `Infinity` for the end */
export function stretchAround(window: FeedWindow, id: number): Stretch {
  const { ids } = window
  const middle = positionOf(ids, id)
  const start = Math.max(0, Math.min(middle - firstRows / 2, ids.length - firstRows))
  return between(window, start, Math.min(ids.length, start + firstRows))
}

/** With more rows at the top; those that are then too many go at the bottom. */
export function shownEarlier(window: FeedWindow, stretch: Stretch, { most, step }: Rows): Stretch {
  const { ids } = window
  const start = Math.max(0, positionOf(ids, stretch.from) - step)
  const end = stretch.to === Infinity ? ids.length : positionOf(ids, stretch.to + 1)
  return between(window, start, Math.min(end, start + most))
}

/** With more rows at the bottom; those that are then too many go at the top. */
export function shownLater(window: FeedWindow, stretch: Stretch, { most, step }: Rows): Stretch {
  const { ids } = window
  const end = Math.min(
    ids.length,
    (stretch.to === Infinity ? ids.length : positionOf(ids, stretch.to + 1)) + step,
  )
  return between(window, Math.max(positionOf(ids, stretch.from), end - most), end)
}

/** Without what is too much at the top, for those who follow the newest messages. */
export function boundedAtEnd(ids: readonly number[], stretch: Stretch, { most }: Rows): Stretch {
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

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
