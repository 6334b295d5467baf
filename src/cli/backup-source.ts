// The data folder that a backup is made of, as a command reaches it: held by itself, or by a running server.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folderAtRest, type BackupSource } from '../backup/source'
import { systemClock } from '../organization/clock'
import { giveToOwnerOf } from '../organization/data-folder'
import { beginBackup, confirmBackup, endBackup, holdForBackup, releaseForBackup } from './backup-operations'
import { performThere, reach } from './control'
import { Failure } from './failure'

/** Does something with a data folder that may be served meanwhile. @throws Failure if there is none, or a backup is being made already */
export async function withSource<T>(folder: string, work: (source: BackupSource) => Promise<T>): Promise<T> {
  const dataFolder = resolve(folder)
  if (!existsSync(join(dataFolder, 'organizations')))
    throw new Failure('refused', `There is no data folder ${dataFolder}: choose one with --data.`)
  const { pid } = process
  const source = await reach(
    dataFolder,
    async (hold) => ({
      ...folderAtRest(dataFolder, () => systemClock.now()),
      end: async () => {
        hold.release()
        giveToOwnerOf(dataFolder)
      },
    }),
    async () => {
      const { now } = await performThere(dataFolder, beginBackup, { pid })
      return servedFolder(dataFolder, pid, now)
    },
  )
  try {
    return await work(source)
  } finally {
    await source.end()
  }
}

/** @param now the server's time */
function servedFolder(dataFolder: string, pid: number, now: number): BackupSource & { end(): Promise<void> } {
  return {
    dataFolder,
    isServed: true,
    now: () => now,
    async hold(organization, folder) {
      const held = await performThere(dataFolder, holdForBackup, { pid, organization, folder })
      return held.is_whole
    },
    async release(organization) {
      const { logs } = await performThere(dataFolder, releaseForBackup, { pid, organization })
      return logs
    },
    async confirm() {
      await performThere(dataFolder, confirmBackup, { pid })
    },
    async end() {
      // Where the server is gone, so is what it held.
      await performThere(dataFolder, endBackup, { pid }).catch(() => undefined)
    },
  }
}
