// The part of a narrow's messages that is known without gaps: IDs, and whether it reaches either end. Pure values, no DOM.

export interface FeedWindow {
  /** Ascending; between the first and the last one there is no other message of the narrow. */
  readonly ids: readonly number[]
  /** Whether no older message matches. */
  readonly hasOldest: boolean
  /** Whether no newer message matches. */
  readonly hasNewest: boolean
}

export const nothingKnown: FeedWindow = { ids: [], hasOldest: false, hasNewest: false }

/** What one answer of `GET /messages` brings, as a window. */
export function windowOf(ids: Iterable<number>, hasOldest: boolean, hasNewest: boolean): FeedWindow {
  return { ids: ascending(ids), hasOldest, hasNewest }
}

/** With what comes before it. @param older reaches up to the window without a gap */
export function withOlder(window: FeedWindow, older: FeedWindow): FeedWindow {
  return { ...window, ids: ascending([...older.ids, ...window.ids]), hasOldest: older.hasOldest }
}

/** With what comes after it. @param newer begins where the window ends */
export function withNewer(window: FeedWindow, newer: FeedWindow): FeedWindow {
  return { ...window, ids: ascending([...window.ids, ...newer.ids]), hasNewest: newer.hasNewest }
}

/** With messages that match now: those within it, and those beyond an end that is known to be the narrow's. */
export function withIds(window: FeedWindow, ids: readonly number[]): FeedWindow {
  const known = new Set(window.ids)
  const news = ids.filter((id) => !known.has(id) && isWithin(window, id))
  return news.length === 0 ? window : { ...window, ids: ascending([...window.ids, ...news]) }
}

/** Without messages that are gone or match no more. */
export function withoutIds(window: FeedWindow, ids: Iterable<number>): FeedWindow {
  const gone = new Set(ids)
  const left = window.ids.filter((id) => !gone.has(id))
  return left.length === window.ids.length ? window : { ...window, ids: left }
}

/** Cut to so many messages around one of them. @param id the message that stays in the middle, or the nearest one */
export function trimmed(window: FeedWindow, id: number, most: number): FeedWindow {
  const { ids, hasOldest, hasNewest } = window
  if (ids.length <= most) return window
  const middle = positionOf(ids, id)
  const start = Math.max(0, Math.min(middle - Math.floor(most / 2), ids.length - most))
  const end = start + most
  return {
    ids: ids.slice(start, end),
    hasOldest: hasOldest && start === 0,
    hasNewest: hasNewest && end === ids.length,
  }
}

/** Where an ID is in an ascending list, or would be. */
export function positionOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

function isWithin({ ids, hasOldest, hasNewest }: FeedWindow, id: number): boolean {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return hasOldest && hasNewest
  return (id > first || hasOldest) && (id < last || hasNewest)
}

function ascending(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
