// Event queues: polling, acknowledging, heartbeats, collection, and what a slow or broken client meets (contract 3, 6).
import { beforeEach, expect, test } from 'bun:test'
import { deliver, type View, type ViewedEvent } from '../src/events/event'
import { personLimits, queueLimits } from '../src/events/queue'
import { queues } from '../src/events/queues'
import { anonymous, type Reply } from './support/client'
import { eventsOf, register } from './support/law'
import type { State } from './support/law/rules'
import { scenario } from './support/scenario'
import { untilWaiting } from './support/waiting'

const { server, member } = await scenario({ member: 'member Mia Member' })

let state: State
beforeEach(async () => {
  state = await register(member, { event_types: ['test'] })
})

/** Sends an event of a type made for these tests. */
function send(number: number): void {
  deliver(server.organization, { type: 'test', audience: [member.id], payload: () => ({ number }) })
}

function poll(lastEventId: unknown, parameters: object = {}): Promise<Reply> {
  return member.get('/events', { queue_id: state['queue_id'], last_event_id: lastEventId, ...parameters })
}

test('an event stays until a later poll acknowledges it', async () => {
  send(1)
  send(2)
  const both = await poll(-1)
  expect(both.body).toEqual({
    result: 'success',
    msg: '',
    queue_id: state['queue_id'],
    events: [
      { id: 0, type: 'test', number: 1 },
      { id: 1, type: 'test', number: 2 },
    ],
  })
  expect((await poll(-1)).body['events']).toEqual(both.body['events'])
  expect((await poll(0)).body['events']).toEqual([{ id: 1, type: 'test', number: 2 }])
  expect((await poll(1, { dont_block: true })).body['events']).toEqual([])
})

test('a waiting poll is answered when an event comes', async () => {
  const waiting = poll(-1)
  await untilWaiting(server, state['queue_id'])
  send(7)
  expect((await waiting).body['events']).toEqual([{ id: 0, type: 'test', number: 7 }])
})

test('a new poll releases an older one that still waits', async () => {
  const older = poll(-1)
  await untilWaiting(server, state['queue_id'])
  const newer = poll(-1)
  expect((await older).body['events']).toEqual([])
  send(1)
  expect((await newer).body['events']).toHaveLength(1)
})

test('a dropped connection loses nothing', async () => {
  const hangUp = new AbortController()
  const dropped = member
    .get('/events', { queue_id: state['queue_id'], last_event_id: -1 }, hangUp.signal)
    .catch((error: unknown) => error)
  await untilWaiting(server, state['queue_id'])
  hangUp.abort()
  expect(await dropped).toBeInstanceOf(DOMException)
  send(1)
  expect((await poll(-1)).body['events']).toHaveLength(1)
})

test('whoever sees an event differently gets their own form of it, never another’s', async () => {
  // Views that are easily taken for each other.
  const views: View[] = [1, '1', true, 'true', null, 'null', '', 0, { a: 1 }, { a: '1' }, '{"a":1}', 1]
  const people = [
    member,
    ...(await Promise.all(views.slice(1).map((_, n) => server.addPerson(`Viewer ${n}`)))),
  ]
  const states = await Promise.all(people.map((person) => register(person, { event_types: ['test'] })))
  const made: View[] = []
  const event: ViewedEvent<View> = {
    type: 'test',
    audience: 'everyone',
    view: ({ userId }) => views[people.findIndex(({ id }) => id === userId)] ?? null,
    payload(view) {
      made.push(view)
      return { view }
    },
  }
  deliver(server.organization, event)
  const got = await Promise.all(
    people.map(async (person, index) => eventsOf({ person, state: states[index] ?? {} })),
  )
  expect(got).toEqual(views.map((view) => [{ id: 0, type: 'test', view }]))
  expect(made).toHaveLength(new Set(views).size)
})

test('a heartbeat comes after a minute without events, whatever types were asked for', async () => {
  const waiting = poll(-1)
  await untilWaiting(server, state['queue_id'])
  await server.advance(59_000)
  expect(queues(server.organization).find(String(state['queue_id']))?.isWaiting).toBe(true)
  await server.advance(1_000)
  expect((await waiting).body['events']).toEqual([{ id: 0, type: 'heartbeat' }])
})

