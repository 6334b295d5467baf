// `confab doctor`: it finds nothing where all is well, and each thing where that is broken, and says what to do.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificatesCheck } from '../src/doctor/certificates'
import { judgeSizes } from '../src/doctor/databases'
import { judgeRoom, ownedByOthers } from '../src/doctor/disk'
import { versionCheck } from '../src/doctor/versions'
import { Settings } from '../src/settings/settings'
import { startBouncer } from './support/bouncer'
import { Confab, createAcme, freePort } from './support/confab'
import { certificateFiles, ownCertificate } from './support/https'
import { MailServer, mailPassword } from './support/mail-server'
import { until } from './support/waiting'
import { webServer } from './support/web-servers'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const mail = await MailServer.start({ authOptional: false })
afterAll(() => mail.stop())
const bouncer = startBouncer()
afterAll(() => bouncer.stop())

interface Found {
  check: string
  level: string
  found: string
  advice: string | null
}

/** An installation with all that can be configured, and nothing wrong. */
class Ward implements AsyncDisposable {
  readonly confab = new Confab()
  /** As for `confab serve`. */
  readonly settings: Record<string, string> = {}

  static async open(): Promise<Ward> {
    const ward = new Ward()
    await ward.confab.json(createAcme, 'a long password\n')
    chmodSync(ward.confab.data, 0o700)
    const { host, port, authority } = mail.settings()
    writeFileSync(ward.path('ca.pem'), authority ?? '', { mode: 0o600 })
    ward.port = await freePort()
    ward.place = `${ward.confab.data}-backups`
    Object.assign(ward.settings, {
      CONFAB_SMTP_URL: `smtp://${host}:${port}`,
      CONFAB_SMTP_CA_FILE: ward.path('ca.pem'),
      CONFAB_SMTP_USER: 'chat',
      CONFAB_SMTP_PASSWORD: mailPassword,
      CONFAB_MAIL_FROM: 'chat@confab.example',
      CONFAB_PUSH_BOUNCER: bouncer.url,
      CONFAB_PUSH_BOUNCER_ID: bouncer.access.id,
      CONFAB_PUSH_BOUNCER_KEY: bouncer.access.key,
      CONFAB_ALLOW_PRIVATE_ADDRESSES: 'on',
      CONFAB_BACKUPS: ward.place,
      CONFAB_PUBLIC_URL: `http://localhost:${ward.port}`,
    })
    await ward.confab.run(['backup', 'create'], '', { CONFAB_BACKUPS: ward.place })
    return ward
  }

  place = ''
  /** Where people would reach its server. */
  port = 0

  path(name: string): string {
    return join(this.confab.data, name)
  }

  /** All that is not in order, and the exit code. */
  async look(changes: Record<string, string> = {}, args: readonly string[] = []) {
    const environment = { ...this.settings, ...changes }
    const { code, out, err } = await this.confab.run(['doctor', '--json', ...args], '', environment)
    if (err !== '') throw new Error(err)
    const { findings }: { findings: Found[] } = JSON.parse(out)
    return { code, all: findings, found: findings.filter(({ level }) => level !== 'ok') }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.confab[Symbol.asyncDispose]()
    rmSync(this.place, { recursive: true, force: true })
  }
}

const like = (text: string) => expect.stringContaining(text)
const problem = (check: string, found: string, advice: string) => ({
  code: 14,
  found: [{ check, level: 'problem', found: like(found), advice: like(advice) }],
})

