// Marking all there is as read: everywhere, in a channel, in a topic (contract 4.5).
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { insertSubscription } from '../src/channels/repository'
import { oldestUnread, setBits } from '../src/message-flags/repository'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { fill } from './support/many-messages'
import { eventsDuring, found, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest Gus Guest' })
const town = await addChannel(server.owner, 'town', [ann, bob])
const secret = await addChannel(server.owner, 'secret', [ann], { invite_only: true })

const isUnread = { operator: 'is', operand: 'unread' }

test('everywhere, in one event that names none', async () => {
  await sendDirectly(ann, [bob], '@**Bob**')
  await sendToChannel(ann, town, '@**Bob**', '')
  const [events] = await eventsDuring([bob, ann], async () => {
    const reply = await holdsLaw([ann, bob], () => bob.post('/mark_all_as_read'))
    expect(reply.body).toEqual({ result: 'success', msg: '', complete: true })
    await holdsLaw([bob], () => bob.post('/mark_all_as_read'))
  })
  const event = { id: 0, type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read' }
  expect(events).toEqual([{ ...event, messages: [], all: true }])
  expect((await register(bob))['unread_msgs']).toMatchObject({
    count: 0,
    mentions: [],
    streams: [],
    pms: [],
  })
})

test('in batches, and as many as one call does', async () => {
  const hoard = await addChannel(server.owner, 'hoard', [bob])
  const ids = await fill(server, hoard, bob, 5001)
  const [events] = await eventsDuring([bob], async () => {
    expect((await bob.post('/mark_all_as_read')).body).toMatchObject({ complete: true })
  })
  expect(events).toMatchObject([
    { messages: ids.slice(0, 5000), all: false },
    { messages: [], all: true },
  ])
  // Rows without messages are enough here.
  const many = Array.from({ length: 50_003 }, (_, index) => 1_000_000 + index)
  await server.organization.write((tx) => setBits(tx, bob.id, many, 1))
  expect((await bob.post('/mark_all_as_read')).body).toMatchObject({ complete: false })
  expect(oldestUnread(server.organization.db, bob.id, 5)).toEqual(many.slice(50_000))
  expect((await bob.post('/mark_all_as_read')).body).toMatchObject({ complete: true })
})

test('in a channel, and in one topic of it, the empty one by its names', async () => {
  const park = await addChannel(server.owner, 'park', [ann, bob])
  const [lunch, nameless, other] = [
    await sendToChannel(ann, park, 'One', 'Lunch'),
    await sendToChannel(ann, park, 'Two', ''),
    await sendToChannel(ann, park, 'Three', 'other'),
  ]
  const elsewhere = await sendToChannel(ann, town, 'Four', 'lunch')
  const unread = () => found(bob, [isUnread])
  const markTopic = (topic_name: string) =>
    bob.post('/mark_topic_as_read', { stream_id: park.id, topic_name })
  const [events] = await eventsDuring([bob], async () => {
    const reply = await holdsLaw([ann, bob], () => markTopic('lunch'))
    expect(reply.body).toEqual({ result: 'success', msg: '' })
    expect(await unread()).toEqual([nameless, other, elsewhere])
    for (const topic of ['general chat', '', '(no topic)']) {
      expect((await holdsLaw([bob], () => markTopic(topic))).body).toMatchObject({ result: 'success' })
      expect(await unread()).toEqual([other, elsewhere])
      await bob.post('/messages/flags', { messages: [nameless], op: 'remove', flag: 'read' })
    }
    const whole = await holdsLaw([ann, bob], () => bob.post('/mark_stream_as_read', { stream_id: park.id }))
    expect(whole.body).toEqual({ result: 'success', msg: '' })
    expect(await unread()).toEqual([elsewhere])
  })
  expect(items(events).filter(({ op }) => op === 'add')).toMatchObject([
    { messages: [lunch], all: false },
    { messages: [nameless] },
    { messages: [nameless] },
    { messages: [nameless] },
    { messages: [nameless, other] },
  ])
  expect((await bob.post('/mark_stream_as_read', { stream_id: park.id })).status).toBe(200)
  expect((await server.owner.post('/mark_stream_as_read', { stream_id: secret.id })).status).toBe(200)
})

test('in a channel with more than one batch', async () => {
  const archive = await addChannel(server.owner, 'archive', [bob])
  const ids = await fill(server, archive, bob, 5000)
  const [events] = await eventsDuring([bob], () =>
    bob.post('/mark_stream_as_read', { stream_id: archive.id }),
  )
  expect(events).toMatchObject([{ messages: ids, all: false }])
  expect((await bob.post('/mark_all_as_read')).body).toMatchObject({ complete: true })
})

test('the topic of a channel whose history one can’t read is none', async () => {
  const guarded = await addChannel(server.owner, 'guarded', [ann], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await sendToChannel(ann, guarded, 'Before', 'nowhere')
  await quietly(server.organization, (tx) =>
    insertSubscription(tx, { userId: bob.id, channelId: guarded.id, color: '#76ce90' }),
  )
  const topic = { stream_id: guarded.id, topic_name: 'nowhere' }
  expect((await bob.post('/mark_topic_as_read', topic)).body).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await ann.post('/mark_topic_as_read', topic)).body).toMatchObject({ result: 'success' })
  expect(await found(ann, [{ operator: 'channel', operand: guarded.id }, isUnread])).toEqual([])
})

test('bad input is refused and changes nothing', async () => {
  await sendToChannel(ann, town)
  const gone = await server.addPerson('Gone Gerald')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const refused =
    (path: string) =>
    (parameters: Parameters, answer: Refusal['answer'], more: Partial<Refusal> = {}) => ({
      who: bob,
      method: 'post' as const,
      path,
      parameters,
      answer,
      ...more,
    })
  const [topicOf, channelOf, all] = [
    refused('/mark_topic_as_read'),
    refused('/mark_stream_as_read'),
    refused('/mark_all_as_read'),
  ]
  const noChannel = (stream_id: number) => ({ code: 'STREAM_DOES_NOT_EXIST', stream_id })
  const noTopic = badRequest("No such topic 'nowhere'")
  await areRefused(bob, [
    topicOf({ stream_id: town.id }, missing('topic_name')),
    topicOf({ topic_name: 'greetings' }, missing('stream_id')),
    topicOf({ stream_id: 'town', topic_name: 'greetings' }, invalid('stream_id')),
    topicOf({ stream_id: 99_999, topic_name: 'greetings' }, noChannel(99_999)),
    topicOf({ stream_id: secret.id, topic_name: 'greetings' }, noChannel(secret.id)),
    topicOf({ stream_id: town.id, topic_name: 'greetings' }, noChannel(town.id), { who: guest }),
    topicOf({ stream_id: town.id, topic_name: 'nowhere' }, noTopic),
    topicOf({ stream_id: town.id, topic_name: 'x'.repeat(61) }, invalid('topic_name')),
    channelOf({}, missing('stream_id')),
    channelOf({ stream_id: -1 }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: -1 }),
    channelOf({ stream_id: '[1]' }, invalid('stream_id')),
    channelOf({ stream_id: 99_999 }, noChannel(99_999)),
    channelOf({ stream_id: secret.id }, noChannel(secret.id)),
    channelOf({ stream_id: town.id }, noChannel(town.id), { who: guest }),
    all({}, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
  ])
  for (const each of ['all', 'topic', 'stream']) {
    const reply = await anonymous(server.url, `/mark_${each}_as_read`, { method: 'POST' })
    expect([reply.status, reply.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})
