// A clean restart: queues go on where they were, and clients notice nothing but a reconnect.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliver } from '../src/events/event'
import { eventsOf, register } from './support/law'
import { TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

test('queues survive a clean restart with their events, and IDs go on', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner)
    const send = (number: number) =>
      deliver(server.organization, { type: 'test', audience: 'everyone', payload: () => ({ number }) })
    send(1)
    const waiting = server.owner.get('/events', { queue_id: state['queue_id'], last_event_id: 0 })
    await untilWaiting(server, state['queue_id'])
    await server.restart()
    expect((await waiting).body).toMatchObject({ result: 'success', events: [] })
    send(2)
    const after = { ...state, last_event_id: 0 }
    expect(await eventsOf({ person: server.owner, state: after })).toEqual([
      { id: 1, type: 'test', number: 2 },
    ])
  } finally {
    await server.stop()
  }
})

test('unacknowledged events are there after the restart, and options still hold', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner, { event_types: ['wanted'] })
    for (const type of ['wanted', 'unwanted']) {
      deliver(server.organization, { type, audience: 'everyone', payload: () => ({}) })
    }
    await server.restart()
    for (const type of ['wanted', 'unwanted']) {
      deliver(server.organization, { type, audience: 'everyone', payload: () => ({}) })
    }
    expect(await eventsOf({ person: server.owner, state })).toEqual([
      { id: 0, type: 'wanted' },
      { id: 1, type: 'wanted' },
    ])
  } finally {
    await server.stop()
  }
})

test('damaged saved queues do not keep the server from starting', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner)
    const { folder } = server.organization
    await server.restart(() => writeFileSync(join(folder, 'queues.json'), '[{"id":'))
    const reply = await server.owner.get('/events', { queue_id: state['queue_id'] })
    expect(reply.body['code']).toBe('BAD_EVENT_QUEUE_ID')
  } finally {
    await server.stop()
  }
})
