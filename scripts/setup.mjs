// Installs the project's packages, on a machine that may have only Node and npm. No dependencies of its own.
//
// The one lock file is bun.lock, so Bun does the installing. Where Bun is not there yet, npm brings the exact
// build that bun.lock names, checked against the hash written there.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.setup')
const installedBun = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
const bunLock = readFileSync(join(root, 'bun.lock'), 'utf8')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package.json')))
  .update(bunLock)
  .digest('hex')

if (!upToDate()) install()

function upToDate() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && isBun(installedBun)
}

function install() {
  console.error('Setting up: installing packages …')
  const scratch = mkdtempSync(join(tmpdir(), 'confab-setup-'))
  try {
    const bun = isBun(installedBun) && reportsPinnedVersion(installedBun) ? installedBun : fetchBun(scratch)
    run(bun, ['install', '--frozen-lockfile'], root)
    // The bun package puts its executable in place by an install script, which not every set-up allows.
    if (!isBun(installedBun)) copyFileSync(bun, installedBun)
    writeFileSync(stamp, wanted)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Has npm unpack the pinned Bun for this platform into `scratch`; returns the path of the executable. */
function fetchBun(scratch) {
  const { name, version, integrity } = pinnedBun()
  const dependencies = { [name]: version }
  const project = { name: 'confab-setup', version: '1.0.0', dependencies }
  const packages = { '': project, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(project))
  writeFileSync(
    join(scratch, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, packages }),
  )
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  run('npm', ['ci', ...quiet], scratch)
  return join(scratch, 'node_modules', name, 'bin', 'bun')
}

/** The package that carries Bun for this platform, with version and hash as bun.lock has them. */
function pinnedBun() {
  const system = { linux: 'linux', darwin: 'darwin' }[process.platform]
  const processor = { x64: 'x64', arm64: 'aarch64' }[process.arch]
  if (!system || !processor) fail(`There is no Bun for ${process.platform} on ${process.arch}.`)
  const musl = system === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  const name = `@oven/bun-${system}-${processor}${musl ? '-musl' : ''}`
  const line = bunLock.split('\n').find((candidate) => candidate.trim().startsWith(`"${name}":`))
  const version = line?.match(/@(\d+\.\d+\.\d+)"/)?.[1]
  const integrity = line?.match(/"(sha512-[^"]+)"/)?.[1]
  if (!version || !integrity) fail(`bun.lock names no ${name}.`)
  return { name, version, integrity }
}

/** Whether this file is a real Bun: the package ships a short placeholder until its install script has run. */
function isBun(path) {
  return existsSync(path) && statSync(path).size > 1_000_000
}

function reportsPinnedVersion(path) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() === manifest.devDependencies.bun
  } catch {
    return false
  }
}

function run(command, args, cwd) {
  // Standard output stays free for the command that comes after the set-up.
  execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
