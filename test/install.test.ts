// `confab install` and `confab uninstall`: what they lay out, in which words, what they undo, and how it runs under systemd itself.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { Confab, freePort } from './support/confab'
import { debianProgram } from './support/debian-programs'
import { builtExecutable } from './support/executable'

setDefaultTimeout(240_000)
/** All that is tried under a systemd of its own; in milliseconds. */
const longestDay = 300_000

const systemdAnalyze = await debianProgram('systemd-analyze', 'systemd')

let confab: Confab
beforeAll(async () => {
  confab = new Confab([await builtExecutable()])
})
afterAll(() => confab[Symbol.asyncDispose]())

const unitPath = 'etc/systemd/system/confab.service'
const tomlPath = 'var/lib/confab/confab.toml'

test('a dry run tells each file with its content, and makes nothing; an installation makes them, once', async () => {
  using root = new Folder()
  const dry = await install(root, '--dry-run', '--port', '9000')
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(existsSync(root.at('etc'))).toBe(false)
  for (const path of ['etc/sysusers.d/confab.conf', tomlPath, unitPath])
    expect(dry.out).toContain(`Write ${root.at(path)}\n    `)
  expect(dry.out).toContain('    ExecStart=/usr/local/bin/confab serve --data /var/lib/confab\n')
  expect(dry.out).toContain('    port = 9000\n')

  expect((await install(root, '--port', '9000')).code).toBe(0)
  for (const path of ['etc/sysusers.d/confab.conf', tomlPath, unitPath])
    expect(dry.out).toContain(indented(root.text(path)))
  expect(root.modes('usr/local/bin/confab', 'usr/local/bin', unitPath, tomlPath, dirname(tomlPath))).toEqual([
    '755',
    '755',
    '644',
    '600',
    '700',
  ])
  expect(root.modes('etc/confab/credentials')).toEqual(['700'])
  const again = await install(root)
  expect(again.out).toStartWith('Confab is installed like this already.\n')
  expect((await install(root, '--dry-run')).out).toBe('Confab is installed like this already.\n')
})

test('run again, it says what differs, replaces that, and leaves the settings to whoever has changed them', async () => {
  using root = new Folder()
  await install(root)
  writeFileSync(root.at(tomlPath), 'port = 443\n')
  writeFileSync(root.at('usr/local/bin/confab'), '#!/bin/sh\necho 0.0.9\n', { mode: 0o755 })
  const dry = await install(root, '--dry-run')
  expect(dry.out).toMatch(/^Replace .*\/usr\/local\/bin\/confab\n    0\.0\.9 becomes \d+\.\d+\.\d+/)
  expect(dry.out).toMatch(
    /\n    -CapabilityBoundingSet=\n(.*\n)*    \+CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n/,
  )
  expect(dry.out).not.toContain(tomlPath)
  expect((await install(root)).code).toBe(0)
  expect(root.text(unitPath)).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE\n')
  expect(root.text(unitPath)).not.toContain('PrivateUsers')
  expect(statSync(root.at('usr/local/bin/confab')).size).toBeGreaterThan(1e6)
  expect(root.text(tomlPath)).toBe('port = 443\n')
  expect(await install(root, '--port', '80')).toMatchObject({
    code: 7,
    err: expect.stringContaining('yours to change: set port there, not by --port'),
  })
})

test('secrets become credentials, which nothing that is printed or read by others shows', async () => {
  using root = new Folder()
  const password = root.file('password', 'hush\n')
  const key = root.file('key.p8', 'hush hush\n')
  const mail = ['--smtp-url', 'smtp://mail.x.io', '--mail-from', 'c@x.io', '--smtp-user', 'c']
  const flags = [...mail, '--public-url', 'https://x.io', '--smtp-password-file', password, '--apns-key', key]
  const dry = await install(root, '--dry-run', ...flags)
  expect(dry.out).toContain(`Write ${root.at('etc/confab/credentials/smtp-password')}, which is secret\n`)
  expect(dry.out).not.toContain('hush')
  await install(root, ...flags)
  expect(root.text('etc/confab/credentials/smtp-password')).toBe('hush\n')
  expect(root.modes('etc/confab/credentials/smtp-password', 'etc/confab/credentials/apns-key')).toEqual([
    '600',
    '600',
  ])
  const unit = root.text(unitPath)
  for (const name of ['smtp-password', 'apns-key'])
    expect(unit).toContain(`LoadCredential=${name}:/etc/confab/credentials/${name}\n`)
  const toml = root.text(tomlPath)
  expect(toml).toContain('\nsmtp-user = "c"\n')
  expect(toml).not.toMatch(/^(smtp-password|apns-key)/m)
  // Paths are those of where the command was run.
  using other = new Folder()
  await install(other, '--backups', relative(confab.data, '/srv/backups'))
  expect(other.text(tomlPath)).toContain('\nbackups = "/srv/backups"\n')
  expect(other.text(unitPath)).toContain('ReadWritePaths=/srv/backups\n')
  expect(other.modes('srv/backups')).toEqual(['700'])
  // A secret that is put there by hand is one from the next time on.
  writeFileSync(root.at('etc/confab/credentials/giphy-api-key'), 'a key')
  await install(root)
  expect(root.text(unitPath)).toContain('LoadCredential=giphy-api-key:')
})

