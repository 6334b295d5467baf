// The key of the link with which whoever runs the server makes its first organization: in the data folder until it has served.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSameSecret } from '../organization/signing'
import { randomToken } from '../users/tokens'

/** Where the pages are that it opens. */
export const setupPath = '/setup'

/** The folder's key, made if there is none: the link stays the same until it has served, however often the server starts. */
export function setupKey(dataFolder: string): string {
  const path = pathOf(dataFolder)
  const known = read(path)
  if (known !== '') return known
  const made = randomToken(32)
  const unfinished = `${path}.new`
  writeFileSync(unfinished, `${made}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
  return made
}

/** Whether that is the folder's key. How long it takes tells nothing of what it should have been. */
export function isSetupKey(dataFolder: string, given: string): boolean {
  const key = read(pathOf(dataFolder))
  return key !== '' && isSameSecret(given, key)
}

/** It has served, or is of no use any more. */
export function dropSetupKey(dataFolder: string): void {
  rmSync(pathOf(dataFolder), { force: true })
}

function pathOf(dataFolder: string): string {
  return join(dataFolder, 'setup-key')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
