// Making channels, subscribing oneself and others, leaving; and who is told.
import { expect, test } from 'bun:test'
import { addChannel, channelSeenBy, names } from './support/channels'
import { anonymous } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ada, ben, guest } = await scenario({
  ada: 'member Ada Lovelace',
  ben: 'member Ben Member',
  guest: 'guest Gus Guest',
})

const everybody = () => [owner, ada, ben, guest]

test('subscribing makes what is missing and joins what is there', async () => {
  const first = await holdsLaw(everybody(), () =>
    ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: '  Gärten ', description: ' Beets\nand roots ', color: '#ABCDEF' }],
    }),
  )
  expect(first.body).toMatchObject({
    subscribed: { [ada.id]: ['Gärten'] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  })
  expect(first.body).not.toHaveProperty('unauthorized')
  const second = await holdsLaw(everybody(), () =>
    ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'GÄRTEN' }, { name: 'Fields' }],
      principals: [ben.id, 'ada.lovelace@example.com', guest.id],
    }),
  )
  expect(second.body).toMatchObject({
    subscribed: {
      [ben.id]: ['Gärten', 'Fields'],
      [ada.id]: ['Fields'],
      [guest.id]: ['Gärten', 'Fields'],
    },
    already_subscribed: { [ada.id]: ['Gärten'] },
  })
  const subscriptions = items((await ada.get('/users/me/subscriptions')).body['subscriptions'])
  expect(subscriptions).toHaveLength(2)
  expect(subscriptions[0]).toMatchObject({
    name: 'Gärten',
    description: 'Beets and roots',
    rendered_description: '<p>Beets and roots</p>',
    color: '#abcdef',
    creator_id: ada.id,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    is_muted: false,
    in_home_view: true,
    pin_to_top: false,
    desktop_notifications: null,
    is_archived: false,
    is_announcement_only: false,
    stream_post_policy: 1,
    first_message_id: null,
    is_recently_active: true,
    stream_weekly_traffic: null,
    message_retention_days: null,
    topics_policy: 'inherit',
    folder_id: null,
    subscriber_count: 3,
    can_administer_channel_group: { direct_member_ids: [ada.id], direct_subgroup_ids: [] },
  })
  expect(subscriptions[0]).not.toHaveProperty('subscribers')
  expect(subscriptions[1]?.['color']).not.toBe('#abcdef')
})

test('a channel is created with its subscribers, and only these', async () => {
  const id = await holdsLaw(everybody(), async () => {
    const reply = await ada.post('/channels/create', {
      name: 'Workshop',
      subscribers: [ben.id, guest.id],
      invite_only: true,
      history_public_to_subscribers: true,
      description: 'Hammers',
      can_send_message_group: { direct_member_ids: [ben.id], direct_subgroup_ids: [] },
    })
    expect(reply.body).toMatchObject({ result: 'success' })
    return Number(reply.body['id'])
  })
  expect(await channelSeenBy(guest, id)).toMatchObject({
    name: 'Workshop',
    invite_only: true,
    history_public_to_subscribers: true,
    subscriber_count: 2,
    can_send_message_group: { direct_member_ids: [ben.id], direct_subgroup_ids: [] },
  })
  expect((await ben.get(`/streams/${id}/members`)).body).toMatchObject({ subscribers: [ben.id, guest.id] })
  expect((await ben.get('/get_stream_id', { stream: 'workshop' })).body).toMatchObject({ stream_id: id })
})

