// From a narrow to message IDs: the one compiler to SQL, used wherever messages are found by a narrow.
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { flagBits } from '../messages/flags'
import { criteriaOf, type MessageCriterion } from './criteria'
import { byFlag, byIds, byReach, type Fragment, type Lookup } from './lookup'
import type { Term } from './parse'
import { baseOf, reachOf, type Base, type Reach, type Stretch } from './reach'
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
  const compiled = new CompiledNarrow(organization, viewer, reach, onMessages)
  return {
    ids: (range) => compiled.ids(range),
    among: (ids) => compiled.find(byIds(ids), { order: 'ascending', limit: ids.length }),
  }
}

/** How many rows of an index are counted, at most, to choose between indexes. */
const estimateLimit = 300

/** A full-text query names as many conversations at most. */
const fewConversations = 32

class CompiledNarrow {
  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
    readonly reach: Reach,
    readonly criteria: readonly MessageCriterion[],
  ) {}

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
    const conditions = this.criteria.map(({ condition }) => ({ ...condition, sql: `(${condition.sql})` }))
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

  /** The index that has the fewest rows to look at, as far as a short count can tell. */
  #choose(range: IdRange): Lookup {
    const known = this.criteria.flatMap(({ lookup }) => (lookup ? [this.#closest(lookup)] : []))
    const lookups = [...known, byReach].sort((a, b) => a.rank - b.rank)
    const [first = byReach] = lookups
    if (lookups.length === 1 || first.rank === 0) return first
    let best = first
    let fewest = estimateLimit
    for (const lookup of lookups) {
      if (lookup.isByReach === true && this.reach.readable.length > 0) continue
      const count = this.#count(lookup, { ...range, limit: fewest })
      if (count >= fewest) continue
      best = lookup
      fewest = count
      if (count <= 20) break
    }
    return best
  }

  /** The lookup within the conversations of the reach, if it can and they are few. */
  #closest(lookup: Lookup): Lookup {
    if (!lookup.within || this.reach.readable.length > 0) return lookup
    const ids = new Set(this.reach.stretches.map(({ conversationId }) => conversationId))
    return ids.size > 0 && ids.size <= fewConversations ? lookup.within([...ids]) : lookup
  }

  #withinReach(): Fragment {
    const inStretch = (name: string) =>
      `EXISTS (SELECT 1 FROM ${name} w WHERE w.conversation_id = m.conversation_id
        AND m.id > w.after AND m.id <= w.up_to)`
    if (this.reach.readable.length === 0 || !this.viewer) return { sql: inStretch('reach'), values: [] }
    const isHistorical = `EXISTS (SELECT 1 FROM message_states h WHERE h.message_id = m.id AND h.user_id = ?
      AND (h.flags & ${flagBits.historical}) <> 0)`
    return {
      sql: `(${inStretch('reach')} OR (${isHistorical} AND ${inStretch('readable')}))`,
      values: [this.viewer.id],
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
    const { sql, values } = this.#select(lookup, [], range)
    const statement = this.organization.db.sqlite.query(`SELECT count(*) FROM (${sql} LIMIT ?)`)
    return Number(statement.values(...values, range.limit)[0]?.[0])
  }

  #select(lookup: Lookup, conditions: readonly Fragment[], range: IdRange): Fragment {
    const { stretches, readable } = this.reach
    const after = range.after ?? 0
    const upTo = range.upTo ?? Number.MAX_SAFE_INTEGER
    const isByReach = lookup.isByReach === true
    // An index is walked between one lower and one upper bound, so a walk by stretches has the range in them.
    const tables = [table('reach', isByReach ? clipped(stretches, after, upTo) : stretches)]
    if (readable.length > 0 && !isByReach) tables.push(table('readable', readable))
    const where = [lookup.where, ...conditions]
    if (!isByReach) where.push({ sql: `${lookup.id} > ? AND ${lookup.id} <= ?`, values: [after, upTo] })
    return {
      sql: `WITH ${tables.map((each) => each.sql).join(', ')}
        SELECT m.id FROM ${lookup.from.sql} WHERE ${where.map((each) => each.sql).join(' AND ')}`,
      values: [...tables, lookup.from, ...where].flatMap((each) => each.values),
    }
  }
}

/** Stretches as a table of the query; a single one, the most common case, without a detour. */
function table(name: 'reach' | 'readable', stretches: readonly Stretch[]): Fragment {
  const columns = `${name}(conversation_id, channel_id, after, up_to)`
  const [first] = stretches
  if (first && stretches.length === 1) {
    return { sql: `${columns} AS (SELECT ?, ?, ?, ?)`, values: rowOf(first) }
  }
  return {
    sql: `${columns} AS MATERIALIZED (SELECT CAST(value->>0 AS INTEGER), CAST(value->>1 AS INTEGER),
      CAST(value->>2 AS INTEGER), CAST(value->>3 AS INTEGER) FROM json_each(?))`,
    values: [JSON.stringify(stretches.map(rowOf))],
  }
}

/** No channel has the ID 0. */
function rowOf({ conversationId, channelId, after, upTo }: Stretch): number[] {
  return [conversationId, channelId ?? 0, after, upTo]
}

function clipped(stretches: readonly Stretch[], after: number, upTo: number): Stretch[] {
  return stretches
    .map((each) => ({ ...each, after: Math.max(each.after, after), upTo: Math.min(each.upTo, upTo) }))
    .filter((each) => each.after < each.upTo)
}

/** Two lists in the same order as one, without doubles. */
function merged(a: readonly number[], b: readonly number[], { order, limit }: IdRange): number[] {
  const ids = [...new Set([...a, ...b])].sort((x, y) => (order === 'ascending' ? x - y : y - x))
  return ids.slice(0, limit)
}
