// A year in the life of a server, on one clock: installed over what release 0.1 left, HTTPS by an authority, a Slack archive imported,
// saved every night, a certificate renewed, a disk that fills, an organization moved while people write, and a second machine that
// takes over from a backup; watched by Prometheus, whose alerts say what went wrong, and by a dashboard.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, existsSync, readdirSync, writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { filesIn, said, say } from './support/backups'
import { Client } from './support/client'
import { ClockFile } from './support/clock-file'
import { Confab, createAcme, limited, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'
import { HttpsClient, shown, Visitor } from './support/https'
import { importer } from './support/imports'
import { Machine } from './support/machine'
import { Pebble } from './support/pebble'
import { Prometheus, type Scrape } from './support/prometheus'
import { logIn, stoppedAt, unpackRelease01 } from './support/release-0.1'
import { slackExport } from './support/slack-export'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const minute = 60_000
const day = 24 * 60 * minute
const name = 'chat.localhost'
const token = 'a token for those who watch'
/** Alerts that tell of what happens in the story, and not of how busy the machine is that the test runs on. */
const ofTheStory = [
  'ConfabDown',
  'ConfabNotReady',
  'ConfabOrganizationDamaged',
  'ConfabCertificateEnds',
  'ConfabBackupOld',
  'ConfabBackupFailing',
  'ConfabErrors',
]

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
})

