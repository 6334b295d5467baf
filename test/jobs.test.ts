// Jobs: queued with the write that causes them, done outside, retried, ended with a reason, and left queued by a stop.
import { afterEach, expect, test } from 'bun:test'
import { GiveUp, type JobKind } from '../src/jobs/kind'
import { dropJob } from '../src/jobs/actions'
import { enqueue } from '../src/jobs/queueing'
import { dueQuery } from '../src/jobs/repository'
import { untilDone } from '../src/jobs/waiting'
import { gate, queue, storedJobs, testKind, until } from './support/jobs'
import { startOfTests, TestServer } from './support/server'

const now = startOfTests / 1000

let server: TestServer
afterEach(() => server.stop())

async function startWith(...jobKinds: JobKind[]): Promise<void> {
  server = await TestServer.start({ jobKinds })
}

test('a job is done once its write is on disk, outside any transaction, and leaves nothing behind', async () => {
  const done: unknown[] = []
  const kind = testKind('note', async ({ organization, payload, number, write }) => {
    const inTransaction = organization.db.sqlite.inTransaction
    const stored = await write(() => storedJobs(server).length)
    done.push({ ...payload, number, inTransaction, stored })
  })
  await startWith(kind)
  await server.organization.write((tx) => {
    enqueue(tx, kind, { name: 'first' })
    expect(done).toEqual([])
  })
  await server.server.settled()
  expect(done).toEqual([{ name: 'first', number: 1, inTransaction: false, stored: 1 }])
  expect(storedJobs(server)).toEqual([])
})

test('a write that is undone queues nothing', async () => {
  const kind = testKind('never', () => Promise.reject(new Error('must not run')))
  await startWith(kind)
  const write = server.organization.write((tx) => {
    enqueue(tx, kind, { name: 'undone' })
    throw new Error('no')
  })
  expect(await write.catch(() => 'undone')).toBe('undone')
  await server.server.settled()
  expect(storedJobs(server)).toEqual([])
})

test('of each kind only so many run at once, in the order they were queued; kinds do not wait for each other', async () => {
  const started: string[] = []
  const gates = new Map<string, ReturnType<typeof gate>>()
  const slow = testKind(
    'slow',
    ({ payload: { name } }) => {
      started.push(name)
      const end = gate()
      gates.set(name, end)
      return end.opened
    },
    { concurrency: 2 },
  )
  const quick = testKind('quick', async ({ payload: { name } }) => void started.push(name))
  await startWith(slow, quick)
  await queue(server, slow, 'a', 'b', 'c', 'd')
  await queue(server, quick, 'quick')
  await until(() => started.includes('quick') && started.includes('b'))
  await server.server.tick()
  expect(started.toSorted()).toEqual(['a', 'b', 'quick'])
  gates.get('b')?.open()
  await until(() => started.includes('c'))
  await server.server.tick()
  expect(started).not.toContain('d')
  for (const name of ['a', 'c']) gates.get(name)?.open()
  await until(() => gates.has('d'))
  gates.get('d')?.open()
  await server.server.settled()
  expect(storedJobs(server)).toEqual([])
})

test('what fails is tried again after 5, 10, 20 … seconds, less up to half by chance, and ends with its reason', async () => {
  const attempts: [number, number][] = []
  const broken = testKind(
    'broken',
    async ({ number, organization }) => {
      attempts.push([number, organization.clock.now() / 1000 - now])
      throw new Error(`broken at attempt ${number}`)
    },
    { maxAttempts: 4 },
  )
  let chance = 1
  server = await TestServer.start({ jobKinds: [broken], random: () => chance })
  await queue(server, broken, 'one')
  await server.server.settled()
  expect(storedJobs(server)).toMatchObject([{ attempts: 1, runAt: now + 5, failure: 'broken at attempt 1' }])
  await server.advance(4000)
  expect(attempts).toEqual([[1, 0]])
  chance = 0
  await server.advance(1000)
  expect(storedJobs(server)).toMatchObject([{ attempts: 2, runAt: now + 5 + 5 }])
  chance = 0.5
  await server.advance(5000)
  expect(storedJobs(server)).toMatchObject([{ attempts: 3, runAt: now + 10 + 15, endedAt: null }])
  await server.advance(15_000)
  expect(attempts).toEqual([
    [1, 0],
    [2, 5],
    [3, 10],
    [4, 25],
  ])
  expect(storedJobs(server)).toMatchObject([{ endedAt: now + 25, failure: 'broken at attempt 4' }])
  await server.advance(3_600_000)
  expect(attempts).toHaveLength(4)
})

