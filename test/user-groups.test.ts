// User groups: made, changed, joined, nested, deactivated; who may; and how every client follows (contract 2.5).
import { expect, test } from 'bun:test'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, guest } = await scenario({
  ann: 'member Ann Member',
  bob: 'member Bob Member',
  guest: 'guest Gus Guest',
})
const everybody = [owner, ann, bob, guest]

const role = (name: SystemGroupName): number => systemGroupId(server.organization, name)
const insufficient = badRequest('Insufficient permission')
let names = 0

/** Makes a group of Ann's, under a name of its own. */
async function create(parameters: Record<string, unknown> = {}, who = ann): Promise<number> {
  const reply = await holdsLaw(everybody, () =>
    who.post('/user_groups/create', {
      name: `group ${++names}`,
      description: '',
      members: [],
      ...parameters,
    }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '', group_id: expect.any(Number) })
  return Number(reply.body['group_id'])
}

async function group(id: number): Promise<Record<string, unknown>> {
  const reply = await ann.get('/user_groups', { include_deactivated_groups: true })
  const groups = reply.body['user_groups']
  const found = Array.isArray(groups) && groups.find((each: { id: number }) => each.id === id)
  return Object(found)
}

const change = (id: number, parameters: Record<string, unknown>, who = ann) =>
  holdsLaw(everybody, () => who.patch(`/user_groups/${id}`, parameters))
const members = (id: number, parameters: Record<string, unknown>, who = ann) =>
  holdsLaw(everybody, () => who.post(`/user_groups/${id}/members`, parameters))
const done = { result: 'success', msg: '' }

test('a group is made with what its maker says of it, and what goes without saying', async () => {
  const inner = await create({ members: [bob.id] })
  const id = await create({
    name: '  Backend ',
    description: ' Behind it all ',
    members: [ann.id, guest.id, ann.id],
    subgroups: [inner],
    can_join_group: role('role:members'),
    can_mention_group: { direct_members: [ann.id], direct_subgroups: [inner] },
  })
  const only = (member: number) => ({
    direct_members: [member],
    direct_subgroups: [],
    direct_member_ids: [member],
    direct_subgroup_ids: [],
  })
  expect(await group(id)).toEqual({
    id,
    name: 'Backend',
    description: 'Behind it all',
    members: [ann.id, guest.id],
    direct_subgroup_ids: [inner],
    is_system_group: false,
    creator_id: ann.id,
    date_created: startOfTests / 1000,
    can_add_members_group: only(ann.id),
    can_join_group: role('role:members'),
    can_leave_group: role('role:everyone'),
    can_manage_group: only(ann.id),
    can_mention_group: {
      direct_members: [ann.id],
      direct_subgroups: [inner],
      direct_member_ids: [ann.id],
      direct_subgroup_ids: [inner],
    },
    can_remove_members_group: role('role:nobody'),
    deactivated: false,
  })
})

test('name, description and permissions change, each told to everyone', async () => {
  const id = await create()
  const reply = await change(id, {
    name: ' Renamed ',
    description: 'What it is for',
    can_manage_group: { new: { direct_members: [ann.id, bob.id] }, old: { direct_members: [ann.id] } },
    can_leave_group: { new: role('role:nobody') },
  })
  expect(reply.body).toEqual(done)
  expect(await group(id)).toMatchObject({
    name: 'Renamed',
    description: 'What it is for',
    can_manage_group: { direct_members: [ann.id, bob.id] },
    can_leave_group: role('role:nobody'),
  })
  // The second of them manages it too now; the same value again changes nothing.
  const watcher = await register(guest)
  const same = { can_manage_group: { new: { direct_member_ids: [bob.id, ann.id] } }, name: 'Renamed' }
  expect((await bob.patch(`/user_groups/${id}`, same)).body).toEqual(done)
  expect(await eventsOf({ person: guest, state: watcher })).toEqual([])
  expect((await change(id, { name: 'RENAMED' }, bob)).body).toEqual(done)
  await areRefused(guest, [
    {
      who: bob,
      method: 'patch',
      path: `/user_groups/${id}`,
      parameters: { can_manage_group: { new: role('role:members'), old: role('role:owners') } },
      answer: { code: 'EXPECTATION_MISMATCH' },
    },
  ])
})

