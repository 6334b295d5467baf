// The timer: nothing that fails, is slow or hangs holds up the rest.
import { expect, test } from 'bun:test'
import { found } from '../src/administration/founding'
import { enqueue } from '../src/jobs/queueing'
import type { Organization } from '../src/organization/organization'
import type { Duty } from '../src/timer/loop'
import { Client, type Reply } from './support/client'
import { gate, testKind } from './support/jobs'
import { register } from './support/law'
import { password, startOfTests, TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

test('heartbeats go on when scheduled messages can’t be read, and the failure is told', async () => {
  const server = await TestServer.start()
  try {
    const { answer } = await poll(server.owner, server.organization, 'heartbeat')
    server.organization.db.sqlite.run('ALTER TABLE scheduled_messages RENAME TO lost')
    const failure = await server.advance(60_000).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((await answer).body['events']).toEqual([{ id: 0, type: 'heartbeat' }])
  } finally {
    server.organization.db.sqlite.run('ALTER TABLE lost RENAME TO scheduled_messages')
    await server.stop()
  }
})

test('a duty and a job that hang in one organization hold up neither another nor their own one’s heartbeats', async () => {
  const hangs: string[] = []
  const hanging: Duty = {
    name: 'hanging',
    every: 0,
    run({ subdomain }) {
      hangs.push(subdomain)
      return subdomain === 'second' ? gate().opened : undefined
    },
  }
  const kind = testKind('hanging', () => gate().opened)
  const server = await TestServer.start({ duties: [hanging], jobKinds: [kind] })
  const second = await makeSecond(server)
  await server.server.settled()
  await second.organization.write((tx) => enqueue(tx, kind, { name: 'hangs' }))
  const dueAt = startOfTests / 1000 + 30
  for (const { owner } of [server, second]) {
    const message = { type: 'direct', to: [owner.id], content: 'Due', scheduled_delivery_timestamp: dueAt }
    expect((await owner.post('/scheduled_messages', message)).body).toMatchObject({ result: 'success' })
  }
  const waiting = { message: new Array<Promise<Reply>>(), heartbeat: new Array<Promise<Reply>>() }
  for (const { owner, organization } of [server, second]) {
    waiting.message.push((await poll(owner, organization, 'message')).answer)
    waiting.heartbeat.push((await poll(owner, organization, 'heartbeat')).answer)
  }
  server.clock.advance(30_000)
  void server.server.tick()
  for (const { body } of await Promise.all(waiting.message)) {
    expect(body['events']).toMatchObject([{ type: 'message', message: { content: 'Due' } }])
  }
  server.clock.advance(30_000)
  void server.server.tick()
  for (const { body } of await Promise.all(waiting.heartbeat)) {
    expect(body['events']).toMatchObject([{ type: 'heartbeat' }])
  }
  // It is not started again while it hangs.
  expect(hangs).toEqual(['', 'second', ''])
  await server.stop()
})

/** Calls an organization by its name. */
class SecondClient extends Client {
  override request(path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers)
    headers.set('host', 'second.example.com')
    return super.request(path, { ...init, headers })
  }
}

async function makeSecond(server: TestServer): Promise<{ organization: Organization; owner: Client }> {
  let owner: Client | undefined
  const organization = await server.server.organizations.create('second', async (draft) => {
    const person = { email: 'second@example.com', fullName: 'Second Owner', password }
    const founded = await found(draft, { name: 'Second organization', owner: person })
    owner = new SecondClient(server.url, founded.owner.id, founded.owner.email, founded.apiKey)
  })
  if (!owner) throw new Error('The organization has no owner')
  return { organization, owner }
}

/** A client that waits for an event; resolves to its answer once it has reached the server. */
async function poll(owner: Client, organization: Organization, type: string) {
  const state = await register(owner, { event_types: [type] })
  const answer = owner.get('/events', { queue_id: state['queue_id'], last_event_id: -1 })
  await untilWaiting({ organization }, state['queue_id'])
  return { answer }
}
