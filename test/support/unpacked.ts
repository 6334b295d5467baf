// Folders of tools that tests unpack when they are first needed, and keep beside the packages.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const cache = join(import.meta.dir, '../../node_modules/.cache')

/**
 * A folder of the cache, filled once, whichever process comes first: it has all of it or is not there.
 * @param fill puts everything into `scratch`, which becomes `folder` then
 */
export async function unpackedOnce(
  name: string,
  fill: (scratch: string, folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const scratch = mkdtempSync(`${folder}-`)
  try {
    await fill(scratch, folder)
    moved(scratch, folder)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return folder
}

/** Moves what is whole to its place, unless another process was as quick. */
function moved(scratch: string, folder: string): void {
  try {
    renameSync(scratch, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
