// How a command fails: a message for people and an exit code for scripts.
import { SQLiteError } from 'bun:sqlite'
import { ApiError } from '../http/errors'
import { DataFolderInUseError, DataFolderNotWritableError } from '../organization/data-folder'

import { DatabaseTooNewError, UpgradeFailedError } from '../migrations/upgrade'

/** Exit codes; `confab --help` lists them. */
export const exitCodes = {
  unexpected: 1,
  usage: 2,
  portTaken: 3,
  folderNotWritable: 4,
  databaseTooNew: 5,
  folderInUse: 6,
  refused: 7,
  notHealthy: 8,
  upgradeFailed: 9,
} as const

export type FailureKind = keyof typeof exitCodes

/** A command can't do what it was asked to; the message tells a person why and what to do. */
export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message)
    this.name = 'Failure'
  }
}

/** The failure that an error of the layers below amounts to; undefined for a bug. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof DataFolderNotWritableError) return new Failure('folderNotWritable', error.message)
  if (error instanceof DataFolderInUseError) return new Failure('folderInUse', error.message)
  if (error instanceof DatabaseTooNewError) return new Failure('databaseTooNew', error.message)
  if (error instanceof UpgradeFailedError) return new Failure('upgradeFailed', error.message)
  if (error instanceof SQLiteError) return databaseFailure(error)
  if (error instanceof ApiError) return new Failure('refused', error.message)
  return undefined
}

/** A disk that is full or broken is no bug of ours; other errors of the database are. */
function databaseFailure({ code = '', message }: SQLiteError): Failure | undefined {
  if (/^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/.test(code)) {
    return new Failure('folderNotWritable', `The database can't be written to (${message}).`)
  }
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return undefined
  return new Failure('unexpected', `The database is damaged (${message}). Restore the folder from a backup.`)
}

/** Reports the error on standard error and ends the process. */
export function exitWith(error: unknown): never {
  const failure = failureOf(error)
  if (failure) process.stderr.write(`confab: ${failure.message}\n`)
  else process.stderr.write(`confab: unexpected error\n${Bun.inspect(error)}\n`)
  process.exit(exitCodes[failure?.kind ?? 'unexpected'])
}