test('a year', async () => {
  await using machine = new Machine()
  await using second = new Machine()
  await using elsewhere = new Confab([executable])
  await using pebble = await Pebble.make()
  const place = join(elsewhere.data, 'backups')
  const secret = join(elsewhere.data, 'token')
  writeFileSync(secret, token, { mode: 0o600 })
  // Certificates are of today.
  const clock = new ClockFile(elsewhere.data, Math.max(Date.now(), stoppedAt + day))
  const start = clock.now()

  // The first day: Confab is installed on the machine that had release 0.1, whose data are upgraded.
  const settings = [
    ['--https', name, '--https-host', '127.0.0.1', '--https-port', '0', '--http-port', '0'],
    ['--acme-directory', pebble.directory, '--metrics-token-file', secret, '--rate-limits', 'off'],
  ].flat()
  await unpackRelease01(machine.data)
  const before = filesIn(machine.root)
  expect((await machine.install(executable, ...settings, '--dry-run')).out).toContain(`https = ["${name}"]`)
  expect(filesIn(machine.root)).toEqual(before)
  expect(await machine.install(executable, ...settings)).toMatchObject({ code: 0, err: '' })
  // No service of systemd could use what is below /tmp, and no installation takes it.
  const inTmp = `\nbackups = "${place}"\nacme-root = "${pebble.rootFile}"\n`
  const tomlOf = ({ data }: Machine) => join(data, 'confab.toml')
  appendFileSync(tomlOf(machine), inTmp)
  const ofTests = ['--clock-file', clock.path]
  let server = await machine.serve(ofTests)
  const inTheOldFormat = machine.at('/var/lib/confab/organizations/root/confab.schema-2.sqlite')
  expect(existsSync(inTheOldFormat)).toBe(true)

  // It gets a certificate, and people call by HTTPS from then on.
  const issue = (until: number) =>
    pebble.start({ ...server, lifetime: Math.round((until - Date.now()) / 1000) })
  await issue(start + 90 * day)
  const certificate = () => shown(server.httpsPort, { name })
  // The order that began before the authority was there may still be failing.
  await until(async () => {
    clock.advance(minute / 4)
    return (await metric(server, 'confab_certificate_end_timestamp_seconds')) > 0
  })
  const first = await certificate()
  expect(first.names).toBe(`DNS:${name}`)
  const authority = [await pebble.root()]
  const olive = await logIn(server.url, 'olive')
  const oliveAt = ({ httpsPort }: ServerProcess) =>
    new HttpsClient(`https://${name}:${httpsPort}`, olive, authority.join(''))

  // A Slack workspace comes over. After a day, nobody wants to go back to 0.1.
  const { taken } = await importer('slack')(machine.confab, slackExport())
  expect(taken).toMatchObject({ people: 7, messages: 10 })
  const night = async (days: number): Promise<void> => {
    const last = backups(place).at(-1)
    clock.advance(days * day)
    await until(async () => backups(place).at(-1) !== last)
  }
  await until(async () => backups(place).length > 0)
  await night(1)
  await until(async () => !existsSync(inTheOldFormat))

  /** Two looks at `/metrics` with a minute between, once the last night's backup is made. @returns the moment of the second */
  const scrapes: Scrape[] = []
  const watch = async (meanwhile: () => Promise<unknown>): Promise<number> => {
    const yesterday = (clock.now() - day) / 1000
    await until(async () => (await metric(server, 'confab_backup_timestamp_seconds')) > yesterday)
    scrapes.push({ at: clock.now(), text: await scraped(server) })
    await meanwhile()
    clock.advance(minute)
    scrapes.push({ at: clock.now(), text: await scraped(server) })
    return clock.now()
  }
  const written: string[] = []
  const write = async (content: string): Promise<void> => {
    await say(oliveAt(server), content)
    written.push(content)
  }
  const onAnOrdinaryDay = await watch(() => write('On an ordinary day'))

  // The certificate is to be renewed, and the authority is down. It is there again when little time is left; nobody is cut off.
  await pebble.stop()
  await night(62)
  await until(async () => (await metric(server, 'confab_certificates{state="failing"}')) === 1)
  await night(15)
  expect(await certificate()).toEqual(first)
  const beforeItEnds = await watch(() => write('With the certificate of old'))
  const staying = await Visitor.connect(server.httpsPort, { name })
  await issue(start + 730 * day)
  authority.push(await pebble.root())
  await night(1)
  await until(async () => (await certificate()).fingerprint !== first.fingerprint)
  expect(await staying.ask('/health')).toContain('200 OK')
  expect(staying.certificate).toEqual(first)
  staying.leave()
  const onceRenewed = await watch(() => write('With the next certificate'))

  // Month by month it is saved, and what has had its time goes.
  for (let month = 4; month <= 8; month++) {
    await night(30)
    await write(`In month ${month}`)
  }
  expect(backups(place).length).toBeGreaterThan(5)

  // The disk fills: what was acknowledged stays, and with room it goes on.
  await stopped(server)
  server = await machine.serve(ofTests, (program) => limited({ program }, 4096))
  const fill = async (): Promise<void> => {
    for (let refused = 0; refused < 3;) {
      const content = `While it fills ${'word '.repeat(1900).trim()} ${written.length}`
      const { status } = await oliveAt(server).post('/messages', { type: 'direct', to: [olive.id], content })
      if (status === 200) written.push(content)
      else refused++
      expect([200, 507]).toContain(status)
    }
  }
  await fill()
  const whileItIsFull = await watch(fill)
  expect((await oliveAt(server).get('/users/me')).status).toBe(200)
  await stopped(server)
  server = await machine.serve(ofTests)
  expect((await said(oliveAt(server))).filter((content) => written.includes(content))).toEqual(written)

  // One organization goes to another machine while somebody writes there.
  const founded = await machine.confab.json([...createAcme, '--subdomain', 'acme'], 'a long password\n')
  const next = await elsewhere.serve(['--json', '--rate-limits', 'off', '--domain', name, ...ofTests])
  const acmeAt = ({ port }: ServerProcess) =>
    new Client(`http://acme.${name}:${port}`, 1, 'owner@x.io', String(founded['api_key']))
  const acknowledged: string[] = []
  const over = new AbortController()
  const work = (async () => {
    for (let number = 0; !over.signal.aborted; number++) {
      for (const at of [server, next]) {
        const sent = await say(acmeAt(at), `number ${number}`).then(
          () => true,
          () => false,
        )
        if (!sent) continue
        acknowledged.push(`number ${number}`)
        break
      }
    }
  })()
  await until(async () => acknowledged.length > 20)
  const { token: leave } = await elsewhere.json(['organization', 'receive', '--subdomain', 'acme'])
  const move = ['organization', 'move', '--subdomain', 'acme', '--to', next.url]
  const moved = await machine.confab.run(move, '', { CONFAB_MOVE_TOKEN: String(leave) })
  expect(moved).toMatchObject({ code: 0 })
  const count = acknowledged.length
  await until(async () => acknowledged.length > count + 5)
  over.abort()
  await work
  const there = await said(acmeAt(next))
  expect(acknowledged.filter((content) => !there.includes(content))).toEqual([])
  await stopped(next)

  // A year is over, and the machine is gone: a second one takes over from the last night's backup, certificate and all.
  await write('On the last evening')
  await night(Math.ceil((start + 365 * day - clock.now()) / day))
  const shownLast = await certificate()
  server.kill('SIGKILL')
  await server.exited
  await pebble.stop()
  scrapes.push({ at: clock.now() + minute, text: undefined })
  const onceItIsGone = clock.now() + minute
  const restored = await elsewhere.run(['backup', 'restore', '--backups', place, '--to', second.data])
  expect(restored).toMatchObject({ code: 0, err: '' })
  const install = () => second.install(executable, '--metrics-token-file', secret)
  expect(await install()).toMatchObject({
    code: 7,
    err: expect.stringContaining("where services can't reach"),
  })
  writeFileSync(tomlOf(second), readFileSync(tomlOf(second), 'utf8').replace(inTmp, ''))
  expect(await install()).toMatchObject({ code: 0, err: '' })
  appendFileSync(tomlOf(second), inTmp)
  clock.advance(60 * minute)
  server = await second.serve(ofTests)
  expect(await certificate()).toEqual(shownLast)
  const texts = await said(oliveAt(server))
  for (const content of written) expect(texts).toContain(content)
  const onceItIsBack = await watch(() => write('Here again'))

  // Whoever watched was told of each of these, and of nothing else.
  await using prometheus = await Prometheus.after(scrapes, 'deploy/prometheus-alerts.yml')
  const alerts = async (at: number) =>
    (await prometheus.alerts(at)).filter((each) => ofTheStory.includes(each))
  expect(await alerts(onAnOrdinaryDay)).toEqual([])
  expect(await alerts(beforeItEnds)).toEqual(['ConfabCertificateEnds'])
  expect(await alerts(onceRenewed)).toEqual([])
  expect(await alerts(whileItIsFull)).toEqual(['ConfabErrors'])
  expect(await alerts(onceItIsGone)).toEqual(['ConfabDown'])
  expect(await alerts(onceItIsBack)).toEqual([])
  // Each panel has something to show, that of work that waits only where there is some.
  const empty: string[] = []
  for (const { title, expressions } of await panels())
    for (const expression of expressions)
      if ((await prometheus.count(expression, onAnOrdinaryDay)) === 0) empty.push(title)
  expect(empty.filter((title) => title !== 'Jobs that wait or failed')).toEqual([])
})

/** The names of the backups at a place, the oldest first. */
function backups(place: string): string[] {
  const folder = join(place, 'backups')
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .toSorted()
    : []
}

async function stopped(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
}

/** What Prometheus is told. */
async function scraped({ url }: ServerProcess): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

async function metric(server: ServerProcess, series: string): Promise<number> {
  const line = (await scraped(server)).split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

/** The panels of the dashboard, with what each asks for. */
async function panels(): Promise<{ title: string; expressions: string[] }[]> {
  const Dashboard = Type.Object({
    panels: Type.Array(
      Type.Object({ title: Type.String(), targets: Type.Array(Type.Object({ expr: Type.String() })) }),
    ),
  })
  const dashboard = Value.Parse(Dashboard, await Bun.file('deploy/grafana-dashboard.json').json())
  return dashboard.panels.map(({ title, targets }) => ({
    title,
    expressions: targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  }))
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(50)
}