test('what fails in the middle leaves all as it was', async () => {
  using root = new Folder()
  await install(root)
  writeFileSync(root.at('usr/local/bin/confab'), 'older')
  rmSync(root.at(unitPath))
  const before = root.contents()
  // There is no place for the unit.
  rmSync(root.at('etc/systemd'), { recursive: true })
  writeFileSync(root.at('etc/systemd'), '')
  const { code, out, err } = await install(root, '--giphy-api-key-file', root.file('giphy', 'a key'))
  expect([code, err]).toEqual([7, expect.stringContaining(`Write ${root.at(unitPath)}: `)])
  expect(err).toEndWith('All is as it was before.\n')
  expect(out).toContain('Replace ')
  for (const path of ['etc/systemd', 'giphy']) rmSync(root.at(path))
  expect(root.contents()).toEqual(before)

  using empty = new Folder()
  mkdirSync(empty.at('etc'))
  writeFileSync(empty.at('etc/systemd'), '')
  expect((await install(empty)).code).toBe(7)
  expect(empty.contents()).toEqual(['etc/systemd: '])
})

test('what makes no sense is refused before anything is done', async () => {
  using root = new Folder()
  for (const [args, code, why] of [
    [['--data', 'data'], 7, 'must be an absolute path'],
    [['--data', '/srv/a b'], 7, 'must be an absolute path'],
    [['--data', '/home/chat'], 7, "is where services can't reach"],
    [['--user', 'A B'], 7, 'is no name for a system user'],
    [['--port', '70000'], 2, '--port: It must be a whole number'],
    [['--smtp-password-file', '/nowhere'], 2, "can't be read (ENOENT)"],
    [['--prot', '1'], 2, 'unknown option'],
  ] as const) {
    expect(await install(root, ...args)).toMatchObject({ code, out: '', err: expect.stringContaining(why) })
    expect(root.contents()).toEqual([])
  }
  await using sources = new Confab()
  expect(await sources.run(['install', '--root', root.path])).toMatchObject({
    code: 7,
    err: expect.stringContaining('Only the executable can be installed'),
  })
  if (!existsSync('/run/systemd/system'))
    expect(await confab.run(['install'])).toMatchObject({
      code: 7,
      err: expect.stringContaining('not run by systemd'),
    })
})

test('a place that the unit hides from the service is refused at once, not by the first backup', async () => {
  using root = new Folder()
  for (const [args, why] of [
    [['--backups', '/tmp/backups'], 'it has a /tmp of its own'],
    [['--backups', 'backups'], 'it has a /tmp of its own'],
    [['--backups', '/var/tmp'], 'it has a /tmp of its own'],
    [['--backups', '/home/ann/backups'], 'homes are hidden'],
    [['--backups', '/srv/../root/backups'], 'homes are hidden'],
    [['--backups', '/run/backups'], 'empty whenever the machine starts'],
    [['--backups', '/dev/shm/backups'], 'hidden from it'],
    [['--backups', '/srv/my backups'], 'of letters, digits'],
    [['--https-certificate', '/root/chat.pem'], 'homes are hidden'],
    [['--data', '/run/confab'], 'empty whenever the machine starts'],
  ] as const) {
    const { code, out, err } = await install(root, ...args)
    expect([code, out, err]).toEqual([7, '', expect.stringContaining(why)])
    expect(err).toContain(args[0] === '--data' ? '/run/confab' : `${args[0]}: /`)
    expect(root.contents()).toEqual([])
  }
  // What is like it in name alone is not.
  for (const place of ['/tmpfs/backups', '/srv/home/backups', 's3://tmp/home'])
    expect((await install(root, '--dry-run', '--backups', place)).code).toBe(0)
  // Whoever has put it into the file is told where.
  await install(root)
  writeFileSync(root.at(tomlPath), '\nbackups = "/tmp/backups"\n')
  expect(await install(root)).toMatchObject({
    code: 7,
    err: expect.stringContaining('confab.toml (line 2): /tmp/'),
  })
})

