// The SQL of a narrow: what an index finds between two IDs, and what of it fulfils all that is asked. By hand: it says which
// index is taken, which Drizzle can't.
import { flagBits } from '../messages/flags'
import type { Organization } from '../organization/organization'
import { blockMarkSql } from '../search/blocks'
import { blockPlace, blockQuery, type IndexedPart } from '../search/full-text'
import type { User } from '../users/repository'
import type { Condition } from './criterion'
import type { Fragment, Lookup } from './lookup'
import type { Reach, Stretch } from './reach'
import type { Span } from './span'
import { clipped, isInside, table, walkOf } from './stretches'

/** What was found among rows of an index, how many these are, and the ID of the last one if there is any. */
export interface Judged {
  readonly ids: number[]
  readonly rows: number
  readonly last: number
}

/** Looks messages up for one narrow and one viewer. */
export class Statements {
  #byConversation: ReadonlyMap<number, readonly Stretch[]> | undefined

  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
    readonly reach: Reach,
  ) {}

  /** Those that fulfil the conditions, and are within reach where that is not said by the index. */
  fulfilling(lookup: Lookup, conditions: readonly Fragment[], span: Span, limit: number): number[] {
    const all = lookup.isByReach === true ? conditions : [...conditions, this.#withinReach()]
    const { sql, values } = this.#select(lookup, [], all, span)
    return this.#rows(`${sql}${orderOf(lookup, span)} LIMIT ?`, [...values, limit]).map(([id]) => Number(id))
  }

  /**
   * Those of the rows of an index that fulfil the conditions.
   * @param limit of rows to look at
   * @param isReached whether all of it is known to be within reach
   */
  judged(
    lookup: Lookup,
    conditions: readonly Fragment[],
    span: Span,
    limit: number,
    isReached: boolean,
  ): Judged {
    // Quicker here than in SQL, if nothing else has to be looked up for it.
    const isAsked = !isReached && this.reach.readable.length === 0
    const judgments = isReached || isAsked ? conditions : [...conditions, this.#withinReach()]
    const columns = [joined(judgments) || '1', ...(isAsked ? ['m.conversation_id'] : [])]
    const isBare = isReached && judgments.length === 0
    const { sql, values } = this.#select(
      lookup,
      isBare ? [] : [{ sql: columns.join(', '), values: judgments.flatMap((each) => each.values) }],
      [],
      span,
    )
    const rows = this.#rows(`${sql}${orderOf(lookup, span)} LIMIT ?`, [...values, limit])
    const ids: number[] = []
    for (const [first, isIn, conversationId] of rows) {
      const id = Number(first)
      if (isIn !== 0 && (!isAsked || this.#isInside(id, Number(conversationId)))) ids.push(id)
    }
    return { ids, rows: rows.length, last: Number(rows.at(-1)?.[0]) }
  }

  /** How many rows the index has, up to the limit. */
  count(lookup: Lookup, span: Span, limit: number): number {
    const { sql, values } = this.#select(lookup, [], [], span)
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

  #isInside(id: number, conversationId: number): boolean {
    this.#byConversation ??= Map.groupBy(this.reach.stretches, (stretch) => stretch.conversationId)
    const stretches = this.#byConversation.get(conversationId)
    return stretches?.some(({ after, upTo }) => after < id && id <= upTo) ?? false
  }

  /** That a message is within reach, for those that an index finds elsewhere, too. */
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

  #rows(sql: string, values: Fragment['values']): unknown[][] {
    return this.organization.db.sqlite.query(sql).values(...values)
  }

  /** @param columns beside the ID */
  #select(
    lookup: Lookup,
    columns: readonly Fragment[],
    conditions: readonly Fragment[],
    { after, upTo }: Span,
  ): Fragment {
    const isBare = columns.length === 0 && conditions.length === 0 && lookup.bare !== undefined
    const { tables, from, where } =
      lookup.isByReach === true
        ? walkOf(lookup, clipped(this.reach.stretches, after, upTo))
        : {
            tables: this.#tablesOf([...columns, ...conditions]),
            from: isBare ? { sql: lookup.bare, values: [] } : lookup.from,
            where: {
              sql: `${lookup.where.sql} AND ${lookup.id} > ? AND ${lookup.id} <= ?`,
              values: [...lookup.where.values, after, upTo],
            },
          }
    const head = tables.length === 0 ? '' : `WITH ${tables.map(({ sql }) => sql).join(', ')} `
    const all = [where, ...conditions]
    const selected = [lookup.id, ...columns.map(({ sql }) => sql)].join(', ')
    return {
      sql: `${head}SELECT ${selected} FROM ${from.sql} WHERE ${joined(all)}`,
      values: [...tables, ...columns, from, ...all].flatMap(({ values }) => values),
    }
  }

  /** The tables of stretches that are named. */
  #tablesOf(fragments: readonly Fragment[]): Fragment[] {
    const names = ['reach', 'readable'] as const
    const isNamed = (name: string) => fragments.some(({ sql }) => sql.includes(`FROM ${name} `))
    const stretches = { reach: this.reach.stretches, readable: this.reach.readable }
    return names.filter(isNamed).map((name) => table(name, stretches[name]))
  }
}

function orderOf({ id, isList }: Lookup, { order }: Span): string {
  return isList === true ? '' : ` ORDER BY ${id} ${order === 'ascending' ? 'ASC' : 'DESC'}`
}

function joined(fragments: readonly Fragment[]): string {
  return fragments.map(({ sql }) => sql).join(' AND ')
}

/** A condition in SQL. @param block where all the messages are, and its mark; undefined if they may be anywhere. */
export function conditionSql(
  condition: Condition,
  block: { span: Span; mark: string } | undefined,
): Fragment {
  if (condition.kind === 'sql') return { ...condition.is, sql: `(${condition.is.sql})` }
  const { parts, isNegated } = condition
  const not = isNegated ? 'NOT ' : ''
  return block ? foundInBlock(parts, block, not) : foundAlone(parts, not)
}

/** Asked once for all messages of the span, which may be much less than the block. */
function foundInBlock(
  parts: readonly IndexedPart[],
  { span: { after, upTo }, mark }: { span: Span; mark: string },
  not: string,
): Fragment {
  return {
    sql: `m.id ${not}IN (SELECT rowid FROM message_search WHERE message_search MATCH ? AND rowid > ? AND rowid <= ?)`,
    values: [blockQuery(parts, mark), after, upTo],
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