test('no wait is longer than an hour, and a clock that is put back makes none longer', async () => {
  let count = 0
  const broken = testKind('broken', () => Promise.reject(new Error(`${++count}`)), { maxAttempts: 100 })
  await startWith(broken)
  await queue(server, broken, 'one')
  await server.server.settled()
  for (let time = 0; time < 20; time++) await server.advance(3_600_000)
  expect(count).toBe(21)
  server.clock.advance(-48 * 3_600_000)
  await server.advance(0)
  expect(count).toBe(22)
})

test('a handler that gives up ends the job at once; one that ended stays visible for 14 days', async () => {
  const hopeless = testKind('hopeless', () => Promise.reject(new GiveUp('The other side is gone for good')))
  await startWith(hopeless)
  await queue(server, hopeless, 'one')
  await server.server.settled()
  const failure = 'The other side is gone for good'
  expect(storedJobs(server)).toMatchObject([{ attempts: 1, endedAt: now, failure }])
  await server.advance(14 * 24 * 3_600_000)
  expect(storedJobs(server)).toHaveLength(1)
  await server.advance(1000)
  expect(storedJobs(server)).toEqual([])
})

test('a payload that is not of the kind’s shape ends the job before it runs', async () => {
  const runs: string[] = []
  const kind = testKind('typed', async ({ payload }) => void runs.push(payload.name))
  await startWith(kind)
  await server.organization.write((tx) => {
    enqueue(tx, kind, { name: 'good' })
    enqueue(tx, kind, { name: 'bad' })
    tx.sqlite.run(`UPDATE jobs SET payload = '{"name":5}' WHERE payload LIKE '%bad%'`)
  })
  await server.server.settled()
  expect(runs).toEqual(['good'])
  expect(storedJobs(server)).toMatchObject([
    { endedAt: now, failure: "The payload is not that of a job 'typed'" },
  ])
})

test('jobs of a kind that this version does not know are left as they are', async () => {
  await startWith()
  await queue(
    server,
    testKind('of another version', () => Promise.resolve()),
    'one',
  )
  await server.advance(60_000)
  expect(storedJobs(server)).toMatchObject([{ attempts: 0, endedAt: null, leasedUntil: null }])
})

test('when its time is up the signal says so, nothing it writes counts any more, and it is tried again', async () => {
  const heard: unknown[] = []
  const end = gate()
  const slow = testKind(
    'slow',
    async ({ number, signal, write }) => {
      if (number > 1) return
      await end.opened
      heard.push(signal.aborted)
      await write((tx) => tx.sqlite.run('DELETE FROM jobs')).catch(() => heard.push('refused'))
    },
    { timeoutSeconds: 30 },
  )
  await startWith(slow)
  await queue(server, slow, 'one')
  await until(() => storedJobs(server)[0]?.leasedUntil === now + 30)
  server.clock.advance(29_999)
  await server.server.tick()
  expect(storedJobs(server)).toMatchObject([{ leasedUntil: now + 30 }])
  await server.advance(1)
  expect(storedJobs(server)).toMatchObject([
    { leasedUntil: null, runAt: now + 35, failure: 'It took too long' },
  ])
  end.open()
  await until(() => heard.length === 2)
  expect(heard).toEqual([true, 'refused'])
  await server.advance(5000)
  expect(storedJobs(server)).toEqual([])
})

test('work with the same key waits once and never runs twice at the same time', async () => {
  const started: string[] = []
  const gates = [gate(), gate(), gate()]
  const kind = testKind(
    'keyed',
    async ({ payload: { name } }) => {
      const opened = gates[started.push(name) - 1]?.opened
      await opened
    },
    { concurrency: 5 },
  )
  await startWith(kind)
  const queueKeyed = (name: string, key: string) =>
    server.organization.write((tx) => enqueue(tx, kind, { name }, { key }))
  await queueKeyed('first', 'a')
  await until(() => started.length === 1)
  const second = await queueKeyed('second', 'a')
  expect(await queueKeyed('third', 'a')).toBe(second)
  await queueKeyed('other', 'b')
  await until(() => started.length === 2)
  expect(started).toEqual(['first', 'other'])
  gates[0]?.open()
  await until(() => started.length === 3)
  expect(started).toEqual(['first', 'other', 'second'])
  for (const { open } of gates) open()
  await server.server.settled()
  expect(storedJobs(server)).toEqual([])
})

