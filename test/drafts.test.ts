// Drafts: shared by all of a person's clients, as long as they want that (contract 4.16).
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import { addChannel } from './support/channels'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal, noneOfOwn } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const now = startOfTests / 1000

const { server, member, guest } = await scenario({ member: 'member Mia Member', guest: 'guest Gus Guest' })
const channelId = (await addChannel(server.owner, 'engineering', [server.owner, member])).id
const secretId = (await addChannel(server.owner, 'secret', [server.owner], { invite_only: true })).id

const toOwner = () => ({ type: 'private', to: [server.owner.id], topic: '', content: 'Hello there' })
const inChannel = () => ({ type: 'stream', to: [channelId], topic: 'plans', content: 'What if …' })

async function create(who: Client, ...drafts: object[]): Promise<number[]> {
  const reply = await who.post('/drafts', { drafts })
  expect(reply.body).toMatchObject({ result: 'success' })
  const { ids } = reply.body
  return Array.isArray(ids) ? ids : []
}

test('several drafts are made at once and listed with the last edited first', async () => {
  const unaddressed = { type: '', to: [7], topic: 'ignored', content: 'Note to self\n', timestamp: now - 60 }
  const [first, second, third] = await holdsLaw([member, guest], () =>
    create(member, inChannel(), toOwner(), unaddressed),
  )
  const list = await member.get('/drafts')
  expect(list.body).toEqual({
    result: 'success',
    msg: '',
    count: 3,
    drafts: [
      { id: second, ...toOwner(), timestamp: now },
      { id: first, ...inChannel(), timestamp: now },
      { id: third, type: '', to: [], topic: '', content: 'Note to self', timestamp: now - 60 },
    ],
  })
  expect((await guest.get('/drafts')).body).toMatchObject({ count: 0, drafts: [] })
  expect(await create(member)).toEqual([])
})

test('a draft is replaced and deleted', async () => {
  const [id] = await create(guest, toOwner())
  await server.advance(5000)
  const edited = { type: 'private', to: [member.id, server.owner.id, member.id], topic: 'x', content: 'Hi' }
  const reply = await holdsLaw([guest], () => guest.patch(`/drafts/${id}`, { draft: edited }))
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  expect((await guest.get('/drafts')).body['drafts']).toEqual([
    { ...edited, id, to: [member.id, server.owner.id], topic: '', timestamp: now + 5 },
  ])
  const removed = await holdsLaw([guest], () => guest.delete(`/drafts/${id}`))
  expect(removed.body).toEqual({ result: 'success', msg: '' })
  expect((await guest.get('/drafts')).body['count']).toBe(0)
})

test('the empty topic of a draft has its display name for clients that do not know it', async () => {
  const person = await server.addPerson('Terse Writer')
  const draft = { ...inChannel(), topic: '' }
  await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'engineering' }] })
  const known = { client_capabilities: { empty_topic_name: true } }
  const queues = [
    { person, state: await register(person) },
    { person, state: await register(person, known) },
  ]
  const [id] = await holdsLaw([person], () => create(person, draft))
  await holdsLaw([person], () => person.patch(`/drafts/${id}`, { draft: { ...draft, topic: '(no topic)' } }))
  const [older, newer] = await Promise.all(queues.map((queue) => eventsOf(queue)))
  for (const [events, topic, options] of [
    [older, 'general chat', {}],
    [newer, '', known],
  ] as const) {
    expect(events?.filter(({ type }) => type === 'drafts')).toMatchObject([
      { op: 'add', drafts: [{ topic }] },
      { op: 'update', draft: { topic } },
    ])
    expect((await register(person, options))['drafts']).toMatchObject([{ topic }])
  }
  expect((await person.get('/drafts')).body['drafts']).toMatchObject([{ topic: '' }])
})

