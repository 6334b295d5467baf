// Where the contents of files are: on disk, in the organization's folder.
import { link, mkdir, open, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Organization } from '../organization/organization'

/** A place for contents, by their keys: of letters, digits, `-`, `_` and at most one `/` before what belongs to a key. */
export interface FileStore {
  /**
   * Keeps what a whole file on disk holds; it is there for good, and under its key, once this resolves.
   * @param path of the file, which is on the same disk as the store, and gone afterwards
   */
  keep(key: string, path: string): Promise<void>
  /** What is kept: its bytes are read when they are asked for, `slice` has parts of them. */
  content(key: string): Blob & { exists(): Promise<boolean> }
  /** How much is kept, in bytes; undefined if nothing is. */
  size(key: string): Promise<number | undefined>
  /** The bytes from one offset to before another as the body of an answer, which are read as they are sent. */
  body(key: string, from: number, to: number): Blob | ReadableStream<Uint8Array>
  /** Forgets what is kept; nothing happens if it is not there. */
  remove(key: string): Promise<void>
}

/** The organization's. */
export function fileStore(organization: Organization): FileStore {
  return diskStore(join(organization.folder, 'uploads'))
}

function diskStore(folder: string): FileStore {
  // Never more files in one folder than it takes well.
  const place = (key: string): string => join(folder, key.slice(0, 2), key.replace('/', '.'))
  return {
    async keep(key, path) {
      const target = place(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await synced(path)
      await link(path, target)
      await synced(dirname(target))
      await unlink(path)
    },
    content: (key) => Bun.file(place(key)),
    async size(key) {
      const found = await unlessMissing(stat(place(key)))
      return found?.size
    },
    body: (key, from, to) => Bun.file(place(key)).slice(from, to),
    async remove(key) {
      await unlessMissing(unlink(place(key)))
    },
  }
}

/** @returns undefined if there is no such file */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
