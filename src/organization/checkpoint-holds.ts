// Holds on checkpoints, so that a database can be copied while it is written: its main file changes only by them, and of what
// they bring into it a hold keeps the log. The main file as it was read, bit by bit, and then those logs are the database.
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isBusy } from '../database/storage-failure'
import { pagesPerCheckpoint } from './database'
import { databaseFile, type Organization } from './organization'
import { organizationState } from './state'

/** How often the log is looked at, in milliseconds, and how long it may be by then: each time that stops the server for a moment. */
const lookEvery = 20
const longestLog = 4 * 1024 * 1024
/** How often it is tried to begin while a statement reads, in tries of a millisecond and more. */
const tries = 500

/** What was begun has been ended by somebody else, or could not go on. */
export class HoldLostError extends Error {}

/** While it lasts, all that is committed is in the main file as it was at the beginning, or in a log that is kept. */
export interface CheckpointHold {
  /**
   * Ends it. The logs have to be applied to the copy of the main file, which must have been read by now, in this order.
   * @returns their paths, in the folder that was given
   * @throws HoldLostError, or an error of the storage, if something is missing: then the copy is none
   */
  end(): string[]
  /** Ends it, and keeps nothing. */
  drop(): void
}

interface Keeper {
  readonly folder: string
  readonly logs: string[]
  failure: unknown
}

/** What holds an organization has, and what looks at its log meanwhile. */
interface Holding {
  readonly keepers: Set<Keeper>
  timer: ReturnType<typeof setInterval> | undefined
  /** So long must the log be to be kept. */
  enough: number
}

const holding = organizationState((): Holding => ({
  keepers: new Set(),
  timer: undefined,
  enough: longestLog,
}))

/**
 * Begins a hold; there may be several at once.
 * @param folder for the logs, on the disk of the organization; made if it is not there, and emptied
 */
export async function holdCheckpoints(organization: Organization, folder: string): Promise<CheckpointHold> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (organization.rules.sqliteLocking === 'normal') return holdByReading(organization, folder)
  const state = holding(organization)
  await emptyLog(organization, state)
  const keeper: Keeper = { folder, logs: [], failure: undefined }
  state.keepers.add(keeper)
  organization.db.sqlite.run('PRAGMA wal_autocheckpoint = 0')
  state.timer ??= setInterval(() => {
    if (logSize(organization) >= state.enough) keepLog(organization, state)
  }, lookEvery)
  state.timer.unref()
  return {
    end() {
      keepLog(organization, state)
      letGo(organization, state, keeper)
      if (keeper.failure !== undefined) throw keeper.failure
      return keeper.logs
    },
    drop() {
      letGo(organization, state, keeper)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Where other processes read, too, the log can't be emptied at will, and they may make checkpoints. As long as somebody reads, nothing
 * goes from the log, so a second connection does: what is in the log at the end has all that came to the main file since.
 */
function holdByReading(organization: Organization, folder: string): CheckpointHold {
  const reader = new Database(join(organization.folder, databaseFile), { readonly: true, strict: true })
  reader.run('BEGIN')
  reader.run('SELECT 1 FROM sqlite_schema')
  let isReading = true
  const stop = (): void => {
    if (!isReading) return
    isReading = false
    reader.run('ROLLBACK')
    reader.close()
  }
  const log = join(folder, '0.log')
  return {
    end() {
      try {
        if (!organization.isOpen) throw new HoldLostError('The organization was closed in the middle')
        if (logSize(organization) === 0) return []
        copyFileSync(logOf(organization), log)
        return [log]
      } finally {
        stop()
      }
    },
    drop() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Empties the log once, so that from now on all in it is of now. While a statement reads that can't be done. */
async function emptyLog(organization: Organization, state: Holding): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt++) {
    keepLog(organization, state)
    if (logSize(organization) === 0) return
    await Bun.sleep(1)
  }
  throw new HoldLostError("The database is being read all the time: it can't be copied now")
}

/** Copies the log for all that hold, and brings what is in it to the main file. Takes as long as a usual checkpoint, or less. */
function keepLog(organization: Organization, state: Holding): void {
  if (!organization.isOpen) return lose(organization, state)
  if (logSize(organization) === 0) return
  for (const keeper of state.keepers) {
    if (keeper.failure !== undefined) continue
    const log = join(keeper.folder, `${keeper.logs.length}.log`)
    try {
      copyFileSync(logOf(organization), log)
      keeper.logs.push(log)
    } catch (error) {
      // No room for it: the copy will be none, and the server goes on.
      keeper.failure = error
      rmSync(keeper.folder, { recursive: true, force: true })
    }
  }
  try {
    organization.db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  // Where a statement reads, it stays as long as it is: what is kept twice is applied twice, which comes to the same.
  state.enough = logSize(organization) + longestLog
}

/** Closing a database brings all into its main file, and no log tells of it. */
function lose(organization: Organization, state: Holding): void {
  for (const keeper of state.keepers) {
    keeper.failure ??= new HoldLostError('The organization was closed in the middle')
    letGo(organization, state, keeper)
  }
}

function letGo(organization: Organization, state: Holding, keeper: Keeper): void {
  if (!state.keepers.delete(keeper) || state.keepers.size > 0) return
  clearInterval(state.timer)
  state.timer = undefined
  state.enough = longestLog
  if (organization.isOpen) organization.db.sqlite.run(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`)
}

function logOf({ folder }: Organization): string {
  return join(folder, `${databaseFile}-wal`)
}

function logSize(organization: Organization): number {
  return statSync(logOf(organization), { throwIfNoEntry: false })?.size ?? 0
}
