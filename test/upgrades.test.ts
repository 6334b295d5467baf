// A database of release 0.1 is upgraded: nothing is lost, the law holds, and what goes wrong on the way leaves the old file.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { beginUpgrade, UpgradeFailedError } from '../src/migrations/upgrade'
import { steps, type Step } from '../src/migrations/steps'
import { Confab, createAcme } from './support/confab'
import { holdsLaw } from './support/law'
import { item, items } from './support/law/rules'
import { found } from './support/messages'
import { logIn, people, seenAt01, seenBy, stoppedAt, unpackRelease01, type Name } from './support/release-0.1'
import { TestServer } from './support/server'
import { activeSince } from '../src/users/activity'

const nextStep: Step = { name: 'one more', sql: 'CREATE TABLE one_more (id integer PRIMARY KEY) STRICT;' }

/** Leaves a file whose write-ahead log holds a table, as a crash does. */
const leaveLog = `
  import { Database } from 'bun:sqlite'
  const sqlite = new Database(process.argv.at(-1))
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('CREATE TABLE from_the_log (id integer) STRICT')
  process.kill(process.pid, 'SIGKILL')
`

/** Is killed while the upgrade's pages are on their way into the file. */
const crashInTheMiddle = `
  import { beginUpgrade } from './src/migrations/upgrade'
  import { steps } from './src/migrations/steps'
  const run = (sqlite) => {
    sqlite.run('PRAGMA cache_size = 1')
    sqlite.run("UPDATE messages SET content = content || content")
    process.kill(process.pid, 'SIGKILL')
  }
  beginUpgrade(process.argv.at(-1), [...steps, { name: 'one more', sql: 'CREATE TABLE one_more (id integer)', run }])
`

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  file = await unpackRelease01(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('everybody sees what they saw, and the tables are those of a new database', async () => {
  const server = await TestServer.on(folder, stoppedAt, (url) => logIn(url, 'olive'))
  const seen = await seenAt01()
  expect(Object.keys(seen).sort()).toEqual(namesOf().sort())
  for (const name of namesOf()) {
    expect({ name, seen: await seenBy(await logIn(server.url, name)) }).toEqual({
      name,
      seen: seen[name] ?? {},
    })
  }
  // The index of words is made anew by a job.
  await server.advance(1000)
  const search = [{ operator: 'search', operand: 'deploying "off topic"' }]
  expect(await found(await logIn(server.url, 'bob'), search)).toEqual([27])
  const { sqlite } = server.organization.db
  expect(sqlite.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(sqlite.query('PRAGMA foreign_key_check').all()).toEqual([])
  const upgraded = schemaOf(sqlite)
  await server.stop()
  const fresh = await TestServer.start()
  expect(upgraded).toEqual(schemaOf(fresh.organization.db.sqlite))
  await fresh.stop()
})

test('the file as it was stays until the new version has run for a day, which the log says', async () => {
  const copy = join(dirname(file), 'confab.schema-2.sqlite')
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const server = await TestServer.on(folder, stoppedAt, (url) => logIn(url, 'olive'), { log })
  const hour = 3600_000
  const isSaid = () => lines.some((line) => line.includes(copy) && line.includes('is removed'))
  await server.advance(23 * hour)
  expect([existsSync(copy), isSaid()]).toEqual([true, false])
  // The time in which it did not run does not count.
  await server.restart(() => server.clock.advance(48 * hour))
  await server.advance(1)
  expect([existsSync(copy), isSaid()]).toEqual([true, false])
  await server.advance(hour)
  expect([existsSync(copy), isSaid()]).toEqual([false, true])
  expect(readdirSync(dirname(file)).filter((name) => name.includes('schema'))).toEqual([])
  await server.stop()
})

test('whoever wrote or was there in the last two weeks still counts as active', async () => {
  const server = await TestServer.on(folder, stoppedAt, (url) => logIn(url, 'olive'))
  const { sqlite } = server.organization.db
  const active = sqlite.query('SELECT user_id FROM user_activity ORDER BY user_id').values().flat()
  const wrote = sqlite.query('SELECT DISTINCT sender_id FROM messages ORDER BY sender_id').values().flat()
  expect(wrote.length).toBeGreaterThan(3)
  expect(active).toEqual(expect.arrayContaining(wrote))
  const isActive = activeSince(server.organization, stoppedAt / 1000 - 14 * 86_400)
  expect(active.filter((id) => !isActive(Number(id)))).toEqual([])
  await server.stop()
})

test('the law holds on it', async () => {
  const server = await TestServer.on(folder, stoppedAt, (url) => logIn(url, 'olive'))
  const all = await Promise.all(namesOf().map((name) => logIn(server.url, name)))
  const [olive, adam, mona, ann, bob, cleo, gus] = all
  if (!olive || !adam || !mona || !ann || !bob || !cleo || !gus) throw new Error('Somebody is missing')
  const law = (call: () => Promise<{ body: unknown }>) =>
    holdsLaw(all, async () => {
      const { body } = await call()
      expect(body).toMatchObject({ result: 'success' })
      return item(body)
    })
  const { members } = (await olive.get('/users')).body
  const zoe = Number(items(members).find((user) => user['full_name'] === 'Zoe')?.['user_id'])
  const general = await idOf('general')
  const vault = await idOf('Vault')
  const hello = await newestIn('hello')
  await law(() =>
    gus.post('/messages', { type: 'stream', to: general, topic: 'hello', content: 'deploy @**all**' }),
  )
  await law(() =>
    cleo.post('/messages', { type: 'direct', to: [ann.id, gus.id], content: 'Again the three of us' }),
  )
  await law(() => ann.post('/messages/flags/narrow', flagsOfAll('add', 'read')))
  await law(() => bob.patch(`/messages/${hello}`, { content: 'Changed after the upgrade' }))
  await law(() => mona.patch(`/messages/${hello}`, { topic: 'moved', propagate_mode: 'change_all' }))
  await law(() => ann.post(`/messages/${hello}/reactions`, { emoji_name: 'tada' }))
  await law(() => adam.delete(`/messages/${hello}`))
  await law(() =>
    ann.post('/users/me/subscriptions', { subscriptions: [{ name: 'Vault' }], principals: [cleo.id] }),
  )
  await law(() => adam.patch(`/streams/${vault}`, { history_public_to_subscribers: true }))
  await law(() => olive.post(`/users/${zoe}/reactivate`))
  await law(() => olive.patch(`/users/${gus.id}`, { role: 400 }))
  await law(() => olive.patch('/realm', { waiting_period_threshold: 0 }))
  await law(() => ann.delete(`/users/me/muted_users/${mona.id}`))
  await law(() => bob.post('/users/me/status', { status_text: 'Back' }))
  // What 0.1 was asked to do on days to come is done then.
  for (const days of [1, 2, 3, 7]) {
    await server.advance(stoppedAt + days * 24 * 3600_000 - 30_000 - server.clock.now())
    await holdsLaw(all, () => server.advance(60_000))
  }
  expect(await seenBy(ann)).toMatchObject({ scheduled: [], reminders: [] })
  expect(JSON.stringify((await seenBy(bob))['messages'])).toContain('In a week')
  await server.stop()

  async function idOf(name: string): Promise<number> {
    const { body } = await server.owner.get('/streams', { include_all: true })
    return Number(items(body['streams']).find((channel) => channel['name'] === name)?.['stream_id'])
  }

  async function newestIn(topic: string): Promise<number> {
    const narrow = [
      ['channel', general],
      ['topic', topic],
      ['sender', bob?.id],
    ]
    const { body } = await server.owner.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
    })
    return Number(items(body['messages']).at(-1)?.['id'])
  }
})

