// Walks through the messages of a narrow in the order of their IDs, by the index that takes the least work, step by step.
import { flagBits } from '../messages/flags'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import { extent, type IndexedPart } from '../search/full-text'
import { allIndexed } from '../search/repository'
import type { User } from '../users/repository'
import type { MessageCriterion, TextCondition } from './criterion'
import { byFlag, byIds, byText, type Fragment } from './lookup'
import { costs, Effort, Pace, paceLimits } from './pace'
import type { Reach } from './reach'
import { isByReach, Sources, type Source } from './sources'
import { beyond, cut, everywhere, until, type Span } from './span'
import { conditionSql, Statements } from './statements'

/** A part of a narrow's messages, by ID. */
export interface IdRange {
  /** Only IDs above this. */
  after?: number
  /** Only IDs up to this. */
  upTo?: number
  /** From which end to take them; the answer is in this order. */
  order: 'ascending' | 'descending'
  limit: number
}

/** What a walk has found. */
export interface Found {
  /** In the order that was asked for. */
  ids: number[]
  /** Whether it came to the end of the range, rather than to the limit. */
  isThrough: boolean
}

/** How a walk goes on from step to step. */
interface Plan {
  /** How many IDs a step looks at; undefined where the index alone says where to go on. */
  readonly ids: Pace | undefined
  /** How many rows of the index it looks at, at most, and how many of those seen so far were of use. */
  readonly rows: Pace
  readonly tally: Tally
  /** Whether the IDs of a step are those of a block of the full-text index. */
  readonly isByBlock: boolean
  /** Whether the index comes in several ranges, side by side, which have to be sorted as one. */
  readonly isSpread: boolean
}

/** What a step has found, how far it came, and how many rows it has seen. */
interface Step {
  readonly ids: readonly number[]
  readonly reached: number
  readonly rows: number
}

/** How many rows there are for one that is found. */
class Tally {
  #rows = 0
  #found = 0

  note(rows: number, found: number): void {
    this.#rows += rows
    this.#found += found
  }

