// The store of the web client against a real server: what a register and events make of it, and what it leaves as it is.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { eventsOf, register } from '../support/law'
import { sendDirectly } from '../support/messages'
import { scenario } from '../support/scenario'
import { presenceOf, topicsOf } from '../../src/web/store/listings'
import { channelOf, nameOf } from '../../src/web/store/names'
import { registration } from '../../src/web/store/registration'
import {
  addMessages,
  apply,
  forgetMessages,
  messageOf,
  stateFrom,
  type State,
} from '../../src/web/store/state'
import { placeOfTopic, typistsIn } from '../../src/web/store/typing'
import { unreadCounts, unreadInTopic, unreadTopicsIn } from '../../src/web/store/unread-counts'
import { visibility } from '../../src/web/store/user-topics'
import { isMuted } from '../../src/web/store/visibility'
import { item, numbers } from '../support/law/rules'
import type { Client } from '../support/client'

const { owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])

async function say(who: Client, channelId: number, topic: string): Promise<number> {
  return Number(
    (await who.post('/messages', { type: 'stream', to: channelId, topic, content: 'Hello' })).body['id'],
  )
}

const choose = (stream_id: number, topic: string, visibility_policy: number) =>
  ann.post('/user_topics', { stream_id, topic, visibility_policy })

/** Registers as the web client does; what it returns applies the events that have come since. */
async function startClient(person: Client): Promise<{ state: State; next: () => Promise<State> }> {
  const answer = await register(person, registration)
  const state = stateFrom(answer)
  const next = async () => {
    const events = await eventsOf({ person, state: answer })
    return events.reduce<State>((now, event) => apply(now, event, 0), state)
  }
  return { state, next }
}

test('a message that comes is known, counts as unread, and changes no slice that it does not concern', async () => {
  const { state, next } = await startClient(ann)
  await bob.post('/messages', { type: 'stream', to: open.id, topic: 'talk', content: 'Hello @**Ann**' })
  await sendDirectly(bob, [ann])
  const after = await next()
  expect(unreadCounts(after)).toMatchObject({ total: 2, direct: 1, mentions: 1 })
  expect([...after.messages.values()].map(({ content }) => content)).toHaveLength(2)
  expect(after.users).toBe(state.users)
  expect(after.groups).toBe(state.groups)
  expect(unreadCounts(state).total).toBe(0)
})

test('people are known by name, and whoever changes it is known by the new one', async () => {
  const { next } = await startClient(ann)
  await bob.patch('/settings', { full_name: 'Robert' })
  expect(nameOf(await next(), bob.id)).toBe('Robert')
})

test('what counts as unread is what the server counts: mutes, follows and unmuted topics respected', async () => {
  const quiet = await addChannel(owner, 'quiet', [owner, ann, bob])
  const { state } = await startClient(ann)
  const watched = await startClient(ann)
  for (const topic of ['plain', 'muted', 'Unmuted', 'followed', 'plain'])
    for (const { id } of [open, quiet]) await say(bob, id, topic)
  await sendDirectly(bob, [ann, owner])
  await ann.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: quiet.id, property: 'is_muted', value: true }],
  })
  for (const { id } of [open, quiet]) {
    await choose(id, 'MUTED', visibility.muted)
    await choose(id, 'unmuted', visibility.unmuted)
    await choose(id, 'followed', visibility.followed)
  }
  const after = await watched.next()
  const { total, direct, followed, channels } = unreadCounts(after)
  const answer = await register(ann, registration)
  expect(total).toBe(Number(item(answer['unread_msgs'])['count']))
  expect(total - unreadCounts(state).total).toBe(4 + 2 + 1)
  expect(direct - unreadCounts(state).direct).toBe(1)
  expect(followed - unreadCounts(state).followed).toBe(2)
  expect(channels.get(quiet.id)).toEqual({ unmuted: 2, muted: 3, followed: 1, mentions: 0 })
  expect(unreadInTopic(after, quiet.id, 'PLAIN')).toHaveLength(2)
  expect(unreadTopicsIn(after, open.id).get('muted')).toMatchObject({ unmuted: 0, muted: 1 })
  expect(isMuted(after, quiet.id, 'Followed')).toBe(false)
  expect(isMuted(after, quiet.id, 'new')).toBe(true)
})

test('what mentions everybody counts as a mention unless it is muted, before or afterwards', async () => {
  const { next } = await startClient(ann)
  const all = (topic: string) =>
    owner.post('/messages', { type: 'stream', to: open.id, topic, content: '@**all** hear' })
  await all('loud')
  await all('calm')
  await owner.post('/messages', { type: 'stream', to: open.id, topic: 'calm', content: '@**Ann** hear' })
  const counts = async () => {
    const known = item((await register(ann, registration))['unread_msgs'])['mentions']
    expect((await next()).unread.mentions).toEqual(numbers(known))
    return numbers(known).length
  }
  const before = await counts()
  await choose(open.id, 'Calm', visibility.muted)
  expect(await counts()).toBe(before - 1)
  const muted = { stream_id: open.id, property: 'is_muted', value: true }
  await ann.post('/users/me/subscriptions/properties', { subscription_data: [muted] })
  expect(await counts()).toBe(before - 2)
  await choose(open.id, 'calm', visibility.followed)
  expect(await counts()).toBe(before - 1)
  await ann.post('/users/me/subscriptions/properties', { subscription_data: [{ ...muted, value: false }] })
  expect(await counts()).toBe(before)
  // What is moved to where it is muted counts no more.
  await choose(open.id, 'quiet corner', visibility.muted)
  const { id } = (await all('noisy')).body
  expect(await counts()).toBe(before + 1)
  await owner.patch(`/messages/${Number(id)}`, {
    topic: 'quiet corner',
    send_notification_to_new_thread: false,
  })
  expect(await counts()).toBe(before)
  // Nor does what says it no longer.
  const { id: said } = (await all('noisy')).body
  await owner.patch(`/messages/${Number(said)}`, { content: 'Never mind', topic: 'quieter' })
  expect(await counts()).toBe(before)
  await choose(open.id, 'calm', visibility.inherit)
})