test('what failed gives way to one with its key that waits already', async () => {
  const end = gate()
  const names: string[] = []
  const kind = testKind('keyed', async ({ payload: { name } }) => {
    if (names.push(name) > 1) return
    await end.opened
    throw new Error('broken')
  })
  await startWith(kind)
  await server.organization.write((tx) => enqueue(tx, kind, { name: 'first' }, { key: 'a' }))
  await until(() => names.length === 1)
  await server.organization.write((tx) => enqueue(tx, kind, { name: 'second' }, { key: 'a' }))
  end.open()
  await server.server.settled()
  expect(names).toEqual(['first', 'second'])
  expect(storedJobs(server)).toEqual([])
})

test('an attempt goes on from where the last one noted it was, and what gets further is not given up', async () => {
  const seen: string[] = []
  const long = testKind('long', async ({ payload: { name }, number, write, save }) => {
    seen.push(`${name} (${number})`)
    if (name === 'xxxxx') return
    await write((tx) => save(tx, { name: `${name}x` }))
    throw new Error('cut short')
  })
  await startWith(long)
  await queue(server, long, '')
  for (let time = 0; time < 6; time++) await server.advance(10_000)
  expect(seen).toEqual([' (1)', 'x (2)', 'xx (2)', 'xxx (2)', 'xxxx (2)', 'xxxxx (2)'])
  expect(storedJobs(server)).toEqual([])
})

test('a stop waits a little for what runs, cuts the rest short, and the next start does what was left', async () => {
  const events: string[] = []
  const brief = gate()
  const ending = testKind('ending', async () => {
    await brief.opened
    events.push('done')
  })
  const hanging = testKind('hanging', async ({ signal, number }) => {
    events.push(`hangs (${number})`)
    if (events.includes('cut short')) return
    signal.addEventListener('abort', () => events.push('cut short'))
    await gate().opened
  })
  const waiting = testKind('waiting', async () => void events.push('begun after the stop'))
  await startWith(ending, hanging, waiting)
  await queue(server, ending, 'one')
  await queue(server, hanging, 'two')
  await until(() => events.length === 1)
  const stopping = server.restart(() => events.push('down'))
  // However slow the disk is: what ends is not what it waits for.
  const queued = queue(server, waiting, 'three')
  brief.open()
  await Promise.all([queued, stopping])
  await server.server.settled()
  expect(events).toEqual(['hangs (1)', 'done', 'cut short', 'down', 'hangs (1)', 'begun after the stop'])
  expect(storedJobs(server)).toEqual([])
})

test('who waits for a job is told when it is done, and when that takes too long or fails', async () => {
  const end = gate()
  const kind = testKind('awaited', async ({ payload: { name } }) => {
    if (name === 'broken') throw new Error('broken')
    await end.opened
  })
  await startWith(kind)
  const { organization } = server
  const id = await organization.write((tx) => enqueue(tx, kind, { name: 'slow' }))
  expect(await untilDone(organization, id, 1)).toBe(false)
  const waiting = untilDone(organization, id, 60_000)
  end.open()
  expect(await waiting).toBe(true)
  expect(await untilDone(organization, id, 60_000)).toBe(true)
  const broken = await organization.write((tx) => enqueue(tx, kind, { name: 'broken' }))
  expect(await untilDone(organization, broken, 60_000)).toBe(false)
})

test('a job that is dropped while it runs is cut short and not tried again', async () => {
  const reasons: unknown[] = []
  const hanging = testKind('hanging', async ({ signal }) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason))
    await gate().opened
  })
  await startWith(hanging)
  await queue(server, hanging, 'one')
  await until(() => storedJobs(server)[0]?.attempts === 1)
  await dropJob(server.organization, storedJobs(server)[0]?.id ?? 0)
  await server.server.settled()
  expect(reasons).toHaveLength(1)
  await server.advance(3_600_000)
  expect(reasons).toHaveLength(1)
  expect(storedJobs(server)).toEqual([])
})

test('the search for what is due uses its index', async () => {
  await startWith()
  const { db } = server.organization
  const { sql } = dueQuery(db.orm).toSQL()
  using plan = db.sqlite.prepare<{ detail: string }, (string | number)[]>(`EXPLAIN QUERY PLAN ${sql}`)
  const details = plan.all('kind', '', 0, 0, 0, 0, 0, 0, 1).map(({ detail }) => detail)
  expect(details[0]).toContain('USING INDEX jobs_due (kind=? AND lane=?)')
})