test('people and groups are added and taken out, and counted through groups within', async () => {
  const inner = await create({ members: [bob.id] })
  const id = await create({ members: [ann.id] })
  expect((await members(id, { add: [guest.id, owner.id], add_subgroups: [inner] })).body).toEqual(done)
  const read = async (parameters: Record<string, unknown> = {}) =>
    (await bob.get(`/user_groups/${id}/members`, parameters)).body['members']
  expect(await read()).toEqual([owner.id, ann.id, bob.id, guest.id])
  expect(await read({ direct_member_only: true })).toEqual([owner.id, ann.id, guest.id])
  const isMember = async (who: Client, parameters: Record<string, unknown> = {}) =>
    (await bob.get(`/user_groups/${id}/members/${who.id}`, parameters)).body['is_user_group_member']
  expect([await isMember(bob), await isMember(bob, { direct_member_only: true })]).toEqual([true, false])
  const subgroups = async (group_id: number, direct_subgroup_only = false) =>
    (await bob.get(`/user_groups/${group_id}/subgroups`, { direct_subgroup_only })).body['subgroups']
  const outer = await create({ subgroups: [id] })
  expect([await subgroups(outer), await subgroups(outer, true)]).toEqual([[inner, id], [id]])

  const left = await holdsLaw(everybody, () =>
    owner.post(`/user_groups/${id}/subgroups`, { delete: [inner] }),
  )
  expect(left.body).toEqual(done)
  expect((await members(id, { add: [bob.id], delete: [owner.id, guest.id] }, owner)).body).toEqual(done)
  expect(await read()).toEqual([ann.id, bob.id])
  // Who is deactivated is in no group until they come back.
  const gone = await server.addPerson('Gone Person')
  await members(id, { add: [gone.id] })
  await holdsLaw(everybody, () => owner.delete(`/users/${gone.id}`))
  expect([await read(), await isMember(gone)]).toEqual([[ann.id, bob.id], false])
  await holdsLaw(everybody, () => server.reactivate(gone))
  expect(await isMember(gone)).toBe(true)
})

test('people join and leave by themselves where the group says so, and change no others', async () => {
  const id = await create({ can_join_group: role('role:members'), members: [guest.id] })
  const refused = (who: Client, parameters: Record<string, unknown>): Refusal => ({
    who,
    method: 'post',
    path: `/user_groups/${id}/members`,
    parameters,
    answer: insufficient,
  })
  await areRefused(ann, [
    refused(bob, { add: [bob.id, owner.id] }),
    refused(bob, { delete: [guest.id] }),
    refused(bob, { add_subgroups: [role('role:members')] }),
    refused(guest, { add: [owner.id] }),
  ])
  expect((await members(id, { add: [bob.id] }, bob)).body).toEqual(done)
  expect((await members(id, { delete: [guest.id] }, guest)).body).toEqual(done)
  await areRefused(ann, [refused(guest, { add: [guest.id] })])
  await change(id, { can_leave_group: { new: role('role:nobody') } })
  await areRefused(ann, [refused(bob, { delete: [bob.id] })])
  // Each of the permissions lets do its own, and managing lets do all of it.
  await change(id, { can_remove_members_group: { new: { direct_members: [bob.id] } } })
  await areRefused(ann, [refused(bob, { add: [owner.id] })])
  expect((await members(id, { delete: [bob.id] }, bob)).body).toEqual(done)
  await change(id, { can_add_members_group: { new: { direct_members: [bob.id] } } })
  expect((await members(id, { add: [owner.id, guest.id] }, bob)).body).toEqual(done)
})

test('what a group lets see in channels comes and goes with its members', async () => {
  const id = await create({ members: [bob.id] })
  const channel = await addChannel(owner, 'secret plans', [ann], {
    invite_only: true,
    can_subscribe_group: id,
  })
  const sees = async (who: Client) => (await who.get(`/streams/${channel.id}`)).status === 200
  expect([await sees(bob), await sees(guest)]).toEqual([true, false])
  await members(id, { delete: [bob.id] })
  expect(await sees(bob)).toBe(false)
  const inner = await create({ members: [bob.id] })
  await members(id, { add_subgroups: [inner] })
  expect(await sees(bob)).toBe(true)
  await members(inner, { delete: [bob.id] })
  expect(await sees(bob)).toBe(false)
})

