// People: created, listed, changed, deactivated and reactivated (contract 4.6), with the law held by every change.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storeSetting, storeValue } from '../src/organization/settings'
import { allowCreatingUsers } from '../src/users/actions'
import { changeEmailVisibility, changeTimezone, presentUser } from '../src/users/profile'
import { systemGroupId } from '../src/user-groups/repository'
import { anonymous, type Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { roles, TestServer } from './support/server'

let server: TestServer
let owner: Client
let admin: Client
let moderator: Client
let member: Client
let guest: Client
let watchers: Client[]
beforeAll(async () => {
  server = await TestServer.start()
  owner = server.owner
  admin = await server.addPerson('Ada Admin', 'administrator')
  moderator = await server.addPerson('Mo Moderator', 'moderator')
  member = await server.addPerson('Mia Member')
  guest = await server.addPerson('Gus Guest', 'guest')
  watchers = [owner, member, guest]
})
afterAll(() => server.stop())

/** A person's user object as another sees it. */
async function seen(viewer: Client, ref: number | string): Promise<unknown> {
  return (await viewer.get(`/users/${ref}`)).body['user']
}

/** A person nobody needs afterwards. */
let count = 0
const somebody = (role: keyof typeof roles = 'member') => server.addPerson(`Somebody ${++count}`, role)

test('an administrator with the right creates a person, who arrives at everyone and can be found', async () => {
  await server.organization.write((tx) => allowCreatingUsers(tx, admin.id, true))
  const person = { email: 'New.Person@Example.com', password: 'a long password', full_name: 'Newton  Neu' }
  const reply = await holdsLaw(watchers, () => admin.post('/users', person))
  expect(reply.body).toEqual({ result: 'success', msg: '', user_id: expect.any(Number) })
  expect(await seen(member, Number(reply.body['user_id']))).toEqual({
    user_id: reply.body['user_id'],
    email: 'New.Person@Example.com',
    delivery_email: 'New.Person@Example.com',
    full_name: 'Newton Neu',
    date_joined: '2026-01-15T12:00:00+00:00',
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
  })
  expect(await seen(member, 'new.person@EXAMPLE.com')).toMatchObject({ full_name: 'Newton Neu' })
})

test('bad people are not created', async () => {
  const person = { email: 'x@example.com', password: 'a long password', full_name: 'X' }
  const bad = (changes: object, answer: { code: string }) => ({
    who: owner,
    method: 'post' as const,
    path: '/users',
    parameters: { ...person, ...changes },
    answer,
  })
  await areRefused(owner, [
    { who: owner, method: 'post', path: '/users', parameters: {}, answer: missing('email') },
    bad({ password: undefined }, missing('password')),
    bad({ full_name: undefined }, missing('full_name')),
    bad({ email: 'OWNER@example.com' }, badRequest("Email 'OWNER@example.com' already in use")),
    bad({ email: 'no address' }, badRequest("Invalid email 'no address'")),
    bad({ email: `${'x'.repeat(250)}@example.com` }, { code: 'BAD_REQUEST' }),
    bad({ email: 'a\u0000@example.com' }, invalid('email')),
    bad({ email: 'a\u202e@example.com' }, { code: 'BAD_REQUEST' }),
    bad({ password: 'short' }, badRequest('The password is too short (at least 8 characters)')),
    bad({ password: 'x'.repeat(1001) }, badRequest('The password is too long (at most 1000 characters)')),
    bad({ full_name: ' ' }, badRequest('Name is empty')),
    bad({ full_name: '👍'.repeat(101) }, badRequest('Name too long (at most 100 characters)')),
    bad({ full_name: 'A|7' }, badRequest('Invalid characters in name')),
    bad({ full_name: 'A\u202eB' }, badRequest('Invalid characters in name')),
    bad({ full_name: '...' }, badRequest('Invalid characters in name')),
    bad({ full_name: 'Everyone' }, badRequest("'Everyone' can't be a name: it mentions everybody")),
    { ...bad({}, badRequest('Must be an organization administrator')), who: moderator },
    { ...bad({}, badRequest('Must be an organization administrator')), who: guest },
    {
      ...bad({}, badRequest('This account may not create users: it needs the can_create_users permission')),
      who: await somebody('administrator'),
    },
  ])
  const nobody = await anonymous(server.url, '/users', { method: 'POST' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHENTICATED_USER'])
})

test('names are kept in one Unicode form; where names must be unique, case and form make no difference', async () => {
  await server.organization.write((tx) => storeSetting(tx, 'require_unique_names', true))
  const create = (full_name: string) =>
    owner.post('/users', { email: `u${++count}@example.com`, password: 'a long password', full_name })
  const reply = await create('Zoe\u0308 Neu')
  expect(await seen(owner, Number(reply.body['user_id']))).toMatchObject({ full_name: 'Zo\u00eb Neu' })
  expect((await create('ZO\u00cb neu')).body).toMatchObject(
    badRequest('Unique names required in this organization.'),
  )
  await server.organization.write((tx) => storeSetting(tx, 'require_unique_names', false))
  expect((await create('ZO\u00cb neu')).status).toBe(200)
})

test('the list of people: all of them, some of them, with gravatars and profile data as asked', async () => {
  const all = (await member.get('/users')).body['members']
  expect(all).toEqual(
    expect.arrayContaining([expect.objectContaining({ user_id: guest.id, avatar_url: null })]),
  )
  expect(JSON.stringify(all)).not.toContain('Notification Bot')
  const some = await member.get('/users', {
    user_ids: [owner.id, 99_999],
    client_gravatar: false,
    include_custom_profile_fields: true,
  })
  expect(some.body['members']).toEqual([
    expect.objectContaining({
      user_id: owner.id,
      role: 100,
      is_owner: true,
      is_admin: true,
      profile_data: {},
      avatar_url: expect.stringContaining('https://secure.gravatar.com/avatar/'),
    }),
  ])
  expect((await member.get('/users', { user_ids: 'x' })).body).toMatchObject(invalid('user_ids'))
})

test('oneself, others by ID and address, and nobody', async () => {
  expect((await guest.get('/users/me')).body).toMatchObject({
    result: 'success',
    user_id: guest.id,
    role: 600,
    is_guest: true,
    delivery_email: guest.email,
    profile_data: {},
    avatar_url: expect.stringContaining('gravatar'),
  })
  expect(await seen(guest, owner.id)).toEqual(await seen(guest, owner.email))
  for (const ref of ['99999', 'nobody@example.com', 'me2', '%20', 'a%2Fb', '-1', '1e3', '9'.repeat(30)]) {
    expect((await member.get(`/users/${ref}`)).body).toMatchObject(badRequest('No such user'))
  }
})

test('the public sees people without their addresses where it has access, else is asked to log in', async () => {
  expect((await anonymous(server.url, '/users')).body).toMatchObject({ code: 'UNAUTHENTICATED_USER' })
  await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))
  const reply = await anonymous(server.url, '/users?include_custom_profile_fields=true')
  expect(reply.status).toBe(200)
  expect(JSON.stringify(reply.body)).not.toContain('owner@example.com')
  expect((await anonymous(server.url, `/users/${owner.id}`)).status).toBe(401)
  await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', false))
})

test('an address is seen by those its owner shows it to, and found by no other', async () => {
  const shy = await somebody()
  const standIn = `user${shy.id}@root.confab.invalid`
  await holdsLaw([owner, moderator, ...watchers], () =>
    server.organization.write((tx) => changeEmailVisibility(tx, presentUser(server.organization, shy.id), 3)),
  )
  expect(await seen(admin, shy.email)).toMatchObject({ delivery_email: shy.email, email: standIn })
  expect((await member.get(`/users/${shy.email}`)).body).toMatchObject(badRequest('No such user'))
  expect(await seen(member, standIn)).toMatchObject({ user_id: shy.id, delivery_email: null, email: standIn })
  // With another role one sees other addresses.
  const rising = await somebody()
  await holdsLaw([rising, shy], () => owner.patch(`/users/${rising.id}`, { role: roles.administrator }))
  expect(await seen(rising, shy.id)).toMatchObject({ delivery_email: shy.email })
  await holdsLaw([rising, member], () =>
    owner.patch(`/users/${shy.email}`, { new_email: 'shy2@example.com' }),
  )
  expect(await seen(rising, shy.id)).toMatchObject({ delivery_email: 'shy2@example.com' })
})

test('an administrator changes names, roles and addresses; everyone is told', async () => {
  const person = await somebody()
  const path = `/users/${person.id}`
  await holdsLaw([person, ...watchers], () =>
    admin.patch(path, { full_name: 'Renamed', role: roles.moderator }),
  )
  expect(await seen(member, person.id)).toMatchObject({ full_name: 'Renamed', role: 300 })
  for (const role of [roles.guest, roles.member, roles.administrator, roles.owner, roles.member]) {
    await holdsLaw([person, ...watchers], () => owner.patch(path, { role }))
  }
  await holdsLaw(watchers, () => owner.patch(path, { new_email: 'Changed@example.com' }))
  expect(await seen(member, 'changed@example.com')).toMatchObject({ delivery_email: 'Changed@example.com' })
  await holdsLaw(watchers, () =>
    server.organization.write((tx) =>
      changeTimezone(tx, presentUser(server.organization, person.id), 'Asia/Tokyo'),
    ),
  )
})

test('what may not be changed of a person, and by whom', async () => {
  const patch = (who: Client, user: Client, parameters: object, answer: { code: string }) => ({
    who,
    method: 'patch' as const,
    path: `/users/${user.id}`,
    parameters: { ...parameters },
    answer,
  })
  await areRefused(member, [
    patch(member, guest, { full_name: 'Ha' }, badRequest('Must be an organization administrator')),
    patch(guest, guest, { full_name: 'Ha' }, badRequest('Must be an organization administrator')),
    patch(admin, member, { role: 100 }, badRequest('Must be an organization owner')),
    patch(admin, owner, { role: 400 }, badRequest('Must be an organization owner')),
    patch(admin, member, { new_email: 'a@example.com' }, badRequest('Must be an organization owner')),
    patch(owner, member, { role: 500 }, invalid('role')),
    patch(owner, member, { role: 'admin' }, invalid('role')),
    patch(owner, member, { full_name: '' }, badRequest('Name is empty')),
    patch(owner, member, { role: 300, full_name: '@' }, badRequest('Invalid characters in name')),
    patch(owner, member, { new_email: guest.email }, badRequest(`Email '${guest.email}' already in use`)),
    patch(owner, member, { profile_data: [{ id: 5, value: 'x' }] }, badRequest('Field id 5 not found.')),
    patch(owner, member, { profile_data: 'x' }, invalid('profile_data')),
    {
      ...patch(owner, member, { role: 300 }, badRequest('No such user')),
      path: '/users/nobody@example.com',
    },
    patch(
      owner,
      owner,
      { role: 200 },
      badRequest('The owner role cannot be removed from the only organization owner.'),
    ),
  ])
})

test('a deactivated person is told so, loses their queues, and comes back as they were', async () => {
  const person = await somebody()
  const { queue_id } = await register(person)
  await holdsLaw(watchers, () => admin.delete(`/users/${person.id}`))
  const refused = await person.get('/events', { queue_id })
  expect([refused.status, refused.body['code']]).toEqual([401, 'USER_DEACTIVATED'])
  expect(await seen(member, person.id)).toMatchObject({ is_active: false })
  await holdsLaw(watchers, () => admin.post(`/users/${person.id}/reactivate`))
  expect((await person.get('/users/me')).status).toBe(200)
  expect((await person.get('/events', { queue_id, dont_block: true })).body['code']).toBe(
    'BAD_EVENT_QUEUE_ID',
  )
  await holdsLaw(watchers, () => person.delete('/users/me'))
  expect((await person.get('/users/me')).body['code']).toBe('USER_DEACTIVATED')
})

test('who may not be deactivated or reactivated', async () => {
  const gone = await somebody()
  const otherOwner = await somebody('owner')
  await owner.delete(`/users/${gone.id}`)
  await areRefused(member, [
    {
      who: member,
      method: 'delete',
      path: `/users/${guest.id}`,
      answer: badRequest('Must be an organization administrator'),
    },
    {
      who: admin,
      method: 'delete',
      path: `/users/${otherOwner.id}`,
      answer: badRequest('Must be an organization owner'),
    },
    { who: owner, method: 'delete', path: '/users/99999', answer: badRequest('No such user') },
    {
      who: owner,
      method: 'delete',
      path: `/users/${gone.id}`,
      answer: badRequest('User is already deactivated'),
    },
    {
      who: member,
      method: 'post',
      path: `/users/${gone.id}/reactivate`,
      answer: badRequest('Must be an organization administrator'),
    },
    {
      who: owner,
      method: 'post',
      path: `/users/${member.id}/reactivate`,
      answer: badRequest('User is already active'),
    },
  ])
  await owner.delete(`/users/${otherOwner.id}`)
  const last = { code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: true, entity: 'organization owner' }
  await areRefused(member, [
    { who: owner, method: 'delete', path: '/users/me', answer: last },
    { who: owner, method: 'delete', path: `/users/${owner.id}`, answer: last },
  ])
  const lonely = await TestServer.start()
  expect((await lonely.owner.delete('/users/me')).body).toMatchObject({
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    is_last_owner: false,
    entity: 'user',
  })
  await lonely.stop()
})

test('members become full members when their waiting period is over', async () => {
  await server.organization.write((tx) => storeSetting(tx, 'waiting_period_threshold', 3))
  const person = await somebody()
  const fullMembers = async () => {
    const { realm_user_groups: groups } = await register(member, { fetch_event_types: ['realm_user_groups'] })
    const list = Array.isArray(groups) ? groups : []
    return list.find((group) => group.name === 'role:fullmembers').members
  }
  await server.advance(3 * 24 * 3600 * 1000 - 1000)
  expect(await fullMembers()).not.toContain(person.id)
  await holdsLaw([member], () => server.advance(1000))
  expect(await fullMembers()).toContain(person.id)
  await server.organization.write((tx) => storeSetting(tx, 'waiting_period_threshold', 0))
})

test('where guests see only those they have something to do with, the others are unknown to them', async () => {
  const only = systemGroupId(server.organization, 'role:members')
  await server.organization.write((tx) => storeValue(tx, 'can_access_all_users_group', only))
  expect((await guest.get(`/users/${member.id}`)).body).toMatchObject(badRequest('No such user'))
  expect((await guest.get('/users')).body['members']).toMatchObject([{ user_id: guest.id }])
  const modern = await register(guest, { client_capabilities: { user_list_incomplete: true } })
  expect(modern['realm_users']).toMatchObject([{ user_id: guest.id }])
  const legacy = await register(guest)
  expect(legacy['realm_users']).toContainEqual(
    expect.objectContaining({ user_id: member.id, full_name: 'Unknown user', delivery_email: null }),
  )
  await holdsLaw([guest, member], () => somebody())
  await holdsLaw([guest, member], () => owner.patch(`/users/${member.id}`, { full_name: 'Mia Renamed' }))
  await holdsLaw([guest, member], () => owner.patch(`/users/${guest.id}`, { role: roles.member }))
  await holdsLaw([guest, member], () => owner.patch(`/users/${guest.id}`, { role: roles.guest }))
  // A channel in common brings people into sight, and its loss takes them out of it.
  const join = { subscriptions: [{ name: 'hall' }], principals: [guest.id, member.id] }
  await holdsLaw([guest, member], () => owner.post('/users/me/subscriptions', join))
  expect(await seen(guest, member.id)).toMatchObject({ delivery_email: member.email })
  await holdsLaw([guest, owner], () =>
    owner.delete(`/users/${member.id}`).then(() => owner.post(`/users/${member.id}/reactivate`)),
  )
  await holdsLaw([guest, member], () => member.delete('/users/me/subscriptions', { subscriptions: ['hall'] }))
  expect((await guest.get(`/users/${member.id}`)).body).toMatchObject(badRequest('No such user'))
  const everyone = systemGroupId(server.organization, 'role:everyone')
  await server.organization.write((tx) => storeValue(tx, 'can_access_all_users_group', everyone))
})

test('an account takes its subscriptions along: into inactivity and back, and from role to role', async () => {
  const person = await somebody()
  const join = (name: string, more: object) =>
    owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more })
  await join('open', { principals: [person.id, guest.id] })
  await join('private', { principals: [person.id], invite_only: true })
  const toldOf = [owner, member, guest]
  await holdsLaw(toldOf, () => owner.delete(`/users/${person.id}`))
  await holdsLaw(toldOf, () => owner.post(`/users/${person.id}/reactivate`))
  for (const role of [roles.guest, roles.administrator, roles.member]) {
    await holdsLaw([person, ...toldOf], () => owner.patch(`/users/${person.id}`, { role }))
  }
})

test('user groups are listed for members; guests may not', async () => {
  const reply = await member.get('/user_groups')
  expect(reply.body['user_groups']).toContainEqual({
    id: systemGroupId(server.organization, 'role:owners'),
    name: 'role:owners',
    description: 'Owners of this organization',
    members: [owner.id],
    direct_subgroup_ids: [],
    is_system_group: true,
    creator_id: null,
    date_created: null,
    can_add_members_group: systemGroupId(server.organization, 'role:nobody'),
    can_join_group: systemGroupId(server.organization, 'role:nobody'),
    can_leave_group: systemGroupId(server.organization, 'role:nobody'),
    can_manage_group: systemGroupId(server.organization, 'role:nobody'),
    can_mention_group: systemGroupId(server.organization, 'role:nobody'),
    can_remove_members_group: systemGroupId(server.organization, 'role:nobody'),
    deactivated: false,
  })
  await areRefused(member, [
    { who: guest, method: 'get', path: '/user_groups', answer: badRequest('Not allowed for guest users') },
    {
      who: member,
      method: 'get',
      path: '/user_groups',
      parameters: { include_deactivated_groups: 'maybe' },
      answer: invalid('include_deactivated_groups'),
    },
  ])
})
