// Which messages of a window are rows of the page: a bounded stretch, moved by scrolling; the far end is let go of.
import { positionOf } from './window'

/** By IDs, so that it stays where it is when messages come and go. */
export interface Stretch {
  /** The first message shown. */
  readonly from: number
  /** The last one; `Infinity` shows whatever comes at the end, too. */
  readonly to: number
}

/** How many rows a page has at most, how many it begins with, and by how many it goes on. */
export const rows = { most: 180, first: 40, step: 30 } as const

/** The messages that are rows. */
export function shownOf(ids: readonly number[], { from, to }: Stretch): readonly number[] {
  const start = positionOf(ids, from)
  return ids.slice(start, to === Infinity ? ids.length : positionOf(ids, to + 1))
}

/** The rows to begin with. @param id the message that they are around; `Infinity` for the end */
export function stretchAround(ids: readonly number[], id: number, hasNewest: boolean): Stretch {
  const middle = positionOf(ids, id)
  const start = Math.max(0, Math.min(middle - rows.first / 2, ids.length - rows.first))
  return between(ids, start, Math.min(ids.length, start + rows.first), hasNewest)
}

/** With more rows at the top; those that are then too many go at the bottom. */
export function shownEarlier(ids: readonly number[], stretch: Stretch, hasNewest: boolean): Stretch {
  const start = Math.max(0, positionOf(ids, stretch.from) - rows.step)
  const end = stretch.to === Infinity ? ids.length : positionOf(ids, stretch.to + 1)
  return between(ids, start, Math.min(end, start + rows.most), hasNewest)
}

/** With more rows at the bottom; those that are then too many go at the top. */
export function shownLater(ids: readonly number[], stretch: Stretch, hasNewest: boolean): Stretch {
  const end = Math.min(
    ids.length,
    (stretch.to === Infinity ? ids.length : positionOf(ids, stretch.to + 1)) + rows.step,
  )
  return between(ids, Math.max(positionOf(ids, stretch.from), end - rows.most), end, hasNewest)
}

/** Without what is too much at the top, for those who follow the newest messages. */
export function boundedAtEnd(ids: readonly number[], stretch: Stretch): Stretch {
  const count = ids.length - positionOf(ids, stretch.from)
  if (stretch.to !== Infinity || count <= rows.most) return stretch
  return { ...stretch, from: ids[ids.length - rows.first] ?? 0 }
}

function between(ids: readonly number[], start: number, end: number, hasNewest: boolean): Stretch {
  const isEnd = end >= ids.length
  return {
    from: start === 0 ? 0 : (ids[start] ?? 0),
    to: isEnd && hasNewest ? Infinity : (ids[end - 1] ?? 0),
  }
}
