// Jobs of a server as a process: killed in the middle they are done after the next start; listed, retried and dropped by commands.
import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { enqueue } from '../src/jobs/queueing'
import { purgeKind } from '../src/message-archive/purging'
import { archiveMessages, insertDeletion } from '../src/message-archive/repository'
import { controlSocket } from '../src/organization/data-folder'
import { ManualClock } from '../src/organization/clock'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { ClockFile } from './support/clock-file'
import { Confab } from './support/confab'
import { queue, testKind } from './support/jobs'
import { item, items, type Item } from './support/law/rules'
import { fill } from './support/many-messages'
import { TestServer } from './support/server'

// Commands are processes of their own, and the machine may be busy.
setDefaultTimeout(240_000)

/** An organization of years ago, in which something was done. */
async function prepare<T>(confab: Confab, work: (server: TestServer) => Promise<T>): Promise<T> {
  const clock = new ManualClock(Date.UTC(2020, 0, 1))
  const server = await TestServer.start({ dataFolder: confab.data, clock })
  const made = await work(server)
  await server.server.stop()
  return made
}

async function jobsOf(confab: Confab): Promise<Item[]> {
  return items((await confab.json(['jobs', 'list']))['jobs'])
}

test('a SIGKILL in the middle: after the next start the rest is done', async () => {
  await using confab = new Confab()
  const count = 50_000
  await prepare(confab, async (server) => {
    const ids = await fill(server, await addChannel(server.owner, 'old', []), server.owner, count)
    await server.organization.write((tx) => {
      archiveMessages(tx, ids, insertDeletion(tx, { userId: 1, deletedAt: 1_577_836_800 }))
    })
  })
  /** As `confab message deleted` asks, without the time that a process takes. */
  const left = async (): Promise<number> => {
    const [deletion] = items((await callServer(confab, 'message/deleted', { limit: 1 }))['deletions'])
    return deletion ? Number(item(deletion)['messages']) : 0
  }
  const clock = new ClockFile(confab.data, Date.UTC(2020, 0, 2))
  const first = await confab.serve(['--json', '--clock-file', clock.path])
  // What is due is begun, and seen as soon as it is.
  clock.set(Date.UTC(2026, 0, 1))
  const jobs = async () => items((await callServer(confab, 'jobs/list', { limit: 1 }))['jobs'])
  while ((await jobs()).length === 0) await Promise.resolve()
  while ((await left()) === count) await Promise.resolve()
  first.kill('SIGKILL')
  await first.exited
  expect(await jobsOf(confab)).toMatchObject([{ kind: 'purge-archive', state: 'waiting', attempts: 1 }])
  const { deletions } = await confab.json(['message', 'deleted'])
  expect(deletions).toMatchObject([{ messages: expect.any(Number) }])
  await confab.serve()
  while ((await left()) > 0) await Promise.resolve()
  while ((await jobsOf(confab)).length > 0) await Promise.resolve()
})

test('a SIGKILL in the middle of a move: after the next start all has moved, each message once, with one notice', async () => {
  await using confab = new Confab()
  const count = 25_000
  const made = await prepare(confab, async (server) => {
    const channel = await addChannel(server.owner, 'general', [server.owner])
    const ids = await fill(server, channel, server.owner, count)
    return { ids, channel: channel.id, owner: server.owner }
  })
  const { id, email, apiKey } = made.owner
  let process = await confab.serve(['--json', '--rate-limits', 'off'])
  const owner = () => new Client(process.url, id, email, apiKey)
  const oldest = async (topic: string): Promise<Item | undefined> => {
    const narrow = [
      ['channel', made.channel],
      ['topic', topic],
    ]
    const { body } = await owner().get('/messages', { narrow, anchor: 'oldest', num_before: 0, num_after: 1 })
    return items(body['messages'])[0]
  }
  const place = { topic: 'elsewhere', propagate_mode: 'change_all' }
  const asked = owner()
    .patch(`/messages/${made.ids[0]}`, place)
    .catch(() => undefined)
  while ((await oldest('elsewhere')) === undefined) await Promise.resolve()
  process.kill('SIGKILL')
  await process.exited
  await asked
  expect(await jobsOf(confab)).toMatchObject([{ kind: 'move-topic', state: 'waiting' }])
  expect(rowsOf(confab, "SELECT count(*) > 0 AS isLeft FROM messages WHERE topic = 'greetings'")).toEqual([
    { isLeft: 1 },
  ])
  process = await confab.serve(['--json', '--rate-limits', 'off'])
  while ((await oldest('greetings')) !== undefined) await Promise.resolve()
  while ((await jobsOf(confab)).length > 0) await Promise.resolve()
  process.kill('SIGTERM')
  await process.exited

  expect(
    rowsOf(
      confab,
      'SELECT topic, client, count(*) AS count FROM messages GROUP BY topic, client ORDER BY client',
    ),
  ).toEqual([
    { topic: 'elsewhere', client: 'Bun', count },
    { topic: 'elsewhere', client: 'Internal', count: 1 },
  ])
  expect(
    rowsOf(confab, 'SELECT count(*) AS edits, count(DISTINCT message_id) AS edited FROM message_edits'),
  ).toEqual([{ edits: count, edited: count }])
})

