// The built executable, made once for all tests that drive it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let building: Promise<string> | undefined

/** Builds the executable where nothing else is, and tells its path. Give `beforeAll` some minutes for it: the machine may be busy. */
export function builtExecutable(): Promise<string> {
  building ??= build()
  return building
}

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'confab-build-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const executable = join(folder, 'confab')
  const child = Bun.spawn([process.execPath, 'scripts/build.ts', '--outfile', executable], {
    stdout: 'ignore',
  })
  if ((await child.exited) !== 0) throw new Error('The build failed')
  return executable
}
