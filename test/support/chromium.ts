// The browser of tests, screenshots and measurements: one Chromium for each process, started when it is first needed.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import manifest from '../../package.json'

/** A Chromium on disk, and what it needs of its environment beside what this process has. */
interface Installed {
  executable: string
  environment: Readonly<Record<string, string>>
}

let running: Promise<Browser> | undefined

/** The one browser of this process. Whoever is not a test ends it by `closeBrowser`; it ends with a killed process, too. */
export function openBrowser(): Promise<Browser> {
  return (running ??= launch())
}

/** Ends it, if it was ever needed. */
export async function closeBrowser(): Promise<void> {
  await (await running)?.close()
  running = undefined
}

async function launch(): Promise<Browser> {
  const [{ executable, environment }, { chromium }] = await Promise.all([
    installed(),
    import('playwright-core'),
  ])
  return chromium.launch({
    executablePath: executable,
    args: flags,
    env: { ...process.env, ...environment },
    // Ours stop by themselves, and `bun test` has to hear that it is to stop.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

const packedVersion = manifest.devDependencies['@sparticuz/chromium']

const flags = [
  // Nothing to draw on, and nobody else's machine to ask: whatever is not here is nowhere.
  '--disable-gpu',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  '--font-render-hinting=none',
]

async function installed(): Promise<Installed> {
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
async function starts(executable: string, environment: Installed['environment']): Promise<boolean> {
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
  const folder = join(import.meta.dir, '../../node_modules/.cache', `chromium-${packedVersion}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const scratch = mkdtempSync(`${folder}-`)
  try {
    const script = join(import.meta.dir, 'unpack-chromium.ts')
    const unpacking = Bun.spawn([process.execPath, script], { env: { ...process.env, TMPDIR: scratch } })
    if ((await unpacking.exited) !== 0) throw new Error('Chromium could not be unpacked')
    await Bun.write(join(scratch, 'fonts.conf'), fontsIn(folder))
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
