// Opens an organization's SQLite file, with the settings every connection needs.
import { Database } from 'bun:sqlite'
import { drizzle, type BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { isBusy, isStorageFailure } from '../database/storage-failure'
import { makeSchema } from '../migrations/upgrade'

// Bun keeps 20 prepared statements as a rule, fewer than the calls of a busy moment use: each would be prepared anew.
Database.MAX_QUERY_CACHE_SIZE = 500

/** So long does the write-ahead log become, in pages, before what is in it goes to the main file. */
export const pagesPerCheckpoint = 4000

/** What repository functions work on: Drizzle for ordinary queries, the bare database for hot paths. */
export interface Connection {
  readonly orm: BunSQLiteDatabase
  readonly sqlite: Database
}

/**
 * Opens a database of this version, or makes a new one.
 * @param locking `normal` lets other processes read it meanwhile; they must not write to it
 * @throws DatabaseTooNewError when a newer version of Confab wrote the file; it is left untouched.
 */
export function openDatabase(file: string, locking: 'exclusive' | 'normal' = 'exclusive'): Connection {
  const sqlite = new Database(file, { create: true, strict: true })
  try {
    // One process owns the folder, so the file is locked once, and not again for every read: that makes small
    // reads several times faster. It has to be said before the first access.
    sqlite.run(`PRAGMA locking_mode = ${locking}`)
    makeSchema(sqlite, file)
    // A reader's lock would let others in; nothing is written by this.
    if (locking === 'exclusive') sqlite.run('BEGIN EXCLUSIVE; COMMIT')
    else beginLog(sqlite)
    // WAL with FULL: every commit is synced, so what was acknowledged survives a power cut.
    sqlite.run('PRAGMA synchronous = FULL')
    sqlite.run('PRAGMA foreign_keys = ON')
    sqlite.run('PRAGMA busy_timeout = 5000')
    sqlite.run('PRAGMA cache_size = -65536')
    sqlite.run('PRAGMA temp_store = MEMORY')
    sqlite.run(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`)
  } catch (error) {
    sqlite.close()
    throw error
  }
  return { orm: drizzle(sqlite), sqlite }
}

/**
 * Has what is written from now on go to a write-ahead log first. To be called before the first write and not sooner: it is written to
 * the file and synced, twice with the end of it, and most organizations of a start are only read until it stops.
 */
export function beginLog(sqlite: Connection['sqlite']): void {
  sqlite.run('PRAGMA journal_mode = WAL')
}

/** How many rows were ever changed over this connection, those included whose changes were undone. */
export function changedRows({ sqlite }: Connection): number {
  return sqlite.query<{ changes: number }, []>('SELECT total_changes() AS changes').get()?.changes ?? 0
}

/**
 * Closes the database, leaving one file; the lock is given up even if statements are still in memory. Where there is no room to
 * bring all into one file, or others read it, the write-ahead log stays beside it, as after a crash.
 */
export function closeDatabase({ sqlite }: Connection): void {
  sqlite.clearQueryCache()
  try {
    // Others who read it are not waited for: then the log stays, for them.
    sqlite.run('PRAGMA busy_timeout = 0')
    sqlite.run('PRAGMA journal_mode = DELETE')
    sqlite.run('PRAGMA locking_mode = NORMAL')
    sqlite.run('SELECT 1 FROM sqlite_schema')
  } catch (error) {
    if (!isStorageFailure(error) && !isBusy(error)) throw error
  }
  sqlite.close()
}
