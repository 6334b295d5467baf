// What one turn of the event loop takes on of requests: where it is next to nothing, all are answered, one caller after another,
// as whoever they are by then.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { turnLimits } from '../src/organization/turns'
import { activeSince } from '../src/users/activity'
import { Client } from './support/client'
import { holdsLaw } from './support/law'
import { scenario } from './support/scenario'
import { rawRequest } from './support/raw-request'
import { until } from './support/waiting'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })

const usual = { ...turnLimits }
beforeAll(() => {
  Object.assign(turnLimits, { perTurn: 0, light: 0, perTurnOfLight: 0, perCommit: 0 })
})
afterAll(() => {
  Object.assign(turnLimits, usual)
})

test('whoever asks for much at once is answered in later turns; others have theirs in between', async () => {
  const answered: Client[] = []
  const ask = async (who: Client, call: string): Promise<void> => {
    const head = `${call} HTTP/1.1\r\nHost: x\r\nAuthorization: ${who.authorization}\r\nContent-Length: 0\r\n\r\n`
    expect(await rawRequest(server.server.port, head)).toStartWith('HTTP/1.1 200 ')
    answered.push(who)
  }
  const many = Array.from({ length: 50 }, (_, index) =>
    ask(ann, index % 2 === 0 ? 'GET /api/v1/users' : 'POST /api/v1/register'),
  )
  await many[0]
  await ask(bob, 'GET /api/v1/users/me')
  expect(answered.length).toBeLessThan(40)
  await Promise.all(many)
  expect(answered).toHaveLength(51)
})

test('state and events hold, and what is wrong is refused', () =>
  holdsLaw([owner, ann, bob], async () => {
    const sent = await Promise.all([
      ann.post('/messages', { type: 'direct', to: [bob.id], content: 'hello' }),
      bob.patch('/settings', { full_name: 'Robert' }),
      owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'news' }],
        principals: [ann.id, bob.id],
      }),
      ann.post('/messages', { type: 'direct', to: 'nobody', content: 'hello' }),
      ann.get('/messages', { anchor: 'newest', num_before: 'many', num_after: 0 }),
      ann.get('/users', { client_gravatar: 'perhaps' }),
      new Client(ann.url, ann.id, ann.email, 'wrong').get('/users'),
    ])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 400, 401])
  }))

test('a request whose sender is deactivated while its body comes is refused', async () => {
  const eve = await server.addPerson('Eve')
  const body = `type=direct&to=[${bob.id}]&content=too late`
  const head =
    `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${eve.authorization}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`
  const answer = Promise.withResolvers<string>()
  const socket = connect(server.server.port, '127.0.0.1')
  socket.on('data', (data: Buffer) => answer.resolve(data.toString()))
  socket.write(head + body.slice(0, 10))
  await until(async () => {
    await bob.get('/users/me')
    return activeSince(server.organization, 0)(eve.id)
  })
  expect((await owner.delete(`/users/${eve.id}`)).status).toBe(200)
  socket.write(body.slice(10))
  expect(await answer.promise).toContain('"code":"USER_DEACTIVATED"')
  socket.destroy()
  expect(
    (await bob.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).body['messages'],
  ).not.toContainEqual(expect.objectContaining({ sender_id: eve.id }))
})

test('whoever leaves in the middle of long answers leaves nothing behind', async () => {
  const draft = { type: '', to: [], topic: '', content: 'x'.repeat(10_000), timestamp: 0 }
  const cy = await server.addPerson('Cy')
  for (let times = 0; times < 5; times++) {
    const kept = await cy.post('/drafts', { drafts: Array.from({ length: 90 }, () => draft) })
    expect(kept.status).toBe(200)
  }
  for (let round = 0; round < 5; round++) {
    const answered = Array.from({ length: 10 }, async () => {
      const socket = connect(server.server.port, '127.0.0.1')
      socket.write(`GET /api/v1/drafts HTTP/1.1\r\nHost: x\r\nAuthorization: ${cy.authorization}\r\n\r\n`)
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
    })
    await Promise.all(answered)
  }
  await until(async () => (await cy.get('/users/me')).status === 200)
  expect((await cy.get('/drafts')).body['count']).toBe(450)
})
