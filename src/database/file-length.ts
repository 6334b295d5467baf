// Whether a database file is as long as it says, or as its write-ahead log makes up for: SQLite takes a cut one for whole in some cases.
import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Sizes in bytes and places, from SQLite's file format. */
const header = { size: 100, pageSize: 16, changes: 24, pages: 28, pagesAsOf: 92 }
const log = { header: 32, salt: 16, frame: 24, frameCommit: 4, frameSalt: 8 }
const magic = 'SQLite format 3\0'

/** Says what is missing; undefined if nothing is. */
export function missingPages(file: string): string | undefined {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: -1 }
  if (size < 0) return 'it is not there'
  if (size === 0) return 'it is empty'
  const start = reading(file, (read) => read(0, header.size))
  if (start.length < header.size) return 'it is cut short'
  if (start.toString('latin1', 0, magic.length) !== magic) return 'it is no SQLite database'
  // A rollback journal says itself how long the file was; SQLite sees to it.
  if (sizeOf(`${file}-journal`) > 0) return undefined
  if (start.readUInt32BE(header.changes) !== start.readUInt32BE(header.pagesAsOf)) return undefined
  const pages = start.readUInt32BE(header.pages)
  const stored = start.readUInt16BE(header.pageSize)
  const pageSize = stored === 1 ? 65_536 : stored
  const present = Math.floor(size / pageSize)
  if (present >= pages) return undefined
  // The first page is copied out of the log before the last ones: a crash in between leaves these in the log.
  const logged = sizeOf(`${file}-wal`) > log.header ? pagesInLog(`${file}-wal`, pageSize) : new Set<number>()
  for (let page = present + 1; page <= pages; page++) {
    if (!logged.has(page)) return `it is cut short: ${size} of ${pages * pageSize} bytes are there`
  }
  return undefined
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The numbers of the pages that were committed to a write-ahead log. */
function pagesInLog(path: string, pageSize: number): ReadonlySet<number> {
  return reading(path, (read) => {
    const start = read(0, log.header)
    const pages = new Set<number>()
    let uncommitted: number[] = []
    for (let at = log.header; ; at += log.frame + pageSize) {
      const frame = read(at, log.frame)
      if (frame.length < log.frame) return pages
      // What is behind the last reset of the log is of before.
      if (frame.compare(start, log.salt, log.salt + 8, log.frameSalt, log.frameSalt + 8) !== 0) return pages
      uncommitted.push(frame.readUInt32BE(0))
      if (frame.readUInt32BE(log.frameCommit) === 0) continue
      for (const page of uncommitted) pages.add(page)
      uncommitted = []
    }
  })
}

function reading<T>(path: string, work: (read: (at: number, length: number) => Buffer) => T): T {
  const handle = openSync(path, 'r')
  try {
    return work((at, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at))
    })
  } finally {
    closeSync(handle)
  }
}