test('an uninstallation leaves the data, and says where', async () => {
  using root = new Folder()
  const uninstall = (...args: string[]) =>
    confab.run(['uninstall', '--root', root.path, ...args], '', { CONFAB_DATA: '' })
  expect(await uninstall()).toMatchObject({ code: 0, out: 'There is no confab.service here.\n' })
  await install(root, '--data', '/srv/chat', '--user', 'chat')
  expect(root.text(unitPath)).toContain('ReadWritePaths=/srv/chat\n')
  writeFileSync(root.at('srv/chat/more'), 'data')
  const before = root.contents()
  expect((await uninstall('--dry-run')).out).toContain(`Remove ${root.at(unitPath)}\n`)
  expect(root.contents()).toEqual(before)
  expect((await uninstall()).out).toContain(`Its data stay in ${root.at('srv/chat')}`)
  expect(root.contents().map((each) => each.split(':')[0])).toEqual(['srv/chat/confab.toml', 'srv/chat/more'])
  expect((await uninstall()).code).toBe(0)
  // Somebody else's unit is none of ours.
  root.file(unitPath, '[Service]\nExecStart=/bin/true\n')
  expect(await uninstall()).toMatchObject({ code: 7, err: expect.stringContaining('is left alone') })
})

test('systemd takes the unit, and finds little that it is exposed to', async () => {
  for (const [args, most] of [
    [[], 1.5],
    [['--port', '443'], 2],
  ] as const) {
    using root = new Folder()
    // What it starts has to be there.
    await install(root, '--executable', '/usr/bin/env', ...args)
    const unit = root.at(unitPath)
    expect(await analyzed('verify', '--man=no', unit)).toEqual({ code: 0, out: '' })
    const { out } = await analyzed('security', '--offline=yes', '--no-pager', unit)
    const score = Number(/Overall exposure level for confab\.service: ([\d.]+)/.exec(out)?.[1])
    expect(score).toBeGreaterThan(0)
    expect(score).toBeLessThanOrEqual(most)
  }
})

const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--cgroup', '--ipc', '--uts']

test(
  'under a systemd of its own, it runs, is started again when it is stuck, is upgraded, and goes',
  async () => {
    if (!canBoot()) {
      process.stdout.write('No systemd can be booted here: the other tests have to do.\n')
      return
    }
    using given = new Folder()
    given.file('confab', readFileSync(confab.program[0] ?? ''))
    given.file('day', await Bun.file('test/support/systemd-day.sh').bytes())
    given.file('port', String(await freePort()))
    for (const name of ['confab', 'day']) chmodSync(given.at(name), 0o755)
    using machine = new Folder()
    const boot = ['sh', 'test/support/systemd-machine.sh', machine.path, '/given/day', given.path]
    const child = Bun.spawn(['unshare', ...namespaces, ...boot], {
      stdout: 'ignore',
      stderr: 'pipe',
      timeout: longestDay,
      killSignal: 'SIGKILL',
    })
    const [code, err] = [await child.exited, await child.stderr.text()]
    const output = existsSync(given.at('output')) ? given.text('output') : ''
    expect([code, err, output]).toEqual([0, '', expect.stringMatching(/\nThe day is over\n$/)])
  },
  longestDay + 10_000,
)

/** Whether there is a systemd here, and this user may boot it: root, on a Linux machine that lends its cgroups. */
function canBoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/lib/systemd/systemd') || Bun.which('unshare') === null)
    return false
  // In a namespace of its own, which is gone with it.
  const tries =
    'mount --make-rprivate / && mount -t cgroup2 cgroup2 /mnt && mount -t overlay overlay -o lowerdir=/:/mnt /mnt'
  return Bun.spawnSync(['unshare', ...namespaces, 'sh', '-c', tries], { stderr: 'ignore' }).success
}

function install(root: Folder, ...args: string[]) {
  return confab.run(['install', '--root', root.path, ...args], '', { CONFAB_DATA: '/var/lib/confab' })
}

async function analyzed(...args: string[]): Promise<{ code: number; out: string }> {
  const { executable, environment } = systemdAnalyze
  const prefix = dirname(dirname(dirname(executable)))
  const libraries = environment['LD_LIBRARY_PATH']?.split(delimiter) ?? []
  const child = Bun.spawn([executable, ...args], {
    env: {
      ...process.env,
      ...environment,
      ...(libraries.length > 0
        ? {
            LD_LIBRARY_PATH: [...libraries, ...libraries.map((path) => join(path, 'systemd'))].join(
              delimiter,
            ),
          }
        : {}),
      SYSTEMD_UNIT_PATH: join(prefix, 'lib/systemd/system'),
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out: out + err }
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}

/** A folder that is gone at the end. */
class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'confab-install-'))

  at(path: string): string {
    return join(this.path, path)
  }

  text(path: string): string {
    return readFileSync(this.at(path), 'utf8')
  }

  file(path: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.at(path)), { recursive: true })
    writeFileSync(this.at(path), content)
    return this.at(path)
  }

  modes(...paths: string[]): string[] {
    return paths.map((path) => (statSync(this.at(path)).mode & 0o777).toString(8))
  }

  /** All files below, with what begins them. */
  contents(): string[] {
    const files = [...new Bun.Glob('**/*').scanSync({ cwd: this.path, dot: true })].sort()
    return files.map((path) => `${path}: ${readFileSync(this.at(path), 'latin1').slice(0, 5000)}`)
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
