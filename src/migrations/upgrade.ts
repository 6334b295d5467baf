// Brings a database file to this version's schema, keeping a copy of what it was; the SQL is embedded in the executable.
import { Database } from 'bun:sqlite'
import { closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseDamagedError } from '../database/damage'
import { isDamage, isStorageFailure } from '../database/storage-failure'
import { steps, type Step } from './steps'

/** The file was written by a newer version of Confab. */
export class DatabaseTooNewError extends Error {
  constructor(file: string, version: number, known: number) {
    super(
      `${file} was written by a newer version of Confab (schema ${version}, this version knows ${known}). ` +
        'Nothing was changed. Start the newer version, or restore a backup made before the upgrade.',
    )
    this.name = 'DatabaseTooNewError'
  }
}

/** A step could not be taken. */
export class UpgradeFailedError extends Error {
  constructor(file: string, step: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `${file} can't be upgraded to this version of Confab: ${step} failed (${why}). ` +
        'Nothing was changed. Start the version that was used before, and report this.',
      { cause },
    )
    this.name = 'UpgradeFailedError'
  }
}

/** The steps a file had not had are taken, in a transaction that is still open. */
export interface Upgrade {
  readonly file: string
  /** Schemas: how many steps it had had, and has now. */
  readonly from: number
  readonly to: number
  /** The file as it was before. */
  readonly copy: string
  commit(): void
  /** Leaves the file as it was. */
  undo(): void
}

/** The schema of a file: how many steps it has had. @throws DatabaseTooNewError if this version can't use it. */
export function schemaOf(sqlite: Database, file: string, all: readonly Step[] = steps): number {
  using statement = sqlite.prepare<{ user_version: number }, []>('PRAGMA user_version')
  const version = statement.get()?.user_version ?? 0
  if (version > all.length) throw new DatabaseTooNewError(file, version, all.length)
  return version
}

/** Whether there are steps that such a file has not had. */
export function isOutdated(schema: number): boolean {
  return schema < steps.length
}

/** Makes the tables of a database if it is new. @throws DatabaseTooNewError */
export function makeSchema(sqlite: Database, file: string): void {
  const version = schemaOf(sqlite, file)
  if (version === steps.length) return
  if (version > 0) throw new Error(`${file} has not been upgraded`)
  sqlite.transaction(() => takeSteps(sqlite, 0, steps))()
}

/**
 * Takes the steps that the file has not had, if any. Nobody else may have it open. The file as it was is kept beside it as
 * `confab.schema-2.sqlite`, if 2 is the number of steps it had had.
 * @throws DatabaseTooNewError, DatabaseDamagedError, UpgradeFailedError, or an error of the storage: nothing was changed.
 */
export function beginUpgrade(file: string, all: readonly Step[] = steps): Upgrade | undefined {
  const from = settledSchema(file, all)
  if (from === all.length) return undefined
  const copy = copyOf(file, from)
  const sqlite = new Database(file)
  const undo = (): void => {
    // Closing undoes what was not committed.
    sqlite.close()
    rmSync(copy)
  }
  let step = 'reading it'
  try {
    sqlite.run('PRAGMA synchronous = FULL')
    // A step may make a table anew that others refer to. In the transaction this would do nothing.
    sqlite.run('PRAGMA foreign_keys = OFF')
    sqlite.run('BEGIN EXCLUSIVE')
    takeSteps(sqlite, from, all, (name) => (step = name))
  } catch (error) {
    undo()
    if (isStorageFailure(error)) throw error
    if (isDamage(error)) throw new DatabaseDamagedError(file, error.message)
    throw new UpgradeFailedError(file, step, error)
  }
  return {
    file,
    from,
    to: all.length,
    copy,
    commit() {
      sqlite.run('COMMIT')
      sqlite.close()
    },
    undo,
  }
}

function takeSteps(
  sqlite: Database,
  from: number,
  all: readonly Step[],
  starting: (step: string) => void = () => {},
): void {
  for (const step of all.slice(from)) {
    starting(step.name)
    sqlite.run(step.sql)
    step.run?.(sqlite)
  }
  starting('checking what rows refer to')
  using check = sqlite.prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
  const broken = check.get()
  if (broken) throw new Error(`a row of ${broken.table} refers to nothing in ${broken.parent}`)
  sqlite.run(`PRAGMA user_version = ${all.length}`)
}

/** The schema of the file, which holds all there is afterwards: what a crash left in the write-ahead log goes into it. */
function settledSchema(file: string, all: readonly Step[]): number {
  using sqlite = new Database(file)
  const schema = schemaOf(sqlite, file, all)
  if (schema < all.length) sqlite.run('PRAGMA journal_mode = DELETE')
  return schema
}

/** Copies the file beside itself, onto the disk. The copy has its name only once it is whole. */
function copyOf(file: string, version: number): string {
  const copy = file.replace(/\.sqlite$/, `.schema-${version}.sqlite`)
  const unfinished = `${copy}.unfinished`
  try {
    copyFileSync(file, unfinished, constants.COPYFILE_FICLONE)
    synchronize(unfinished)
    renameSync(unfinished, copy)
    synchronize(dirname(copy))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  return copy
}

function synchronize(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
