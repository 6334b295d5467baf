// In all tests, what caches answer from memory is what they would load now, from the tables they say they depend on.
import { afterEach, spyOn } from 'bun:test'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { checkCacheHits, type CacheHit } from '../../src/organization/cache'
import type { Organization } from '../../src/organization/organization'
import type { Dependency } from '../../src/organization/row-changes'

/** How many rows had ever been written when an entry was last compared. */
const comparedAt = new WeakMap<CacheHit['entry'], number>()
/** The tables read by the load that is being watched. */
let underWay: Set<string> | undefined
let wrong: string[] = []

checkCacheHits(({ organization, entry, dependsOn, load }) => {
  const declared = new Set(dependsOn.flatMap(tablesOf))
  for (const table of declared) underWay?.add(table)
  const changes = changesOf(organization)
  if (comparedAt.get(entry) === changes) return
  comparedAt.set(entry, changes)
  const { value, tables } = watching(organization, load)
  const undeclared = [...tables].filter((table) => !declared.has(table))
  if (undeclared.length > 0) report(`A cache does not say that it depends on ${undeclared.join(', ')}`)
  if (!Bun.deepEquals(entry.value, value, true)) {
    report(`A cache answers ${Bun.inspect(entry.value)}, the tables say ${Bun.inspect(value)}`)
  }
})

/** What was found wrong since the last call; a test that ends with some of it has failed. */
export function wrongCaches(): readonly string[] {
  const found = wrong
  wrong = []
  return found
}

afterEach(() => {
  const [first] = wrongCaches()
  if (first !== undefined) throw new Error(first)
})

function report(text: string): void {
  const place = new Error().stack?.split('\n').slice(4, 10).join('\n')
  wrong.push(`${text}\n${place}`)
}

function changesOf({ db }: Organization): number {
  const row = db.sqlite.query<{ changes: number }, []>('SELECT total_changes() AS changes').get()
  return row?.changes ?? 0
}

/** Loads, and tells the tables that were read for it, by itself or for caches that it asked. */
function watching({ db }: Organization, load: () => unknown): { value: unknown; tables: Set<string> } {
  const tables = new Set<string>()
  // A load within a load is watched as a part of that; a test that spies on statements itself is left alone.
  if ('mock' in db.sqlite.query) return { value: load(), tables }
  const statements = [spyOn(db.sqlite, 'query'), spyOn(db.sqlite, 'prepare')]
  underWay = tables
  try {
    const value = load()
    const texts = statements.flatMap(({ mock }) => mock.calls.map(([sql]) => sql))
    for (const table of texts.flatMap(tablesRead)) tables.add(table)
    return { value, tables }
  } finally {
    underWay = undefined
    for (const statement of statements) statement.mockRestore()
  }
}

function tablesRead(sql: string): string[] {
  return [...sql.matchAll(/\b(?:from|join)\s+["`]?(\w+)/gi)].map(([, name = '']) => name)
}

function tablesOf(dependency: Dependency): string[] {
  if (is(dependency, SQLiteTable)) return [getTableName(dependency)]
  if (!('key' in dependency || 'ifChanged' in dependency)) return [getTableName(dependency.table)]
  const keys = 'key' in dependency ? [dependency.key].flat() : []
  const columns = dependency.ifChanged ? [...keys, dependency.ifChanged] : keys
  return columns.map((column) => getTableName(column.table))
}
