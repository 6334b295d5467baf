// The hold on a data folder: at any moment one process uses it, a server or a command.
import { Database } from 'bun:sqlite'
import {
  accessSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

/** Of a database, in bytes. */
const pageBytes = 4096

/** The folder can't be made or written to. */
export class DataFolderNotWritableError extends Error {
  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const isOfOther = cause instanceof Error && 'code' in cause && cause.code === 'EACCES'
    const advice = isOfOther ? ' Run it as the user that the server runs as, or as root.' : ''
    super(`The data folder ${folder} can't be written to (${why}).${advice}`)
    this.name = 'DataFolderNotWritableError'
  }
}

/** Another process holds the folder. */
export class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(`Another Confab is using the data folder ${folder}.`)
    this.name = 'DataFolderInUseError'
  }
}

export interface DataFolderHold {
  /** Absolute path. */
  readonly folder: string
  release(): void
}

/**
 * Takes the data folder for this process, making it if it is not there. The hold is an open exclusive
 * transaction on a file of its own, so the system ends it with the process, however that dies.
 * @throws DataFolderInUseError, DataFolderNotWritableError
 */
export function holdDataFolder(path: string): DataFolderHold {
  const folder = resolve(path)
  let lock: Database | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
    lock = new Database(join(folder, 'server.lock'), { create: true })
    lock.run('PRAGMA journal_mode = MEMORY')
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new DataFolderInUseError(folder)
    }
    throw new DataFolderNotWritableError(folder, error)
  }
  const held = lock
  return { folder, release: () => held.close() }
}

/**
 * Whoever starts a server is told that the disk takes nothing, and not the first who writes. Nothing is synced for that: what has no
 * room is refused when it is written.
 * @throws the error of the storage
 */
export function assertHasRoom(dataFolder: string): void {
  const file = join(dataFolder, 'room')
  try {
    writeFileSync(file, new Uint8Array(pageBytes))
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * Gives what root has made, at a path and below it, to whoever owns the data folder: the server could not use it otherwise.
 * Nothing happens where another user calls this, or root owns the folder itself.
 */
export function giveToOwnerOf(dataFolder: string, path = dataFolder): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(dataFolder)
  if (uid !== 0) giveTo(path, uid, gid)
}

/** Links are given themselves, never what they lead to. */
function giveTo(path: string, uid: number, gid: number): void {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry) return
  if (entry.uid === 0) lchownSync(path, uid, gid)
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid)
}

/** Where the process that holds the folder takes the requests of commands, if it is a server. */
export function controlSocket(path: string): string {
  return join(resolve(path), 'control.sock')
}
