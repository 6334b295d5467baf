// The messages of a narrow around an anchor, as they are at one moment, though to find them may take several turns of the
// event loop (reference: get-messages; contract 4.4).
import { badRequest, invalidParameter } from '../../http/errors'
import type { Term } from '../../narrow/parse'
import { Changes, type Search } from '../../narrow/changes'
import { narrowQuery } from '../../narrow/query'
import type { Found, IdRange } from '../../narrow/walker'
import type { Organization } from '../../organization/organization'
import type { Pieces } from '../../organization/turns'
import type { User } from '../../users/repository'

/** The anchor of `newest`: above every ID, and what clients of the protocol know as such. */
const newestAnchor = 10_000_000_000_000_000

export interface AnchoredRange {
  anchor: 'newest' | 'oldest' | 'first_unread' | number
  includeAnchor: boolean
  numBefore: number
  numAfter: number
}

/** The IDs found, ascending, and how they stand to the rest of the narrow. */
export interface FoundRange {
  ids: readonly number[]
  anchor: number
  foundAnchor: boolean
  foundOldest: boolean
  foundNewest: boolean
}

/** Reads an anchor. @throws ApiError REQUEST_VARIABLE_INVALID */
export function parseAnchor(anchor: string): AnchoredRange['anchor'] {
  if (anchor === 'newest' || anchor === 'oldest' || anchor === 'first_unread') return anchor
  if (/^-\d{1,20}$/.test(anchor)) return 0
  if (!/^\d{1,20}$/.test(anchor)) {
    throw invalidParameter('anchor', 'anchor must be a message ID, newest, oldest or first_unread')
  }
  return Math.min(Number(anchor), newestAnchor)
}

/** So often the search begins again because the narrow came to mean something else meanwhile. */
const attempts = 5

/**
 * Finds the messages of a narrow around an anchor.
 * @throws ApiError BAD_NARROW; BAD_REQUEST if it takes too long.
 */
export function* findRange(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
  range: AnchoredRange,
): Pieces<FoundRange> {
  const compiled = () => narrowQuery(organization, viewer, terms)
  for (let attempt = 0; attempt < attempts; attempt++) {
    using changes = new Changes(organization, viewer)
    const query = compiled()
    const anchor =
      range.anchor === 'first_unread'
        ? yield* changes.during(firstUnread(organization, viewer, terms))
        : anchorId(range.anchor)
    // One more on either side tells whether there are more. The anchor itself comes with those after it.
    const before = search({ upTo: anchor - 1, order: 'descending', limit: range.numBefore + 1 })
    const onward = search({ after: anchor - 1, order: 'ascending', limit: range.numAfter + 2 })
    before.found = yield* changes.during(query.ids(before.range))
    if (anchor < newestAnchor) onward.found = yield* changes.during(query.ids(onward.range))
    if (changes.areAny) {
      yield* changes.applyTo([before, onward], query)
      if (compiled().meaning() !== query.meaning() || !isOfUse(before) || !isOfUse(onward)) continue
    }
    return foundRange(range, anchor, before.found, onward.found)
  }
  throw badRequest('What is in this narrow changes all the time: try again')
}

function search(range: IdRange): Search {
  return { range, found: { ids: [], isThrough: true } }
}

/** A client that is given too little, and told that there is more, could not go on from there. */
function isOfUse({ range, found }: Search): boolean {
  return found.isThrough || found.ids.length * 2 > range.limit
}

function foundRange(
  { includeAnchor, numBefore, numAfter }: AnchoredRange,
  anchor: number,
  before: Found,
  onward: Found,
): FoundRange {
  const isThere = onward.ids[0] === anchor
  const at = isThere && includeAnchor ? [anchor] : []
  const after = isThere ? onward.ids.slice(1) : onward.ids
  return {
    ids: [...before.ids.slice(0, numBefore).reverse(), ...at, ...after.slice(0, numAfter)],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: before.isThrough && before.ids.length <= numBefore,
    foundNewest: onward.isThrough && after.length <= numAfter,
  }
}

function anchorId(anchor: number | 'newest' | 'oldest'): number {
  if (typeof anchor === 'number') return anchor
  return anchor === 'oldest' ? 0 : newestAnchor
}

function* firstUnread(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
): Pieces<number> {
  const unread: Term = { operator: 'is', operand: 'unread', negated: false }
  const query = narrowQuery(organization, viewer, [...terms, unread])
  const { ids } = yield* query.ids({ order: 'ascending', limit: 1 })
  return ids[0] ?? newestAnchor
}
