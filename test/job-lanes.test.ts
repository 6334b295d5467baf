// Deliveries: a destination that is down rests and holds up no other; nothing is begun before its time.
import { afterEach, expect, test } from 'bun:test'
import { DestinationFailure, type Attempt } from '../src/jobs/kind'
import { deliveryId } from '../src/jobs/delivery-id'
import { enqueue } from '../src/jobs/queueing'
import { storedJobs, testKind, until, gate, type TestKind, type Work } from './support/jobs'
import { TestServer } from './support/server'

let server: TestServer

afterEach(() => server.stop())

const delivery = { concurrencyPerLane: 2, patienceSeconds: 24 * 3600 }

async function startWith(run: (attempt: Attempt<Work>) => Promise<void>, concurrency = 8): Promise<TestKind> {
  const kind = testKind('deliver', run, { concurrency, delivery })
  server = await TestServer.start({ jobKinds: [kind] })
  return kind
}

/** Queues work for a lane each: `a1` for lane `a`. */
function send(kind: TestKind, ...names: string[]): Promise<void> {
  return server.organization.write((tx) => {
    for (const name of names) enqueue(tx, kind, { name }, { lane: name.charAt(0) })
  })
}

test('a destination that is down is tried with one delivery at a time, later each time; others go on; nothing is lost or doubled', async () => {
  const tried: string[] = []
  const delivered: string[] = []
  let isDown = true
  const kind = await startWith(async ({ payload: { name } }) => {
    tried.push(name)
    if (isDown && name.startsWith('a')) throw new DestinationFailure('Nobody answers')
    delivered.push(name)
  })
  const names = Array.from({ length: 50 }, (_, index) => `a${index}`)
  await send(kind, ...names, 'b1', 'b2', 'b3')
  await server.server.settled()
  expect(delivered.toSorted()).toEqual(['b1', 'b2', 'b3'])
  expect(tried.filter((name) => name.startsWith('a'))).toHaveLength(2)
  tried.length = 0
  for (let minute = 0; minute < 60; minute++) await server.advance(60_000)
  // One at a time, after 5 seconds or so, then 10, 20 …
  expect(tried.length).toBeGreaterThan(3)
  expect(tried.length).toBeLessThan(15)
  expect(storedJobs(server)).toHaveLength(50)
  isDown = false
  await server.advance(3_600_000)
  expect(delivered.filter((name) => name.startsWith('a')).toSorted()).toEqual(names.toSorted())
  expect(storedJobs(server)).toEqual([])
})

test('a destination is left alone for as long as it asks', async () => {
  let tries = 0
  const kind = await startWith(() => {
    tries++
    return Promise.reject(new DestinationFailure('Too many requests', 600))
  })
  await send(kind, 'a1')
  await server.server.settled()
  await server.advance(599_000)
  expect(tries).toBe(1)
  await server.advance(1_000)
  expect(tries).toBe(2)
})

test('of one lane few run at once, and where room is short, each lane has its turn', async () => {
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const kind = await startWith(async ({ payload: { name } }) => {
    running.push(name)
    const end = gate()
    ends.set(name, end.open)
    await end.opened
  }, 3)
  await send(kind, 'a1', 'a2', 'a3', 'a4', 'b1', 'c1')
  await until(() => running.length === 3)
  expect(running).toEqual(['a1', 'a2', 'b1'])
  ends.get('a1')?.()
  await until(() => running.length === 4)
  expect(running.at(-1)).toBe('c1')
  ends.get('b1')?.()
  await until(() => running.length === 5)
  expect(running.at(-1)).toBe('a3')
  for (const name of ['a2', 'c1', 'a3']) ends.get(name)?.()
  await until(() => running.length === 6)
  ends.get('a4')?.()
  await server.server.settled()
  expect(storedJobs(server)).toEqual([])
})

test('what can never be delivered ends, and the audit log counts it', async () => {
  const kind = await startWith(() => Promise.reject(new DestinationFailure('Nobody answers')))
  await send(kind, 'a1', 'a2')
  await server.server.settled()
  for (let hour = 0; hour < 23; hour++) await server.advance(3_600_000)
  expect(storedJobs(server).map(({ endedAt }) => endedAt)).toEqual([null, null])
  for (let hour = 0; hour < 4; hour++) await server.advance(3_600_000)
  expect(storedJobs(server)).toMatchObject([
    { lane: 'a', failure: 'Nobody answers', endedAt: expect.any(Number) },
    { lane: 'a', failure: 'Nobody answers', endedAt: expect.any(Number) },
  ])
  const { body } = await server.owner.get('/realm/audit_log')
  expect(JSON.stringify(body)).toContain('"delivery.failed"')
})

test('an attempt that takes too long counts as its destination being down', async () => {
  let tries = 0
  const kind = await startWith(async () => {
    if (tries++ === 0) await gate().opened
  })
  await send(kind, 'a1')
  await until(() => tries === 1)
  await server.advance(60_000)
  expect(storedJobs(server)).toMatchObject([{ attempts: 0, failure: 'It took too long' }])
  await server.advance(5_000)
  expect([tries, storedJobs(server)]).toEqual([2, []])
})

test('nothing is begun before its time, not even where that is days away; a clock that is put back does not hold it up', async () => {
  const begun: string[] = []
  const kind = await startWith(({ payload: { name } }) => {
    begun.push(name)
    return Promise.resolve()
  })
  const runAt = Math.floor(server.clock.now() / 1000) + 3 * 24 * 3600
  const later = (name: string) =>
    server.organization.write((tx) => enqueue(tx, kind, { name }, { lane: 'a', runAt }))
  await later('a1')
  await server.advance(2 * 24 * 3_600_000)
  expect(begun).toEqual([])
  await server.advance(24 * 3_600_000)
  expect(begun).toEqual(['a1'])
  await server.organization.write((tx) => enqueue(tx, kind, { name: 'a2' }, { lane: 'a', runAt: runAt + 60 }))
  await server.advance(-24 * 3_600_000)
  expect(begun).toEqual(['a1', 'a2'])
})

test('a delivery has one name at all attempts, and no other has it', async () => {
  const ids: string[] = []
  const kind = await startWith((attempt) => {
    ids.push(deliveryId(attempt))
    return attempt.number === 1 ? Promise.reject(new Error('once more')) : Promise.resolve()
  })
  await send(kind, 'a1', 'b1')
  await server.server.settled()
  await server.advance(60_000)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}-\d+$/)
})