/** What a query finds in the database while nobody has it. */
function databaseOf(confab: Confab): string {
  return join(confab.data, 'organizations', 'root', 'confab.sqlite')
}

function rowsOf(confab: Confab, query: string): unknown[] {
  using database = new Database(databaseOf(confab))
  return database.query(query).all()
}

test('what waits or failed is listed, tried again and dropped, beside a server and without one', async () => {
  await using confab = new Confab()
  const unknown = testKind('of-a-later-version', () => Promise.resolve())
  await prepare(confab, async (server) => {
    await queue(server, unknown, 'one', 'two')
    await server.organization.write((tx) => {
      const id = enqueue(tx, purgeKind, {})
      tx.sqlite.run(
        `UPDATE jobs SET ended_at = 1577836900, attempts = 10, failure = 'The disk\nis broken' WHERE id = ${id}`,
      )
    })
  })
  const failed = {
    job_id: 3,
    kind: 'purge-archive',
    state: 'failed',
    attempts: 10,
    queued_at: 1_577_836_800,
    next_at: null,
    ended_at: 1_577_836_900,
    failure: 'The disk\nis broken',
  }
  const waiting = { kind: 'of-a-later-version', state: 'waiting', next_at: 1_577_836_800, failure: null }
  expect(await jobsOf(confab)).toMatchObject([failed, { ...waiting, job_id: 2 }, { ...waiting, job_id: 1 }])
  const readable = await confab.run(['jobs', 'list', '--limit', '1'])
  expect(readable.out).toMatch(
    /^NUMBER .*\n3 +purge-archive +failed +10 +2020-01-01 00:00 +The disk is broken\n$/,
  )
  expect((await confab.run(['jobs', 'drop', '--id', '2'])).out).toBe('Dropped job 2.\n')
  expect(await confab.json(['jobs', 'retry', '--id', '3'])).toEqual({ job_id: 3 })
  expect(await jobsOf(confab)).toMatchObject([{ job_id: 3, state: 'waiting', attempts: 0 }, { job_id: 1 }])

  await confab.serve()
  expect((await confab.run(['jobs', 'retry', '--id', '1'])).code).toBe(0)
  expect(await confab.json(['jobs', 'drop', '--id', '1'])).toEqual({ job_id: 1 })
  while ((await jobsOf(confab)).length > 0) await Promise.resolve()
  for (const [args, code] of [
    [['retry', '--id', '1'], 7],
    [['drop', '--id', '3'], 7],
    [['drop'], 2],
    [['retry', '--id', 'x'], 2],
  ] as const) {
    expect((await confab.run(['jobs', ...args])).code).toBe(code)
  }
})

async function callServer(
  confab: Confab,
  name: string,
  parameters: object,
): Promise<Record<string, unknown>> {
  const init = { unix: controlSocket(confab.data), method: 'POST', body: JSON.stringify(parameters) }
  return JSON.parse(await (await fetch(`http://confab/${name}`, init)).text())
}
