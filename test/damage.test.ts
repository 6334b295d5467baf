// Damaged databases: refused at start with the way to restore them, without keeping the others from being served.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { AllDamagedError } from '../src/database/damage'
import { systemClock } from '../src/organization/clock'
import { Organizations } from '../src/organization/organizations'
import { anonymous, Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { addChannel } from './support/channels'
import { fill } from './support/many-messages'
import { unpackRelease01 } from './support/release-0.1'
import { TestServer } from './support/server'

const pageSize = 4096

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  file = await unpackRelease01(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is empty, cut short or something else is refused', async () => {
  const { size } = statSync(file)
  const whole = readFileSync(file)
  for (const length of [0, 1, 99, 100, 1000, pageSize, size - 5 * pageSize, size - pageSize, size - 1]) {
    truncateSync(file, length)
    expect({ length, why: await refusal() }).toEqual({
      length,
      why: expect.stringMatching(/is empty|is cut short/),
    })
    writeFileSync(file, whole)
  }
  writeFileSync(file, 'This is a note, not a database.\n'.repeat(1000))
  expect(await refusal()).toContain('it is no SQLite database')
  rmSync(file)
  expect(await refusal()).toContain('it is not there')
  const other = new Database(file)
  other.run('CREATE TABLE something_else (id integer)')
  other.close()
  expect(await refusal()).toContain('nothing of an organization is in it')
  writeFileSync(file, whole)
  expect(await refusal()).toBeUndefined()
})

test('no page of a small table can be lost unnoticed, be the database small or large', async () => {
  const pages = statSync(file).size / pageSize
  for (const more of [0, 2 * 1024 * 1024]) {
    enlarge(more)
    const whole = readFileSync(file)
    const unnoticed: number[] = []
    for (let page = 0; page < pages; page++) {
      writeFileSync(file, Buffer.from(whole).fill(0, page * pageSize, (page + 1) * pageSize))
      if ((await refusal()) === undefined) unnoticed.push(page)
    }
    expect({ more, unnoticed }).toEqual({ more, unnoticed: [] })
    writeFileSync(file, whole)
  }
})

function enlarge(byBytes: number): void {
  if (byBytes === 0) return
  const sqlite = new Database(file)
  sqlite.run('CREATE TABLE bulk (bytes BLOB)')
  sqlite.run('INSERT INTO bulk VALUES (zeroblob(?))', [byBytes])
  sqlite.close()
}

test('a file cut short while its log is there is refused, unless the log has what is missing', async () => {
  const sqlite = new Database(file)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA wal_autocheckpoint = 0')
  const before = statSync(file).size
  for (let id = 1; id <= 200; id++)
    sqlite.run('UPDATE users SET full_name = full_name || ? WHERE id = 1', ['0123456789'.repeat(100)])
  const log = readFileSync(`${file}-wal`)
  sqlite.run('PRAGMA wal_checkpoint(FULL)')
  const after = readFileSync(file)
  expect(after.length).toBeGreaterThan(before + 10 * pageSize)
  sqlite.close()
  // As a crash leaves it in the middle of copying the log into the file: the end is only in the log.
  writeFileSync(file, after.subarray(0, before + 5 * pageSize))
  writeFileSync(`${file}-wal`, log)
  expect(await refusal()).toBeUndefined()
  // Opening it may write a page of its own.
  expect(readFileSync(file).length).toBeGreaterThanOrEqual(after.length)
  // More is missing than the log has.
  writeFileSync(file, after.subarray(0, before - 5 * pageSize))
  writeFileSync(`${file}-wal`, log)
  expect(await refusal()).toContain('it is cut short')
})

