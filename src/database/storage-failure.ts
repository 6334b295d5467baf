// What SQLite's errors say of the disk: that nothing more can be stored on it, or that what is there is broken.
import { SQLiteError } from 'bun:sqlite'

/** Whether the disk took no more: it is full, over its owner's quota (an I/O error for SQLite), read-only or failing. */
export function isStorageFailure(error: unknown): error is Error {
  if (error instanceof SQLiteError) {
    return /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE))/.test(
      error.code ?? '',
    )
  }
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EFBIG|EROFS)$/.test(String(error.code))
}

/** Whether a database file is not what SQLite wrote. */
export function isDamage(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '')
}

/** Whether somebody else has what SQLite would need, such as who reads at that moment. */
export function isBusy(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '')
}
