// The four privacy kinds of channels: who sees them, and who comes to see them or no longer does.
import { expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { addChannel, channelSeenBy, names } from './support/channels'
import { anonymous, type Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ada, ben, guest } = await scenario({
  ada: 'member Ada Lovelace',
  ben: 'member Ben Member',
  guest: 'guest Gus Guest',
})
await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))

const everybody = () => [owner, ada, ben, guest]

async function seen(person: Client): Promise<unknown[]> {
  return names((await person.get('/streams', { include_all: true })).body['streams'])
}

test('each kind is seen by those for whom it is', async () => {
  await holdsLaw(everybody(), async () => {
    await addChannel(owner, 'web', [owner], { is_web_public: true })
    await addChannel(ada, 'public', [ada])
    await addChannel(ada, 'shared', [ada], { invite_only: true, history_public_to_subscribers: true })
    await addChannel(ada, 'protected', [ada, guest], { invite_only: true })
  })
  expect(await seen(ada)).toEqual(['protected', 'public', 'shared', 'web'])
  expect(await seen(owner)).toEqual(['protected', 'public', 'shared', 'web'])
  expect(await seen(ben)).toEqual(['public', 'web'])
  expect(await seen(guest)).toEqual(['protected', 'web'])
  const spectator = await anonymous(server.url, '/register', {
    method: 'POST',
    body: new URLSearchParams({ fetch_event_types: '["stream","subscription","default_streams"]' }),
  })
  expect(names(spectator.body['streams'])).toEqual(['web'])
  expect(spectator.body).toMatchObject({
    subscriptions: [],
    unsubscribed: [],
    realm_default_streams: [],
    never_subscribed: [{ name: 'web', subscriber_count: 0 }],
  })
  const state = await register(guest, { include_subscribers: 'true' })
  expect(state['never_subscribed']).toMatchObject([{ name: 'web', subscribers: [], subscriber_count: 0 }])
})

test('the filters of the list', async () => {
  const list = async (who: Client, parameters = {}) =>
    names((await who.get('/streams', parameters)).body['streams'])
  expect(await list(ben)).toEqual(['public', 'web'])
  expect(await list(owner)).toEqual(['public', 'web'])
  expect(await list(ada, { include_public: false })).toEqual(['protected', 'public', 'shared'])
  expect(await list(ada, { include_public: false, include_subscribed: false })).toEqual([])
  expect(await list(guest, { include_web_public: true })).toEqual(['protected', 'web'])
  expect(await list(ben, { include_public: false, include_web_public: true })).toEqual(['web'])
  expect(await list(owner, { include_all_active: true })).toHaveLength(4)
  expect(await list(owner, { include_public: false, include_can_access_content: true })).toEqual([
    'public',
    'web',
  ])
  // People have no owner: it adds nothing to what they see.
  expect(await list(ben, { include_owner_subscribed: true })).toEqual(['public', 'web'])
  const [first] = [(await ben.get('/streams', { include_default: true })).body['streams']].flat()
  expect(first).toMatchObject({ name: 'public', is_default: false })
  await areRefused(ben, [
    {
      who: ben,
      method: 'get',
      path: '/streams',
      parameters: { include_all_active: true },
      answer: badRequest('User not authorized for this query: include_all_active is for administrators'),
    },
  ])
})

test('a private channel is the same as none to those who are not in it', async () => {
  const { id } = await addChannel(ada, 'hidden', [ada], { invite_only: true })
  await areRefused(
    ben,
    (
      [
        ['get', `/streams/${id}`],
        ['get', `/streams/${id}/members`],
        ['get', `/users/me/${id}/topics`],
        ['get', `/users/${ada.id}/subscriptions/${id}`],
        ['patch', `/streams/${id}`],
        ['delete', `/streams/${id}`],
      ] as const
    ).map(([method, path]) => ({
      who: ben,
      method,
      path,
      answer: invalidChannel,
    })),
  )
  const missing = await ben.get('/get_stream_id', { stream: 'hiddem' })
  const invisible = await ben.get('/get_stream_id', { stream: 'hidden' })
  expect(invisible.status).toBe(missing.status)
  expect(JSON.stringify(invisible.body)).toBe(JSON.stringify(missing.body).replaceAll('hiddem', 'hidden'))
  // An administrator may know of it, but not read it.
  expect(await channelSeenBy(owner, id)).toMatchObject({ name: 'hidden', subscriber_count: 1 })
  expect((await owner.get(`/users/me/${id}/topics`)).body).toMatchObject(invalidChannel)
})

