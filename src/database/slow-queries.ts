// Tells of queries that take longer than they should: their SQL, which has no values in it, and never what they were asked with.
import type { Database, Statement } from 'bun:sqlite'

/** What is told of one. @param sql its text, with `?` for values. @param milliseconds how long it took */
export type TellSlowQuery = (sql: string, milliseconds: number) => void

type Run = (...values: never[]) => unknown

/**
 * From now on the statements that are made here are watched. It costs each a clock's look, so it is for whoever asks for it.
 * @param milliseconds what takes longer is told
 */
export function watchQueries(sqlite: Database, milliseconds: number, tell: TellSlowQuery): void {
  const watched = new WeakSet<Statement>()
  const watching =
    (make: (sql: string) => Statement) =>
    (sql: string): Statement => {
      const statement = make(sql)
      if (!watched.has(statement)) {
        watched.add(statement)
        watchStatement(statement, sql)
      }
      return statement
    }
  const timed = (sql: string, run: Run): Run =>
    function (this: Statement, ...values) {
      const startedAt = performance.now()
      try {
        return run.apply(this, values)
      } finally {
        const took = performance.now() - startedAt
        if (took > milliseconds) tell(sql, took)
      }
    }
  const watchStatement = (statement: Statement, sql: string): void => {
    const own = { all: statement.all, get: statement.get, run: statement.run, values: statement.values }
    for (const [name, run] of Object.entries(own))
      Object.defineProperty(statement, name, { value: timed(sql, run) })
  }
  Object.defineProperty(sqlite, 'query', { value: watching(sqlite.query.bind(sqlite)) })
  Object.defineProperty(sqlite, 'prepare', { value: watching(sqlite.prepare.bind(sqlite)) })
}
