// Walks through the messages of a narrow in the order of their IDs, by the index that takes the least work, step by step.
import { flagBits } from '../messages/flags'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import { extent, type IndexedPart } from '../search/full-text'
import type { User } from '../users/repository'
import type { MessageCriterion } from './criterion'
import { byFlag, byIds, byText, type Fragment } from './lookup'
import { costs, Pace, paceLimits } from './pace'
import type { Reach } from './reach'
import { isByReach, Sources, type Source } from './sources'
import { beyond, cut, everywhere, type Span } from './span'
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
  readonly pace: Pace
  /** Whether each step looks at so many IDs; else at so many rows of the index. */
  readonly isWindowed: boolean
  /** Whether the IDs of a step are those of a block of the full-text index. */
  readonly isByBlock: boolean
  /** Whether the index comes in several ranges, side by side, which have to be sorted as one. */
  readonly isSpread: boolean
  /** How many rows of the index a step looks at, at most. */
  readonly rows: number
}

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

  /** The messages of a range, with pauses. @throws ApiError BAD_REQUEST if it takes too long. */
  *ids(range: IdRange): Pieces<Found> {
    const span = { after: range.after ?? 0, upTo: range.upTo ?? Number.MAX_SAFE_INTEGER, order: range.order }
    const source = this.#sources.choose(span)
    const found = yield* this.#walk(source, span, range.limit)
    if (!isByReach(source) || this.reach.readable.length === 0 || !this.viewer) return found
    yield
    const historical = this.#sources.indexed(byFlag(this.viewer.id, flagBits.historical), span)
    return merged(found, yield* this.#walk(historical, span, range.limit), range)
  }

  /** Which of these messages are in the narrow. @param ids ascending, as is the answer. */
  *among(ids: readonly number[]): Pieces<number[]> {
    const found: number[] = []
    const source: Source = { kind: 'index', lookup: byIds([]), isFew: true }
    if (this.#isNowhere(source)) return found
    const conditions = this.#conditions(source, undefined)
    const pace = new Pace(paceLimits.fewest, this.#rowCost(false))
    for (let at = 0; at < ids.length;) {
      if (at > 0) yield
      const some = ids.slice(at, at + pace.size)
      const step = () => this.#statements.fulfilling(byIds(some), conditions, everywhere, some.length)
      for (const id of pace.step(step)) found.push(id)
      at += some.length
    }
    return found
  }

  *#walk(source: Source, span: Span, limit: number): Pieces<Found> {
    const ids: number[] = []
    if (this.#isNowhere(source)) return { ids, isThrough: true }
    const plan = this.#plan(source, limit)
    let left = this.#bounds(source, span, plan)
    for (let isFirst = true; left.after < left.upTo; isFirst = false) {
      if (!isFirst) yield
      const step = plan.pace.step(() => this.#step(source, plan, left, limit - ids.length))
      for (const id of step.ids) ids.push(id)
      if (ids.length >= limit) return { ids, isThrough: false }
      left = beyond(left, step.reached)
    }
    return { ids, isThrough: true }
  }

  /** @returns what it found, and how far it came. */
  #step(source: Source, plan: Plan, left: Span, room: number): { ids: number[]; reached: number } {
    const { span, mark } = plan.isWindowed
      ? cut(left, plan.pace.size, plan.isByBlock)
      : { span: left, mark: undefined }
    const lookup = source.kind === 'text' ? byText(source.parts, mark ?? '') : source.lookup
    const conditions = this.#conditions(source, mark)
    const end = left.order === 'ascending' ? span.upTo : span.after + 1
    if (plan.isSpread)
      return { ids: this.#statements.fulfilling(lookup, conditions, span, room), reached: end }
    const limit = conditions.length === 0 ? room : plan.isWindowed ? plan.rows : plan.pace.size
    const rows = this.#statements.judged(lookup, conditions, span, limit)
    const ids = rows.filter(({ isIn }) => isIn).slice(0, room)
    return { ids: ids.map(({ id }) => id), reached: rows.length < limit ? end : (rows.at(-1)?.id ?? end) }
  }

  #plan(source: Source, limit: number): Plan {
    const { stretches } = this.reach
    const isSpread = isByReach(source)
      ? stretches.length > 1
      : source.kind === 'index' && source.lookup.isSpread === true
    const asked = this.criteria.map(({ condition }) => condition).filter(({ kind }) => kind === 'search')
    const isByBlock = source.kind === 'text' || (!source.isFew && asked.length > 0)
    const perRow = this.#rowCost(isByBlock)
    const perId = (isByBlock ? this.#blockCost() : 0) + (isSpread ? perRow : 0)
    const isWindowed = isByBlock || isSpread
    const first = isWindowed ? limit * 4 : limit + limit / 4 + 16
    return {
      pace: new Pace(first, isWindowed ? perId : perRow, isSpread ? stretches.length : 0),
      isWindowed,
      isByBlock,
      isSpread,
      rows: Math.max(paceLimits.fewest, Math.floor(paceLimits.longest / perRow)),
    }
  }

  /** For one row, with what is held against it. */
  #rowCost(isByBlock: boolean): number {
    let cost = costs.row + costs.condition
    for (const { condition } of this.criteria) {
      cost +=
        condition.kind === 'sql' || isByBlock ? costs.condition : textCost(condition.parts, costs.opened)
    }
    return cost
  }

  /** For one message of a block, in all queries of the full-text index. */
  #blockCost(): number {
    let cost = textCost(this.#sources.text, costs.list)
    for (const { condition } of this.criteria) {
      if (condition.kind === 'search') cost += textCost(condition.parts, costs.list)
    }
    return cost
  }

  /** Between which IDs there can be anything. */
  #bounds(source: Source, span: Span, plan: Plan): Span {
    if (!plan.isWindowed) return span
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
  #conditions(source: Source, mark: string | undefined): Fragment[] {
    const conditions = this.criteria.flatMap(({ condition, lookup }) => {
      if (source.kind === 'index' && lookup === source.lookup) return []
      if (condition.kind === 'sql' || condition.isNegated) return [conditionSql(condition, mark)]
      if (source.kind === 'text') return []
      const parts = condition.parts.filter((part) => part !== source.known)
      return parts.length === 0 ? [] : [conditionSql({ ...condition, parts }, mark)]
    })
    if (!isByReach(source)) conditions.push(this.#statements.withinReach())
    return conditions
  }

  #isNowhere(source: Source): boolean {
    return this.reach.stretches.length === 0 && (isByReach(source) || this.reach.readable.length === 0)
  }
}

function textCost(parts: readonly IndexedPart[], perList: number): number {
  const { lists, phrases } = extent(parts)
  return lists * perList + phrases * costs.phrase
}

/** Two lists in the same order as one, without doubles. */
function merged(a: Found, b: Found, { order, limit }: IdRange): Found {
  const ids = [...new Set([...a.ids, ...b.ids])].sort((x, y) => (order === 'ascending' ? x - y : y - x))
  return { ids: ids.slice(0, limit), isThrough: a.isThrough && b.isThrough && ids.length <= limit }
}
