// Stretches of conversations in SQL: as a table, or a single one put in its place.
import type { Fragment, Lookup } from './lookup'
import type { Stretch } from './reach'

type TableName = 'reach' | 'readable'
const stretchColumns = ['conversation_id', 'channel_id', 'after', 'up_to']

/** Several stretches, or none, as a table of the query. */
export function table(name: TableName, stretches: readonly Stretch[]): Fragment {
  const head = `${name}(${stretchColumns.join(', ')})`
  const [first, ...others] = stretches
  // As a rule, those of a step all begin and end as it does.
  if (first && others.every(({ after, upTo }) => after === first.after && upTo === first.upTo)) {
    const channels = stretches.map(({ conversationId, channelId }) => [conversationId, channelId ?? 0])
    return {
      sql: `${head} AS MATERIALIZED (SELECT CAST(key AS INTEGER), value, ?, ? FROM json_each(?))`,
      values: [first.after, first.upTo, JSON.stringify(Object.fromEntries(channels))],
    }
  }
  const values = stretchColumns.map((_, index) => `CAST(value->>${index} AS INTEGER)`).join(', ')
  return {
    sql: `${head} AS MATERIALIZED (SELECT ${values} FROM json_each(?))`,
    values: [JSON.stringify(stretches.map(rowOf))],
  }
}

/** No channel has the ID 0. */
function rowOf({ conversationId, channelId, after, upTo }: Stretch): number[] {
  return [conversationId, channelId ?? 0, after, upTo]
}

/** Only what is above `after`, and up to `upTo`. */
export function clipped(stretches: readonly Stretch[], after: number, upTo: number): Stretch[] {
  return stretches
    .map((each) => ({ ...each, after: Math.max(each.after, after), upTo: Math.min(each.upTo, upTo) }))
    .filter((each) => each.after < each.upTo)
}

/**
 * A walk by stretches, between whose bounds the index is walked. A single one, the most common case, is put in the
 * place of the table, so that SQLite knows that the messages come in order.
 */
export function walkOf(
  { from, where }: Lookup,
  stretches: readonly Stretch[],
): { tables: Fragment[]; from: Fragment; where: Fragment } {
  const [only] = stretches
  if (!only || stretches.length > 1) return { tables: [table('reach', stretches)], from, where }
  return {
    tables: [],
    from: { ...from, sql: from.sql.replace('reach r CROSS JOIN ', '') },
    where: withStretch(where, only, 'r'),
  }
}

/** Whether `m` is in one of the stretches; the table of that name is needed only for several. */
export function isInside(name: TableName, stretches: readonly Stretch[]): Fragment {
  const condition = 'w.conversation_id = m.conversation_id AND m.id > w.after AND m.id <= w.up_to'
  const [only] = stretches
  if (!only || stretches.length > 1) {
    return { sql: `EXISTS (SELECT 1 FROM ${name} w WHERE ${condition})`, values: [] }
  }
  return withStretch({ sql: `(${condition})`, values: [] }, only, 'w')
}

/** The SQL with the values of a stretch for its columns. @param alias of the table in it */
function withStretch({ sql, values }: Fragment, stretch: Stretch, alias: 'r' | 'w'): Fragment {
  const row = rowOf(stretch)
  const { text, places } = singled(sql, alias)
  let given = 0
  return { sql: text, values: places.map((column) => (column < 0 ? values[given++] : row[column]) ?? 0) }
}

/** SQL with `?` for the columns of a stretch, and for each `?` which of them it is, or -1 for one that was there before. */
interface Singled {
  text: string
  places: number[]
}

/** There are as many as indexes that can be walked by reach. */
const allSingled = new Map<string, Singled>()

function singled(sql: string, alias: 'r' | 'w'): Singled {
  const key = alias + sql
  const known = allSingled.get(key)
  if (known) return known
  const places: number[] = []
  const text = sql.replaceAll(
    alias === 'r' ? /\?|\br\.(\w+)/g : /\?|\bw\.(\w+)/g,
    (_, column: string | undefined) => {
      places.push(column === undefined ? -1 : stretchColumns.indexOf(column))
      return '?'
    },
  )
  const made = { text, places }
  allSingled.set(key, made)
  return made
}
