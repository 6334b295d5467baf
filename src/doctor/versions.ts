// Whether the server that runs is this version.
import type { Check } from './finding'
import { ok, warning } from './finding'
import { version } from '../version'

/** @param runningVersion of the server that runs on the folder; undefined if none does */
export function versionCheck(runningVersion: () => Promise<string | undefined>): Check {
  return {
    name: 'version',
    async run() {
      const running = await runningVersion()
      if (running === undefined) return [ok(`No server runs on this folder. This is Confab ${version}.`)]
      if (running === version) return [ok(`The server runs, and is Confab ${version}, as this.`)]
      return [
        warning(
          `The server that runs is Confab ${running}, this is ${version}.`,
          'Start the server anew, so that it is the version that is installed.',
        ),
      ]
    },
  }
}