test('read on another device, unread again, and all read: the counts follow, of messages that were never fetched too', async () => {
  const id = await say(bob, open.id, 'read')
  const { state, next } = await startClient(ann)
  const { total } = unreadCounts(state)
  await ann.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  expect(unreadCounts(await next()).total).toBe(total - 1)
  await ann.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
  expect(unreadInTopic(await next(), open.id, 'read')).toEqual([id])
  await ann.post('/mark_all_as_read')
  expect(unreadCounts(await next())).toMatchObject({ total: 0, mentions: 0, direct: 0 })
})

test('a topic that is moved takes what is unread along, and is no longer where it was', async () => {
  const ids = [await say(bob, open.id, 'before'), await say(bob, open.id, 'before')]
  const { next } = await startClient(ann)
  ids.push(await say(bob, open.id, 'before'))
  await owner.patch(`/messages/${ids[0]}`, { topic: 'after', propagate_mode: 'change_all' })
  const state = await next()
  expect(unreadInTopic(state, open.id, 'before')).toEqual([])
  // With a notice of where they come from.
  expect(unreadInTopic(state, open.id, 'after').slice(0, 3)).toEqual(ids)
  const names = topicsOf(state, open.id).map(({ name }) => name)
  expect([names.includes('after'), names.includes('before')]).toEqual([true, false])
})

test('who is typing is shown where they type, until they send, stop, or time goes by', async () => {
  const { state } = await startClient(ann)
  const typing = (op: string) => ({
    type: 'typing',
    op,
    message_type: 'stream',
    sender: { user_id: bob.id },
    stream_id: open.id,
    topic: 'Talk',
  })
  const place = placeOfTopic(open.id, 'talk')
  const typists = (of: State, now: number) => typistsIn(of.typing, place, now, 15_000)
  const started = apply(state, typing('start'), 1000)
  expect(typists(started, 2000)).toEqual([bob.id])
  expect(typists(started, 16_001)).toEqual([])
  expect(typists(apply(started, typing('stop'), 3000), 3000)).toEqual([])
  const elsewhere = apply(started, { ...typing('start'), topic: 'else' }, 100_000)
  expect([...elsewhere.typing.keys()]).toEqual([placeOfTopic(open.id, 'else')])
  expect(apply(state, { ...typing('start'), sender: { user_id: ann.id } }, 0)).toBe(state)
})

test('messages are forgotten from the oldest on, but for those that are needed', async () => {
  for (const topic of ['one', 'two', 'three', 'four']) await say(bob, open.id, topic)
  const range = { anchor: 'newest', num_before: 4, num_after: 0, apply_markdown: true }
  const { body } = await ann.get('/messages', range)
  const state = addMessages((await startClient(ann)).state, body['messages'])
  const ids = [...state.messages.keys()]
  expect(ids).toHaveLength(4)
  const [first = 0, , , last = 0] = ids
  expect([...forgetMessages(state, 2, new Set([first])).messages.keys()]).toEqual([first, last])
  expect(forgetMessages(state, 4)).toBe(state)
  expect(addMessages(state, body['messages'])).toBe(state)
  expect(messageOf(state, last)?.subject).toBe('four')
})

test('of a channel that goes out of sight nothing is kept', async () => {
  const { id } = await addChannel(owner, 'closing', [owner, ann, bob], { invite_only: true })
  const { next } = await startClient(ann)
  const messageId = await say(bob, id, 'secret')
  expect(messageOf(await next(), messageId)).toBeDefined()
  await owner.delete('/users/me/subscriptions', { subscriptions: ['closing'], principals: [ann.id] })
  const state = await next()
  expect([channelOf(state, id), messageOf(state, messageId)]).toEqual([undefined, undefined])
  expect([unreadCounts(state).channels.has(id), topicsOf(state, id)]).toEqual([false, []])
})

test('people are there, away from their device, or gone, by the clock of whoever asks', async () => {
  const { next } = await startClient(ann)
  await bob.post('/users/me/presence', { status: 'active' })
  const state = await next()
  const now = state.presences.server_timestamp
  const at = (seconds: number) => presenceOf(state, bob.id, now + seconds)
  expect([at(0), at(140), at(141), presenceOf(state, 12_345, now)]).toEqual([
    'active',
    'active',
    'offline',
    'offline',
  ])
})

test('what is not known changes nothing: the state is the same object', async () => {
  const { state } = await startClient(ann)
  expect(apply(state, { id: 1, type: 'something new', op: 'add' }, 0)).toBe(state)
  expect(apply(state, { id: 1, type: 'heartbeat' }, 0)).toBe(state)
  expect(apply(state, 'nonsense', 0)).toBe(state)
})

test('a register answer that lacks everything makes a state all the same', () => {
  expect(unreadCounts(stateFrom({})).total).toBe(0)
  expect(stateFrom(null).server.max_topic_length).toBe(60)
})
