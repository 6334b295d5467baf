// Muted users: kept per person, told to all of one's clients, known in both directions.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { mutedBy, mutersOf } from '../src/muted-users/repository'
import { storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import { directory, updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { eventsDuring, fetched, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const { server, member, other, guest } = await scenario({
  member: 'member Mia Member',
  other: 'member Otto Other',
  guest: 'guest Gus Guest',
})

const path = (user: { id: number }) => `/users/me/muted_users/${user.id}`

test('a person mutes others, all their clients learn of it, and unmutes them', async () => {
  const first = await holdsLaw([member, other], () => member.post(path(other)))
  expect(first.body).toEqual({ result: 'success', msg: '' })
  await server.advance(5000)
  await holdsLaw([member, guest], () => member.post(path(guest)))
  const now = startOfTests / 1000
  const muted = [
    { id: other.id, timestamp: now },
    { id: guest.id, timestamp: now + 5 },
  ]
  expect((await register(member, { fetch_event_types: ['muted_users'] }))['muted_users']).toEqual(muted)
  expect((await register(other))['muted_users']).toEqual([])

  const state = await register(member)
  await holdsLaw([member], () => member.delete(path(other)))
  expect(await eventsOf({ person: member, state })).toEqual([
    { id: 0, type: 'muted_users', muted_users: [{ id: guest.id, timestamp: now + 5 }] },
  ])
  await member.delete(path(guest))
})

test('what somebody muted has sent counts as read, and what they send arrives read', async () => {
  const denmark = await addChannel(server.owner, 'Denmark', [member, other, guest])
  const before = await sendToChannel(other, denmark, '@**Mia Member** look')
  const direct = await sendDirectly(other, [member])
  const fromGuest = await sendToChannel(guest, denmark)
  const events = await eventsDuring([member, other], () =>
    holdsLaw([member, other], () => member.post(path(other))),
  )
  const read = {
    id: 1,
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [before, direct],
    all: false,
  }
  expect(events).toMatchObject([[{ type: 'muted_users' }, read], []])
  expect((await fetched(member, before))['flags']).toEqual(['read', 'mentioned'])
  expect((await fetched(member, fromGuest))['flags']).toEqual([])
  expect((await fetched(guest, before))['flags']).toEqual([])

  const [after] = await eventsDuring([member], () =>
    holdsLaw([member], () => sendToChannel(other, denmark, 'still here')),
  )
  expect(after).toMatchObject([{ type: 'message', flags: ['read'] }])
  await member.delete(path(other))
  const unmuted = await sendToChannel(other, denmark)
  expect((await fetched(member, unmuted))['flags']).toEqual([])
})

test('both directions are known: whom somebody muted, and who muted them', async () => {
  const { organization } = server
  await guest.post(path(member))
  await other.post(path(member))
  expect(mutedBy(organization, guest.id)).toEqual(new Set([member.id]))
  expect(mutersOf(organization, member.id)).toEqual(new Set([guest.id, other.id]))
  await guest.delete(path(member))
  expect(mutedBy(organization, guest.id)).toEqual(new Set())
  expect(mutersOf(organization, member.id)).toEqual(new Set([other.id]))
  await server.restart()
  expect(mutersOf(server.organization, member.id)).toEqual(new Set([other.id]))
  await other.delete(path(member))
})

test('somebody who was deactivated can be muted and unmuted', async () => {
  const gone = await server.addPerson('Gone Person')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  await holdsLaw([member], () => member.post(path(gone)))
  expect(mutedBy(server.organization, member.id)).toEqual(new Set([gone.id]))
  await holdsLaw([member], () => member.delete(path(gone)))
})

test('a guest who may not know somebody cannot mute them', async () => {
  const { organization } = server
  const stranger = await server.addPerson('Stan Stranger')
  const members = systemGroupId(organization, 'role:members')
  await quietly(organization, (tx) => storeValue(tx, 'can_access_all_users_group', members))
  await areRefused(guest, [
    { who: guest, method: 'post', path: path(stranger), answer: badRequest('No such user') },
    { who: guest, method: 'delete', path: path(stranger), answer: badRequest('No such user') },
  ])
  const everyone = systemGroupId(organization, 'role:everyone')
  await quietly(organization, (tx) => storeValue(tx, 'can_access_all_users_group', everyone))
})

test('bad input is refused and changes nothing', async () => {
  const bot = directory(server.organization).all.find((user) => user.isSystemBot)
  const gone = await server.addPerson('Deacti Vated')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  await member.post(path(other))
  const refused = (
    method: 'post' | 'delete',
    user: unknown,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => ({ who: member, method, path: `/users/me/muted_users/${user}`, answer, ...more })
  await areRefused(member, [
    refused('post', member.id, badRequest('Cannot mute self')),
    refused('post', other.id, badRequest('User already muted')),
    refused('post', 99999, badRequest('No such user')),
    refused('post', bot?.id, badRequest('No such user')),
    refused('post', -1, badRequest('No such user')),
    refused('post', 'everyone', invalid('muted_user_id')),
    refused('post', '7.5', invalid('muted_user_id')),
    refused('post', member.id, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
    refused('delete', member.id, badRequest('User is not muted')),
    refused('delete', guest.id, badRequest('User is not muted')),
    refused('delete', other.id, badRequest('User is not muted'), { who: guest }),
    refused('delete', 99999, badRequest('No such user')),
    refused('delete', 'x', invalid('muted_user_id')),
  ])
  const nobody = await anonymous(server.url, path(other), { method: 'POST' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  await member.delete(path(other))
})