test('people leave, are taken out by those who may, and come back with what they had set', async () => {
  const { id } = await addChannel(ada, 'Harbour', [ada, ben, guest])
  await ben.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
  })
  const left = await holdsLaw(everybody(), () =>
    ben.delete('/users/me/subscriptions', { subscriptions: ['harbour', 'Gärten'] }),
  )
  expect(left.body).toMatchObject({ removed: ['Harbour', 'Gärten'], not_removed: [] })
  expect(names((await register(ben))['unsubscribed'])).toEqual(['Gärten', 'Harbour'])
  const again = await ben.delete('/users/me/subscriptions', { subscriptions: ['Harbour'] })
  expect(again.body).toMatchObject({ removed: [], not_removed: ['Harbour'] })
  const status = await ada.get(`/users/${ben.id}/subscriptions/${id}`)
  expect(status.body).toMatchObject({ is_subscribed: false })
  await holdsLaw(everybody(), () =>
    ben.patch('/users/me/subscriptions', { add: [{ name: 'Harbour' }], delete: ['Fields'] }),
  ).then(({ body }) =>
    expect(body).toMatchObject({
      subscribed: { 'ben.member@example.com': ['Harbour'] },
      already_subscribed: {},
      removed: ['Fields'],
      not_removed: [],
    }),
  )
  const back = items((await ben.get('/users/me/subscriptions')).body['subscriptions'])
  expect(back.find(({ stream_id }) => stream_id === id)).toMatchObject({ is_muted: true })
  await areRefused(ben, [
    {
      who: ben,
      method: 'delete',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: ['Harbour'], principals: [ada.id] },
      answer: { code: 'BAD_REQUEST' },
    },
  ])
  const removed = await holdsLaw(everybody(), () =>
    owner.delete('/users/me/subscriptions', {
      subscriptions: ['Harbour'],
      principals: [ada.id, guest.id],
    }),
  )
  expect(removed.body).toMatchObject({ removed: ['Harbour'] })
  expect((await guest.get(`/streams/${id}`)).body).toMatchObject(invalidChannel)
})

test('channels that one may not enter are an error, or named in the answer', async () => {
  await addChannel(ada, 'Secrets', [ada], { invite_only: true })
  await addChannel(ada, 'Open house', [ada])
  const parameters = { subscriptions: [{ name: 'Open house' }, { name: 'Secrets' }] }
  const fatal = await ben.post('/users/me/subscriptions', parameters)
  expect(fatal.body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Unable to access channel (Secrets)' })
  const gentle = await ben.post('/users/me/subscriptions', {
    ...parameters,
    authorization_errors_fatal: false,
  })
  expect(gentle.body).toMatchObject({
    subscribed: { [ben.id]: ['Open house'] },
    unauthorized: ['Secrets'],
  })
})

test('default channels are for newcomers, but not for guests', async () => {
  const { id } = await addChannel(owner, 'Welcome', [owner])
  const { id: secret } = await addChannel(owner, 'Board', [owner], { invite_only: true })
  await holdsLaw(everybody(), () => owner.post('/default_streams', { stream_id: id }))
  expect(await register(ada)).toMatchObject({ realm_default_streams: [id], realm_default_stream_groups: [] })
  const newcomer = await holdsLaw(everybody(), () => server.addPerson('Nora Newcomer'))
  expect(names((await newcomer.get('/users/me/subscriptions')).body['subscriptions'])).toEqual(['Welcome'])
  const visitor = await server.addPerson('Vera Visitor', 'guest')
  expect(names((await visitor.get('/users/me/subscriptions')).body['subscriptions'])).toEqual([])
  await areRefused(ada, [
    {
      who: ada,
      method: 'delete',
      path: '/default_streams',
      parameters: { stream_id: id },
      answer: badRequest('Must be an organization administrator'),
    },
    {
      who: owner,
      method: 'post',
      path: '/default_streams',
      parameters: { stream_id: secret },
      answer: badRequest('Private channels cannot be made default'),
    },
    { who: owner, method: 'post', path: '/default_streams', answer: missing('stream_id') },
  ])
  await holdsLaw(everybody(), () => owner.delete('/default_streams', { stream_id: id }))
  expect(await register(ada)).toMatchObject({ realm_default_streams: [] })
})

test('a deactivated account is in no channel, and back in its channels when it returns', async () => {
  const { id } = await addChannel(ada, 'Choir', [ada, ben])
  const singer = await server.addPerson('Sue Singer')
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'Choir' }], principals: [singer.id] })
  await holdsLaw([owner, ada, ben], () => owner.delete(`/users/${singer.id}`))
  expect(await channelSeenBy(ada, id)).toMatchObject({ subscriber_count: 2 })
  await areRefused(ada, [
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: [{ name: 'Open house' }], principals: [singer.id] },
      answer: badRequest(`User ${singer.id} is deactivated`),
    },
    {
      who: ada,
      method: 'delete',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: ['Choir'], principals: [singer.id] },
      answer: badRequest(`User ${singer.id} is deactivated`),
    },
  ])
  await holdsLaw([owner, ada, ben], () => server.reactivate(singer))
  expect((await ada.get(`/streams/${id}/members`)).body).toMatchObject({
    subscribers: [ada.id, ben.id, singer.id],
  })
})

