// Copies of a database that is written meanwhile: each is whole, and has all that was acknowledged when it was made.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyLogs } from '../src/database/copying'
import { copyDatabase } from '../src/organization/database-copy'
import { holdCheckpoints, HoldLostError } from '../src/organization/checkpoint-holds'
import { balance, keepWriting, makeBalances, rowCount, transfer } from './support/balances'
import { scenario } from './support/scenario'

const { server, owner } = await scenario({})
const { organization } = server
const { sqlite } = organization.db

await makeBalances(organization)

function contentOf(file: string): { sum: number; count: number; transfers: number; check: string } {
  using copy = new Database(file, { readonly: true, strict: true })
  const one = <T>(sql: string): T | null => copy.query<T, []>(sql).get()
  const balances = one<{ sum: number; count: number }>(
    'SELECT sum(amount) AS sum, count(*) AS count FROM balances',
  )
  const transfers = one<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM transfers')?.last ?? -1
  const check = one<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check ?? ''
  return { sum: balances?.sum ?? 0, count: balances?.count ?? 0, transfers, check }
}

const whole = { sum: balance, count: rowCount, check: 'ok' }
const path = (name: string): string => join(server.folder, name)

test('a copy that is made while others write is whole and has all that was acknowledged before it ended', async () => {
  const before = await transfer(organization, 1, 2)
  const writing = keepWriting(organization)
  const copies = [
    copyDatabase(organization, path('one.sqlite')),
    copyDatabase(organization, path('two.sqlite')),
  ]
  await Promise.all(copies)
  const now = writing.last()
  expect(await writing.stop()).toBeGreaterThan(5)
  for (const name of ['one.sqlite', 'two.sqlite']) {
    const content = contentOf(path(name))
    expect(content).toMatchObject(whole)
    expect(content.transfers).toBeGreaterThanOrEqual(before)
    expect(content.transfers).toBeLessThanOrEqual(now)
    rmSync(path(name))
  }
  expect(readdirSync(server.folder).filter((name) => name.startsWith('.logs'))).toEqual([])
  expect((await owner.get('/users/me')).status).toBe(200)
  expect(pagesPerCheckpoint()).toBe(4000)
})

test('the write-ahead log stays short however long a hold lasts, and what it had is kept', async () => {
  const hold = await holdCheckpoints(organization, path('logs'))
  expect(pagesPerCheckpoint()).toBe(0)
  const writing = keepWriting(organization)
  let longest = 0
  while (!existsSync(path('logs/2.log'))) {
    longest = Math.max(longest, statSync(join(organization.folder, 'confab.sqlite-wal')).size)
    await Bun.sleep(5)
  }
  await writing.stop()
  const logs = hold.end()
  expect(logs.length).toBeGreaterThan(2)
  expect(longest).toBeLessThan(32 * 1024 * 1024)
  expect(pagesPerCheckpoint()).toBe(4000)
  hold.drop()
})

test('what a write that was undone has left in the log is in no copy, and hides nothing', async () => {
  const { sqlite } = organization.db
  const hold = await holdCheckpoints(organization, path('logs'))
  const copy = path('undone.sqlite')
  await transfer(organization, 3, 4)
  // So little is kept in memory that it comes to the log before it is undone.
  sqlite.run('PRAGMA cache_size = 10')
  const undone = await organization
    .write((tx) => {
      tx.sqlite.query('UPDATE balances SET amount = amount + 1 WHERE id < 9000').run()
      throw new Error('Undone')
    })
    .catch((error: unknown) => error)
  expect(undone).toEqual(new Error('Undone'))
  expect(statSync(join(organization.folder, 'confab.sqlite-wal')).size).toBeGreaterThan(4 * 1024 * 1024)
  const last = await transfer(organization, 5, 6)
  sqlite.run('PRAGMA cache_size = -65536')
  // By another process, as everybody has to: this one would lose SQLite's locks.
  expect(Bun.spawnSync(['cp', join(organization.folder, 'confab.sqlite'), copy]).exitCode).toBe(0)
  await applyLogs(copy, hold.end())
  expect(contentOf(copy)).toEqual({ ...whole, transfers: last })
  hold.drop()
})

test("a copy that is no longer wanted, or can't be made, leaves nothing", async () => {
  const abort = new AbortController()
  const copying = copyDatabase(organization, path('three.sqlite'), abort.signal)
  setTimeout(() => abort.abort(new Error('Enough')), 30)
  expect(await copying.catch((error: unknown) => error)).toEqual(new Error('Enough'))
  await Bun.write(path('there.sqlite'), 'mine')
  const refused = await copyDatabase(organization, path('there.sqlite')).catch((error: unknown) => error)
  expect(String(refused)).toContain('already')
  expect(await Bun.file(path('there.sqlite')).text()).toBe('mine')
  expect(readdirSync(server.folder).filter((name) => /three|logs-/.test(name))).toEqual([])
  expect(pagesPerCheckpoint()).toBe(4000)
})

test('an organization that is closed in the middle leaves no copy that looks like one', async () => {
  const hold = await holdCheckpoints(organization, path('logs'))
  await transfer(organization, 1, 2)
  await server.restart()
  expect(() => hold.end()).toThrow(HoldLostError)
})

function pagesPerCheckpoint(): number | undefined {
  return sqlite.query<{ wal_autocheckpoint: number }, []>('PRAGMA wal_autocheckpoint').get()
    ?.wal_autocheckpoint
}