test('a guest sees a channel while subscribed', async () => {
  const { id } = await addChannel(ada, 'visitors', [ada, ben])
  const subscription = { subscriptions: [{ name: 'visitors' }], principals: [guest.id] }
  await holdsLaw(everybody(), () => ada.post('/users/me/subscriptions', subscription))
  expect(await channelSeenBy(guest, id)).toMatchObject({ subscriber_count: 3 })
  await holdsLaw(everybody(), () => guest.delete('/users/me/subscriptions', { subscriptions: ['visitors'] }))
  expect((await guest.get(`/streams/${id}`)).body).toMatchObject(invalidChannel)
})

test('a guest comes to know the subscribers of a web-public channel, and no longer does', async () => {
  const { id } = await addChannel(owner, 'plaza', [owner, ada, ben], { is_web_public: true })
  await areRefused(guest, [
    {
      who: guest,
      method: 'get',
      path: `/streams/${id}/members`,
      answer: badRequest("Unable to retrieve the subscribers of channel 'plaza'"),
    },
  ])
  const subscription = { subscriptions: [{ name: 'plaza' }], principals: [guest.id] }
  await holdsLaw(everybody(), () => owner.post('/users/me/subscriptions', subscription))
  expect(await channelSeenBy(guest, id)).toMatchObject({ subscriber_count: 4 })
  await holdsLaw(everybody(), () =>
    owner.delete('/users/me/subscriptions', { subscriptions: ['plaza'], principals: [guest.id, ada.id] }),
  )
  expect(await channelSeenBy(guest, id)).toMatchObject({ subscriber_count: 0 })
})

test('a channel turns private, and public again', async () => {
  const { id } = await addChannel(ada, 'changing', [ada, guest])
  await holdsLaw(everybody(), () => ada.patch(`/streams/${id}`, { is_private: true }))
  expect(await channelSeenBy(ada, id)).toMatchObject({
    invite_only: true,
    history_public_to_subscribers: false,
    is_web_public: false,
  })
  expect((await ben.get(`/streams/${id}`)).body).toMatchObject(invalidChannel)
  await holdsLaw(everybody(), () => ada.patch(`/streams/${id}`, { history_public_to_subscribers: true }))
  await holdsLaw(everybody(), () => ada.patch(`/streams/${id}`, { is_private: false, new_name: 'changed' }))
  expect(await channelSeenBy(ben, id)).toMatchObject({ name: 'changed', invite_only: false })
  await holdsLaw(everybody(), async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'changed' }] })
    await owner.patch(`/streams/${id}`, { is_web_public: true })
  })
  expect(await channelSeenBy(ben, id)).toMatchObject({ is_web_public: true })
  await areRefused(owner, [
    {
      who: owner,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { history_public_to_subscribers: false },
      answer: { code: 'BAD_REQUEST' },
    },
    {
      who: owner,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { is_private: true, is_web_public: true },
      answer: { code: 'BAD_REQUEST' },
    },
  ])
})

test('permissions let people into a private channel, and let them know of it', async () => {
  const { id } = await addChannel(ada, 'club', [ada], { invite_only: true })
  await holdsLaw(everybody(), () =>
    ada.patch(`/streams/${id}`, {
      can_subscribe_group: { new: { direct_member_ids: [ben.id, guest.id], direct_subgroup_ids: [] } },
    }),
  )
  expect(await channelSeenBy(ben, id)).toMatchObject({ name: 'club' })
  // What a group says is not for guests.
  expect((await guest.get(`/streams/${id}`)).body).toMatchObject(invalidChannel)
  const joined = await holdsLaw(everybody(), () =>
    ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'club' }] }),
  )
  expect(joined.body).toMatchObject({ subscribed: { [ben.id]: ['club'] } })
})

test('with another role, other channels are seen', async () => {
  const person = await server.addPerson('Rita Role')
  await addChannel(ada, 'cellar', [ada, ben], { invite_only: true })
  const watchers = [owner, ada, person]
  for (const role of [600, 400, 200, 600, 100, 400]) {
    await holdsLaw(watchers, () => owner.patch(`/users/${person.id}`, { role }))
  }
})