test('where all is well it finds nothing, with and without a server; people are told in words', async () => {
  await using ward = await Ward.open()
  // Nobody answers people then, which is said.
  expect((await ward.look()).found).toMatchObject([{ check: 'public address', level: 'problem' }])
  const server = await ward.confab.serve(['--json', '--port', String(ward.port)])
  const { code, all, found } = await ward.look()
  expect({ code, found }).toEqual({ code: 0, found: [] })
  expect(all.map(({ found: words }) => words).join('\n')).toContain('The database of root is whole.')
  expect(all).toContainEqual(expect.objectContaining({ check: 'mail', found: like('lets chat in') }))
  expect(mail.received).toEqual([])
  const told = await ward.confab.run(['doctor'], '', { ...ward.settings, CONFAB_BACKUPS: '' })
  expect(told.code).toBe(14)
  expect(told.out).toMatch(/^PROBLEM +backups +No backups are made/m)
  expect(told.out).toContain('What to do:')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('settings that contradict each other are said once', async () => {
  await using ward = await Ward.open()
  const { found } = await ward.look({ CONFAB_SMTP_PASSWORD: '', CONFAB_PUBLIC_URL: 'http://localhost:1' })
  expect(found.filter(({ check }) => check !== 'public address')).toMatchObject([
    { check: 'settings', level: 'problem', found: like('--smtp-user has no password') },
  ])
})

test('what can not be taken of the file is said, and the rest is looked at without it', async () => {
  await using ward = await Ward.open()
  const toml = (...lines: string[]) =>
    writeFileSync(ward.path('confab.toml'), lines.join('\n'), { mode: 0o600 })
  const look = async () => {
    const { code, all, found } = await ward.look({ CONFAB_BACKUPS: '' })
    const of = (name: string) => all.filter(({ check }) => check === name).map((each) => each.found)
    expect(code).toBe(14)
    expect(of('databases').join(' ')).toContain('The database of root is whole.')
    expect(of('mail').join(' ')).toContain('lets chat in')
    const settings = found.filter(({ check }) => check === 'settings')
    for (const { level, advice } of settings) expect([level, advice]).toEqual(['problem', like('Correct it')])
    return { settings: settings.map((each) => each.found), backups: of('backups').join(' ') }
  }
  toml('Public_URL = "http://localhost"', 'port = "80"', `backups = "${ward.place}"`, 'smpt-url = "x"')
  const some = await look()
  expect(some.settings).toEqual([
    like('confab.toml (line 1) is no setting of Confab: it is called public-url.'),
    like('confab.toml (line 2) must be a whole number'),
    like('smpt-url in'),
  ])
  expect(some.backups).toContain('The last backup')
  // What is no TOML has nothing that could be taken.
  toml(`backups = "${ward.place}"`, 'port: 80')
  const none = await look()
  expect(none.settings).toEqual([like('confab.toml is no TOML (line 2)')])
  expect(none.backups).toContain('No backups are made')
  // A server does not start with any of it, and whoever asks for one setting is told.
  expect(await ward.confab.run(['serve', '--port', '0'])).toMatchObject({ code: 2, err: like('is no TOML') })
})

test('room on the disk, in bytes and in files', () => {
  const gib = 1024 ** 3
  const room = { free: 50 * gib, size: 100 * gib, filesFree: 1e6, files: 2e6 }
  const levels = (changes: Partial<typeof room>) =>
    judgeRoom({ ...room, ...changes }).map(({ level }) => level)
  expect(levels({})).toEqual(['ok', 'ok'])
  expect(levels({ free: 4 * gib })).toEqual(['warning', 'ok'])
  expect(levels({ free: 0.2 * gib })).toEqual(['problem', 'ok'])
  expect(levels({ filesFree: 50_000 })).toEqual(['ok', 'warning'])
  expect(levels({ filesFree: 500 })).toEqual(['ok', 'problem'])
  // Some file systems have no such limit.
  expect(levels({ filesFree: 0, files: 0 })).toEqual(['ok'])
})

test('who else can look into the folder, and what belongs to somebody else', async () => {
  await using ward = await Ward.open()
  chmodSync(ward.confab.data, 0o755)
  const { code, found } = await ward.look()
  expect(code).toBe(14)
  expect(found).toContainEqual(
    expect.objectContaining({ check: 'folder', level: 'warning', advice: `chmod 700 ${ward.confab.data}` }),
  )
  const { uid } = statSync(ward.confab.data)
  expect(await ownedByOthers(ward.confab.data, uid)).toEqual([])
  expect(await ownedByOthers(ward.confab.data, uid + 1)).toContain('organizations/root/confab.sqlite')
})

test('a clock that is wrong, by what is stored and by that of others', async () => {
  await using ward = await Ward.open()
  const late = webServer(
    () => new Response('', { headers: { date: new Date(Date.now() - 3600_000).toUTCString() } }),
  )
  const { found } = await ward.look({ CONFAB_PUSH_BOUNCER: late.url })
  late.stop()
  expect(found).toContainEqual(
    expect.objectContaining({
      check: 'clock',
      level: 'problem',
      found: like(`60 minutes ahead of that of ${late.url}`),
    }),
  )
  const ahead = new Date(Date.now() + 3600_000)
  utimesSync(ward.path('organizations/root/confab.sqlite'), ahead, ahead)
  expect((await ward.look()).found).toContainEqual(
    expect.objectContaining({ check: 'clock', level: 'problem', found: like('60 minutes in the future') }),
  )
})

test('a damaged database is found, also beside the server that has it open', async () => {
  await using ward = await Ward.open()
  const server = await ward.confab.serve()
  const file = ward.path('organizations/root/confab.sqlite')
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.from(whole).fill(0xa5, 200_000, 240_000))
  const damaged = expect.objectContaining({
    check: 'databases',
    level: 'problem',
    found: like('The database of root is damaged'),
    advice: like('confab backup restore'),
  })
  expect((await ward.look()).found).toContainEqual(damaged)
  server.kill('SIGKILL')
  await server.exited
  writeFileSync(file, Buffer.from(whole).fill(0xa5, 200_000, 240_000))
  expect((await ward.look()).found).toContainEqual(damaged)
  const gib = 1024 ** 3
  const said = (size: number, unused: number, log: number) =>
    judgeSizes('root', 'file', { size, unused, log }).map(({ found }) => found)
  expect(said(10 * gib, gib, 1000)).toEqual([])
  expect(said(3 * gib, 2 * gib, gib)).toEqual([
    like('2.0 GiB are unused'),
    like('write-ahead log of root has 1.0 GiB'),
  ])
})

test('backups: none, old, failed, gone, beside what they save', async () => {
  await using ward = await Ward.open()
  const look = async (changes: Record<string, string> = {}) => {
    const { code, found } = await ward.look(changes)
    return { code, found: found.filter(({ check }) => check === 'backups') }
  }
  expect(await look({ CONFAB_BACKUPS: '' })).toMatchObject(
    problem('backups', 'No backups are made', '--backups'),
  )
  const file = ward.path('backups.json')
  const state = JSON.parse(readFileSync(file, 'utf8'))
  const noted = (changes: object) => writeFileSync(file, JSON.stringify({ ...state, ...changes }))
  noted({ last: null })
  expect(await look()).toMatchObject(problem('backups', 'There is no backup yet', 'confab backup create'))
  noted({ last: { ...state.last, created_at: state.last.created_at - 3 * 86_400 } })
  expect(await look()).toMatchObject(problem('backups', 'is 3 days old', 'confab jobs list'))
  noted({ failure: { at: 1, why: 'the disk is full' } })
  expect(await look()).toMatchObject(problem('backups', 'failed: the disk is full', 'Do away'))
  noted({})
  expect((await look()).found).toEqual([])
  rmSync(ward.place, { recursive: true })
  expect(await look()).toMatchObject(problem('backups', 'is not at', 'not mounted'))
  writeFileSync(ward.place, 'no folder')
  expect(await look()).toMatchObject(problem('backups', 'is no folder', '--backups'))
  await ward.confab.run(['backup', 'create', '--backups', ward.path('inside')])
  rmSync(ward.place)
  // It is another place, and another disk would be better.
  const inside = { CONFAB_BACKUPS: ward.path('inside') }
  noted(JSON.parse(readFileSync(file, 'utf8')))
  expect((await look(inside)).found).toMatchObject([
    { level: 'warning', found: like('in the data folder itself') },
  ])
})

test('names without an address, and what a proxy hides', async () => {
  await using ward = await Ward.open()
  const missing = await ward.look({ CONFAB_PUBLIC_URL: 'https://chat.confab.invalid' })
  expect(missing.found).toMatchObject([
    { check: 'names', level: 'problem', found: like('chat.confab.invalid has no address') },
    { check: 'public address', level: 'problem', found: like("can't be reached from here") },
  ])
  const server = await ward.confab.serve()
  // A proxy that asks for itself, one that speaks of HTTPS where there is none, and something else.
  const careless = webServer((path) => fetch(server.url + path))
  const url = careless.url
  expect(await ward.look({ CONFAB_PUBLIC_URL: url })).toMatchObject(
    problem('public address', 'the proxy changes the host', 'Host header'),
  )
  careless.stop()
  const confused: ReturnType<typeof webServer> = webServer(() =>
    Response.json({ realm_url: confused.url.replace('http', 'https') }),
  )
  expect(await ward.look({ CONFAB_PUBLIC_URL: confused.url })).toMatchObject(
    problem('public address', 'does not say that it is HTTPS, or is not trusted', '--trusted-proxies'),
  )
  confused.stop()
  const strange = webServer(() => new Response('Welcome to nginx!'))
  expect(await ward.look({ CONFAB_PUBLIC_URL: strange.url })).toMatchObject(
    problem('public address', 'not as this server does', 'proxy'),
  )
  strange.stop()
})

test('services that are away, or do not know this server', async () => {
  await using ward = await Ward.open()
  const of = async (check: string, changes: Record<string, string>) => {
    const { code, found } = await ward.look(changes)
    return { code, found: found.filter((each) => each.check === check) }
  }
  const nowhere = `127.0.0.1:${await freePort()}`
  const wrong = await of('mail', { CONFAB_SMTP_PASSWORD: 'not it' })
  expect(wrong).toMatchObject(problem('mail', 'does not let chat in', '--smtp-user'))
  const away = await of('mail', { CONFAB_SMTP_URL: `smtp://${nowhere}` })
  expect(away).toMatchObject(problem('mail', 'reached', 'confab mail test'))
  const unknown = await of('notifications', { CONFAB_PUSH_BOUNCER_KEY: 'x'.repeat(64) })
  expect(unknown).toMatchObject(problem('notifications', 'does not know this server', 'confab push register'))
  const down = await of('notifications', { CONFAB_PUSH_BOUNCER: `http://${nowhere}` })
  expect(down).toMatchObject(problem('notifications', "can't be used", '--push-bouncer'))
  const storage = { S3_ENDPOINT: `http://${nowhere}`, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const files = await of('uploads', { CONFAB_UPLOADS: 's3://files/chat', ...storage })
  expect(files).toMatchObject(problem('uploads', "can't be used", '--s3-endpoint'))
})

test('what does not answer is not waited for', async () => {
  await using ward = await Ward.open()
  const silent = webServer(() => new Promise<Response>(() => undefined))
  const { code, found } = await ward.look({ CONFAB_PUSH_BOUNCER: silent.url }, ['--timeout', '2'])
  silent.stop()
  expect(code).toBe(14)
  expect(found).toContainEqual(
    expect.objectContaining({ check: 'notifications', found: like('took longer than 2 seconds') }),
  )
})

test('a server that is of another version than what is installed', async () => {
  const patient = {
    dataFolder: '/',
    settings: new Settings({ flags: new Map(), environment: {}, entries: new Map() }),
    faults: [],
    now: 0,
  }
  const found = await versionCheck(async () => '0.0.9').run(patient, new AbortController().signal)
  expect(found).toMatchObject([{ level: 'warning', found: like('The server that runs is Confab 0.0.9') }])
})

test('certificates: those of the operator, those that are ordered, and who orders them', async () => {
  await using ward = await Ward.open()
  using files = await certificateFiles(['chat.test'])
  const certificates = async (changes: Record<string, string>) => {
    const environment = { CONFAB_HTTPS: 'chat.test', ...changes }
    const settings = new Settings({ flags: new Map(), environment, entries: new Map() })
    const patient = { dataFolder: ward.confab.data, settings, faults: [], now: Date.now() }
    const all = await certificatesCheck.run(patient, AbortSignal.timeout(20_000))
    return all.map(({ level, found }) => [level, found])
  }
  const own = { CONFAB_HTTPS_CERTIFICATE: files.certificate, CONFAB_HTTPS_KEY: files.key }
  expect((await ward.look()).all).toContainEqual(
    expect.objectContaining({ found: like('no HTTPS of its own') }),
  )
  expect(await certificates(own)).toEqual([['ok', like('The certificate of chat.test is valid until 20')]])
  const { cert, key } = await ownCertificate(['chat.test'], new Date(Date.now() + 3 * 24 * 3600 * 1000))
  writeFileSync(files.certificate, cert)
  expect(await certificates(own)).toContainEqual([
    'problem',
    like('the key is not the one of the certificate'),
  ])
  writeFileSync(files.key, key)
  expect(await certificates(own)).toEqual([['problem', like('The certificate of chat.test expires on 20')]])

  const authority = webServer(() => new Response('busy', { status: 503 }))
  const CONFAB_ACME_DIRECTORY = `${authority.url}/dir`
  expect(await certificates({ CONFAB_ACME_DIRECTORY })).toEqual([
    ['problem', like('chat.test has no certificate yet')],
    ['problem', like('/dir answers 503')],
  ])
  const https = ['--https', 'chat.test', '--https-host', '127.0.0.1', '--https-port', '0', '--http-port', '0']
  const server = await ward.confab.serve([...https, '--acme-directory', CONFAB_ACME_DIRECTORY, '--json'])
  const failed = async () => JSON.stringify(await certificates({ CONFAB_ACME_DIRECTORY }))
  await until(async () => (await failed()).includes('The last order for chat.test has failed'))
  server.kill('SIGTERM')
  await server.exited
  authority.stop()
})
