// The files of a data folder that a backup has: all but databases, which are copied in a way of their own, and what is made anew.
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface FoundFile {
  /** Below the data folder, with `/` between its parts. */
  readonly path: string
  readonly size: number
  /** Milliseconds. */
  readonly modifiedAt: number
}

/** Where backups are in the making, in the data folder: databases are put together there. */
export const workFolder = 'backup-work'

/** In an organization's folder: its database and all beside it, what was not finished, and what can be had again. */
const leftOut = [
  /^confab\.sqlite/,
  /^confab\.schema-\d+\.sqlite/,
  /^events-\d+\.journal$/,
  /^queues\.json$/,
  /^external-images$/,
  // Whether it is on its way to another machine: what is put back is not.
  /^moving$/,
  /^uploads\/(incoming|resumable)$/,
  /\.(new|unfinished)$/,
]
/** What stays behind when one is moved: copies from before an upgrade, what can be had again, what commands left. */
const notMoved = [
  /^confab\.sqlite-(wal|shm|journal)$/,
  /^confab\.schema-\d+\.sqlite/,
  /^external-images$/,
  /^uploads\/incoming$/,
  /^moving$/,
  /^\./,
  /\.(new|unfinished)$/,
]
/** In the data folder: who holds it, how commands reach the server, and folders of organizations that were moved: other servers have them. */
const leftOutOfServer = [
  /^moved\/[^/]+-\d+$/,
  /^organizations$/,
  /^server\.lock/,
  /^control\.sock$/,
  /\.(new|unfinished)$/,
]

export function organizationFiles(dataFolder: string, name: string): AsyncGenerator<FoundFile> {
  return filesIn(dataFolder, join('organizations', name), (path) =>
    leftOut.some((pattern) => pattern.test(path)),
  )
}

/** All that an organization's folder has while it is at rest and that can't be had again, for it to be moved. */
export function filesToMove(dataFolder: string, name: string): AsyncGenerator<FoundFile> {
  return filesIn(dataFolder, join('organizations', name), (path) =>
    notMoved.some((pattern) => pattern.test(path)),
  )
}

/** What belongs to no organization: secrets, settings, certificates. @param place of the backups, which are no part of themselves */
export function serverFiles(dataFolder: string, place: string | undefined): AsyncGenerator<FoundFile> {
  const own = new Set([workFolder, ...(place === undefined ? [] : [relative(dataFolder, place)])])
  return filesIn(
    dataFolder,
    '',
    (path) => own.has(path) || leftOutOfServer.some((pattern) => pattern.test(path)),
  )
}

/** Files of a folder of the data folder. @param top the folder @param isLeftOut which paths below it are not meant */
export async function* filesIn(
  dataFolder: string,
  top: string,
  isLeftOut: (path: string) => boolean,
  below = '',
): AsyncGenerator<FoundFile> {
  for (const entry of await readdir(join(dataFolder, top, below), { withFileTypes: true }).catch(ifThere)) {
    const path = join(below, entry.name)
    if (isLeftOut(path)) continue
    if (entry.isDirectory()) yield* filesIn(dataFolder, top, isLeftOut, path)
    if (!entry.isFile()) continue
    // It may have been removed by now.
    const found = await stat(join(dataFolder, top, path)).catch(ifThere)
    if ('mtimeMs' in found)
      yield {
        path: join(top, path).replaceAll(sep, '/'),
        size: found.size,
        modifiedAt: Math.floor(found.mtimeMs),
      }
  }
}

/** What has been removed in the meantime is no failure. */
export function ifThere(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
