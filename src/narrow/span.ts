// Spans of message IDs, which a walk goes through from one end to the other.
import { blockAround } from '../search/blocks'

/** IDs with `after < id <= upTo`, in one direction. */
export interface Span {
  readonly after: number
  readonly upTo: number
  readonly order: 'ascending' | 'descending'
}

export const everywhere: Span = { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'ascending' }

/** So many IDs from the end where the walk is, not beyond one block if that is asked for. */
export function cut(left: Span, size: number, isByBlock: boolean): { span: Span; mark: string | undefined } {
  const isUp = left.order === 'ascending'
  const block = isByBlock ? blockAround(isUp ? left.after + 1 : left.upTo, size) : undefined
  const span = isUp
    ? { ...left, upTo: Math.min(left.upTo, left.after + size, block?.upTo ?? Infinity) }
    : { ...left, after: Math.max(left.after, left.upTo - size, block?.after ?? 0) }
  return { span, mark: block?.mark }
}

/** What is left once all up to that ID has been looked at. */
export function beyond(left: Span, reached: number): Span {
  return left.order === 'ascending' ? { ...left, after: reached } : { ...left, upTo: reached - 1 }
}

/** The span up to the last ID that counts; all of it if there is none. */
export function until(span: Span, last: number | undefined): Span {
  if (last === undefined) return span
  return span.order === 'ascending' ? { ...span, upTo: last } : { ...span, after: last - 1 }
}
