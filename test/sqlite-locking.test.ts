// Other processes that read the databases of a running server: where they may, what they see is of one moment, and all goes on.
import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { copyDatabase } from '../src/organization/database-copy'
import { defaultRules } from '../src/organization/rules'
import { balance, keepWriting, makeBalances, rowCount } from './support/balances'
import { scenario } from './support/scenario'

setDefaultTimeout(240_000)

/** Reads again and again, as a replica does, and tells what it saw each time; it ends when it has seen enough that was new. */
const reading = `
  import { Database } from 'bun:sqlite'
  const sqlite = new Database(process.argv.at(-1), { readonly: true })
  sqlite.run('PRAGMA busy_timeout = 5000')
  let first
  for (let [round, isNewer] = [0, false]; round < 40 || !isNewer; round++) {
    sqlite.run('BEGIN')
    const last = sqlite.query('SELECT max(id) AS last FROM transfers').get().last
    const { sum, count } = sqlite.query('SELECT sum(amount) AS sum, count(*) AS count FROM balances').get()
    const again = sqlite.query('SELECT max(id) AS last FROM transfers').get().last
    sqlite.run('COMMIT')
    console.log(JSON.stringify({ sum, count, last: last ?? 0, isStill: last === again }))
    first ??= last
    isNewer = last > first + 5
    await Bun.sleep(5)
  }
`

interface Sight {
  sum: number
  count: number
  last: number
  isStill: boolean
}

const { server, owner } = await scenario({}, { rules: { ...defaultRules, sqliteLocking: 'normal' } })
const { organization } = server
const file = join(organization.folder, 'confab.sqlite')
await makeBalances(organization)

test('who reads along sees moments, one after the other, while others write', async () => {
  const writing = keepWriting(organization)
  const child = Bun.spawn([process.execPath, '-e', reading, file], { stdout: 'pipe', stderr: 'pipe' })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([code, err]).toEqual([0, ''])
  expect(await writing.stop()).toBeGreaterThan(5)
  const sights = out
    .trim()
    .split('\n')
    .map((line): Sight => JSON.parse(line))
  expect(sights.length).toBeGreaterThanOrEqual(40)
  for (const sight of sights) expect(sight).toMatchObject({ sum: balance, count: rowCount, isStill: true })
  const numbers = sights.map(({ last }) => last)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  // What is seen at the end is newer than what was at the beginning: it is no copy of once.
  expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBeGreaterThan(0)
  expect((await owner.get('/users/me')).status).toBe(200)
})

test('copies are whole, also while somebody reads all the time', async () => {
  using reader = new Database(file, { readonly: true })
  reader.run('BEGIN')
  reader.run('SELECT * FROM balances LIMIT 1')
  const writing = keepWriting(organization)
  const copy = join(server.folder, 'copy.sqlite')
  await copyDatabase(organization, copy)
  const now = writing.last()
  expect(await writing.stop()).toBeGreaterThan(5)
  using copied = new Database(copy, { readonly: true })
  const sums = 'SELECT sum(amount) AS sum, count(*) AS count FROM balances'
  expect(copied.query(sums).get()).toEqual({ sum: balance, count: rowCount })
  const last = copied.query<{ last: number }, []>('SELECT max(id) AS last FROM transfers').get()?.last ?? 0
  expect(last).toBeGreaterThan(0)
  expect(last).toBeLessThanOrEqual(now)
  reader.run('COMMIT')
})

test('a stop leaves what the others need, and the next start goes on', async () => {
  using reader = new Database(file, { readonly: true })
  reader.run('BEGIN')
  reader.run('SELECT * FROM balances LIMIT 1')
  await server.restart()
  expect((await owner.get('/users/me')).status).toBe(200)
  reader.run('COMMIT')
  reader.close()
  await server.restart()
  expect((await owner.get('/users/me')).status).toBe(200)
  const { sqlite } = server.organization.db
  expect(sqlite.query('SELECT sum(amount) AS sum FROM balances').get()).toEqual({ sum: balance })
})

test('by default nobody else can read, and nobody is told something else than what is', async () => {
  const { server: alone } = await scenario({})
  const closed = join(alone.organization.folder, 'confab.sqlite')
  const child = Bun.spawn([process.execPath, '-e', reading.replace('5000', '10'), closed], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('database is locked')
})
