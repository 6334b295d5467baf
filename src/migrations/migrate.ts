// Brings a database file to this version's schema; the SQL is embedded in the executable.
import { Database } from 'bun:sqlite'
import { steps } from './steps'

/** The file was written by a newer version of Confab. */
export class DatabaseTooNewError extends Error {
  constructor(file: string, version: number) {
    super(
      `${file} was written by a newer version of Confab (schema ${version}, this version knows ${steps.length}). ` +
        'Nothing was changed. Start the newer version, or restore a backup made before the upgrade.',
    )
    this.name = 'DatabaseTooNewError'
  }
}

/** Looks whether this version can use the file, changing nothing. @throws DatabaseTooNewError */
export function checkVersion(file: string): void {
  const sqlite = new Database(file)
  try {
    const version = userVersion(sqlite)
    if (version > steps.length) throw new DatabaseTooNewError(file, version)
  } finally {
    sqlite.close()
  }
}

/** Takes the steps the file has not had, all in one transaction. @throws DatabaseTooNewError */
export function migrate(sqlite: Database, file: string): void {
  const version = userVersion(sqlite)
  if (version > steps.length) throw new DatabaseTooNewError(file, version)
  if (version === steps.length) return
  // A step may make a table anew, which others refer to in the meantime. In a transaction this would do nothing.
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.transaction(() => {
    for (const step of steps.slice(version)) {
      sqlite.run(step.sql)
      step.run?.(sqlite)
    }
    checkForeignKeys(sqlite)
    sqlite.run(`PRAGMA user_version = ${steps.length}`)
  })()
}

function checkForeignKeys(sqlite: Database): void {
  using statement = sqlite.prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
  const broken = statement.get()
  if (broken) throw new Error(`A row of ${broken.table} refers to nothing in ${broken.parent}`)
}

function userVersion(sqlite: Database): number {
  using statement = sqlite.prepare<{ user_version: number }, []>('PRAGMA user_version')
  return statement.get()?.user_version ?? 0
}
