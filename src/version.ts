// The version of this Confab.
import manifest from '../package.json'

declare const CONFAB_BUILD: string | undefined

/** Such as `0.1.0+80fccff`: set by scripts/build.ts; run from the sources it has no commit. */
export const version = typeof CONFAB_BUILD === 'string' ? CONFAB_BUILD : manifest.version

/** Whether this is the executable, whose parts stand elsewhere than the sources do. */
export const isExecutable = typeof CONFAB_BUILD === 'string'

/** How this program is started once more, for what is to be done by a process of its own. */
export const ownCommand: readonly string[] = isExecutable
  ? [process.execPath]
  : [process.execPath, Bun.fileURLToPath(new URL('./main.ts', import.meta.url))]
