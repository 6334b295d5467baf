// A folder for what an import unpacks, outside of the data folder: gone when the import ends, or a day after it was killed.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'confab-import-'
/** No import is at it for so long. In milliseconds. */
const leftOverAfter = 24 * 3600 * 1000

/** Makes one, and removes those that imports have left that were killed. */
export function temporaryFolder(): string {
  const parent = tmpdir()
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix)))
    removeLeftOver(join(parent, name))
  return mkdtempSync(join(parent, prefix))
}

/** Somebody else's stays: whoever it is sees to it. */
function removeLeftOver(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > leftOverAfter) rmSync(path, { recursive: true })
  } catch {
    // Another import was there before.
  }
}
