// Write-ahead logs as files: how much of one counts, and a copy of that. SQLite writes it from its beginning again and again.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** Sizes in bytes and places, from SQLite's file format. */
const header = { size: 32, pageSize: 8, salt: 16 }
const frameHeader = 24
const saltSize = 8

/** What counts. */
export interface LogExtent {
  /** What this time from the beginning is known by, in hexadecimal digits; empty if that can't be told. */
  readonly salt: string
  /** In bytes, from the beginning; 0 if nothing counts. */
  readonly bytes: number
}

const nothing: LogExtent = { salt: '', bytes: 0 }

/**
 * To be asked while nobody writes.
 * @param frames how many SQLite says that count; undefined if it does not, and then all may
 */
export function logExtent(path: string, frames: number | undefined): LogExtent {
  return reading(path, (handle) => {
    const start = Buffer.alloc(header.size)
    if (readSync(handle, start, 0, header.size, 0) < header.size) return nothing
    if (frames === undefined) return { salt: '', bytes: fstatSync(handle).size }
    if (frames <= 0) return nothing
    const salt = start.toString('hex', header.salt, header.salt + saltSize)
    const step = frameHeader + start.readUInt32BE(header.pageSize)
    return { salt, bytes: header.size + frames * step }
  })
}

/** Copies what counts into a new file. */
export function copyLog(path: string, target: string, { bytes }: LogExtent): void {
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  reading(path, (handle) => {
    const copy = openSync(target, 'wx', 0o600)
    try {
      for (let at = 0; at < bytes;) {
        const read = readSync(handle, buffer, 0, Math.min(buffer.length, bytes - at), at)
        for (let written = 0; written < read;) written += writeSync(copy, buffer, written, read - written)
        at += read
      }
    } finally {
      closeSync(copy)
    }
    return nothing
  })
}

/** The numbers of the pages that what counts has, the first page being 1, and their size in bytes; some of them several times. */
export function pagesIn(
  path: string,
  { bytes }: LogExtent,
  found: (page: number, pageSize: number) => void,
): void {
  const start = Buffer.alloc(header.size)
  reading(path, (handle) => {
    if (readSync(handle, start, 0, header.size, 0) < header.size) return nothing
    const pageSize = start.readUInt32BE(header.pageSize)
    const number = Buffer.alloc(4)
    for (let at = header.size; at + frameHeader + pageSize <= bytes; at += frameHeader + pageSize) {
      readSync(handle, number, 0, number.length, at)
      found(number.readUInt32BE(), pageSize)
    }
    return nothing
  })
}

function reading(path: string, work: (handle: number) => LogExtent): LogExtent {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing
    throw error
  }
  try {
    return work(handle)
  } finally {
    closeSync(handle)
  }
}
