// When waiting polls are answered: what a busy queue gets goes out together, and many answers leave others their turns.
import { expect, test } from 'bun:test'
import { Delivery } from '../src/events/delivery'
import type { EventQueue } from '../src/events/queue'
import { deliver } from '../src/events/event'
import { queues } from '../src/events/queues'
import { register } from './support/law'
import { scenario } from './support/scenario'
import { untilWaiting } from './support/waiting'

const { server, member } = await scenario({ member: 'member Mia Member' })

async function openQueue(): Promise<EventQueue> {
  const { queue_id: id } = await register(member, { event_types: ['test'] })
  const queue = queues(server.organization).find(String(id))
  if (!queue) throw new Error('The queue is not there')
  return queue
}

function send(number: number): void {
  deliver(server.organization, { type: 'test', audience: [member.id], payload: () => ({ number }) })
}

test('what comes just after an answer goes out a moment later, all of it together', async () => {
  const queue = await openQueue()
  const poll = (more: object = {}) =>
    member.get('/events', { queue_id: queue.id, last_event_id: -1, ...more })
  // As if an answer were about to leave: the way here takes longer than queues rest.
  const restsUntil = performance.now() + 100
  queue.answeredAt = restsUntil
  const waiting = poll()
  await untilWaiting(server, queue.id)
  send(0)
  send(1)
  expect((await waiting).body['events']).toHaveLength(2)
  expect(performance.now()).toBeGreaterThan(restsUntil)
  queue.answeredAt = performance.now() + 60_000
  expect((await poll({ dont_block: true })).body['events']).toHaveLength(2)
})

test('who asks while a queue rests gets what is there when it has rested', async () => {
  const queue = await openQueue()
  send(0)
  const restsUntil = performance.now() + 100
  queue.answeredAt = restsUntil
  const { body } = await member.get('/events', { queue_id: queue.id, last_event_id: -1 })
  expect(body['events']).toHaveLength(1)
  expect(performance.now()).toBeGreaterThan(restsUntil)
})

test('a thousand answers leave others their turns, and nobody is forgotten or answered twice', async () => {
  const all: EventQueue[] = []
  while (all.length < 30) all.push(await openQueue())
  const answered: EventQueue[] = []
  const delivery = new Delivery((due) => {
    for (const queue of due) {
      answered.push(queue)
      const until = performance.now() + 1
      while (performance.now() < until);
    }
  })
  const [gone, ...others] = all
  if (!gone) throw new Error('There are queues')
  for (const queue of [...all, ...all]) delivery.add(queue)
  delivery.forget(gone)
  const counts = new Set<number>()
  while (answered.length < others.length) {
    counts.add(answered.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(answered.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  expect(counts.size).toBeGreaterThan(3)
})
