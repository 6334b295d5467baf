// A full disk: writes are refused with a code of their own, nothing is lost or half stored, and all goes on when there is room.
import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { storeUserSetting } from '../src/user-settings/repository'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { holdsLaw } from './support/law'
import { items } from './support/law/rules'
import { queue, storedJobs, testKind } from './support/jobs'
import { TestServer } from './support/server'
import { scenario } from './support/scenario'

const refusal = { status: 507, body: { result: 'error', code: 'STORAGE_FULL' } }
/** Nothing that is this long fits into pages that are there already. */
const long = 'word '.repeat(1900).trim()

const lines: string[] = []
const { server, owner } = await scenario({}, { log: pino({}, { write: (line) => void lines.push(line) }) })
const channel = (await addChannel(owner, 'general', [owner])).id

test('what does not fit is refused, the rest works, and with room all does', async () => {
  const ann = await server.addPerson('Ann')
  const draft = { type: 'stream', to: [channel], topic: 'a', content: long, timestamp: 1 }
  await holdsLaw([owner], async () => {
    full(server)
    for (let times = 0; times < 3; times++) {
      expect(await send(long)).toMatchObject(refusal)
      expect(await owner.post('/drafts', { drafts: [draft] })).toMatchObject(refusal)
    }
    expect(await contents()).toEqual([])
    expect((await owner.get('/users/me')).status).toBe(200)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    room(server)
  })
  expect(await send('short')).toMatchObject({ status: 200 })
  expect(await contents()).toEqual(['short'])
  expect((await ann.get('/users/me')).status).toBe(200)
  const advice = lines.filter((line) => line.includes('Make room on it'))
  expect(advice).toHaveLength(1)
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([])
})

test('of the writes of one moment each is stored and answered, or refused: none in part', async () => {
  const before = await contents()
  full(server, 8)
  const texts = Array.from({ length: 30 }, (_, index) => `${index} ${index % 3 ? 'short' : long}`)
  const replies = await Promise.all(texts.map(send))
  const stored = texts.filter((_, index) => replies[index]?.status === 200)
  for (const reply of replies) if (reply.status !== 200) expect(reply).toMatchObject(refusal)
  expect(stored.length).toBeLessThan(texts.length)
  expect((await contents()).sort()).toEqual([...before, ...stored].sort())
  room(server)
  const { sqlite } = server.organization.db
  expect(sqlite.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(await send('And on it goes')).toMatchObject({ status: 200 })
})

test('a scheduled message waits for room and is sent then', async () => {
  const deliverAt = server.clock.now() / 1000 + 60
  const asked = { type: 'stream', to: channel, topic: 'later', content: `Later ${long}` }
  await owner.post('/scheduled_messages', { ...asked, scheduled_delivery_timestamp: deliverAt })
  full(server)
  expect(await server.advance(60_000).catch((error: unknown) => error)).toBeInstanceOf(AggregateError)
  expect(await scheduled()).toMatchObject([{ failed: false }])
  room(server)
  await holdsLaw([owner], () => server.advance(60_000))
  expect(await scheduled()).toEqual([])
  expect(await contents()).toContain(asked.content)
})

test('a job waits for room, however often it is tried, and is done then', async () => {
  const attempts: number[] = []
  const kind = testKind(
    'big',
    async ({ number, write }) => {
      attempts.push(number)
      await write((tx) => storeUserSetting(tx, owner.id, 'default_language', long))
    },
    { maxAttempts: 2 },
  )
  const jobs = await TestServer.start({ jobKinds: [kind] })
  full(jobs)
  await queue(jobs, kind, 'one')
  await jobs.server.settled()
  for (let times = 0; times < 4; times++) await jobs.advance(10_000)
  expect(attempts).toEqual([1, 1, 1, 1, 1])
  expect(storedJobs(jobs)).toMatchObject([{ endedAt: null, failure: 'database or disk is full' }])
  room(jobs)
  await jobs.advance(10_000)
  expect(storedJobs(jobs)).toEqual([])
  await jobs.stop()
})

test('where the system lets files grow no further, what was acknowledged is there afterwards', async () => {
  // Files may not be longer than a mebibyte: for SQLite that is a disk that takes no more.
  await using confab = new Confab()
  const made = await confab.json(createAcme, 'a long password\n')
  const running = ['--json', '--rate-limits', 'off']
  const as = ({ url }: ServerProcess) => new Client(url, 1, 'owner@x.io', String(made['api_key']))
  const stored: string[] = []
  // The first time the write-ahead log has no room, the second time neither has the file that all is brought into at the end.
  for (const round of [1, 2]) {
    const cramped = await confab.serve(running, undefined, limited(2048))
    let refused = 0
    for (let number = 0; refused < 5; number++) {
      const content = `${round}, ${number} ${long}`
      const reply = await as(cramped).post('/messages', { type: 'direct', to: [1], content })
      if (reply.status === 200) stored.push(content)
      else {
        expect(reply).toMatchObject(refusal)
        refused++
      }
    }
    expect((await as(cramped).get('/users/me')).status).toBe(200)
    cramped.kill('SIGTERM')
    expect(await cramped.exited).toBe(0)
  }
  expect(existsSync(join(confab.data, 'organizations', 'root', 'confab.sqlite-wal'))).toBe(true)

  const again = await confab.serve(running)
  const { messages } = (await as(again).get('/messages', newest)).body
  expect(items(messages).map(({ content }) => content)).toEqual(stored)
})

test('a start where nothing can be written says that the disk is full', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  await using full = new Confab(limited(0))
  const { code, err } = await full.run(['serve', '--port', '0'], '', { CONFAB_DATA: confab.data })
  expect(err).toContain('it is full')
  expect(err).toContain('Make room')
  expect(code).toBe(4)
  expect(statSync(join(confab.data, 'organizations', 'root', 'confab.sqlite')).size).toBeGreaterThan(0)
})

const newest = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false }

function send(content: string) {
  return owner.post('/messages', { type: 'stream', to: channel, topic: 'a', content })
}

async function contents(): Promise<unknown[]> {
  const narrow = [['channel', channel]]
  const { messages } = (await owner.get('/messages', { ...newest, narrow })).body
  return items(messages)
    .map(({ content }) => content)
    .filter((content) => !String(content).includes('created by'))
}

async function scheduled(): Promise<unknown> {
  return (await owner.get('/scheduled_messages')).body['scheduled_messages']
}

/** Lets the database grow by so many pages and no more. */
function full({ organization }: TestServer, pages = 0): void {
  const { sqlite } = organization.db
  const { page_count: count } = sqlite.query<{ page_count: number }, []>('PRAGMA page_count').get() ?? {
    page_count: 0,
  }
  sqlite.run(`PRAGMA max_page_count = ${count + pages}`)
}

function room({ organization }: TestServer): void {
  organization.db.sqlite.run('PRAGMA max_page_count = 4294967294')
}

/** The program, with files limited to so many blocks of 512 bytes. */
function limited(blocks: number): string[] {
  return ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', ...new Confab().program]
}