  /** How many rows will do to find so many, if it goes on like this; some more, as another step takes as long as dozens of rows. */
  rowsFor(count: number): number {
    if (this.#rows === 0) return count + 8
    return Math.ceil(((count + 1) * (this.#rows + 1)) / (this.#found + 1)) + 24
  }
}

/**
 * The first step looks at so many IDs at least, where a block of the full-text index is asked: to ask takes as long as to look
 * at thousands. Where the index is walked itself, a step ends with what it finds; where another is, with all of the block's.
 */
const firstOfBlock = { text: 32_768, index: 2048 }

/** Walks by one narrow for one viewer, as it is now. */
export class Walker {
  readonly #statements: Statements
  readonly #sources: Sources

  constructor(
    organization: Organization,
    readonly viewer: User | undefined,
    readonly reach: Reach,
    readonly criteria: readonly MessageCriterion[],
    isNarrowed: boolean,
  ) {
    this.#statements = new Statements(organization, viewer, reach)
    this.#sources = new Sources(this.#statements, criteria, isNarrowed)
  }

  /** Whether the full-text index is asked. */
  get #isSearch(): boolean {
    return this.criteria.some(({ condition }) => condition.kind === 'search')
  }

  /** The messages of a range, with pauses. @throws ApiError BAD_REQUEST if it takes too long. */
  *ids(range: IdRange): Pieces<Found> {
    if (this.#isSearch) yield* allIndexed(this.#statements.organization)
    const span = { after: range.after ?? 0, upTo: range.upTo ?? Number.MAX_SAFE_INTEGER, order: range.order }
    const source = this.#sources.choose(span)
    const beside = this.#beside(source, span)
    if (!beside) return yield* this.#walk(source, span, range.limit)
    // What leaves it for the index in a pause is found by the one or by the other.
    const found = yield* this.#walk(beside, span, range.limit)
    const last = found.ids.at(-1)
    yield
    const both = merged(found, yield* this.#walk(source, until(span, last), range.limit), range)
    const left = range.limit - both.ids.length
    if (!found.isThrough || last === undefined || left === 0) return both
    // As a rule the newest are beside: the source then has little to add to them, and is asked for no more than what is left.
    const { ids, isThrough } = yield* this.#walk(source, beyond(span, last), left)
    return { ids: [...both.ids, ...ids], isThrough }
  }

  /** Where there is more than a source has: what a person has added to their history, and the newest of what is unread. */
  #beside(source: Source, span: Span): Source | undefined {
    if (!this.viewer || source.kind !== 'index') return undefined
    if (isByReach(source) && this.reach.readable.length > 0) {
      return this.#sources.indexed(byFlag(this.viewer.id, flagBits.historical), span)
    }
    const { newest } = source.lookup
    return newest && { kind: 'index', lookup: newest, isFew: true }
  }

  /** Which of these messages are in the narrow. @param ids ascending, as is the answer. */
  *among(ids: readonly number[]): Pieces<number[]> {
    const found: number[] = []
    const source: Source = { kind: 'index', lookup: byIds([]), isFew: true }
    if (this.#isNowhere(source)) return found
    if (this.#isSearch) yield* allIndexed(this.#statements.organization)
    const conditions = this.#conditions(source, undefined)
    const pace = new Pace(paceLimits.fewest, this.#rowCost(source, false))
    const effort = new Effort()
    for (let at = 0; at < ids.length;) {
      if (at > 0) yield
      const some = ids.slice(at, at + pace.size)
      const step = () => this.#statements.judged(byIds(some), conditions, everywhere, some.length, false)
      for (const id of effort.step([pace], step).ids) found.push(id)
      at += some.length
    }
    return found
  }

  *#walk(chosen: Source, span: Span, limit: number): Pieces<Found> {
    const ids: number[] = []
    if (this.#isNowhere(chosen)) return { ids, isThrough: true }
    if (chosen.kind === 'index' && this.#isAllOf(chosen)) {
      const all = this.#statements.fulfilling(chosen.lookup, [], span, limit)
      return { ids: all, isThrough: all.length < limit }
    }
    const effort = new Effort()
    let source = chosen
    let plan = this.#plan(source, limit)
    let left = this.#bounds(source, span, plan)
    for (let isFirst = true; left.after < left.upTo; isFirst = false) {
      if (!isFirst) yield
      const paces = plan.ids ? [plan.ids, plan.rows] : [plan.rows]
      const step = effort.step(paces, () => this.#step(source, plan, left, limit - ids.length))
      for (const id of step.ids) ids.push(id)
      if (ids.length >= limit) return { ids, isThrough: false }
      left = beyond(left, step.reached)
      if (!isFirst || source.kind !== 'text' || step.rows > 1) continue
      const rare = this.#sources.rare(left)
      if (!rare) continue
      source = rare
      plan = this.#plan(source, limit - ids.length)
    }
    return { ids, isThrough: true }
  }

  /** Whether the narrow is all that the index has, in its order: no more is looked at than is found. */
  #isAllOf(source: Source): boolean {
    const isInOrder = isByReach(source) && this.reach.stretches.length === 1
    return isInOrder && this.#conditions(source, undefined).length === 0
  }

  #step(source: Source, plan: Plan, left: Span, room: number): Step {
    const { span, mark } = plan.ids
      ? cut(left, plan.ids.size, plan.isByBlock)
      : { span: left, mark: undefined }
    const lookup = source.kind === 'text' ? byText(source.parts, mark ?? '') : source.lookup
    const conditions = this.#conditions(source, mark === undefined ? undefined : { span, mark })
    const end = left.order === 'ascending' ? span.upTo : span.after + 1
    if (plan.isSpread) {
      const ids = this.#statements.fulfilling(lookup, conditions, span, room)
      return { ids, reached: end, rows: ids.length }
    }
    const isReached = source.kind === 'text' ? source.isWithinReach : isByReach(source)
    const isFree = conditions.length === 0 && isReached
    const limit = isFree ? room : Math.min(plan.rows.size, plan.tally.rowsFor(room))
    const { ids, rows, last } = this.#statements.judged(lookup, conditions, span, limit, isReached)
    plan.tally.note(rows, ids.length)
    return { ids: ids.length > room ? ids.slice(0, room) : ids, reached: rows < limit ? end : last, rows }
  }

  #plan(source: Source, limit: number): Plan {
    const { stretches } = this.reach
    const isSpread = isByReach(source)
      ? stretches.length > 1
      : source.kind === 'index' && source.lookup.isSpread === true
    const isByBlock = source.kind === 'text' || (!source.isFew && this.#isTextAsked(source))
    const perRow = this.#rowCost(source, isByBlock)
    const perId = (isByBlock ? this.#blockCost(source) : 0) + (isSpread ? perRow : 0)
    const first = isByBlock ? Math.max(firstOfBlock[source.kind], limit * 4) : limit * 2
    const fixed = isSpread ? stretches.length : 0
    return {
      ids: isByBlock || isSpread ? new Pace(first, perId, fixed) : undefined,
      rows: new Pace(limit * 2, perRow),
      tally: new Tally(),
      isByBlock,
      isSpread,
    }
  }

  /** Whether there are searches of which the source does not say all. */
  #isTextAsked(source: Source): boolean {
    return this.criteria.some(
      ({ condition }) => condition.kind === 'search' && unknownParts(condition, source).length > 0,
    )
  }

  /** For one row, with what is held against it. */
  #rowCost(source: Source, isByBlock: boolean): number {
    let cost = costs.row + costs.condition
    for (const { condition } of this.criteria) {
      cost +=
        condition.kind === 'sql' || isByBlock
          ? costs.condition
          : textCost(unknownParts(condition, source), costs.opened)
    }
    return cost
  }

  /** For one message of a block, in all queries of the full-text index. */
  #blockCost(source: Source): number {
    let cost = source.kind === 'text' ? textCost(source.parts, costs.list) : 0
    for (const { condition } of this.criteria) {
      if (condition.kind === 'search' && (condition.isNegated || source.kind !== 'text')) {
        cost += textCost(condition.parts, costs.list)
      }
    }
    return cost
  }

  /** Between which IDs there can be anything. */
  #bounds(source: Source, span: Span, plan: Plan): Span {
    if (!plan.ids) return span
    let after = isByReach(source) ? Infinity : 0
    let upTo = isByReach(source) ? 0 : Infinity
    for (const stretch of isByReach(source) ? this.reach.stretches : []) {
      after = Math.min(after, stretch.after)
      upTo = Math.max(upTo, stretch.upTo)
    }
    const newest = this.#statements.newestId()
    return { ...span, after: Math.max(after, span.after), upTo: Math.min(upTo, span.upTo, newest) }
  }

  /** What the source alone does not say. */
  #conditions(source: Source, block: { span: Span; mark: string } | undefined): Fragment[] {
    return this.criteria.flatMap(({ condition, lookup }) => {
      if (source.kind === 'index' && (lookup === source.lookup || lookup?.newest === source.lookup)) return []
      if (condition.kind === 'sql' || condition.isNegated) return [conditionSql(condition, block)]
      if (source.kind === 'text') return []
      const parts = unknownParts(condition, source)
      return parts.length === 0 ? [] : [conditionSql({ ...condition, parts }, block)]
    })
  }

  #isNowhere(source: Source): boolean {
    return this.reach.stretches.length === 0 && (isByReach(source) || this.reach.readable.length === 0)
  }
}

/** What of a search the source does not say. */
function unknownParts({ parts, isNegated }: TextCondition, source: Source): readonly IndexedPart[] {
  const known = source.kind === 'index' && !isNegated ? source.known : undefined
  return known ? parts.filter((part) => part !== known) : parts
}

function textCost(parts: readonly IndexedPart[], perList: number): number {
  if (parts.length === 0) return 0
  const { lists, phrases } = extent(parts)
  return lists * perList + phrases * costs.phrase
}

/** Two lists in the same order as one, without doubles. */
function merged(a: Found, b: Found, { order, limit }: IdRange): Found {
  const ids = [...new Set([...a.ids, ...b.ids])].sort((x, y) => (order === 'ascending' ? x - y : y - x))
  return { ids: ids.slice(0, limit), isThrough: a.isThrough && b.isThrough && ids.length <= limit }
}
