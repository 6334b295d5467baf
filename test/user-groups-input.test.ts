// User groups: what is refused, with the reason, and changes nothing (contract 2.5).
import { expect, test } from 'bun:test'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { anonymous } from './support/client'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, guest } = await scenario({
  ann: 'member Ann Member',
  bob: 'member Bob Member',
  guest: 'guest Gus Guest',
})

const role = (name: SystemGroupName): number => systemGroupId(server.organization, name)
const insufficient = badRequest('Insufficient permission')

/** Makes a group of Ann's. */
async function create(parameters: Record<string, unknown>): Promise<number> {
  const reply = await ann.post('/user_groups/create', { description: '', members: [], ...parameters })
  expect(reply.status).toBe(200)
  return Number(reply.body['group_id'])
}

test('bad input is refused and changes nothing', async () => {
  const id = await create({ name: 'Taken', members: [bob.id] })
  const other = await create({ name: 'Other', subgroups: [id] })
  const gone = await server.addPerson('Long Gone')
  await owner.delete(`/users/${gone.id}`)
  const system = role('role:members')
  const make = (parameters: object, answer: Refusal['answer'], who = ann): Refusal => ({
    who,
    method: 'post',
    path: '/user_groups/create',
    parameters: { name: 'New', description: '', members: [], ...parameters },
    answer,
  })
  const update = (target: unknown, parameters: object, answer: Refusal['answer'], who = ann): Refusal => ({
    who,
    method: 'patch',
    path: `/user_groups/${target}`,
    parameters: { ...parameters },
    answer,
  })
  const belong = (target: unknown, parameters: object, answer: Refusal['answer'], who = ann): Refusal => ({
    who,
    method: 'post',
    path: `/user_groups/${target}/members`,
    parameters: { ...parameters },
    answer,
  })
  const noGroup = badRequest('Invalid user group')
  await areRefused(bob, [
    make({ name: undefined }, missing('name')),
    make({ description: undefined }, missing('description')),
    make({ members: undefined }, missing('members')),
    make({ name: '\u200b ' }, invalid('name')),
    make({ name: 'x'.repeat(101) }, invalid('name')),
    make({ name: 'a\nb' }, invalid('name')),
    make({ name: 'role:members' }, invalid('name')),
    make({ name: '@all' }, invalid('name')),
    make({ name: 'TAKEN' }, badRequest("User group 'TAKEN' already exists.")),
    make({ description: 'x'.repeat(1025) }, invalid('description')),
    make({ members: 'all' }, invalid('members')),
    make({ members: [999_999] }, badRequest('Invalid user ID: 999999')),
    make({ members: [gone.id] }, badRequest(`Invalid user ID: ${gone.id}`)),
    make({ subgroups: [999_999] }, noGroup),
    make({ subgroups: [role('role:internet')] }, badRequest(expect.stringContaining('cannot be a subgroup'))),
    make({ can_manage_group: role('role:everyone') }, badRequest(expect.any(String))),
    make({ can_mention_group: role('role:owners') }, badRequest(expect.any(String))),
    make({ can_mention_group: role('role:internet') }, badRequest(expect.any(String))),
    make({ can_join_group: 999_999 }, invalid('can_join_group')),
    make({ can_join_group: { direct_members: [999_999] } }, badRequest(expect.any(String))),
    make({}, insufficient, guest),
    update(id, { name: '' }, invalid('name')),
    update(id, { name: 'role:x' }, invalid('name')),
    update(id, { deactivated: true }, badRequest('A user group is deactivated by a call of its own')),
    update(id, { name: 'Mine now' }, insufficient, bob),
    update(id, { can_manage_group: { new: { direct_members: [bob.id] } } }, insufficient, bob),
    update(id, { name: 'Mine now' }, insufficient, guest),
    update(system, { name: 'x' }, badRequest(expect.stringContaining('system groups')), owner),
    update(999_999, { name: 'x' }, noGroup),
    update('one', { name: 'x' }, invalid('user_group_id')),
    belong(id, {}, badRequest(expect.stringContaining('Nothing to do'))),
    belong(id, { add: [bob.id] }, badRequest(`User ${bob.id} is already a member of this group`)),
    belong(id, { delete: [owner.id] }, badRequest(`There is no user '${owner.id}' in this group`)),
    belong(id, { add: [guest.id, 999_999] }, badRequest('Invalid user ID: 999999')),
    belong(other, { add_subgroups: [id] }, badRequest(expect.stringContaining('already a subgroup'))),
    belong(id, { delete_subgroups: [other] }, badRequest(expect.stringContaining('is not a subgroup'))),
    belong(id, { add_subgroups: [999_999] }, noGroup),
    belong(system, { add: [guest.id] }, badRequest(expect.stringContaining('system groups')), owner),
    belong(id, { add: Array.from({ length: 10_001 }, () => 1) }, invalid('add')),
    { who: bob, method: 'post', path: `/user_groups/${id}/deactivate`, answer: insufficient },
    { who: ann, method: 'post', path: '/user_groups/999999/deactivate', answer: noGroup },
    { who: bob, method: 'get', path: '/user_groups/999999/members', answer: noGroup },
    { who: bob, method: 'get', path: '/user_groups/999999/subgroups', answer: noGroup },
    {
      who: bob,
      method: 'get',
      path: `/user_groups/${id}/members/999999`,
      answer: badRequest('No such user'),
    },
    {
      who: guest,
      method: 'get',
      path: `/user_groups/${id}/members`,
      answer: badRequest('Not allowed for guest users'),
    },
  ])
  for (const [path, method] of [
    ['/user_groups/create', 'POST'],
    [`/user_groups/${id}`, 'PATCH'],
    [`/user_groups/${id}/members`, 'GET'],
  ] as const) {
    const nobody = await anonymous(server.url, path, { method })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})
