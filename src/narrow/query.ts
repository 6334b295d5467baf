// From a narrow to message IDs: the one compiler to SQL, used wherever messages are found by a narrow. By hand: it says which
// index is taken, which Drizzle can't.
import type { Organization } from '../organization/organization'
import { conversationMark } from '../search/query'
import type { User } from '../users/repository'
import { flagBits } from '../messages/flags'
import { criteriaOf, type MessageCriterion } from './criteria'
import { byFlag, byIds, byReach, bySearch, type Fragment, type Lookup } from './lookup'
import type { Term } from './parse'
import { baseOf, reachOf, type Base, type Reach } from './reach'
import { clipped, isInside, table, walkOf } from './stretches'
import { settledTerms } from './with'

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

/** A narrow as one person sees it at this moment; not to be kept. */
export interface NarrowQuery {
  /** The IDs of its messages. */
  ids(range: IdRange): number[]
  /** Which of these messages are in it, ascending. */
  among(ids: readonly number[]): number[]
}

/**
 * Compiles a narrow for a viewer; undefined is somebody who is not logged in.
 * @param base what the narrow ranges over, if not what its operators say.
 * @throws ApiError BAD_NARROW for names that mean nothing to the viewer.
 */
export function narrowQuery(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
  base?: Base,
): NarrowQuery {
  const settled = settledTerms(organization, viewer, terms)
  const criteria = criteriaOf(organization, viewer, settled)
  const reach = reachOf(organization, viewer, criteria, base ?? baseOf(settled))
  const onMessages = criteria.filter((criterion) => criterion.level === 'message')
  const isNarrowed = onMessages.length < criteria.length
  const compiled = new CompiledNarrow(organization, viewer, reach, onMessages, isNarrowed)
  return {
    ids: (range) => compiled.ids(range),
    among: (ids) => compiled.find(byIds(ids), { order: 'ascending', limit: ids.length }),
  }
}

/** How much work is tried out to choose between indexes, in rows to look at: little, then more if that told nothing. */
const trials = [100, 2400]
/** With a search among the conditions, to hold one row against it takes the work of so many. */
const searchWork = 50
const searchTrials = [...trials, 19_200]

/** A full-text query names as many conversations at most. */
const fewConversations = 32

