// People: created, listed, changed, deactivated and reactivated (contract 4.6), with the law held by every change.
import { expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { allowCreatingUsers } from '../src/accounts/creating'
import { changeEmailVisibility, changeTimezone, presentUser } from '../src/accounts/profile'
import { systemGroupId } from '../src/user-groups/repository'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item } from './support/law/rules'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { roles } from '../src/users/rank'
import { scenario } from './support/scenario'

const { server, owner, admin, moderator, member, guest } = await scenario({
  admin: 'administrator Ada Admin',
  moderator: 'moderator Mo Moderator',
  member: 'member Mia Member',
  guest: 'guest Gus Guest',
})
const watchers = [owner, member, guest]
// Gravatars follow from addresses, so there is most to tell of where there are some.
await owner.patch('/realm', { use_gravatar: true })
await server.server.settled()

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
    bad({ email: 'no address' }, invalid('email')),
    bad({ email: `${'x'.repeat(250)}@example.com` }, invalid('email')),
    bad({ email: 'a\u0000@example.com' }, invalid('email')),
    bad({ email: 'a\u202e@example.com' }, invalid('email')),
    bad({ password: 'short' }, invalid('password')),
    bad({ password: 'x'.repeat(1001) }, invalid('password')),
    bad({ full_name: ' ' }, invalid('full_name')),
    bad({ full_name: '👍'.repeat(101) }, invalid('full_name')),
    bad({ full_name: 'A|7' }, invalid('full_name')),
    bad({ full_name: 'A\u202eB' }, invalid('full_name')),
    bad({ full_name: '...' }, invalid('full_name')),
    bad({ full_name: 'Everyone' }, invalid('full_name')),
    { ...bad({}, badRequest('Must be an organization administrator')), who: moderator },
    { ...bad({}, badRequest('Must be an organization administrator')), who: guest },
    {
      ...bad({}, badRequest('This account may not create users: it needs the can_create_users permission')),
      who: await somebody('administrator'),
    },
  ])
  const nobody = await anonymous(server.url, '/users', { method: 'POST' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
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
  const own = (await guest.get('/users/me')).body
  expect(Object.keys(own)).not.toContain('bot_type')
  expect(own).toMatchObject({
    result: 'success',
    user_id: guest.id,
    role: 600,
    is_guest: true,
    delivery_email: guest.email,
    profile_data: {},
    avatar_url: expect.stringContaining('gravatar'),
    max_message_id: -1,
  })
  expect(await seen(guest, owner.id)).toEqual(await seen(guest, owner.email))
  for (const ref of ['99999', 'nobody@example.com', 'me2', '%20', 'a%2Fb', '-1', '1e3', '9'.repeat(30)]) {
    expect((await member.get(`/users/${ref}`)).body).toMatchObject(badRequest('No such user'))
  }
})

test('the public sees people without their addresses where it has access, else is asked to log in', async () => {
  expect((await anonymous(server.url, '/users')).body).toMatchObject({ code: 'UNAUTHORIZED' })
  await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))
  const reply = await anonymous(server.url, '/users?include_custom_profile_fields=true')
  expect(reply.status).toBe(200)
  expect(JSON.stringify(reply.body)).not.toContain('owner@example.com')
  expect((await anonymous(server.url, `/users/${owner.id}`)).status).toBe(401)
  await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', false))
})

test('events have an address for every picture, but to clients that compute gravatars', async () => {
  const viewers = [owner, guest]
  const watched = (options: object) =>
    Promise.all(
      viewers.map(async (person) => ({
        person,
        state: await register(person, { event_types: ['realm_user'], ...options }),
      })),
    )
  const plain = await watched({ client_gravatar: false })
  const computing = await watched({ client_gravatar: true })
  const somebodyNew = await somebody('guest')
  await server.organization.write((tx) => allowCreatingUsers(tx, owner.id, true))
  await owner.post('/users', { email: 'pic@example.com', password: 'a long password', full_name: 'Pic' })
  await owner.patch(`/users/${somebodyNew.id}`, { new_email: 'other@example.com' })
  await owner.patch(`/users/${somebodyNew.id}`, { role: 300 })
  const pictures = async (of: Awaited<ReturnType<typeof watched>>) => {
    const events = (await Promise.all(of.map(eventsOf))).flat()
    const people = events.map(({ person }) => item(person)).filter((person) => 'avatar_url' in person)
    return people.map((person) => person['avatar_url'])
  }
  const urls = await pictures(plain)
  expect(urls.length).toBeGreaterThanOrEqual(4)
  for (const url of urls) expect(url).toStartWith('https://secure.gravatar.com/avatar/')
  expect(await pictures(computing)).toContain(null)
})

test('pictures are left out for clients that fetch them by user ID', async () => {
  const state = await register(member, {
    client_gravatar: false,
    client_capabilities: { user_avatar_url_field_optional: true },
  })
  expect(JSON.stringify(state['realm_users'])).not.toContain('avatar_url"')
  const fetchPicture = (path: string) =>
    fetch(`${server.url}/avatar/${path}`, {
      headers: { authorization: member.authorization },
      redirect: 'manual',
    })
  for (const path of [String(owner.id), owner.email, `${owner.id}/medium`]) {
    const answer = await fetchPicture(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('gravatar'),
    ])
  }
  expect((await fetchPicture('99999')).status).toBe(400)
  expect((await fetch(`${server.url}/avatar/${owner.id}`)).status).toBe(401)
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
    patch(owner, member, { full_name: '' }, invalid('full_name')),
    patch(owner, member, { role: 300, full_name: '@' }, invalid('full_name')),
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
