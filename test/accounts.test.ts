// Accounts over time: deactivated and back, from role to role, with channels and groups; and whom guests see.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { storeSetting, storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { roles } from '../src/users/rank'
import { TestServer } from './support/server'
import { scenario } from './support/scenario'

const { server, owner, admin, member, guest } = await scenario({
  admin: 'administrator Ada Admin',
  member: 'member Mia Member',
  guest: 'guest Gus Guest',
})
const watchers = [owner, member, guest]

/** A person's user object as another sees it. */
async function seen(viewer: Client, ref: number | string): Promise<unknown> {
  return (await viewer.get(`/users/${ref}`)).body['user']
}

/** A person nobody needs afterwards. */
let count = 0
const somebody = (role: keyof typeof roles = 'member') => server.addPerson(`Somebody ${++count}`, role)

test('a deactivated person is told so, loses their queues, and comes back as they were', async () => {
  const person = await somebody()
  const { queue_id } = await register(person)
  const reply = await holdsLaw(watchers, () =>
    admin.delete(`/users/${person.id}`, { deactivation_notification_comment: 'Farewell!' }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  const refused = await person.get('/events', { queue_id })
  expect([refused.status, refused.body['code']]).toEqual([401, 'USER_DEACTIVATED'])
  expect(await seen(member, person.id)).toMatchObject({ is_active: false })
  await holdsLaw(watchers, () => server.reactivate(person))
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
  await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', only))
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
  // A channel in common brings people into sight, and its loss takes them out of it, with their status and presence.
  await member.post('/users/me/status', { status_text: 'in the hall' })
  await member.post('/users/me/presence', { status: 'active' })
  const join = { subscriptions: [{ name: 'hall' }], principals: [guest.id, member.id] }
  const watching = { person: guest, state: await register(guest) }
  await holdsLaw([guest, member], () => owner.post('/users/me/subscriptions', join))
  expect(await eventsOf(watching)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'user_status', user_id: member.id, status_text: 'in the hall' }),
      expect.objectContaining({ type: 'presence', user_id: member.id, email: member.email }),
    ]),
  )
  expect(await seen(guest, member.id)).toMatchObject({ delivery_email: member.email })
  await holdsLaw([guest, owner], () =>
    owner.delete(`/users/${member.id}`).then(() => server.reactivate(member)),
  )
  await holdsLaw([guest, member], () => member.delete('/users/me/subscriptions', { subscriptions: ['hall'] }))
  expect((await guest.get(`/users/${member.id}`)).body).toMatchObject(badRequest('No such user'))
  // So does a direct message.
  await holdsLaw([guest, member], () =>
    member.post('/messages', { type: 'direct', to: [guest.id], content: 'hello' }),
  )
  expect(await seen(guest, member.id)).toMatchObject({ user_id: member.id })
  const everyone = systemGroupId(server.organization, 'role:everyone')
  await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', everyone))
})

test('an account takes its subscriptions along: into inactivity and back, and from role to role', async () => {
  const person = await somebody()
  const join = (name: string, more: object) =>
    owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more })
  await join('open', { principals: [person.id, guest.id] })
  await join('private', { principals: [person.id], invite_only: true })
  const toldOf = [owner, member, guest]
  await holdsLaw(toldOf, () => owner.delete(`/users/${person.id}`))
  await holdsLaw(toldOf, () => server.reactivate(person))
  for (const role of [roles.guest, roles.administrator, roles.member]) {
    await holdsLaw([person, ...toldOf], () => owner.patch(`/users/${person.id}`, { role }))
  }
})