test('bad names, people and values are refused, and nothing changes', async () => {
  const subscribing = (parameters: Record<string, unknown>, answer: ReturnType<typeof invalid>, who = ada) =>
    ({ who, method: 'post', path: '/users/me/subscriptions', parameters, answer }) as const
  const named = (name: string, more = {}) => ({ subscriptions: [{ name }], ...more })
  await areRefused(ada, [
    { who: ada, method: 'post', path: '/users/me/subscriptions', answer: missing('subscriptions') },
    subscribing({ subscriptions: 'Gärten' }, invalid('subscriptions')),
    subscribing({ subscriptions: [{}] }, invalid('subscriptions')),
    subscribing({ subscriptions: [{ name: 5 }] }, invalid('subscriptions')),
    subscribing(named('   '), invalid('subscriptions')),
    subscribing(named('x'.repeat(61)), invalid('subscriptions')),
    subscribing(named('bell\u0007'), invalid('subscriptions')),
    subscribing({ subscriptions: [{ name: 'ok', description: 'é'.repeat(1025) }] }, invalid('subscriptions')),
    subscribing({ subscriptions: [{ name: 'ok', color: 'red' }] }, invalid('subscriptions')),
    {
      who: ada,
      method: 'patch',
      path: '/users/me/subscriptions',
      parameters: { add: [{ name: ' ' }] },
      answer: invalid('add'),
    },
  ])
  await areRefused(ada, [
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { principals: [9999] }),
      answer: badRequest('principals: invalid user ID 9999'),
    },
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { principals: ['nobody@example.com'] }),
      answer: badRequest("principals: invalid email 'nobody@example.com'"),
    },
    subscribing(named('ok', { invite_only: 'maybe' }), invalid('invite_only')),
    subscribing(named('ok', { message_retention_days: 'never' }), invalid('message_retention_days'), owner),
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { message_retention_days: 30 }),
      answer: badRequest('Must be an organization owner'),
    },
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { invite_only: true, is_web_public: true }),
      answer: { code: 'BAD_REQUEST' },
    },
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { history_public_to_subscribers: false }),
      answer: { code: 'BAD_REQUEST' },
    },
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { is_web_public: true }),
      answer: badRequest('Web-public channels are not enabled in this organization'),
    },
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { is_default_stream: true }),
      answer: badRequest('Must be an organization administrator'),
    },
    subscribing(named('ok', { can_send_message_group: 99_999 }), invalid('can_send_message_group')),
    {
      who: ada,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('ok', { folder_id: 3 }),
      answer: badRequest('Invalid channel folder ID 3'),
    },
    subscribing(named('ok', { topics_policy: 'none' }), invalid('topics_policy')),
    {
      who: guest,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('Gärten garden'),
      answer: badRequest('Unable to access channel (Gärten garden)'),
    },
    {
      who: guest,
      method: 'post',
      path: '/users/me/subscriptions',
      parameters: named('Open house'),
      answer: badRequest('Unable to access channel (Open house)'),
    },
    {
      who: ada,
      method: 'post',
      path: '/channels/create',
      parameters: { name: 'open HOUSE', subscribers: [ada.id] },
      answer: badRequest("Channel name 'open HOUSE' is already in use"),
    },
    {
      who: ada,
      method: 'post',
      path: '/channels/create',
      parameters: { name: 'x' },
      answer: missing('subscribers'),
    },
    {
      who: ada,
      method: 'delete',
      path: '/users/me/subscriptions',
      parameters: { subscriptions: ['No such'] },
      answer: { code: 'STREAM_DOES_NOT_EXIST', stream: 'No such' },
    },
    {
      who: ada,
      method: 'get',
      path: '/get_stream_id',
      parameters: { stream: 'No such' },
      answer: badRequest("Invalid channel name 'No such'"),
    },
    {
      who: ada,
      method: 'get',
      path: '/streams/9999',
      answer: invalidChannel,
    },
    { who: ada, method: 'get', path: '/streams/x', answer: invalid('stream_id') },
  ])
  for (const path of ['/streams', '/users/me/subscriptions', '/streams/1']) {
    expect((await anonymous(server.url, path)).status).toBe(401)
  }
})

test('administrators do not let people into private channels that they can not read themselves', async () => {
  const subscription = { subscriptions: [{ name: 'Secrets' }], principals: [ben.id] }
  const refused = await owner.post('/users/me/subscriptions', subscription)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect((await ada.post('/users/me/subscriptions', subscription)).body).toMatchObject({
    subscribed: { [ben.id]: ['Secrets'] },
  })
})
