// Copies a database file bit by bit, and makes a database of the copy. To be done by a process that has not opened the file: when a
// process closes a file, by whatever handle, it loses the locks that SQLite has on it.
import { constants, Database } from 'bun:sqlite'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { Finding } from './damage'
import { isBusy, isDamage } from './storage-failure'

/** Bytes read at once, and written before they are brought to disk: a little at a time, since others wait for the same disk. */
const piece = 1024 * 1024
const perSync = 2 * piece

/** How a copy goes on. */
export interface CopyOptions {
  /** Whether others wait for the disk meanwhile: then it rests as long as it works. */
  readonly isGentle: boolean
  readonly signal?: AbortSignal | undefined
  /** Is told how many bytes have been copied. */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

/** Reads a file from its beginning to where it ends by then, in pieces. Each is only good until the next is asked for. */
export async function* pieces(path: string, { isGentle, signal, onProgress }: CopyOptions) {
  const handle = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(piece)
    let at = 0
    let workedSince = performance.now()
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, piece, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
      onProgress?.(at)
      if (!isGentle) continue
      await Bun.sleep(Math.min(performance.now() - workedSince, 1000))
      workedSince = performance.now()
    }
  } finally {
    await handle.close()
  }
}

/** Writes a new file, onto the disk. @throws also if there is one; what was written is gone then */
export async function writeFile(path: string, contents: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeAll(handle, contents)
  } catch (error) {
    await handle.close()
    await rm(path, { force: true })
    throw error
  }
  await handle.close()
}

async function writeAll(handle: FileHandle, contents: AsyncIterable<Uint8Array>): Promise<void> {
  let unsynced = 0
  for await (const content of contents) {
    for (let at = 0; at < content.length;) {
      const { bytesWritten } = await handle.write(content, at)
      at += bytesWritten
    }
    unsynced += content.length
    if (unsynced < perSync) continue
    await handle.datasync()
    unsynced = 0
  }
  await handle.sync()
}

/**
 * Makes a copy of a main file the database it was when the last of the logs ended: one file, without a log.
 * @param logs write-ahead logs of it, in order; they are used up
 */
export async function applyLogs(copy: string, logs: readonly string[]): Promise<void> {
  for (const log of logs) {
    await rename(log, `${copy}-wal`)
    withDatabase(copy, (sqlite) => sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)'))
  }
  withDatabase(copy, (sqlite) => sqlite.run('PRAGMA journal_mode = DELETE'))
}

/** Reads the whole of a database, which takes a while. @throws Finding, or what SQLite says of damage */
export function checkIntegrity(copy: string): void {
  withDatabase(copy, (sqlite) => {
    const found = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get()
    if (found?.integrity_check !== 'ok') throw new Finding(found?.integrity_check ?? "it can't be checked")
  })
}

/**
 * Reads the whole of a database, but not whether its indexes have all that is in its tables.
 * @param isStill whether somebody may have it open alone, who does not change it meanwhile: then what is in its log does not count
 * @returns `ok`, or what is wrong
 */
export function quickCheck(file: string, isStill: boolean): string {
  const check = (sqlite: Database): string =>
    sqlite.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get()?.quick_check ?? 'nothing'
  try {
    if (!isStill) return withDatabase(file, check)
    const shared = readShared(file, check)
    if (shared !== undefined) return shared
    const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI
    using sqlite = new Database(`${pathToFileURL(file).href}?immutable=1`, flags)
    return check(sqlite)
  } catch (error) {
    if (isDamage(error)) return error.message
    throw error
  }
}

/** @returns undefined if somebody has it alone */
function readShared<T>(file: string, work: (sqlite: Database) => T): T | undefined {
  using sqlite = new Database(file, { readonly: true, strict: true })
  try {
    return work(sqlite)
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
}

function withDatabase<T>(file: string, work: (sqlite: Database) => T): T {
  using sqlite = new Database(file, { readwrite: true, create: false, strict: true })
  // Nobody else has it, so no memory is shared.
  sqlite.run('PRAGMA locking_mode = EXCLUSIVE')
  return work(sqlite)
}
