// Presence: who is there, in both formats, told only when it is news, written down now and then (contract 2.6, 4.9).
import { quietly } from './support/quietly'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { storeSetting, storeValue } from '../src/organization/settings'
import { defaultRules } from '../src/organization/rules'
import { systemGroupId } from '../src/user-groups/repository'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item } from './support/law/rules'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { addPeople } from './support/scenario'
import { startOfTests, TestServer } from './support/server'

const path = '/users/me/presence'
const now = startOfTests / 1000
const simplified = { slim_presence: true, client_capabilities: { simplified_presence_events: true } }

let server: TestServer
let owner: Client
let member: Client
let guest: Client
const people = { member: 'member Mia Member', guest: 'guest Gus Guest' } as const
beforeEach(async () => {
  server = await TestServer.start()
  owner = server.owner
  ;({ member, guest } = await addPeople(server, people))
})
afterEach(() => server.stop())

/** Reports; @returns the answer's fields. */
async function report(who: Client, status: string, more: object = { ping_only: true }) {
  const reply = await who.post(path, { status, ...more })
  expect(reply.body).toMatchObject({ result: 'success' })
  return reply.body
}

async function seconds(count: number): Promise<void> {
  await server.advance(count * 1000)
}

test('clients that know last_update_id get what is new to them, in the modern format', async () => {
  const first = await report(member, 'active', { last_update_id: -1 })
  expect(first).toEqual({
    result: 'success',
    msg: '',
    presence_last_update_id: 1,
    server_timestamp: now,
    presences: { [member.id]: { active_timestamp: now, idle_timestamp: now } },
  })
  await seconds(20)
  await report(guest, 'idle')
  const next = await report(owner, 'idle', { last_update_id: 1, new_user_input: true })
  expect(next).toMatchObject({ presence_last_update_id: 3, server_timestamp: now + 20 })
  expect(next['presences']).toEqual({
    // Only ever seen idle, they were active before anybody asked, and are not now.
    [guest.id]: { active_timestamp: now + 20 - 141, idle_timestamp: now + 20 },
    [owner.id]: { active_timestamp: now + 20 - 141, idle_timestamp: now + 20 },
  })
  await seconds(5)
  await report(guest, 'active')
  await report(guest, 'idle')
  await report(guest, 'idle')
  const latest = await report(member, 'active', { last_update_id: 3 })
  expect(latest['presences']).toEqual({
    [guest.id]: { active_timestamp: now + 25, idle_timestamp: now + 25 },
    [member.id]: { active_timestamp: now + 25, idle_timestamp: now + 25 },
  })
  expect(await report(member, 'active', { last_update_id: latest['presence_last_update_id'] })).toMatchObject(
    {
      presence_last_update_id: latest['presence_last_update_id'],
      presences: {},
    },
  )
})

test('a ping gets no presence of others', async () => {
  expect(await report(member, 'active')).toEqual({ result: 'success', msg: '', presence_last_update_id: -1 })
})

test('older clients get everybody by address, twice the same', async () => {
  await report(member, 'active')
  await seconds(100)
  await report(member, 'idle')
  const { presences } = await report(guest, 'idle', {})
  const aggregated = { client: 'website', status: 'active', timestamp: now }
  const idle = { client: 'website', status: 'idle', timestamp: now + 100 }
  expect(presences).toEqual({
    'mia.member@example.com': { aggregated, website: { ...aggregated, pushable: false } },
    'gus.guest@example.com': { aggregated: idle, website: { ...idle, pushable: false } },
  })
  server.clock.advance(250)
  const all = await owner.get('/realm/presence')
  expect(all.body).toEqual({ result: 'success', msg: '', presences, server_timestamp: now + 100.25 })
  await seconds(41)
  await report(member, 'idle')
  const later = item((await owner.get('/realm/presence')).body['presences'])
  expect(later['mia.member@example.com']).toMatchObject({
    aggregated: { client: 'website', status: 'idle', timestamp: Math.floor(now + 141.25) },
  })
  const { presences: slim } = await report(guest, 'idle', { slim_presence: true })
  expect(Object.keys(item(slim))).toEqual([String(member.id), String(guest.id)])
})

