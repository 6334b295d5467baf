// Topics of a channel, what its messages say about it, and the notification bot's messages about channels.
import { expect, test } from 'bun:test'
import { seconds } from '../src/organization/clock'
import { storeSetting } from '../src/organization/settings'
import { insertUser } from '../src/users/repository'
import { addChannel, channelSeenBy } from './support/channels'
import type { Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, invalid, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const day = 24 * 60 * 60 * 1000

const { server, owner, ada, ben } = await scenario({ ada: 'member Ada Lovelace', ben: 'member Ben Member' })

/** Many people at once, without events. @returns their IDs. */
function addCrowd(size: number): Promise<number[]> {
  const dateJoined = seconds(server.clock)
  return server.organization.write((tx) =>
    Array.from({ length: size }, (_, index) => {
      const email = `fan${size}.${index}@example.com`
      return insertUser(tx, { email, emailKey: email, fullName: `Fan ${index}`, role: 400, dateJoined }).id
    }),
  )
}

async function say(who: Client, to: number, topic: string, content = 'Hello'): Promise<number> {
  const reply = await who.post('/messages', { type: 'channel', to, topic, content })
  expect(reply.body).toMatchObject({ result: 'success' })
  return Number(reply.body['id'])
}

async function contents(who: Client, narrow: object[]): Promise<unknown[]> {
  const parameters = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false }
  return items((await who.get('/messages', parameters)).body['messages']).map(({ content }) => content)
}

test('topics are listed by their newest message, as far as one may read', async () => {
  const { id } = await addChannel(ada, 'Kitchen', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await say(ada, id, 'Soup')
  const newestBread = await say(ada, id, 'bread')
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'Kitchen' }], principals: [ben.id] })
  const newestSoup = await say(ada, id, 'SOUP')
  const newestEmpty = await say(ada, id, '')
  const topics = async (who: Client, parameters = {}) =>
    (await who.get(`/users/me/${id}/topics`, parameters)).body['topics']
  expect(await topics(ada)).toEqual([
    { name: 'general chat', max_id: newestEmpty },
    { name: 'SOUP', max_id: newestSoup },
    { name: 'bread', max_id: newestBread },
  ])
  expect(await topics(ben, { allow_empty_topic_name: true })).toEqual([
    { name: '', max_id: newestEmpty },
    { name: 'SOUP', max_id: newestSoup },
  ])
  await ben.delete('/users/me/subscriptions', { subscriptions: ['Kitchen'] })
  await say(ada, id, 'unheard')
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'Kitchen' }], principals: [ben.id] })
  expect(await topics(ben)).toEqual([
    { name: 'general chat', max_id: newestEmpty },
    { name: 'SOUP', max_id: newestSoup },
  ])
  await areRefused(ben, [
    {
      who: ben,
      method: 'get',
      path: `/users/me/${id}/topics`,
      parameters: { allow_empty_topic_name: 'perhaps' },
      answer: invalid('allow_empty_topic_name'),
    },
    {
      who: owner,
      method: 'get',
      path: `/users/me/${id}/topics`,
      answer: invalidChannel,
    },
  ])
})

test('the list of topics is found in the index', () => {
  const plan = server.organization.db.sqlite
    .query<{ detail: string }, []>(
      'EXPLAIN QUERY PLAN SELECT min(topic_key) FROM messages WHERE channel_id = 1 AND topic_key > 2',
    )
    .all()
  expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX messages_topic')
})

test('a channel tells its first message, whether it is active, and its traffic', async () => {
  const { id } = await addChannel(ada, 'Diary', [ada, ben])
  const first = await holdsLaw([ada, ben, owner], () => say(ada, id, 'one'))
  expect(await channelSeenBy(ben, id)).toMatchObject({ first_message_id: first, stream_weekly_traffic: null })
  for (let count = 1; count < 6; count++) await say(ada, id, 'more')
  server.clock.advance(14 * day)
  await holdsLaw([ada, ben, owner], () => server.advance(0))
  expect(await channelSeenBy(ben, id)).toMatchObject({ stream_weekly_traffic: 3, is_recently_active: true })
  server.clock.advance(180 * day)
  await holdsLaw([ada, ben, owner], () => server.advance(0))
  expect(await channelSeenBy(ben, id)).toMatchObject({ stream_weekly_traffic: 0, is_recently_active: false })
  await holdsLaw([ada, ben, owner], () => say(ben, id, 'again'))
  expect(await channelSeenBy(ben, id)).toMatchObject({ first_message_id: first, is_recently_active: true })
})

test('who leaves a channel has read everything there', async () => {
  const { id } = await addChannel(ada, 'Bus stop', [ada, ben])
  const { id: other } = await addChannel(ada, 'Train station', [ada, ben])
  await say(ada, id, 'timetable', 'The 7 is late, @**Ben Member**')
  const unread = await say(ada, other, 'timetable')
  await holdsLaw([ada, ben], () => ben.delete('/users/me/subscriptions', { subscriptions: ['Bus stop'] }))
  const { streams } = item((await register(ben))['unread_msgs'])
  const groups = items(streams)
  expect(groups.some((group) => group['stream_id'] === id)).toBe(false)
  expect(groups.find((group) => group['stream_id'] === other)).toMatchObject({ unread_message_ids: [unread] })
})