test('what was scheduled keeps its ID, which is not the one of the message it becomes', async () => {
  const before = new Database(file)
  before.run("UPDATE scheduled_messages SET id = 500 WHERE content = 'In a week'")
  before.run('UPDATE reminders SET id = 600 WHERE id = (SELECT max(id) FROM reminders)')
  before.close()
  const server = await TestServer.on(folder, stoppedAt, (url) => logIn(url, 'olive'))
  const ann = await logIn(server.url, 'ann')
  const { scheduled_messages: scheduled } = (await ann.get('/scheduled_messages')).body
  expect(items(scheduled).map((each) => each['scheduled_message_id'])).toContain(500)
  for (const days of [1, 2, 3, 7]) await server.advance(stoppedAt + days * 24 * 3600_000 - server.clock.now())
  const { messages } = (await ann.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).body
  expect(items(messages)).toMatchObject([{ content: '<p>In a week</p>' }])
  expect(Number(items(messages)[0]?.['id'])).toBeGreaterThan(600)
  await server.stop()
})

test('the file as it was is kept beside it, named after its schema', async () => {
  const before = await Bun.file(file).bytes()
  const upgrade = beginUpgrade(file, [...steps, nextStep])
  upgrade?.commit()
  expect(upgrade).toMatchObject({ from: 2, to: steps.length + 1 })
  const copy = join(dirname(file), 'confab.schema-2.sqlite')
  expect(await Bun.file(copy).bytes()).toEqual(before)
  expect(tablesOf(file)).toContain('one_more')
  // It is all that is needed to go back.
  rmSync(file)
  await Bun.write(file, Bun.file(copy))
  expect(versionOf(file)).toBe(2)
})

