// A folder with backups, on whatever is mounted there.
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFile } from '../database/copying'
import { synced } from '../file-store/disk'
import { manifestsPrefix, objectsPrefix } from './manifest'
import type { Place, Stored } from './place'
import { PlaceError } from './place-error'

const unfinished = '.unfinished'

export function folderPlace(folder: string): Place {
  return {
    async put(name, content) {
      const target = join(folder, name)
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rm(target + unfinished, { force: true })
        await writeFile(target + unfinished, content)
        await rename(target + unfinished, target)
        await synced(dirname(target))
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error)) throw error
        throw new PlaceError(
          `${folder} takes no backup (${error.message}): is there room, and may this user write there?`,
        )
      }
    },
    async get(name) {
      const path = join(folder, name)
      return (await isThere(path)) ? createReadStream(path, { highWaterMark: 1024 * 1024 }) : undefined
    },
    list: (prefix) => filesBelow(folder, prefix),
    remove: (name) => rm(join(folder, name), { force: true }),
    async tidy() {
      // What else lies in the folder is somebody else's.
      for (const prefix of [objectsPrefix, manifestsPrefix])
        for await (const { name } of filesBelow(folder, prefix, true))
          if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
    },
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw unreadable(path, error)
  }
}

async function* filesBelow(folder: string, prefix: string, all = false): AsyncGenerator<Stored> {
  const below = join(folder, prefix)
  const entries = await readdir(below, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw unreadable(below, error)
  })
  for (const entry of entries) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(folder, `${name}/`, all)
    if (!entry.isFile() || (name.endsWith(unfinished) && !all)) continue
    yield { name, size: (await stat(join(folder, name))).size }
  }
}

function unreadable(path: string, error: unknown): PlaceError {
  const code = codeOf(error)
  if (code === 'ENOTDIR') return new PlaceError(`${dirname(path)} is no folder: choose another place`)
  const advice = code === 'EACCES' ? ': run it as the user that the server runs as, or as root' : ''
  return new PlaceError(`${path} can't be read (${code})${advice}`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
