// Tells caches which rows were written: triggers of SQLite's own call them, so no write can forget to.
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Connection } from './database'
import type { Organization } from './organization'

/** What a value is kept under. Bytes are named by their hexadecimal digits; several columns have a space between. */
export type Key = number | string

/** What makes a cache forget: each write to a table, or a written row, for the key that it concerns. */
export type Dependency = SQLiteTable | SQLiteColumn | RowKey | ColumnChange

/** An update that changes the column, in whatever row: it concerns all keys. */
export interface ColumnChange {
  ifChanged: SQLiteColumn
}

export interface RowKey {
  /** Where the key stands in the written row, before and after. */
  key: SQLiteColumn | readonly SQLiteColumn[]
  /** Updates that leave this column as it is don't count. */
  ifChanged?: SQLiteColumn
  /** The key stands elsewhere: in rows whose column, the first here, has the value of the written row's, the second. */
  where?: readonly [SQLiteColumn, SQLiteColumn]
}

interface Watch {
  readonly table: string
  /** Undefined: every row concerns all keys. */
  readonly row: RowKey | ColumnChange | undefined
  /** @param key undefined for all keys. */
  forget(organization: Organization, key: Key | undefined): void
}

const watches: Watch[] = []
let openOrganizations = 0

/** Has `forget` called for every row that is written, in all organizations. It runs inside the statement and must not query. */
export function watch(dependency: Dependency, forget: Watch['forget']): void {
  // Those that are open would not tell it of their writes.
  if (openOrganizations > 0) throw new Error('A cache was made while an organization was open')
  if (is(dependency, SQLiteTable)) {
    watches.push({ table: getTableName(dependency), row: undefined, forget })
    return
  }
  const row = 'key' in dependency || 'ifChanged' in dependency ? dependency : { key: dependency }
  const [column] = 'key' in row ? [row.where?.[1] ?? row.key].flat() : [row.ifChanged]
  if (!column) throw new Error('A dependency names no column')
  watches.push({ table: getTableName(column.table), row, forget })
}

/** The writes of one organization, as far as caches depend on them. */
export class RowChanges {
  readonly #organization: Organization
  readonly #sqlite: Connection['sqlite']
  #isWatching = false
  /** What was forgotten in the transaction under way: what caches have loaded since may be undone. */
  #forgotten: { watch: Watch; key: Key | undefined }[] = []

  constructor(organization: Organization, { sqlite }: Connection) {
    openOrganizations++
    this.#organization = organization
    this.#sqlite = sqlite
    sqlite.function('row_changed', (index: number, key: Key | null) => this.#rowChanged(index, key))
  }

  /** To be called before each transaction. The first one makes the triggers: a start is sooner without. */
  beginning(): void {
    if (this.#isWatching) return
    this.#sqlite.run(triggers())
    this.#isWatching = true
  }

  /** To be called when the organization is closed. */
  close(): void {
    openOrganizations--
  }

  /** To be called when a transaction is on disk. */
  committed(): void {
    if (this.#forgotten.length > 0) this.#forgotten = []
  }

  /** To be called when a transaction was undone, or the part of it that follows a savepoint. */
  undone(): void {
    for (const { watch, key } of this.#forgotten) watch.forget(this.#organization, key)
  }

  #rowChanged(index: number, key: Key | null): void {
    const watch = watches[index]
    if (!watch || (watch.row && 'key' in watch.row && key === null)) return
    const forgotten = { watch, key: key ?? undefined }
    this.#forgotten.push(forgotten)
    watch.forget(this.#organization, forgotten.key)
  }
}

/** SQL of the triggers. They belong to the connection; nothing of them is in the file. */
function triggers(): string {
  // Otherwise rows that give way to an `INSERT OR REPLACE` would go unnoticed.
  const statements = ['PRAGMA recursive_triggers = ON']
  for (const [table, ofTable] of Map.groupBy(watches.entries(), ([, { table }]) => table)) {
    for (const verb of ['INSERT', 'UPDATE', 'DELETE'] as const) {
      const calls = ofTable.flatMap(([index, { row }]) => callsFor(index, row, verb))
      if (calls.length === 0) continue
      statements.push(
        `CREATE TEMP TRIGGER "${table} ${verb}" AFTER ${verb} ON main."${table}" BEGIN ${calls.join('; ')}; END`,
      )
    }
  }
  return statements.join(';\n')
}

function callsFor(index: number, row: Watch['row'], verb: 'INSERT' | 'UPDATE' | 'DELETE'): string[] {
  if (!row) return [`SELECT row_changed(${index}, NULL)`]
  const { ifChanged } = row
  const condition = ifChanged && `OLD.${name(ifChanged)} IS NOT NEW.${name(ifChanged)}`
  if (!('key' in row))
    return verb === 'UPDATE' ? [`SELECT row_changed(${index}, NULL) WHERE ${condition}`] : []
  if (verb === 'INSERT') return [callFor(index, row, 'NEW')]
  if (verb === 'DELETE') return [callFor(index, row, 'OLD')]
  return (['OLD', 'NEW'] as const).map((version) => callFor(index, row, version, condition))
}

function callFor(index: number, { key, where }: RowKey, version: 'OLD' | 'NEW', condition?: string): string {
  const conditions = condition === undefined ? [] : [condition]
  let row: string = version
  let from = ''
  if (where) {
    const [theirs, own] = where
    row = `"${getTableName(theirs.table)}"`
    from = ` FROM ${row}`
    conditions.push(`${row}.${name(theirs)} = ${version}.${name(own)}`)
  }
  const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `SELECT row_changed(${index}, ${keyIn(row, [key].flat())})${from}${filter}`
}

function keyIn(row: string, columns: readonly SQLiteColumn[]): string {
  const values = columns.map((column) => {
    const value = `${row}.${name(column)}`
    return column.getSQLType() === 'blob' ? `lower(hex(${value}))` : value
  })
  return values.join(` || ' ' || `)
}

function name(column: SQLiteColumn): string {
  return `"${column.name}"`
}