test('what a crash left in the write-ahead log is in the copy and in the upgraded file', async () => {
  const crashed = Bun.spawn([process.execPath, '-e', leaveLog, file], { stdout: 'ignore' })
  await crashed.exited
  expect(existsSync(`${file}-wal`)).toBe(true)
  beginUpgrade(file, [...steps, nextStep])?.commit()
  const copy = join(dirname(file), 'confab.schema-2.sqlite')
  for (const each of [file, copy]) expect(tablesOf(each)).toContain('from_the_log')
})

test('a step that fails undoes those before it, and leaves the file as it was', async () => {
  const before = await Bun.file(file).bytes()
  const failing: readonly Step[][] = [
    [nextStep, { name: 'broken', sql: 'CREATE TABLE users (id integer) STRICT;' }],
    [
      nextStep,
      { name: 'broken', sql: '', run: (sqlite) => sqlite.run('INSERT INTO one_more VALUES (NULL), (1)') },
    ],
    // What would leave rows that refer to nothing.
    [{ name: 'dangling', sql: 'DELETE FROM users WHERE id = 2;' }],
  ]
  for (const more of failing) {
    expect(() => beginUpgrade(file, [...steps, ...more])).toThrow(UpgradeFailedError)
    expect(await Bun.file(file).bytes()).toEqual(before)
    expect(readdirSync(dirname(file)).sort()).toEqual(['confab.sqlite', 'queues.json'])
  }
})

test('a crash in the middle leaves the old database, and the next start upgrades it', async () => {
  const before = await Bun.file(file).bytes()
  const crashed = Bun.spawn([process.execPath, '-e', crashInTheMiddle, file])
  await crashed.exited
  expect(crashed.signalCode).toBe('SIGKILL')
  // Half of it is in the file, which SQLite undoes when it opens it.
  expect(await Bun.file(file).bytes()).not.toEqual(before)
  expect(tablesOf(file)).not.toContain('one_more')
  expect(versionOf(file)).toBe(2)
  expect(await Bun.file(file).bytes()).toEqual(before)
  beginUpgrade(file, [...steps, nextStep])?.commit()
  expect(tablesOf(file)).toContain('one_more')
})

test('one that fails keeps all of them as they were, and the command says so', async () => {
  await using confab = new Confab()
  const organizations = join(confab.data, 'organizations')
  await confab.run([...createAcme, '--subdomain', 'a'], 'a long password\n')
  await confab.run([...createAcme, '--subdomain', 'b'], 'a long password\n')
  for (const name of ['a', 'b']) {
    const database = new Database(join(organizations, name, 'confab.sqlite'))
    database.run('DROP TABLE message_search')
    // In the second the last step of 0.1 can't be taken.
    if (name === 'b') database.run('CREATE TABLE message_search (id integer)')
    database.run('PRAGMA user_version = 1')
    database.close()
  }
  const before = await bytesOf(organizations)
  for (const command of [
    ['serve', '--port', '0'],
    ['organization', 'list'],
  ]) {
    const { code, err } = await confab.run(command)
    expect(err).toContain(
      "organizations/b/confab.sqlite can't be upgraded to this version of Confab: 0001_search failed",
    )
    expect(code).toBe(9)
    expect(await bytesOf(organizations)).toEqual(before)
  }
})

/** Everybody who may log in. */
function namesOf(): Name[] {
  return Object.keys(people).filter((name): name is Name => name !== 'zoe')
}

function flagsOfAll(op: string, flag: string): Record<string, unknown> {
  return { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op, flag }
}

function schemaOf(sqlite: Database): unknown[] {
  return sqlite.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()
}

function tablesOf(path: string): string[] {
  using sqlite = new Database(path)
  return sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
}

function versionOf(path: string): number | undefined {
  using sqlite = new Database(path)
  return sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
}

/** All files of all organizations. */
async function bytesOf(organizations: string): Promise<Record<string, Uint8Array>> {
  const paths = [...new Bun.Glob('*/*').scanSync(organizations)].sort()
  const files = paths.map(async (path) => [path, await Bun.file(join(organizations, path)).bytes()] as const)
  return Object.fromEntries(await Promise.all(files))
}
