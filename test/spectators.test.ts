// Access without an account, where the organization allows it (contract 4.17, 5).
import { expect, test } from 'bun:test'
import { queues } from '../src/events/queues'
import { storeSetting } from '../src/organization/settings'
import { anonymous, type Reply } from './support/client'
import { scenario } from './support/scenario'

const { server } = await scenario({})

function allowSpectators(allowed: boolean): Promise<void> {
  return server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', allowed))
}

function registerAnonymously(parameters: Record<string, string> = {}): Promise<Reply> {
  return anonymous(server.url, '/register', { method: 'POST', body: new URLSearchParams(parameters) })
}

test('a register without credentials is refused where the organization has no public access', async () => {
  await allowSpectators(false)
  const reply = await registerAnonymously()
  expect([reply.status, reply.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})

test('with public access it gives state and no queue', async () => {
  await allowSpectators(true)
  const reply = await registerAnonymously({ fetch_event_types: '["realm"]' })
  expect(reply.body).toMatchObject({ result: 'success', queue_id: null, last_event_id: -1 })
  expect(queues(server.organization).count).toBe(0)
})

test('spectators are told of the organization and its settings just what everybody is told', async () => {
  await allowSpectators(true)
  const fetch_event_types = ['realm', 'realm_user_settings_defaults', 'realm_linkifiers', 'realm_playgrounds']
  const { body: owners } = await server.owner.post('/register', { fetch_event_types })
  const { body } = await registerAnonymously({ fetch_event_types: JSON.stringify(fetch_event_types) })
  expect({ ...body, queue_id: '' }).toEqual({ ...owners, queue_id: '' })
})

test.each([
  ['client_gravatar', 'true'],
  ['include_subscribers', 'true'],
])('%s = %s is an error without credentials', async (name, value) => {
  await allowSpectators(true)
  const reply = await registerAnonymously({ [name]: value })
  expect([reply.status, reply.body['code'], reply.body['var_name']]).toEqual([
    400,
    'REQUEST_VARIABLE_INVALID',
    name,
  ])
})

test('a partial list of subscribers may be asked for, and names nobody', async () => {
  await allowSpectators(true)
  const { body } = await registerAnonymously({ include_subscribers: 'partial' })
  expect(body).toMatchObject({ result: 'success', queue_id: null })
  expect(JSON.stringify(body)).not.toMatch(/"(partial_)?subscribers":\[\d/)
})

test('the fields about oneself are those of nobody, and the same as people with an account have', async () => {
  await allowSpectators(true)
  const asked = { fetch_event_types: '["realm_user"]' }
  const { body } = await registerAnonymously(asked)
  const own = (await server.owner.post('/register', asked)).body
  expect(Object.keys(body).sort()).toEqual(Object.keys(own).sort())
  for (const [name, value] of Object.entries(body)) {
    if (/^(is|can)_/.test(name)) expect([name, value]).toEqual([name, false])
    else if (name !== 'queue_id') expect([name, typeof value]).toEqual([name, typeof own[name]])
  }
  expect(body).toMatchObject({ user_id: 0, email: '', delivery_email: '', full_name: '', avatar_source: 'G' })
})

test('addresses are not shown to spectators, and avatars need no computing', async () => {
  await allowSpectators(true)
  const { body } = await registerAnonymously({ fetch_event_types: '["realm_user"]' })
  const people = body['realm_users']
  if (!Array.isArray(people)) throw new Error('No people')
  for (const person of people) {
    expect(person).toMatchObject({ delivery_email: null })
    expect(person['avatar_url']).toBeString()
  }
})

test('a key that has ended is refused, not taken for somebody without an account', async () => {
  await allowSpectators(true)
  const authorization = `Basic ${btoa('owner@example.com:wrong')}`
  const messages = '/messages?anchor=newest&num_before=1&num_after=0&narrow=[["channels","web-public"]]'
  for (const [path, method] of [
    ['/register', 'POST'],
    [messages, 'GET'],
  ] as const) {
    expect((await anonymous(server.url, path, { method })).status).toBe(200)
    const reply = await anonymous(server.url, path, { method, headers: { authorization } })
    expect([reply.status, reply.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})
