// Drizzle's statements, prepared once for each open database: what requests run again and again takes a tenth of the time so.
import { sql, type SQL } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'

/** @param prepare makes the statement, with `given` for what differs each time it runs */
export function prepared<Statement>(
  prepare: (orm: BunSQLiteDatabase) => Statement,
): (db: { readonly orm: BunSQLiteDatabase }) => Statement {
  const statements = new WeakMap<BunSQLiteDatabase, Statement>()
  return ({ orm }) => {
    const known = statements.get(orm)
    if (known) return known
    const statement = prepare(orm)
    statements.set(orm, statement)
    return statement
  }
}

/** What a prepared statement is given under this name when it runs. */
export function given(name: string): SQL {
  return sql`${sql.placeholder(name)}`
}