test('a clock that is put back neither silences heartbeats nor keeps queues', async () => {
  const waiting = poll(-1)
  await untilWaiting(server, state['queue_id'])
  await server.advance(-3_600_000)
  expect((await waiting).body['events']).toEqual([{ id: 0, type: 'heartbeat' }])
  await server.advance(10 * 60_000)
  expect((await poll(-1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
})

test('a queue is collected after ten idle minutes, not while polled', async () => {
  await server.advance(9 * 60_000)
  expect((await poll(-1, { dont_block: true })).status).toBe(200)
  await server.advance(9 * 60_000 + 59_000)
  expect((await poll(-1, { dont_block: true })).status).toBe(200)
  await server.advance(10 * 60_000)
  const gone = await poll(-1)
  expect([gone.status, gone.body['code'], gone.body['queue_id']]).toEqual([
    400,
    'BAD_EVENT_QUEUE_ID',
    state['queue_id'],
  ])
})

test('a queue is its own person’s alone, and gone once deleted', async () => {
  for (const method of ['GET', 'DELETE']) {
    const query = `/events?queue_id=${String(state['queue_id'])}&dont_block=true`
    const reply = await server.owner.request(query, { method })
    expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_EVENT_QUEUE_ID'])
  }
  expect((await member.delete('/events', { queue_id: state['queue_id'] })).body).toEqual({
    result: 'success',
    msg: '',
  })
  expect((await poll(-1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
  expect((await member.delete('/events', { queue_id: state['queue_id'] })).body['code']).toBe(
    'BAD_EVENT_QUEUE_ID',
  )
})

test('only the event types asked for arrive; unknown ones are ignored', async () => {
  const deaf = await register(member, { event_types: ['something new', 'stream'] })
  send(1)
  expect(await eventsOf({ person: member, state: deaf })).toEqual([])
})

test('a JSON null stands for a parameter left out, as clients send it', async () => {
  const all = await register(member, { event_types: 'null', narrow: 'null', client_gravatar: 'null' })
  send(1)
  expect(await eventsOf({ person: member, state: all })).toHaveLength(1)
})

test('a long backlog comes in several answers, nothing left out', async () => {
  const padding = 'x'.repeat(1024 * 1024)
  for (let number = 0; number < 6; number++) {
    deliver(server.organization, {
      type: 'test',
      audience: [member.id],
      payload: () => ({ number, padding }),
    })
  }
  const numbers: unknown[] = []
  let last = -1
  let answers = 0
  while (numbers.length < 6) {
    const { events } = (await poll(last, { dont_block: true })).body
    if (!Array.isArray(events) || events.length === 0) throw new Error('Nothing more')
    for (const event of events) numbers.push(event.number)
    last = Number(events.at(-1).id)
    answers++
  }
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5])
  expect(answers).toBe(2)
})

test('a queue that nobody reads is given up before it fills the memory', async () => {
  for (let number = 0; number <= queueLimits.events; number++) send(number)
  expect((await poll(-1)).body['code']).toBe('BAD_EVENT_QUEUE_ID')
  await server.advance(1)
  expect(queues(server.organization).find(String(state['queue_id']))).toBeUndefined()
})

test('of more queues than a person may have, the idlest gives way, and nobody else’s', async () => {
  const hoarder = await server.addPerson('Hoarder')
  const ids: unknown[] = []
  for (let number = 0; number < personLimits.queues; number++) {
    ids.push((await register(hoarder, { event_types: ['test'] }))['queue_id'])
    server.clock.advance(1000)
  }
  const ask = (id: unknown) => hoarder.get('/events', { queue_id: id, last_event_id: -1, dont_block: true })
  // The first one is asked for, the second waits: the third is the idlest.
  expect((await ask(ids[0])).status).toBe(200)
  const hangUp = new AbortController()
  const waiting = hoarder
    .get('/events', { queue_id: ids[1], last_event_id: -1 }, hangUp.signal)
    .catch(() => undefined)
  await untilWaiting(server, ids[1])
  server.clock.advance(5000)
  await register(hoarder, { event_types: ['test'] })
  expect(queues(server.organization).find(String(ids[1]))?.isWaiting).toBe(true)
  hangUp.abort()
  await waiting
  const gone = []
  for (const [index, id] of ids.entries()) if ((await ask(id)).status !== 200) gone.push(index)
  expect(gone).toEqual([2])
  expect((await poll(-1, { dont_block: true })).status).toBe(200)
})

test('what all queues of a person hold together is bounded: the idlest are given up', async () => {
  const sleeper = await server.addPerson('Sleeper')
  const states: State[] = []
  for (let number = 0; number < 6; number++) {
    states.push(await register(sleeper, { event_types: ['test'] }))
    server.clock.advance(1000)
  }
  const padding = 'x'.repeat(personLimits.characters / 10)
  const send = () =>
    deliver(server.organization, { type: 'test', audience: [sleeper.id], payload: () => ({ padding }) })
  send()
  send()
  const statuses = []
  for (const { queue_id: id } of states) {
    const parameters = { queue_id: id, last_event_id: 1, dont_block: true }
    statuses.push((await sleeper.get('/events', parameters)).status)
  }
  expect(statuses).toEqual([400, 400, 200, 200, 200, 200])
  expect((await poll(-1, { dont_block: true })).status).toBe(200)
})

test('as many queues as there may be, with the longest narrows there may be, hold up no message', async () => {
  const watcher = await server.addPerson('Watcher')
  await member.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'busy' }],
    principals: [watcher.id],
  })
  const phrase = (number: number) => `"word word${number} word"`
  const phrases = (count: number, from = 0) => [
    {
      operator: 'search',
      operand: Array.from({ length: count }, (_, index) => phrase(from + index)).join(' '),
      negated: true,
    },
  ]
  const tooMany = await watcher.post('/register', { narrow: phrases(51) })
  expect([tooMany.status, tooMany.body['code']]).toEqual([400, 'BAD_NARROW'])
  const tooLong = await watcher.post('/register', { narrow: [['topic', 'x'.repeat(70_000)]] })
  expect(tooLong.status).toBe(413)
  expect([...queues(server.organization).ofUser(watcher.id)]).toEqual([])
  for (let number = 0; number < personLimits.queues; number++) {
    const narrow = phrases(50, 50 * number)
    await register(watcher, { narrow, event_types: ['message'], fetch_event_types: [] })
  }
  const content = 'word '.repeat(2000)
  const taken: number[] = []
  // What else this process does at the same time, such as tidying up its memory, it does not do each time.
  for (let number = 0; number < 3; number++) {
    const before = process.cpuUsage()
    await member.post('/messages', { type: 'channel', to: 'busy', topic: 'talk', content })
    const { user, system } = process.cpuUsage(before)
    taken.push(user + system)
  }
  // Microseconds. It was two seconds.
  expect(Math.min(...taken)).toBeLessThan(500_000)
  const [queue] = queues(server.organization).ofUser(watcher.id)
  expect(queue?.entries).toHaveLength(3)
})

