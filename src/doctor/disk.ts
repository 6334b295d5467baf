// The disk of the data folder, and who may read and write there.
import { accessSync, constants, statSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { organizationFolders } from '../organization/organizations'
import { bytes, ok, problem, warning, wordsOf, type Check, type Finding } from './finding'

/** What a file system says of itself, in bytes and in files. */
export interface Room {
  readonly free: number
  readonly size: number
  readonly filesFree: number
  /** 0 where it has no limit. */
  readonly files: number
}

const mib = 1024 * 1024

export const diskCheck: Check = {
  name: 'disk',
  async run({ dataFolder }) {
    const { bavail, blocks, bsize, ffree, files } = await statfs(dataFolder)
    return judgeRoom({ free: bavail * bsize, size: blocks * bsize, filesFree: ffree, files })
  },
}

export function judgeRoom({ free, size, filesFree, files }: Room): Finding[] {
  const left = `${bytes(free)} of ${bytes(size)} are free`
  const makeRoom = 'Make room on the disk of the data folder, or move the folder to a larger one.'
  const space =
    free < 256 * mib
      ? problem(`${left}: soon nothing can be stored.`, makeRoom)
      : free < 2048 * mib || free < size / 20
        ? warning(`${left}.`, makeRoom)
        : ok(`${left}.`)
  if (files === 0) return [space]
  const few = `${filesFree} of ${files} files can still be made (inodes)`
  const removeFiles =
    'Find what makes so many small files (`du --inodes -x /`), or move the data folder to another disk.'
  if (filesFree < 2000) return [space, problem(`${few}: soon nothing can be stored.`, removeFiles)]
  if (filesFree < files / 20) return [space, warning(`${few}.`, removeFiles)]
  return [space, ok(`${few}.`)]
}

export const folderCheck: Check = {
  name: 'folder',
  async run({ dataFolder }) {
    const { mode, uid } = statSync(dataFolder)
    const findings: Finding[] = []
    try {
      accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      findings.push(
        problem(
          `This user can't write to ${dataFolder} (${wordsOf(error)}).`,
          `Run this as the user that the server runs as (number ${uid} owns the folder), or give it the folder with chown.`,
        ),
      )
    }
    if ((mode & 0o077) !== 0)
      findings.push(
        warning(
          `Other users of this machine can look into ${dataFolder} (mode ${(mode & 0o777).toString(8)}).`,
          `chmod 700 ${dataFolder}`,
        ),
      )
    const strange = await ownedByOthers(dataFolder, uid)
    const [first] = strange
    if (first !== undefined)
      findings.push(
        problem(
          `${strange.length} files have another owner than the data folder, such as ${first}: a command was run as another user.`,
          `chown -R ${uid} ${dataFolder}`,
        ),
      )
    return findings.length > 0
      ? findings
      : [ok(`${dataFolder} belongs to one user alone, who can write there.`)]
  },
}

/** In the data folder and its organizations' folders; further down there may be very many. */
export async function ownedByOthers(dataFolder: string, owner: number): Promise<string[]> {
  const folders = [
    '',
    'organizations',
    ...organizationFolders(dataFolder).map((name) => join('organizations', name)),
  ]
  const found: string[] = []
  for (const folder of folders)
    for (const name of await readdir(join(dataFolder, folder))) {
      const file = await stat(join(dataFolder, folder, name)).catch(() => undefined)
      if (file && file.uid !== owner) found.push(join(folder, name))
    }
  return found
}
