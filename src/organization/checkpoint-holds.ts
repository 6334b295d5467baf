// Holds on checkpoints, so that a database can be copied while it is written: its main file changes only by them, and of what
// they bring into it a hold keeps the log. The main file as it was read, bit by bit, and then those logs are the database.
import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isBusy } from '../database/storage-failure'
import { copyLog, logExtent, pagesIn, type LogExtent } from '../database/write-ahead-log'
import { pagesPerCheckpoint } from './database'
import { databaseFile, type Organization } from './organization'
import { organizationState } from './state'

/** How often the log is looked at, in milliseconds, and how long it may be by then: each time that stops the server for a moment. */
const lookEvery = 20
const longestLog = 2 * 1024 * 1024
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
  /** Is given each log before it is brought in. What it throws is kept as `failure`. */
  keep(log: string, extent: LogExtent): void
  failure: unknown
}

/** What holds an organization has, and what looks at its log meanwhile. */
interface Holding {
  readonly keepers: Set<Keeper>
  timer: ReturnType<typeof setInterval> | undefined
  /** What of the log has been kept. */
  kept: LogExtent
}

const holding = organizationState((): Holding => ({
  keepers: new Set(),
  timer: undefined,
  kept: { salt: '', bytes: 0 },
}))

/**
 * Begins a hold; there may be several at once.
 * @param folder for the logs, on the disk of the organization; made if it is not there, and emptied
 */
export async function holdCheckpoints(organization: Organization, folder: string): Promise<CheckpointHold> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (organization.rules.sqliteLocking === 'normal') return holdByReading(organization, folder)
  const logs: string[] = []
  const keeper: Keeper = {
    keep(log, extent) {
      const kept = join(folder, `${logs.length}.log`)
      try {
        copyLog(log, kept, extent)
        logs.push(kept)
      } catch (error) {
        // No room for it: the copy will be none, and the server goes on.
        rmSync(folder, { recursive: true, force: true })
        throw error
      }
    },
    failure: undefined,
  }
  const end = await begin(organization, keeper)
  return {
    end() {
      end(true)
      if (keeper.failure !== undefined) throw keeper.failure
      return logs
    },
    drop() {
      end(false)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** While it lasts, it is noted where the main file will have changed by the end of it, once all is in there that is committed. */
export interface ChangeWatch {
  /** Ends it. @returns which parts, by their places among all of that size; undefined if that can't be said */
  end(): ReadonlySet<number> | undefined
}

/**
 * Begins a watch; there may be several at once.
 * @param partSize in bytes, a multiple of SQLite's largest page
 * @returns undefined where other processes make checkpoints, too
 */
export async function watchChanges(
  organization: Organization,
  partSize: number,
): Promise<ChangeWatch | undefined> {
  if (organization.rules.sqliteLocking === 'normal') return undefined
  // What a checkpoint or the end of the log writes to the file's header is in no log.
  const parts = new Set([0])
  const keeper: Keeper = {
    keep(log, extent) {
      pagesIn(log, extent, (page, pageSize) => parts.add(Math.floor(((page - 1) * pageSize) / partSize)))
    },
    failure: undefined,
  }
  const end = await begin(organization, keeper)
  return {
    end() {
      end(true)
      return keeper.failure === undefined ? parts : undefined
    },
  }
}

/** @returns what ends it; it is told whether the last log is wanted, too */
async function begin(organization: Organization, keeper: Keeper): Promise<(isWanted: boolean) => void> {
  organization.beginLog()
  const state = holding(organization)
  await bringIn(organization, state)
  state.keepers.add(keeper)
  organization.db.sqlite.run('PRAGMA wal_autocheckpoint = 0')
  state.timer ??= setInterval(() => {
    if (!organization.isOpen || unkept(extentOf(organization), state) >= longestLog)
      keepLog(organization, state)
  }, lookEvery)
  state.timer.unref()
  return (isWanted) => {
    if (isWanted) keepLog(organization, state)
    letGo(organization, state, keeper)
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
        const extent = extentOf(organization)
        if (extent.bytes === 0) return []
        copyLog(logOf(organization), log, extent)
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

/** Brings all that is in the log into the main file, once. While a statement reads that can't be done. */
async function bringIn(organization: Organization, state: Holding): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt++) {
    keepLog(organization, state)
    if (makeCheckpoint(organization)) return
    await Bun.sleep(1)
  }
  throw new HoldLostError("The database is being read all the time: it can't be copied now")
}

/** Copies the log for all that hold, and brings what is in it to the main file. Takes as long as a usual checkpoint, or less. */
function keepLog(organization: Organization, state: Holding): void {
  if (!organization.isOpen) return lose(organization, state)
  const extent = extentOf(organization)
  if (unkept(extent, state) === 0) return
  for (const keeper of state.keepers) {
    if (keeper.failure !== undefined) continue
    try {
      keeper.keep(logOf(organization), extent)
    } catch (error) {
      keeper.failure = error
    }
  }
  state.kept = extent
  // After it, the log is written from its beginning again. Where a statement reads, it is not yet, and is kept as a whole once more.
  makeCheckpoint(organization)
}

/** How much of the log has not been kept, in bytes. */
function unkept({ salt, bytes }: LogExtent, { kept }: Holding): number {
  return salt === kept.salt ? bytes - kept.bytes : bytes
}

/** @returns whether all that is in the log is in the main file by now */
function makeCheckpoint(organization: Organization): boolean {
  const made = checkpoint(organization, 'PASSIVE')
  return made !== undefined && made.log === made.checkpointed
}

/** What of the log counts: not what is left of a write that was undone. */
function extentOf(organization: Organization): LogExtent {
  return logExtent(logOf(organization), checkpoint(organization, 'NOOP')?.log)
}

/** In frames, as SQLite counts them; undefined while a statement reads. */
function checkpoint(
  { db }: Organization,
  mode: 'PASSIVE' | 'NOOP',
): { log: number; checkpointed: number } | undefined {
  try {
    const statement = db.sqlite.query<{ log: number; checkpointed: number }, []>(
      `PRAGMA wal_checkpoint(${mode})`,
    )
    return statement.get() ?? undefined
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
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
  if (organization.isOpen) organization.db.sqlite.run(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`)
}

function logOf({ folder }: Organization): string {
  return join(folder, `${databaseFile}-wal`)
}
