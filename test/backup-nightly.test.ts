// The nightly backup: when it is due, that it is made up for, which older ones go, and that a killed one is made after all.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { momentBefore } from '../src/backup/nightly'
import { keptOf } from '../src/backup/retention'
import { openPlace } from '../src/backup/place'
import { backupNames, readManifest } from '../src/backup/manifest'
import { backupState } from '../src/backup/state'
import { serveControl } from '../src/cli/control'
import { holdDataFolder } from '../src/organization/data-folder'
import { defaultRules } from '../src/organization/rules'
import { filesIn } from './support/backups'
import { S3Server } from './support/object-storage'
import { storedJobs } from './support/jobs'
import { startOfTests, TestServer } from './support/server'

setDefaultTimeout(240_000)

const folder = mkdtempSync(join(tmpdir(), 'confab-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = openPlace({ folder })
const retention = { daily: 3, weekly: 0, monthly: 0 }
const backups = { place: { folder }, at: 3 * 60, recipient: null, retention }
const token = 'a token that is long enough'
const metrics = { token, address: undefined }
const server = await TestServer.start({ rules: { ...defaultRules, backups }, metrics })
afterAll(() => server.stop())
// As `confab serve` does: the folder is held, and commands come by the control socket.
const hold = holdDataFolder(server.folder)
afterAll(() => hold.release())
const controlOf = ({ folder: data, url, server: { organizations } }: TestServer) =>
  serveControl(data, url, organizations, pino({ level: 'silent' }), {
    status: () => Promise.reject(new Error('Nobody asks for it here')),
    settings: () => [],
  })
const control = () => controlOf(server)
let socket = control()
afterAll(() => socket.stop(true))

const day = 24 * 3600 * 1000
/** The next time that it is three o'clock by the machine's clock. */
const nextNight = (): number => momentBefore(server.clock.now() + day, 180) * 1000

/** What /metrics says of the newest one: when it was made, and whether the next has failed. */
async function counted(): Promise<number[]> {
  const text = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  return ['timestamp_seconds', 'failing'].map((name) =>
    Number(new RegExp(`^confab_backup_${name} (.*)$`, 'm').exec(text)?.[1]),
  )
}

async function until(time: number): Promise<void> {
  await server.advance(time - server.clock.now())
}

test('the first one is made at once, the next ones at their hour, each once', async () => {
  await server.advance(0)
  expect(await backupNames(place)).toHaveLength(1)
  await until(nextNight() - 1000)
  expect(await backupNames(place)).toHaveLength(1)
  await until(nextNight())
  const names = await backupNames(place)
  expect(names).toHaveLength(2)
  await server.advance(3600_000)
  expect(await backupNames(place)).toEqual(names)
  const last = names.at(-1) ?? ''
  expect(await readManifest(place, last)).toMatchObject({ kind: 'nightly', is_complete: true, left_out: [] })
  expect(await counted()).toEqual([Math.floor(server.clock.now() / 1000) - 3600, 0])
  expect(backupState(server.folder)).toMatchObject({
    last: { name: last, place: folder },
    failure: null,
    nightly_done: momentBefore(server.clock.now(), 180),
  })
})

test('a night that was missed is made up for, once, and so many days are kept', async () => {
  for (let night = 0; night < 4; night++) await until(nextNight())
  expect(await backupNames(place)).toHaveLength(3)
  const before = await backupNames(place)
  socket.stop(true)
  await server.restart(() => server.clock.advance(5 * day))
  socket = control()
  await server.advance(0)
  const names = await backupNames(place)
  expect(names).toHaveLength(3)
  expect(names.slice(0, 2)).toEqual(before.slice(1))
  await server.restart()
  socket.stop(true)
  socket = control()
  await server.advance(1000)
  expect(await backupNames(place)).toEqual(names)
  // What they no longer need is gone.
  const needed = new Set<string>()
  for (const name of names)
    for (const { object } of (await readManifest(place, name))?.files ?? []) needed.add(object)
  expect(filesIn(folder).filter((name) => name.startsWith('objects/'))).toEqual([...needed].sort())
})

test('what goes wrong is a job that failed, is noted, tried again, and done when it can be', async () => {
  const mark = readFileSync(join(folder, 'confab-backups.json'), 'utf8')
  await Bun.write(join(folder, 'confab-backups.json'), '{"server":"another"}')
  const names = await backupNames(place)
  await until(nextNight())
  expect(storedJobs(server)).toMatchObject([
    { kind: 'nightly backup', failure: expect.stringContaining('backups of another server') },
  ])
  expect((await counted())[1]).toBe(1)
  expect(backupState(server.folder).failure?.why).toContain('backups of another server')
  await Bun.write(join(folder, 'confab-backups.json'), mark)
  await server.advance(3600_000)
  expect(storedJobs(server)).toEqual([])
  expect((await backupNames(place)).at(-1)).not.toBe(names.at(-1))
  expect(backupState(server.folder).failure).toBeNull()
})

test('a stop in the middle takes nothing: the next start makes the backup', async () => {
  const names = await backupNames(place)
  server.clock.set(nextNight())
  await server.server.tick()
  expect(storedJobs(server)).toHaveLength(1)
  socket.stop(true)
  await server.restart()
  socket = control()
  expect(await backupNames(place)).toEqual(names)
  await server.advance(1000)
  expect(storedJobs(server)).toEqual([])
  expect((await backupNames(place)).at(-1)).not.toBe(names.at(-1))
})

test('to object storage, encrypted, with what the server was told alone', async () => {
  const s3 = await S3Server.start()
  const recipient = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj'
  const nightly = { place: s3.storage, at: 0, recipient, retention }
  const other = await TestServer.start({ rules: { ...defaultRules, backups: nightly } })
  const held = holdDataFolder(other.folder)
  const listening = controlOf(other)
  await other.advance(0)
  const [name = ''] = await backupNames(openPlace(s3.storage))
  expect(await readManifest(openPlace(s3.storage), name)).toMatchObject({ kind: 'nightly', recipient })
  expect(s3.keys().filter((key) => key.startsWith('chat/objects/'))).not.toEqual([])
  expect(backupState(other.folder).last).toMatchObject({ name, place: 's3://files/chat' })
  listening.stop(true)
  await other.stop()
  held.release()
  await s3.end()
})

test('of so many days, weeks and months the last one is kept', () => {
  const days = Array.from({ length: 400 }, (_, index) => startOfTests - index * day)
  const ages = (kept: Set<number>) =>
    [...kept].map((time) => (startOfTests - time) / day).sort((a, b) => a - b)
  expect(ages(keptOf(days, { daily: 3, weekly: 0, monthly: 0 }))).toEqual([0, 1, 2])
  // 2026-01-15 is a Thursday.
  expect(ages(keptOf(days, { daily: 0, weekly: 3, monthly: 0 }))).toEqual([0, 4, 11])
  expect(ages(keptOf(days, { daily: 0, weekly: 0, monthly: 3 }))).toEqual([0, 15, 46])
  expect(ages(keptOf(days, { daily: 2, weekly: 2, monthly: 2 }))).toEqual([0, 1, 4, 15])
  expect(ages(keptOf(days, { daily: 0, weekly: 0, monthly: 0 }))).toEqual([0])
  expect(keptOf([], { daily: 7, weekly: 4, monthly: 12 })).toEqual(new Set())
  // Days without any count for nothing.
  expect(ages(keptOf([startOfTests, startOfTests - 90 * day], { daily: 2, weekly: 0, monthly: 0 }))).toEqual([
    0, 90,
  ])
})