test('one that is damaged does not keep the others from being served', async () => {
  await using confab = new Confab()
  const keys: Record<string, Client> = {}
  for (const name of ['acme', 'beta']) {
    const made = await confab.json([...createAcme, '--subdomain', name], 'a long password\n')
    keys[name] = new Client('', 1, 'owner@x.io', String(made['api_key']))
  }
  const beta = join(confab.data, 'organizations', 'beta', 'confab.sqlite')
  truncateSync(beta, 20 * pageSize)
  const server = await confab.serve(['--json', '--domain', 'chat.test'])
  const ask = (name: string, path = '/users/me') =>
    anonymous(server.url, path, {
      headers: { host: `${name}.chat.test`, authorization: keys[name]?.authorization ?? '' },
    })
  expect(await ask('acme')).toMatchObject({ status: 200, body: { result: 'success', email: 'owner@x.io' } })
  for (const path of ['/users/me', '/server_settings', '/messages'])
    expect(await ask('beta', path)).toMatchObject({
      status: 503,
      body: { result: 'error', code: 'REALM_UNAVAILABLE' },
    })
  // It is not taken for the only one there is.
  expect((await ask('gamma')).body).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  const health = await (await fetch(`${server.url}/health`)).json()
  expect(health).toMatchObject({ result: 'success', organizations: 1, damaged_organizations: 1 })

  // Commands say it too.
  expect(await confab.json(['organization', 'list'])).toMatchObject({
    organizations: [
      { organization: 'acme', name: 'Acme', users: 1, is_damaged: false, is_deactivated: false },
      { organization: 'beta', name: '', users: 0, is_damaged: true, is_deactivated: false },
    ],
  })
  for (const command of [
    ['user', 'list'],
    [...createAcme, '--json'],
    ['organization', 'remove', '--yes'],
  ]) {
    const { code, err } = await confab.run([...command, '--subdomain', 'beta'], 'a long password\n')
    expect({ command, code, err }).toEqual({ command, code: 10, err: expect.stringContaining(dirname(beta)) })
  }
  expect((await confab.run(['user', 'list'])).code).toBe(7)
  expect(statSync(beta).size).toBe(20 * pageSize)
})

test('where there is no other, the server does not start, and says how to restore', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  const database = join(confab.data, 'organizations', 'root', 'confab.sqlite')
  copyFileSync(database, join(confab.data, 'backup'))
  truncateSync(database, 0)
  for (const command of [
    ['serve', '--port', '0', '--demo'],
    ['user', 'list'],
  ]) {
    const { code, err } = await confab.run(command)
    expect(err).toContain('confab.sqlite is damaged: it is empty')
    expect(err).toContain('restore the folder')
    expect(code).toBe(10)
  }
  copyFileSync(join(confab.data, 'backup'), database)
  expect((await confab.run(['user', 'list'])).out).toContain('owner@x.io')
})

test('where several are, and no other, the server says it of each', async () => {
  await using confab = new Confab()
  const names = ['acme', 'beta']
  for (const name of names) await confab.json([...createAcme, '--subdomain', name], 'a long password\n')
  const folders = names.map((name) => join(confab.data, 'organizations', name))
  for (const [index, path] of folders.entries()) truncateSync(join(path, 'confab.sqlite'), index * pageSize)
  const { code, err } = await confab.run(['serve', '--port', '0'])
  expect(err).toMatch(/acme\S+ is damaged: it is empty/)
  expect(err).toMatch(/beta\S+ is damaged: it is cut short/)
  for (const path of folders) expect(err).toContain(`restore the folder ${path} from a backup`)
  expect(code).toBe(10)
})

test('what was in a folder beside organizations is none', async () => {
  const organizations = join(folder, 'organizations')
  for (const name of ['.new-beta', 'root.bak', 'lost+found', 'empty']) mkdirSync(join(organizations, name))
  for (const name of ['.new-beta', 'root.bak', 'lost+found'])
    writeFileSync(join(organizations, name, 'a'), 'b')
  writeFileSync(join(organizations, 'notes'), 'A file')
  expect(await refusal()).toBeUndefined()
})

test('damage in the middle of a big table is told when it is come upon, to the caller and in the log', async () => {
  const lines: string[] = []
  const server = await TestServer.start({ log: pino({}, { write: (line) => void lines.push(line) }) })
  await fill(server, await addChannel(server.owner, 'general', [server.owner]), server.owner, 5000)
  const database = join(server.organization.folder, 'confab.sqlite')
  await server.restart(() => {
    const leaf = pagesOf(database, 'messages').at(30) ?? 0
    const bytes = readFileSync(database)
    writeFileSync(database, bytes.fill(0, (leaf - 1) * pageSize, leaf * pageSize))
  })
  expect(await server.owner.get('/users/me')).toMatchObject({ status: 200 })
  const whole = { anchor: 'oldest', num_before: 0, num_after: 5000 }
  for (let times = 0; times < 3; times++)
    expect(await server.owner.get('/messages', whole)).toMatchObject({
      status: 503,
      body: { code: 'REALM_UNAVAILABLE' },
    })
  expect(lines.filter((line) => line.includes('restore the organization'))).toHaveLength(1)
  await server.stop()
})

/** Why a server would not start on the data folder; undefined if it would. */
async function refusal(): Promise<string | undefined> {
  try {
    await new Organizations(folder, systemClock, undefined).close()
    return undefined
  } catch (error) {
    if (error instanceof AllDamagedError) return error.message
    throw error
  }
}

function pagesOf(database: string, table: string): number[] {
  using sqlite = new Database(database)
  return sqlite
    .query<{ pageno: number }, [string]>(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`)
    .all(table)
    .map(({ pageno }) => pageno)
}