test('the newest message one received is known, among many others, as long as one can read it', async () => {
  const { id } = await addChannel(ada, 'Back room', [ada, ben], { invite_only: true })
  const { max_message_id: before } = await register(ben)
  const newest = await say(ada, id, 'whispers')
  expect(await register(ben)).toMatchObject({ max_message_id: newest })
  await holdsLaw([ada, ben], () => ben.delete('/users/me/subscriptions', { subscriptions: ['Back room'] }))
  expect(await register(ben)).toMatchObject({ max_message_id: before })
  await Promise.all(Array.from({ length: 101 }, () => say(ada, id, 'more whispers')))
  expect(await register(ben)).toMatchObject({ max_message_id: before })
  const newcomer = await server.addPerson('Nora Newcomer')
  expect(await register(newcomer)).toMatchObject({ max_message_id: -1 })
})

test('what becomes of messages out of their sight changes nothing for those who had received them', async () => {
  const { id } = await addChannel(ada, 'Lounge', [ada, ben], { invite_only: true })
  const moved = await say(ada, id, 'whispers')
  const deleted = await say(ada, id, 'whispers')
  await holdsLaw([ada, ben], () => ben.delete('/users/me/subscriptions', { subscriptions: ['Lounge'] }))
  await holdsLaw([ada, ben], () => ada.delete(`/messages/${deleted}`))
  const { id: elsewhere } = await addChannel(ada, 'Elsewhere', [ada], { invite_only: true })
  await holdsLaw([ada, ben], () => ada.patch(`/messages/${moved}`, { stream_id: elsewhere }))
  const back = { subscriptions: [{ name: 'Lounge' }], principals: [ben.id] }
  await holdsLaw([ada, ben], () => ada.post('/users/me/subscriptions', back))
})

test('new channels are announced where the organization wants it, and in themselves', async () => {
  const { id: news } = await addChannel(owner, 'News', [owner, ada])
  await server.organization.write((tx) => storeSetting(tx, 'new_stream_announcements_stream_id', news))
  await holdsLaw([owner, ada, ben], () =>
    ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'Ice rink', description: 'Skates *here*' }],
      announce: true,
    }),
  )
  expect(await contents(ada, [{ operator: 'channel', operand: 'News' }])).toEqual([
    `@_**|${ben.id}** created a new channel: #**Ice rink**.`,
  ])
  expect(await contents(ada, [{ operator: 'channel', operand: 'Ice rink' }])).toEqual([
    `@_**|${ben.id}** created this channel.\n\n\`\`\`quote\nSkates *here*\n\`\`\``,
  ])
  await ben.post('/channels/create', {
    name: 'Hideout',
    subscribers: [ben.id],
    invite_only: true,
    announce: true,
  })
  await ben.post('/channels/create', { name: 'Quiet', subscribers: [ben.id] })
  expect(await contents(ada, [{ operator: 'channel', operand: 'News' }])).toHaveLength(1)
  expect(await contents(ben, [{ operator: 'channel', operand: 'Hideout' }])).toHaveLength(1)
  expect(await contents(ben, [{ operator: 'channel', operand: 'Quiet' }])).toEqual([])
})

test('those subscribed by others are told, unless that is not wanted or they are many', async () => {
  const told = async () => (await contents(ada, [{ operator: 'is', operand: 'dm' }])).length
  const before = await told()
  const subscribing = {
    subscriptions: [{ name: 'Pier' }, { name: 'Lighthouse' }],
    principals: [ben.id, ada.id],
  }
  const reply = await holdsLaw([ada, ben], () => ben.post('/users/me/subscriptions', subscribing))
  expect(reply.body).toMatchObject({ new_subscription_messages_sent: true })
  expect((await contents(ada, [{ operator: 'is', operand: 'dm' }])).at(-1)).toBe(
    `@_**|${ben.id}** subscribed you to these channels: #**Pier**, #**Lighthouse**.`,
  )
  const quiet = await ben.post('/users/me/subscriptions', {
    ...subscribing,
    subscriptions: [{ name: 'Beach' }],
    send_new_subscription_messages: false,
  })
  expect(quiet.body).not.toHaveProperty('new_subscription_messages_sent')
  expect(await told()).toBe(before + 1)
  const many = [ada.id, ...(await addCrowd(100))]
  const bulk = await ben.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Stadium' }],
    principals: many,
  })
  expect(bulk.body).toMatchObject({ new_subscription_messages_sent: false })
  expect(await told()).toBe(before + 1)
})

test('a large channel tells only those of its subscribers who are around, where that is asked for', async () => {
  const crowd = await addCrowd(250)
  const { id: small } = await addChannel(ada, 'Small crowd', [ada])
  const { id } = await addChannel(ada, 'Crowd', [ada])
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Crowd' }],
    principals: [...crowd, ben.id],
  })
  const state = await register(ada, { include_subscribers: 'partial' })
  const find = (channelId: number) =>
    items(state['subscriptions']).find(({ stream_id }) => stream_id === channelId) ?? {}
  expect(find(small)).toMatchObject({ subscribers: [ada.id] })
  expect(find(id)).not.toHaveProperty('subscribers')
  expect(find(id)).toMatchObject({ partial_subscribers: [ada.id, ben.id], subscriber_count: 252 })
  const full = await register(ada, { include_subscribers: 'true' })
  const subscription = items(full['subscriptions']).find(({ stream_id }) => stream_id === id)
  expect(subscription?.['subscribers']).toEqual([ada.id, ben.id, ...crowd])
  const bare = await register(ada)
  expect(items(bare['subscriptions'])[0]).not.toHaveProperty('subscribers')
})
