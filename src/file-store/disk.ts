// Contents of files on disk, in the organization's folder.
import { existsSync, statSync } from 'node:fs'
import { link, mkdir, open, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store'

export interface DiskStore extends FileStore {
  /** Whether it keeps something under that key. */
  has(key: string): boolean
}

export function diskStore(folder: string): DiskStore {
  // Never more files in one folder than it takes well.
  const place = (key: string): string => join(folder, key.slice(0, 2), key.replace('/', '.'))
  return {
    async keep(key, path) {
      const target = place(key)
      await madeFolder(dirname(target))
      await synced(path)
      await link(path, target)
      await synced(dirname(target))
      await unlink(path)
    },
    has: (key) => existsSync(place(key)),
    content: (key) => Bun.file(place(key)),
    // Before a file is served: to ask it of another thread takes longer than to send a picture.
    size: async (key) => statSync(place(key), { throwIfNoEntry: false })?.size,
    body: (key, from, to) => Bun.file(place(key)).slice(from, to),
    remove: (key) => rm(place(key), { force: true }),
  }
}

/** Makes a folder that is not there yet, so that it is there after a power cut. */
export async function madeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  await synced(dirname(folder))
  await synced(dirname(first))
}

/** What a file holds, or which names a folder has, is on disk once this resolves. */
export async function synced(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