test("somebody's presence by ID or address", async () => {
  await report(member, 'active')
  const active = { status: 'active', timestamp: now }
  for (const ref of [member.id, member.email]) {
    const reply = await guest.get(`/users/${ref}/presence`)
    expect(reply.body).toEqual({
      result: 'success',
      msg: '',
      presence: { aggregated: active, website: active },
    })
  }
  const bot = await server.organization.db.sqlite
    .query<{ id: number }, []>('SELECT id FROM users WHERE bot_type IS NOT NULL')
    .get()
  const get = (ref: unknown, msg: string) => ({
    who: member,
    method: 'get' as const,
    path: `/users/${ref}/presence`,
    answer: badRequest(msg),
  })
  await areRefused(member, [
    get(guest.id, 'There is no presence data for this user'),
    get(999, 'No such user'),
    get('nobody@example.com', 'No such user'),
    get(bot?.id, 'Presence is not supported for bot users.'),
  ])
})

test('an event when someone comes, or comes back to their device; none while they stay', async () => {
  await holdsLaw([owner, guest], () => report(member, 'idle'))
  await seconds(60)
  const modern = { person: guest, state: await register(guest, simplified) }
  const legacy = { person: guest, state: await register(guest) }
  await report(member, 'idle')
  expect(await eventsOf(modern)).toEqual([])
  await report(member, 'active')
  const at = now + 60
  expect(await eventsOf(modern)).toEqual([
    {
      id: 0,
      type: 'presence',
      presences: { [member.id]: { active_timestamp: at, idle_timestamp: at } },
    },
  ])
  expect(await eventsOf(legacy)).toEqual([
    {
      id: 0,
      type: 'presence',
      user_id: member.id,
      email: member.email,
      server_timestamp: at,
      presence: { website: { client: 'website', status: 'active', timestamp: at, pushable: false } },
    },
  ])
  for (let minute = 0; minute < 5; minute++) {
    await seconds(60)
    await report(member, minute % 2 ? 'idle' : 'active')
  }
  expect(await eventsOf(modern)).toHaveLength(1)
  await seconds(141)
  await report(member, 'idle')
  expect(await eventsOf(modern)).toHaveLength(2)
})

test('people who hide their presence look offline from then on', async () => {
  await report(member, 'active')
  await seconds(10)
  await holdsLaw([owner, member, guest], () => member.patch('/settings', { presence_enabled: false }))
  await report(member, 'active')
  const offline = { status: 'active', timestamp: now - 131 }
  expect((await guest.get(`/users/${member.id}/presence`)).body['presence']).toEqual({
    aggregated: offline,
    website: offline,
  })
  await holdsLaw([owner, member, guest], async () => {
    await member.patch('/settings', { presence_enabled: true })
    await report(member, 'active')
  })
  expect((await guest.get(`/users/${member.id}/presence`)).body['presence']).toMatchObject({
    website: { timestamp: now + 10 },
  })
})

test('who hides their presence together with their address is told of by the address they have then', async () => {
  await report(member, 'active')
  await holdsLaw([owner], () =>
    member.patch('/settings', { presence_enabled: false, email_address_visibility: 5 }),
  )
})

test('an organization without presence keeps and gives none', async () => {
  await report(member, 'active')
  await server.organization.write((tx) => storeSetting(tx, 'presence_disabled', true))
  expect(await report(guest, 'active', { last_update_id: -1 })).toMatchObject({
    presence_last_update_id: -1,
    presences: {},
  })
  expect(await register(guest)).toMatchObject({ presences: {}, presence_last_update_id: -1 })
  expect((await guest.get(`/users/${member.id}/presence`)).body['code']).toBe('BAD_REQUEST')
})

test('register gives presence in either format, not older than asked for', async () => {
  await report(member, 'active')
  await seconds(3 * 24 * 3600)
  await report(guest, 'idle')
  const types = { fetch_event_types: ['presence'] }
  const slim = await register(owner, { ...types, slim_presence: true })
  expect(slim).toMatchObject({ presence_last_update_id: 2, server_timestamp: now + 3 * 24 * 3600 })
  expect(slim['presences']).toEqual({
    [member.id]: { active_timestamp: now, idle_timestamp: now },
    // Only ever seen idle, but they were there when they joined.
    [guest.id]: { active_timestamp: now, idle_timestamp: now + 3 * 24 * 3600 },
  })
  const recent = await register(owner, { ...types, presence_history_limit_days: 2 })
  expect(Object.keys(item(recent['presences']))).toEqual([guest.email])
  const polled = await report(owner, 'idle', { last_update_id: -1, history_limit_days: 2 })
  expect(Object.keys(item(polled['presences']))).toEqual([String(owner.id), String(guest.id)])
  await seconds(12 * 24 * 3600)
  expect(item((await register(owner, types))['presences'])).not.toHaveProperty(member.email)
})

