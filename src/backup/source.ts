// What a backup is made of: a data folder, whose databases a server writes meanwhile, or nobody does.
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '../organization/organization'
import { ifThere } from './contents'

export interface BackupSource {
  readonly dataFolder: string
  /** Whether a server is at work here, which must not be kept waiting. */
  readonly isServed: boolean
  /** Milliseconds. */
  now(): number
  /**
   * From now on an organization's main file can be read: with the logs that `release` gives it is the database.
   * @param name of the organization's folder
   * @param work a folder for the logs
   * @returns false if nobody can say what is in the database: it is damaged
   */
  hold(name: string, work: string): Promise<boolean>
  /** @param copy of the main file @returns the logs, which are to be applied to it in this order */
  release(name: string, work: string, copy: string): Promise<readonly string[]>
  /** @throws Error if it is no longer this process that makes a backup here */
  confirm(): Promise<void>
}

/** A folder that this process holds: nobody writes in it. A crash may have left a log, or the journal of an upgrade. */
export function folderAtRest(dataFolder: string, now: () => number): BackupSource {
  const beside = (name: string, suffix: string): string =>
    join(dataFolder, 'organizations', name, databaseFile + suffix)
  return {
    dataFolder,
    isServed: false,
    now,
    hold: () => Promise.resolve(true),
    async release(name, work, copy) {
      await copyIfThere(beside(name, '-journal'), `${copy}-journal`)
      const log = join(work, 'left.log')
      return (await copyIfThere(beside(name, '-wal'), log)) ? [log] : []
    },
    confirm: () => Promise.resolve(),
  }
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    ifThere(error)
    return false
  }
}
