// Columns that many tables have, and what statements written by hand need to know of a table's columns.
import { getTableColumns, is, sql, SQL, type InferSelectModel } from 'drizzle-orm'
import { integer, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A column that is true or false. */
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/**
 * Whether the column's value is among these, however many they are: the statement stays the same.
 * @param values or what stands for them in a prepared statement, to which they are given as JSON
 */
export function among(column: SQLiteColumn, values: Iterable<number> | SQL): SQL {
  const list = is(values, SQL) ? values : JSON.stringify([...values])
  return sql`${column} IN (SELECT value FROM json_each(${list}))`
}

/** Some columns of a table, to be read by a statement that is written by hand. */
export interface Selection<Table extends SQLiteTable, Name extends keyof InferSelectModel<Table>> {
  /** For a SELECT: each column under the name it has in the code. */
  readonly sql: string
  readonly table: Table
  readonly names: readonly Name[]
}

/** A row as SQLite gives it to such a statement: without Drizzle, flags are 0 or 1. */
export type RowOf<Selected> =
  Selected extends Selection<infer Table, infer Name>
    ? { [Column in Name]: Stored<InferSelectModel<Table>[Column]> }
    : never

type Stored<Value> = Value extends boolean ? number : Value

/** @param alias of the table in the statement */
export function selection<
  Table extends SQLiteTable,
  const Name extends keyof InferSelectModel<Table> & string,
>(table: Table, alias: string, names: readonly Name[]): Selection<Table, Name> {
  const columns = new Map(Object.entries(getTableColumns(table)))
  const sql = names.map((name) => `${alias}.${columns.get(name)?.name} AS ${name}`).join(', ')
  return { sql, table, names }
}