test('accounts that are no longer active have no presence', async () => {
  await report(member, 'active')
  await owner.delete(`/users/${member.id}`)
  expect((await owner.get('/realm/presence')).body['presences']).toEqual({})
  expect((await owner.get(`/users/${member.id}/presence`)).body['code']).toBe('BAD_REQUEST')
})

test('guests of limited sight: presence of all by number, or only of those they see, as the server has it', async () => {
  const limit = async () => {
    const only = systemGroupId(server.organization, 'role:members')
    await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', only))
  }
  await limit()
  const legacy = { person: guest, state: await register(guest) }
  await report(member, 'active')
  const standIn = `user${member.id}@root.confab.invalid`
  expect(await eventsOf(legacy)).toMatchObject([{ user_id: member.id, email: standIn }])
  expect(Object.keys(item((await guest.get('/realm/presence')).body['presences']))).toEqual([standIn])

  await server.stop()
  server = await TestServer.start({ rules: { ...defaultRules, canAccessAllUsersGroupLimitsPresence: true } })
  owner = server.owner
  ;({ member, guest } = await addPeople(server, people))
  await limit()
  const watching = { person: guest, state: await register(guest, simplified) }
  await report(member, 'active')
  expect(await eventsOf(watching)).toEqual([])
  expect((await guest.get('/realm/presence')).body['presences']).toEqual({})
  expect(await report(guest, 'idle', { last_update_id: -1 })).toMatchObject({
    presences: { [guest.id]: { active_timestamp: now - 141, idle_timestamp: now } },
  })
  expect(Object.keys(item((await owner.get('/realm/presence')).body['presences']))).toHaveLength(2)
  expect((await guest.get(`/users/${member.id}/presence`)).body).toMatchObject(badRequest('No such user'))
})

test('what others are told is on disk; other reports go there once a minute and at the end', async () => {
  const onDisk = () => server.organization.db.sqlite.query('SELECT user_id, connected_at FROM presence').all()
  await report(member, 'active')
  expect(onDisk()).toEqual([{ user_id: member.id, connected_at: now }])
  await seconds(59)
  await report(member, 'active')
  expect(onDisk()).toEqual([{ user_id: member.id, connected_at: now }])
  await seconds(1)
  expect(onDisk()).toEqual([{ user_id: member.id, connected_at: now + 59 }])
  const { presence_last_update_id: last } = await report(guest, 'idle', { last_update_id: -1 })
  await server.restart()
  expect(onDisk()).toHaveLength(2)
  const after = await report(owner, 'idle', { last_update_id: last })
  expect(after['presences']).toEqual({
    [owner.id]: { active_timestamp: now + 60 - 141, idle_timestamp: now + 60 },
  })
  expect(Number(after['presence_last_update_id'])).toBeGreaterThan(Number(last))
  const everything = await report(owner, 'idle', { last_update_id: 0 })
  expect(Object.keys(item(everything['presences']))).toHaveLength(3)
})

test('bad input is refused and changes nothing', async () => {
  const post = (parameters: object, answer: { code: string }) => ({
    who: member,
    method: 'post' as const,
    path,
    parameters: { ...parameters },
    answer,
  })
  await areRefused(member, [
    post({}, missing('status')),
    post({ status: 'here' }, invalid('status')),
    post({ status: 'active', last_update_id: 'x' }, invalid('last_update_id')),
    post({ status: 'active', last_update_id: -2 }, invalid('last_update_id')),
    post({ status: 'active', history_limit_days: -1 }, invalid('history_limit_days')),
    post({ status: 'active', ping_only: 'x' }, invalid('ping_only')),
    post({ status: 'active', slim_presence: 1 }, invalid('slim_presence')),
  ])
  for (const each of [path, '/realm/presence', `/users/${member.id}/presence`]) {
    const method = each === path ? 'POST' : 'GET'
    const nobody = await anonymous(server.url, each, { method })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})