test('a mention of a group notifies its members, those of groups within too', async () => {
  const inner = await create({ members: [bob.id] })
  const id = await create({ name: 'Everyone concerned', members: [guest.id], subgroups: [inner] })
  const channel = await addChannel(owner, 'news', [ann, bob, guest, owner])
  const sent = await ann.post('/messages', {
    type: 'stream',
    to: channel.id,
    topic: 'a',
    content: '@*Everyone concerned* look',
  })
  const flags = async (who: Client) =>
    Object(Object(await who.get(`/messages/${sent.body['id']}`)).body.message)['flags']
  expect([await flags(bob), await flags(guest), await flags(owner)]).toEqual([
    ['mentioned'],
    ['mentioned'],
    [],
  ])
  await change(id, { can_mention_group: { new: role('role:nobody') } })
  const refused = await bob.post('/messages', {
    type: 'stream',
    to: channel.id,
    topic: 'a',
    content: '@*Everyone concerned*',
  })
  expect(refused.body).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a group in use is not deactivated, and the answer says what uses it', async () => {
  const id = await create({ can_mention_group: role('role:everyone') })
  const outer = await create({ subgroups: [id] })
  const named = await create({ can_add_members_group: { direct_members: [bob.id], direct_subgroups: [id] } })
  const channel = await addChannel(owner, 'used by a group', [ann], { can_send_message_group: id })
  const allow = (value: unknown) =>
    holdsLaw(everybody, () => owner.patch('/realm', { can_create_public_channel_group: { new: value } }))
  await allow({ direct_members: [ann.id], direct_subgroups: [id] })
  await areRefused(bob, [
    {
      who: ann,
      method: 'post',
      path: `/user_groups/${id}/deactivate`,
      answer: {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [
          { type: 'subgroup', supergroup_ids: [outer] },
          { type: 'realm', settings: ['can_create_public_channel_group'] },
          { type: 'channel', channel_id: channel.id, settings: ['can_send_message_group'] },
          { type: 'user_group', group_id: named, settings: ['can_add_members_group'] },
        ],
      },
    },
  ])
  await allow(role('role:members'))
  await owner.patch(`/streams/${channel.id}`, { can_send_message_group: { new: role('role:everyone') } })
  await change(named, { can_add_members_group: { new: { direct_members: [bob.id] } } })
  await members(outer, { delete_subgroups: [id] })

  const modern = await register(bob, { client_capabilities: { include_deactivated_groups: true } })
  const old = await register(bob)
  const reply = await holdsLaw(everybody, () => ann.post(`/user_groups/${id}/deactivate`))
  expect(reply.body).toEqual(done)
  expect(await eventsOf({ person: bob, state: modern })).toEqual([
    { id: 0, type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } },
  ])
  expect(await eventsOf({ person: bob, state: old })).toEqual([
    { id: 0, type: 'user_group', op: 'remove', group_id: id },
  ])
  expect(await group(id)).toMatchObject({ deactivated: true })
  // It can still be called something else and have other members; it can't be used.
  expect((await change(id, { name: 'Retired' })).body).toEqual(done)
  expect((await members(id, { add: [bob.id] })).body).toEqual(done)
  await areRefused(bob, [
    {
      who: ann,
      method: 'post',
      path: `/user_groups/${id}/deactivate`,
      answer: badRequest('User group is already deactivated'),
    },
    {
      who: ann,
      method: 'post',
      path: `/user_groups/${outer}/members`,
      parameters: { add_subgroups: [id] },
      answer: badRequest(`User group ${id} is deactivated.`),
    },
    {
      who: owner,
      method: 'patch',
      path: '/realm',
      parameters: { can_create_public_channel_group: { new: id } },
      answer: invalid('can_create_public_channel_group'),
    },
  ])
  expect((await change(id, { deactivated: false })).body).toEqual(done)
  expect(await group(id)).toMatchObject({ name: 'Retired', members: [bob.id], deactivated: false })
})

test('there are no circles, and a group two hundred levels deep is no burden', async () => {
  const ids = [await create({ members: [bob.id] })]
  for (let depth = 0; depth < 200; depth++) {
    const reply = await ann.post('/user_groups/create', {
      name: `level ${depth}`,
      description: '',
      members: [],
      subgroups: [ids.at(-1)],
    })
    ids.push(Number(reply.body['group_id']))
  }
  const [bottom = 0, top = 0] = [ids[0], ids.at(-1)]
  const reply = await ann.get(`/user_groups/${top}/members/${bob.id}`)
  expect(reply.body['is_user_group_member']).toBe(true)
  const circle = (parent: number, child: number): Refusal => ({
    who: ann,
    method: 'post',
    path: `/user_groups/${parent}/subgroups`,
    parameters: { add: [child] },
    answer: badRequest(`User group ${child} holds this group: there can be no circles.`),
  })
  await areRefused(bob, [circle(bottom, top), circle(top, top), circle(bottom, ids[1] ?? 0)])
})

test('those who manage all groups change every group, and who may make groups is a permission', async () => {
  const id = await create()
  expect((await change(id, { description: 'By an owner' }, owner)).body).toEqual(done)
  await owner.patch('/realm', { can_manage_all_groups: { new: { direct_members: [bob.id] } } })
  expect((await change(id, { description: 'By Bob' }, bob)).body).toEqual(done)
  await owner.patch('/realm', { can_create_groups: { new: role('role:administrators') } })
  await areRefused(bob, [
    {
      who: ann,
      method: 'post',
      path: '/user_groups/create',
      parameters: { name: 'Late', description: '', members: [] },
      answer: insufficient,
    },
  ])
  await owner.patch('/realm', { can_create_groups: { new: role('role:members') } })
})
