// Whether an error says that the disk is full, or that the user's share of it is.
import { SQLiteError } from 'bun:sqlite'

export function isFullDisk(error: unknown): boolean {
  if (error instanceof SQLiteError) return error.code === 'SQLITE_FULL'
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
