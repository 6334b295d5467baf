// Programs of Debian packages that tests work with: the one that is installed, or else unpacked from its package, which needs no root.
import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackedOnce } from './unpacked'

/** A program on disk, and what it needs of its environment beside what this process has. */
export interface InstalledProgram {
  executable: string
  environment: Readonly<Record<string, string>>
}

/** Where programs are that are meant for root, which not everybody has on their path. */
const furtherFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/**
 * A program of a Debian package, such as `debianProgram('pebble-challtestsrv', 'pebble')`. Where it is not installed and
 * there is `apt-get`, the package is unpacked into the cache, with those packages that it depends on and the machine lacks.
 * What comes from a package's scripts, such as system users, is not there then.
 * @throws Error that says what to install where neither is possible
 */
export async function debianProgram(program: string, packageName = program): Promise<InstalledProgram> {
  const installed = within([process.env['PATH'] ?? '', ...furtherFolders], program)
  if (installed !== null) return { executable: installed, environment: {} }
  try {
    return await unpackedProgram(program, packageName)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const what = `This test needs ${program}, of Debian's and Ubuntu's package ${packageName}`
    throw new Error(`${what}: install it, or put it on the path. ${why}`, { cause: error })
  }
}

async function unpackedProgram(program: string, packageName: string): Promise<InstalledProgram> {
  if (Bun.which('apt-get') === null || Bun.which('dpkg-deb') === null)
    throw new Error('It could not be fetched: there is no apt-get here.')
  const folder = await unpackedOnce(`debian-${packageName}`, (scratch) => unpack(scratch, packageName))
  const inPackage = (...places: string[]): string[] => places.map((place) => join(folder, place))
  const executable = within(inPackage('usr/bin', 'usr/sbin', 'bin', 'sbin'), program)
  if (executable === null) throw new Error('The package has no such program.')
  const triplet = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const libraries = inPackage(`usr/lib/${triplet}`, `lib/${triplet}`, 'usr/lib', 'lib')
  return { executable, environment: { LD_LIBRARY_PATH: libraries.join(delimiter) } }
}

/** Fetches the package and what it needs, and unpacks them into `scratch`. @throws Error with what `apt-get` said */
async function unpack(scratch: string, packageName: string): Promise<void> {
  const fetched = join(scratch, '.fetched')
  mkdirSync(fetched)
  let options: readonly string[] = []
  let names = await packagesFor(packageName, options).catch(() => undefined)
  if (!names) {
    // This machine has no lists of packages, as images of containers have none.
    options = await freshLists(join(fetched, 'lists'))
    names = await packagesFor(packageName, options)
  }
  await output(['apt-get', ...options, 'download', ...names], fetched)
  for (const deb of new Bun.Glob('*.deb').scanSync({ cwd: fetched, absolute: true }))
    await output(['dpkg-deb', '-x', deb, scratch])
  rmSync(fetched, { recursive: true })
}

/** Names of the package, and of those that it depends on and the machine lacks. @throws Error if it is in no list */
async function packagesFor(packageName: string, options: readonly string[]): Promise<Set<string>> {
  const verb = ['install', '--simulate', '--no-install-recommends', '--quiet']
  const plan = await output(['apt-get', ...options, ...verb, packageName])
  return new Set([packageName, ...[...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)])
}

/** Fetches lists of packages into a folder of one's own. @returns the options with which `apt-get` reads them */
async function freshLists(folder: string): Promise<string[]> {
  mkdirSync(join(folder, 'partial'), { recursive: true })
  const options = ['-o', `Dir::State::Lists=${folder}`, '-o', `Dir::Cache=${folder}`]
  await output(['apt-get', ...options, 'update', '--quiet'])
  return options
}

/** What a command prints. @throws Error with what it says on standard error if it fails */
async function output(command: readonly string[], folder = '.'): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C' }
  const child = Bun.spawn([...command], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${command.join(' ')}: ${err.trim()}`)
  return out
}

/** Where a program is, in one of these folders. */
function within(folders: readonly string[], program: string): string | null {
  return Bun.which(program, { PATH: folders.join(delimiter) })
}
