// The SQL of a narrow: what an index finds between two IDs, and what of it fulfils all that is asked. By hand: it says which
// index is taken, which Drizzle can't.
import { flagBits } from '../messages/flags'
import type { Organization } from '../organization/organization'
import { blockMarkSql } from '../search/blocks'
import { blockPlace, blockQuery, type IndexedPart } from '../search/full-text'
import type { User } from '../users/repository'
import type { Condition } from './criterion'
import type { Fragment, Lookup } from './lookup'
import type { Reach } from './reach'
import type { Span } from './span'
import { clipped, isInside, table, walkOf } from './stretches'

/** Looks messages up for one narrow and one viewer. */
export class Statements {
  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
    readonly reach: Reach,
  ) {}

  /** Those that fulfil the conditions. */
  fulfilling(lookup: Lookup, conditions: readonly Fragment[], span: Span, limit: number): number[] {
    const { sql, values } = this.#select(lookup, [], conditions, span)
    return this.#rows(`${sql}${orderOf(lookup, span)} LIMIT ?`, [...values, limit]).map(([id]) => Number(id))
  }

  /** All that the index has, each with whether it fulfils the conditions. */
  judged(
    lookup: Lookup,
    conditions: readonly Fragment[],
    span: Span,
    limit: number,
  ): { id: number; isIn: boolean }[] {
    const { sql, values } = this.#select(lookup, conditions, [], span)
    const rows = this.#rows(`${sql}${orderOf(lookup, span)} LIMIT ?`, [...values, limit])
    return rows.map(([id, isIn]) => ({ id: Number(id), isIn: isIn !== 0 }))
  }

  /** How many rows the index has, up to the limit. */
  count(lookup: Lookup, span: Span, limit: number): number {
    const { bare } = lookup
    const from = bare === undefined ? lookup.from : { sql: bare, values: [] }
    const { sql, values } = this.#select({ ...lookup, from }, [], [], span)
    return Number(this.#rows(`SELECT count(*) FROM (${sql} LIMIT ?)`, [...values, limit])[0]?.[0])
  }

  /** The messages that a query of the full-text index finds, ascending. @param query of words that are alike, not of several together */
  listed(query: string, { after, upTo }: Span, limit: number): number[] {
    const sql =
      'SELECT rowid FROM message_search WHERE message_search MATCH ? AND rowid > ? AND rowid <= ? LIMIT ?'
    return this.#rows(sql, [query, after, upTo, limit]).map(([id]) => Number(id))
  }

  /** The newest of all messages. */
  newestId(): number {
    return Number(this.#rows('SELECT max(id) FROM messages', [])[0]?.[0] ?? 0)
  }

  /** That a message is within reach, for those that an index finds elsewhere, too. */
  withinReach(): Fragment {
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

  #rows(sql: string, values: Fragment['values']): unknown[][] {
    return this.organization.db.sqlite.query(sql).values(...values)
  }

  /** @param judgments as a second column, whether all of them hold. */
  #select(
    lookup: Lookup,
    judgments: readonly Fragment[],
    conditions: readonly Fragment[],
    { after, upTo }: Span,
  ): Fragment {
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
    const judgment = judgments.length === 0 ? '' : `, ${joined(judgments)}`
    return {
      sql: `${head}SELECT ${lookup.id}${judgment} FROM ${from.sql} WHERE ${joined(all)}`,
      values: [...used, ...judgments, from, ...all].flatMap(({ values }) => values),
    }
  }
}

function orderOf({ id, isList }: Lookup, { order }: Span): string {
  return isList === true ? '' : ` ORDER BY ${id} ${order === 'ascending' ? 'ASC' : 'DESC'}`
}

function joined(fragments: readonly Fragment[]): string {
  return fragments.map(({ sql }) => sql).join(' AND ')
}

/** A condition in SQL. @param mark of the block that all the messages are in; undefined if they may be anywhere. */
export function conditionSql(condition: Condition, mark: string | undefined): Fragment {
  if (condition.kind === 'sql') return { ...condition.is, sql: `(${condition.is.sql})` }
  const { parts, isNegated } = condition
  const not = isNegated ? 'NOT ' : ''
  return mark === undefined ? foundAlone(parts, not) : foundInBlock(parts, mark, not)
}

/** Asked once for all messages of the block. */
function foundInBlock(parts: readonly IndexedPart[], mark: string, not: string): Fragment {
  return {
    sql: `m.id ${not}IN (SELECT rowid FROM message_search WHERE message_search MATCH ?)`,
    values: [blockQuery(parts, mark)],
  }
}

/** Asked for each message. */
function foundAlone(parts: readonly IndexedPart[], not: string): Fragment {
  return {
    sql: `${not}EXISTS (SELECT 1 FROM message_search ft
      WHERE ft.message_search MATCH replace(?, '${blockPlace}', ${blockMarkSql('m.id')}) AND ft.rowid = m.id)`,
    values: [blockQuery(parts, blockPlace)],
  }
}