test.each([
  ['no queue', {}, 'REQUEST_VARIABLE_MISSING'],
  ['an unknown queue', { queue_id: 'nothing' }, 'BAD_EVENT_QUEUE_ID'],
  ['an event ID that is no number', { queue_id: 'x', last_event_id: 'abc' }, 'REQUEST_VARIABLE_INVALID'],
  ['a negative event ID', { queue_id: 'x', last_event_id: -2 }, 'REQUEST_VARIABLE_INVALID'],
  ['dont_block that is no boolean', { queue_id: 'x', dont_block: 'perhaps' }, 'REQUEST_VARIABLE_INVALID'],
])('polling with %s is refused', async (_, parameters, code) => {
  const reply = await member.get('/events', parameters)
  expect([reply.status, reply.body['code']]).toEqual([400, code])
})

test('an event ID the queue has not reached is refused and acknowledges nothing', async () => {
  send(1)
  expect((await poll(5)).body['code']).toBe('BAD_REQUEST')
  expect((await poll(-1)).body['events']).toHaveLength(1)
})

test.each([
  ['event_types', 'stream'],
  ['event_types', '[1]'],
  ['fetch_event_types', '{}'],
  ['apply_markdown', 'maybe'],
  ['client_capabilities', '[]'],
  ['client_capabilities', '{"empty_topic_name":1}'],
  ['include_subscribers', 'some'],
  ['presence_history_limit_days', '-1'],
])('registering with %s = %s is refused and makes no queue', async (name, value) => {
  const before = queues(server.organization).count
  const reply = await member.post('/register', { [name]: value })
  expect([reply.status, reply.body['code'], reply.body['var_name']]).toEqual([
    400,
    'REQUEST_VARIABLE_INVALID',
    name,
  ])
  expect(queues(server.organization).count).toBe(before)
})

test('without credentials there is no register, no poll, no delete', async () => {
  for (const [method, path] of [
    ['POST', '/register'],
    ['GET', '/events?queue_id=x'],
    ['DELETE', '/events?queue_id=x'],
  ] as const) {
    const reply = await anonymous(server.url, path, { method })
    expect([reply.status, reply.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})
