// Which Chromium there is: the one that `CHROMIUM_PATH` names, or that of @sparticuz/chromium, unpacked when it is first needed.
import { join } from 'node:path'
import manifest from '../../package.json'
import { unpackedOnce } from './unpacked'

/** A Chromium on disk, and what it needs of its environment beside what this process has. */
export interface InstalledChromium {
  executable: string
  environment: Readonly<Record<string, string>>
}

const packedVersion = manifest.devDependencies['@sparticuz/chromium']

/** @throws if there is none for this machine. */
export async function installedChromium(): Promise<InstalledChromium> {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return { executable: named, environment: {} }
  const folder = await unpacked()
  const executable = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const environment = (await starts(executable, fonts))
    ? fonts
    : { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return { executable, environment }
}

/** Whether it finds the libraries it is linked with. */
async function starts(executable: string, environment: InstalledChromium['environment']): Promise<boolean> {
  const env = { ...process.env, ...environment }
  const version = Bun.spawn([executable, '--version'], { env, stdout: 'ignore', stderr: 'ignore' })
  return (await version.exited) === 0
}

/** The folder with the Chromium of the package, which is unpacked once: 200 MB, in 2 seconds. */
async function unpacked(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'CHROMIUM_PATH has to name a Chromium: the one of @sparticuz/chromium is for Linux on x64',
    )
  }
  return unpackedOnce(`chromium-${packedVersion}`, async (scratch, folder) => {
    const script = join(import.meta.dir, 'unpack-chromium.ts')
    const unpacking = Bun.spawn([process.execPath, script], { env: { ...process.env, TMPDIR: scratch } })
    if ((await unpacking.exited) !== 0) throw new Error('Chromium could not be unpacked')
    await Bun.write(join(scratch, 'fonts.conf'), fontsIn(folder))
  })
}

/** The fonts of the machine, and, where it has none, the one that the package brings. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}
