// An organization that its owner closes, and the command line opens again.
import { expect, test } from 'bun:test'
import { setDeactivated } from '../src/administration/settings'
import { Browser } from './support/browser'
import { anonymous, type Client } from './support/client'
import { eventsOf, register } from './support/law'
import { areRefused, badRequest, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'
import { password } from './support/server'
import { untilWaiting } from './support/waiting'

const { server, owner, admin, member, guest } = await scenario({
  admin: 'administrator',
  member: 'member',
  guest: 'guest',
})

test('an owner deactivates the organization: it tells its queues, logs browsers out, and refuses everybody until it is open again', async () => {
  const refused = (who: Client, msg: string): Refusal => ({
    who,
    method: 'post',
    path: '/realm/deactivate',
    answer: badRequest(msg),
  })
  await areRefused(member, [
    refused(guest, 'Must be an organization owner'),
    refused(member, 'Must be an organization owner'),
    refused(admin, 'Must be an organization owner'),
  ])
  const nobody = await anonymous(server.url, '/realm/deactivate', { method: 'POST' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  const browser = new Browser(server.url)
  await browser.logIn(member.email, password)
  const queue = await register(member, { event_types: ['realm'] })
  const browsers = await register(browser, { event_types: ['realm'] })
  const polls = [
    member.get('/events', { queue_id: queue['queue_id'], last_event_id: -1 }),
    browser.get('/events', { queue_id: browsers['queue_id'], last_event_id: -1 }),
  ]
  for (const { queue_id } of [queue, browsers]) await untilWaiting(server, queue_id)
  expect((await owner.post('/realm/deactivate')).body).toEqual({ result: 'success', msg: '' })
  for (const { body } of await Promise.all(polls)) {
    expect(body['events']).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: 1 }])
  }
  for (const reply of [
    await owner.post('/realm/deactivate'),
    await member.get('/users/me'),
    await browser.get('/users/me'),
    await browser.logIn(member.email, password),
    await anonymous(server.url, '/register', { method: 'POST' }),
  ]) {
    expect([reply.status, reply.body['code']]).toEqual([401, 'REALM_DEACTIVATED'])
  }
  expect((await anonymous(server.url, '/server_settings')).status).toBe(200)
  await setDeactivated(server.organization, false)
  // Keys and their queues go on, browsers have to log in anew.
  expect(await eventsOf({ person: member, state: queue })).toMatchObject([{ op: 'deactivated' }])
  expect((await browser.get('/users/me')).status).toBe(401)
  await browser.logIn(member.email, password)
  expect((await browser.get('/users/me')).status).toBe(200)
})
