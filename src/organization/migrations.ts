// Brings a database file to this version's schema; the SQL is embedded in the executable.
import { Database } from 'bun:sqlite'
import baseline from '../../drizzle/0000_baseline.sql' with { type: 'text' }
import search from '../../drizzle/0001_search.sql' with { type: 'text' }

/** In order; a database's `user_version` is the number of migrations it has had. */
const migrations: readonly string[] = [baseline, search]

/** The file was written by a newer version of Confab. */
export class DatabaseTooNewError extends Error {
  constructor(file: string, version: number) {
    super(
      `${file} was written by a newer version of Confab (schema ${version}, this version knows ${migrations.length}). ` +
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
    if (version > migrations.length) throw new DatabaseTooNewError(file, version)
  } finally {
    sqlite.close()
  }
}

/** Applies the migrations the file has not had, each in its own transaction. */
export function migrate(sqlite: Database, file: string): void {
  const version = userVersion(sqlite)
  if (version > migrations.length) throw new DatabaseTooNewError(file, version)
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue
    sqlite.transaction(() => {
      sqlite.run(sql)
      sqlite.run(`PRAGMA user_version = ${index + 1}`)
    })()
  }
}

function userVersion(sqlite: Database): number {
  using statement = sqlite.prepare<{ user_version: number }, []>('PRAGMA user_version')
  return statement.get()?.user_version ?? 0
}
