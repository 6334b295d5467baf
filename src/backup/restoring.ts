// Puts a backup back, into a folder that is not there yet: whatever is there is left as it is.
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeFile } from '../database/copying'
import { synced } from '../file-store/disk'
import { ifThere } from './contents'
import { BackupDamagedError, BackupRefusedError } from './errors'
import type { Manifest, StoredFile } from './manifest'
import type { Place } from './place'
import { assertPresent, contentOf, type ReadProgress } from './reading'

export interface Restoring {
  readonly files: readonly StoredFile[]
  /** What their paths begin with that the folder has not. */
  readonly below: string
  /** The folder that is made. */
  readonly folder: string
}

/** All that a backup has, as a new data folder. */
export function wholeBackup({ files }: Manifest, folder: string): Restoring {
  return { files, below: '', folder }
}

/**
 * One organization of a backup, as a new folder of a data folder.
 * @param name of its folder in the backup
 * @throws BackupRefusedError if the backup does not have it
 */
export function oneOrganization(manifest: Manifest, name: string, folder: string): Restoring {
  const below = `organizations/${name}/`
  const files = manifest.files.filter(({ path }) => path.startsWith(below))
  if (files.length > 0) return { files, below, folder }
  const names = manifest.organizations.map((each) => each.name).join(', ')
  throw new BackupRefusedError(`The backup has no organization '${name}', only: ${names}`)
}

/**
 * Makes the folder: under another name until all is in it, and checked; if something fails, nothing of it is left.
 * @throws BackupRefusedError if there is something already; BackupIncompleteError, BackupDamagedError, WrongKeyError
 */
export async function restore(
  place: Place,
  { recipient }: Manifest,
  { files, below, folder }: Restoring,
  identities: readonly string[] | undefined,
  { onProgress, signal }: { onProgress?: (progress: ReadProgress) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const present = await readdir(folder).catch(ifThere)
  if (present.length > 0) throw new BackupRefusedError(`${folder} is not empty: nothing is overwritten`)
  await assertPresent(place, files)
  const unfinished = join(dirname(folder), `.restoring-${basename(folder)}`)
  await rm(unfinished, { recursive: true, force: true })
  try {
    for (const [done, file] of files.entries()) {
      signal?.throwIfAborted()
      const target = join(unfinished, safely(file.path).slice(below.length))
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await writeFile(target, contentOf(place, file, recipient === null ? undefined : identities))
      onProgress?.({ done: done + 1, total: files.length })
    }
    await rename(unfinished, folder)
    await synced(dirname(folder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** @throws BackupDamagedError if it leads out of the folder: no backup of ours does */
function safely(path: string): string {
  const parts = path.split('/')
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..')) return path
  throw new BackupDamagedError(`The backup is damaged: ${path} is no path`)
}