class CompiledNarrow {
  /** By full text, if that is asked for. */
  readonly #search: Lookup | undefined
  /** Those to choose from, best by experience first. */
  readonly #lookups: readonly Lookup[]

  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
    readonly reach: Reach,
    readonly criteria: readonly MessageCriterion[],
    isNarrowed: boolean,
  ) {
    this.#search = searchOf(criteria, reach)
    this.#lookups = lookupsOf(criteria, this.#search, isNarrowed)
  }

  ids(range: IdRange): number[] {
    const lookup = this.#choose(range)
    const found = this.find(lookup, range)
    if (lookup.isByReach !== true || this.reach.readable.length === 0 || !this.viewer) return found
    const added = this.find(byFlag(this.viewer.id, flagBits.historical), range)
    return merged(found, added, range)
  }

  /** What one index finds of the narrow. */
  find(lookup: Lookup, range: IdRange): number[] {
    const isByReach = lookup.isByReach === true
    if (this.reach.stretches.length === 0 && (isByReach || this.reach.readable.length === 0)) return []
    const isDone = (criterion: MessageCriterion) =>
      criterion.lookup === lookup || (criterion.isSearch === true && lookup === this.#search)
    const conditions = this.criteria
      .filter((criterion) => !isDone(criterion))
      .map(({ condition }) => ({ ...condition, sql: `(${condition.sql})` }))
    if (!isByReach) conditions.push(this.#withinReach())
    return this.#walk(lookup, conditions, range)
  }

  /**
   * Several ranges of an index, side by side, have to be sorted as one. That is done for growing windows of IDs, so
   * that no more is looked at than the limit asks for.
   */
  #walk(lookup: Lookup, conditions: readonly Fragment[], range: IdRange): number[] {
    const isSpread = lookup.isByReach === true ? this.reach.stretches.length > 1 : lookup.isSpread === true
    if (!isSpread) return this.#run(lookup, conditions, range)
    const bounds = this.#bounds(lookup, range)
    const found: number[] = []
    for (let size = range.limit * 2; bounds.after < bounds.upTo; size *= 8) {
      const window = { ...bounds, order: range.order, limit: range.limit - found.length }
      if (range.order === 'ascending') window.upTo = Math.min(bounds.upTo, bounds.after + size)
      else window.after = Math.max(bounds.after, bounds.upTo - size)
      for (const id of this.#run(lookup, conditions, window)) found.push(id)
      if (found.length >= range.limit) break
      if (range.order === 'ascending') bounds.after = window.upTo
      else bounds.upTo = window.after
    }
    return found
  }

  /** Between which IDs there can be anything. */
  #bounds(lookup: Lookup, range: IdRange): { after: number; upTo: number } {
    const newest = this.organization.db.sqlite
      .query<{ id: number | null }, []>('SELECT max(id) AS id FROM messages')
      .get()?.id
    const bounds = { after: range.after ?? 0, upTo: Math.min(range.upTo ?? Infinity, newest ?? 0) }
    if (lookup.isByReach !== true) return bounds
    let after = Infinity
    let upTo = 0
    for (const stretch of this.reach.stretches) {
      after = Math.min(after, stretch.after)
      upTo = Math.max(upTo, stretch.upTo)
    }
    return { after: Math.max(after, bounds.after), upTo: Math.min(upTo, bounds.upTo) }
  }

  /** The index that takes the least work, as far as short counts can tell. */
  #choose(range: IdRange): Lookup {
    const [first = byReach, ...others] = this.#lookups
    if (others.length === 0 || (first.rank === 0 && first !== this.#search)) return first
    const isSearch = this.#search !== undefined
    for (const trial of isSearch ? searchTrials : trials) {
      let best: Lookup | undefined
      let least = trial
      for (const lookup of this.#lookups) {
        if (lookup.isByReach === true && this.reach.readable.length > 0) continue
        const work = isSearch && lookup !== this.#search ? searchWork : 1
        const limit = Math.ceil(least / work)
        const count = this.#count(lookup, { ...range, limit })
        if (count >= limit) continue
        best = lookup
        least = count * work
      }
      if (best) return best
    }
    return first
  }

  #withinReach(): Fragment {
    const { stretches, readable } = this.reach
    const received = isInside('reach', stretches)
    if (readable.length === 0 || !this.viewer) return received
    const allowed = isInside('readable', readable)
    const isHistorical = `EXISTS (SELECT 1 FROM message_states h WHERE h.message_id = m.id AND h.user_id = ?
      AND (h.flags & ${flagBits.historical}) <> 0)`
    return {
      sql: `(${received.sql} OR (${isHistorical} AND ${allowed.sql}))`,
      values: [...received.values, this.viewer.id, ...allowed.values],
    }
  }

  #run(lookup: Lookup, conditions: readonly Fragment[], range: IdRange): number[] {
    const { sql, values } = this.#select(lookup, conditions, range)
    const order = range.order === 'ascending' ? 'ASC' : 'DESC'
    const statement = this.organization.db.sqlite.query(`${sql} ORDER BY ${lookup.id} ${order} LIMIT ?`)
    return statement.values(...values, range.limit).map(([id]) => Number(id))
  }

  /** How many rows the index has, up to the limit. */
  #count(lookup: Lookup, range: IdRange): number {
    const { bare } = lookup
    const { sql, values } = this.#select(
      bare === undefined ? lookup : { ...lookup, from: { sql: bare, values: [] } },
      [],
      range,
    )
    const statement = this.organization.db.sqlite.query(`SELECT count(*) FROM (${sql} LIMIT ?)`)
    return Number(statement.values(...values, range.limit)[0]?.[0])
  }

  #select(lookup: Lookup, conditions: readonly Fragment[], range: IdRange): Fragment {
    const after = range.after ?? 0
    const upTo = range.upTo ?? Number.MAX_SAFE_INTEGER
    const { tables, from, where } =
      lookup.isByReach === true
        ? walkOf(lookup, clipped(this.reach.stretches, after, upTo))
        : {
            tables: [table('reach', this.reach.stretches), table('readable', this.reach.readable)],
            from: lookup.from,
            where: {
              sql: `${lookup.where.sql} AND ${lookup.id} > ? AND ${lookup.id} <= ?`,
              values: [...lookup.where.values, after, upTo],
            },
          }
    const used = tables.filter(({ sql }) => sql !== '')
    const head = used.length === 0 ? '' : `WITH ${used.map(({ sql }) => sql).join(', ')} `
    const all = [where, ...conditions]
    return {
      sql: `${head}SELECT ${lookup.id} FROM ${from.sql} WHERE ${all.map(({ sql }) => sql).join(' AND ')}`,
      values: [...used, from, ...all].flatMap(({ values }) => values),
    }
  }
}

/** One full-text query for all that can be asked of the index at once. */
function searchOf(criteria: readonly MessageCriterion[], reach: Reach): Lookup | undefined {
  if (!criteria.some(({ isSearch }) => isSearch)) return undefined
  const queries = criteria.flatMap(({ fullText }) => (fullText === undefined ? [] : [`(${fullText})`]))
  const ids = new Set(reach.stretches.map(({ conversationId }) => conversationId))
  if (ids.size > 0 && ids.size <= fewConversations && reach.readable.length === 0) {
    queries.push(`(${[...ids].map((id) => `"${conversationMark(id)}"`).join(' OR ')})`)
  }
  return bySearch(queries.join(' AND '))
}

/**
 * What has its part in the full-text query needs no index of its own, and what is by reach is never more than the reach,
 * which is of use by itself only where the narrow is about some conversations.
 */
function lookupsOf(
  criteria: readonly MessageCriterion[],
  search: Lookup | undefined,
  isNarrowed: boolean,
): Lookup[] {
  const lookups = criteria.flatMap(({ lookup, fullText }) =>
    lookup && !(search && fullText !== undefined) ? [lookup] : [],
  )
  if (search) lookups.push(search)
  else if (!lookups.some(({ isByReach }) => isByReach) && (isNarrowed || lookups.length === 0))
    lookups.push(byReach)
  return lookups.sort((a, b) => a.rank - b.rank)
}

/** Two lists in the same order as one, without doubles. */
function merged(a: readonly number[], b: readonly number[], { order, limit }: IdRange): number[] {
  const ids = [...new Set([...a, ...b])].sort((x, y) => (order === 'ascending' ? x - y : y - x))
  return ids.slice(0, limit)
}