test("what can't be a draft is refused, whole lists at once, and changes nothing", async () => {
  const [own] = await create(member, toOwner())
  const [foreign] = await create(server.owner, toOwner())
  const post = (drafts: unknown, answer: Refusal['answer']): Refusal => ({
    who: member,
    method: 'post',
    path: '/drafts',
    parameters: { drafts },
    answer,
  })
  const good = toOwner()
  const on = (
    method: 'patch' | 'delete',
    id: unknown,
    draft: unknown,
    answer: Refusal['answer'],
  ): Refusal => ({
    who: member,
    method,
    path: `/drafts/${id}`,
    parameters: { draft },
    answer,
  })
  const noSuch = noneOfOwn('Draft does not exist')
  const cases = [
    post('x', invalid('drafts')),
    post([good, { ...good, type: 'email' }], invalid('drafts')),
    post([good, { ...good, to: member.id }], invalid('drafts')),
    post([{ type: '', to: [], topic: '' }], invalid('drafts')),
    post([{ ...good, timestamp: -1 }], invalid('drafts')),
    post([{ ...good, timestamp: 253_402_300_800 }], invalid('drafts')),
    post([{ ...good, timestamp: 1e300 }], invalid('drafts')),
    post([{ ...good, content: 'a\0b' }], invalid('drafts')),
    post(
      Array.from({ length: 1001 }, () => good),
      invalid('drafts'),
    ),
    post([good, { ...good, content: ' \n' }], invalid('content')),
    post([{ ...good, content: 'x'.repeat(10_001) }], invalid('content')),
    post([{ ...inChannel(), topic: 'x'.repeat(61) }], invalid('topic')),
    post([{ ...inChannel(), to: [] }], badRequest('Must specify exactly 1 channel ID for channel messages')),
    post(
      [{ ...inChannel(), to: [channelId, secretId] }],
      badRequest('Must specify exactly 1 channel ID for channel messages'),
    ),
    post([{ ...inChannel(), to: [999] }], { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999 }),
    post([{ ...inChannel(), to: [secretId] }], { code: 'STREAM_DOES_NOT_EXIST', stream_id: secretId }),
    post([{ ...good, to: [999] }], badRequest('Invalid user ID 999')),
    on('patch', own, undefined, missing('draft')),
    on('patch', own, { ...good, content: '' }, invalid('content')),
    on('patch', foreign, good, noSuch),
    on('patch', 999, good, noSuch),
    on('patch', 'last', good, invalid('draft_id')),
    on('delete', foreign, undefined, noSuch),
    on('delete', 999, undefined, noSuch),
  ]
  await areRefused(member, cases)
  await areRefused(server.owner, cases)
  const nobody = await anonymous(server.url, '/drafts')
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})

test('a guest who sees only some people can write drafts to those', async () => {
  const only = systemGroupId(server.organization, 'role:members')
  await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', only))
  const hidden = await server.addPerson('Out of Sight')
  await areRefused(guest, [
    {
      who: guest,
      method: 'post',
      path: '/drafts',
      parameters: { drafts: [{ ...toOwner(), to: [hidden.id] }] },
      answer: badRequest(`Invalid user ID ${hidden.id}`),
    },
  ])
  await create(guest, { ...toOwner(), to: [guest.id] })
  const everyone = systemGroupId(server.organization, 'role:everyone')
  await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', everyone))
})

test('a person can have a thousand drafts', async () => {
  const person = await server.addPerson('Prolific Writer')
  await create(person, ...Array.from({ length: 1000 }, toOwner))
  const oneMore: Refusal = {
    who: person,
    method: 'post',
    path: '/drafts',
    parameters: { drafts: [toOwner()] },
    answer: badRequest('drafts: you can have at most 1000 drafts'),
  }
  await areRefused(person, [oneMore])
})

test('with synchronization turned off the server keeps none', async () => {
  const person = await server.addPerson('Shy Writer')
  const [id] = await create(person, toOwner())
  await holdsLaw([person], () => person.patch('/settings', { enable_drafts_synchronization: false }))
  expect((await register(person))['drafts']).toEqual([])
  const off = badRequest('You have turned off the synchronization of drafts (enable_drafts_synchronization)')
  await areRefused(person, [
    { who: person, method: 'get', path: '/drafts', answer: off },
    { who: person, method: 'post', path: '/drafts', parameters: { drafts: [toOwner()] }, answer: off },
    { who: person, method: 'patch', path: `/drafts/${id}`, parameters: { draft: toOwner() }, answer: off },
    { who: person, method: 'delete', path: `/drafts/${id}`, answer: off },
  ])
  await person.patch('/settings', { enable_drafts_synchronization: true })
  expect((await person.get('/drafts')).body['drafts']).toEqual([])
})
