// The timer: a duty that fails does not hold up the others.
import { expect, test } from 'bun:test'
import { register } from './support/law'
import { TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

test('heartbeats go on when scheduled messages can’t be read, and the failure is told', async () => {
  const server = await TestServer.start()
  try {
    const state = await register(server.owner)
    const waiting = server.owner.get('/events', { queue_id: state['queue_id'], last_event_id: -1 })
    await untilWaiting(server, state['queue_id'])
    server.organization.db.sqlite.run('ALTER TABLE scheduled_messages RENAME TO lost')
    const failure = await server.advance(60_000).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((await waiting).body['events']).toEqual([{ id: 0, type: 'heartbeat' }])
  } finally {
    server.organization.db.sqlite.run('ALTER TABLE lost RENAME TO scheduled_messages')
    await server.stop()
  }
})
