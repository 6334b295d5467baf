// How a command fails: a message for people and an exit code for scripts.
import { AllDamagedError, DatabaseDamagedError } from '../database/damage'
import {
  BackupDamagedError,
  BackupIncompleteError,
  BackupRefusedError,
  WrongKeyError,
} from '../backup/errors'
import { PlaceError } from '../backup/place-error'
import { isBusy, isDamage, isStorageFailure } from '../database/storage-failure'
import { OrganizationAwayError } from '../organization/away'
import { HoldLostError } from '../organization/checkpoint-holds'
import { OrganizationExistsError } from '../organization/organizations'
import { ApiError } from '../http/errors'
import { DataFolderInUseError, DataFolderNotWritableError } from '../organization/data-folder'

import { InstallError } from '../install/install-error'
import { SettingsError } from '../settings/settings-error'
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
  databaseDamaged: 10,
  backupIncomplete: 11,
  backupDamaged: 12,
  backupKey: 13,
  problems: 14,
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
  if (error instanceof SettingsError) return new Failure('usage', error.message)
  if (error instanceof DataFolderNotWritableError) return new Failure('folderNotWritable', error.message)
  if (error instanceof DataFolderInUseError) return new Failure('folderInUse', error.message)
  if (error instanceof DatabaseTooNewError) return new Failure('databaseTooNew', error.message)
  if (error instanceof UpgradeFailedError) return new Failure('upgradeFailed', error.message)
  if (error instanceof DatabaseDamagedError || error instanceof AllDamagedError)
    return new Failure('databaseDamaged', error.message)
  if (isStorageFailure(error)) return new Failure('folderNotWritable', noRoom(error))
  if (isBusy(error)) return new Failure('folderInUse', heldByOthers)
  if (isDamage(error)) return new Failure('databaseDamaged', damaged(error))
  if (error instanceof BackupIncompleteError) return new Failure('backupIncomplete', error.message)
  if (error instanceof BackupDamagedError) return new Failure('backupDamaged', error.message)
  if (error instanceof WrongKeyError) return new Failure('backupKey', error.message)
  if (error instanceof BackupRefusedError || error instanceof PlaceError || error instanceof HoldLostError)
    return new Failure('refused', error.message)
  if (
    error instanceof ApiError ||
    error instanceof InstallError ||
    error instanceof OrganizationExistsError ||
    error instanceof OrganizationAwayError
  )
    return new Failure('refused', error.message)
  return undefined
}

const heldByOthers =
  'Another program has a database of the data folder open, such as sqlite3 or one that copies it, and nothing can be done until it lets go. ' +
  'End it and try again; `--sqlite-locking normal` lets others read while a server runs.'

function noRoom({ message }: Error): string {
  return (
    `The disk of the data folder takes no more (${message}): it is full, over its quota, read-only or failing. ` +
    'Make room on it and try again; nothing that was acknowledged is lost.'
  )
}

function damaged({ message }: Error): string {
  return `A database is damaged (${message}). Restore the organization's folder from a backup.`
}

/** Reports the error on standard error and ends the process. */
export function exitWith(error: unknown): never {
  const failure = failureOf(error)
  if (failure) process.stderr.write(`confab: ${failure.message}\n`)
  else process.stderr.write(`confab: unexpected error\n${Bun.inspect(error)}\n`)
  process.exit(exitCodes[failure?.kind ?? 'unexpected'])
}
