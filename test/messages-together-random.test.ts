// Everything that can be done to messages, at random and by several people at once: clients that follow the events know all of it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { storeSetting } from '../src/organization/settings'
import { addChannel } from './support/channels'
import type { Client, Reply } from './support/client'
import { KnownMessages } from './support/known-messages'
import { holdsLaw, register } from './support/law'
import { item, items, numbers, type Item } from './support/law/rules'
import { TestServer } from './support/server'

let server: TestServer
let everybody: Client[]
beforeAll(async () => {
  server = await TestServer.start()
  everybody = [
    server.owner,
    await server.addPerson('Ann'),
    await server.addPerson('Bob'),
    await server.addPerson('Mo', 'moderator'),
    await server.addPerson('Gus', 'guest'),
  ]
  await server.organization.write((tx) => {
    storeSetting(tx, 'message_content_edit_limit_seconds', null)
    storeSetting(tx, 'message_content_delete_limit_seconds', null)
  })
})
afterAll(() => server.stop())

const who = fc.nat({ max: 4 })
const message = fc.nat({ max: 30 })
const channel = fc.nat({ max: 3 })
const topic = fc.constantFrom('', 'a', 'A', '✔ a', 'b')
// No wildcards: those count as mentions only where the topic is not muted, which a client can't tell of messages it
// does not know.
const content = fc.constantFrom('x', 'y @**Ann**', '@**Bob** @**Gus**', '/poll Q\nyes\nno')
const isOn = fc.boolean()
const arbitrary = <K extends string, T>(kind: K, fields: { [N in keyof T]: fc.Arbitrary<T[N]> }) =>
  fc.record({ kind: fc.constant(kind), who, message, ...fields })
const step = fc.oneof(
  { weight: 5, arbitrary: arbitrary('send', { channel, topic, content }) },
  { weight: 2, arbitrary: arbitrary('write', { other: who, content }) },
  { weight: 3, arbitrary: arbitrary('edit', { content }) },
  {
    weight: 5,
    arbitrary: arbitrary('move', {
      channel,
      topic,
      mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
    }),
  },
  { weight: 3, arbitrary: arbitrary('delete', {}) },
  { weight: 1, arbitrary: arbitrary('deleteTopic', { channel, topic }) },
  { weight: 4, arbitrary: arbitrary('flag', { flag: fc.constantFrom('read', 'starred'), isOn }) },
  { weight: 1, arbitrary: arbitrary('readTopic', { channel, topic }) },
  { weight: 1, arbitrary: arbitrary('unreadAll', {}) },
  { weight: 3, arbitrary: arbitrary('react', { emoji: fc.constantFrom('tada', 'heart'), isOn }) },
  { weight: 2, arbitrary: arbitrary('vote', { vote: fc.constantFrom(1, -1) }) },
  { weight: 2, arbitrary: arbitrary('seeTopic', { channel, topic, policy: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: arbitrary('muteUser', { other: who, isOn }) },
  { weight: 4, arbitrary: arbitrary('subscribe', { channel, isOn }) },
  { weight: 1, arbitrary: arbitrary('muteChannel', { channel, isOn }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What there is to act upon. */
interface World {
  channels: readonly { id: number; name: string }[]
  messageIds: number[]
}

async function act(world: World, step: Step): Promise<void> {
  const reply = await request(world, step)
  if (!reply) return
  // Refusals are fine, bugs are not.
  expect({ step, status: reply.status < 500 ? 'fine' : reply.status }).toEqual({ step, status: 'fine' })
  const { id } = reply.body
  if (typeof id === 'number') world.messageIds.push(id)
}

function request(world: World, step: Step): Promise<Reply> | undefined {
  const person = everybody[step.who]
  const id = world.messageIds[step.message % Math.max(1, world.messageIds.length)] ?? 0
  const place = 'channel' in step ? world.channels[step.channel] : undefined
  const other = 'other' in step ? everybody[step.other]?.id : undefined
  if (!person) return undefined
  switch (step.kind) {
    case 'send': {
      return person.post('/messages', {
        type: 'channel',
        to: place?.id,
        topic: step.topic,
        content: step.content,
      })
    }
    case 'write': {
      return person.post('/messages', { type: 'direct', to: [other], content: step.content })
    }
    case 'edit': {
      return person.patch(`/messages/${id}`, { content: step.content })
    }
    case 'move': {
      const to = { stream_id: place?.id, topic: step.topic, propagate_mode: step.mode }
      return person.patch(`/messages/${id}`, to)
    }
    case 'delete': {
      return person.delete(`/messages/${id}`)
    }
    case 'deleteTopic': {
      return person.post(`/streams/${place?.id}/delete_topic`, { topic_name: step.topic })
    }
    case 'flag': {
      return person.post('/messages/flags', {
        messages: [id],
        op: step.isOn ? 'add' : 'remove',
        flag: step.flag,
      })
    }
    case 'readTopic': {
      return person.post('/mark_topic_as_read', { stream_id: place?.id, topic_name: step.topic })
    }
    case 'unreadAll': {
      const range = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow: [] }
      return person.post('/messages/flags/narrow', { ...range, op: 'remove', flag: 'read' })
    }
    case 'react': {
      const path = `/messages/${id}/reactions`
      const emoji = { emoji_name: step.emoji }
      return step.isOn ? person.post(path, emoji) : person.delete(path, emoji)
    }
    case 'vote': {
      const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: step.vote })
      return person.post('/submessage', { message_id: id, msg_type: 'widget', content: vote })
    }
    case 'seeTopic': {
      const choice = { stream_id: place?.id, topic: step.topic, visibility_policy: step.policy }
      return person.post('/user_topics', choice)
    }
    case 'muteUser': {
      const path = `/users/me/muted_users/${other}`
      return step.isOn ? person.post(path) : person.delete(path)
    }
    case 'subscribe': {
      const path = '/users/me/subscriptions'
      const { owner } = server
      const theirs = { principals: [person.id] }
      return step.isOn
        ? owner.post(path, { subscriptions: [{ name: place?.name }], ...theirs })
        : owner.delete(path, { subscriptions: [place?.name], ...theirs })
    }
    case 'muteChannel': {
      const change = { stream_id: place?.id, property: 'is_muted', value: step.isOn }
      return person.post('/users/me/subscriptions/properties', { subscription_data: [change] })
    }
  }
}

test('whatever several people do at once, states, answers and events agree', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 8, maxLength: 20 }),
      async (batches) => {
        run++
        const [owner, ann, bob, mo, gus] = everybody
        if (!owner || !ann || !bob || !mo || !gus) throw new Error('Somebody is missing')
        const world: World = {
          channels: [
            await addChannel(server, `open ${run}`, [owner, ann, bob, gus]),
            await addChannel(server, `side ${run}`, [bob, mo]),
            await addChannel(server, `closed ${run}`, [owner, ann], { isPrivate: true }),
            await addChannel(server, `vault ${run}`, [owner, bob], {
              isPrivate: true,
              isHistoryShared: false,
            }),
          ],
          messageIds: [],
        }
        const clients = await Promise.all(everybody.map((person) => KnownMessages.of(person)))
        await holdsLaw(everybody, async () => {
          for (const steps of batches) await Promise.all(steps.map((each) => act(world, each)))
        })
        for (const person of everybody) await assertCoherent(person)
        for (const client of clients) await client.areTrue()
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
}, 60_000)

/** The state at register says what the messages say. */
async function assertCoherent(person: Client): Promise<void> {
  const state = await register(person, { client_capabilities: { empty_topic_name: true } })
  const unreadState = item(state['unread_msgs'])
  const unread = await fetchAll(person, [{ operator: 'is', operand: 'unread' }])
  const starred = await fetchAll(person, [{ operator: 'is', operand: 'starred' }])
  const subscribed = new Set(items(state['subscriptions']).map((each) => each['stream_id']))
  const groups = ['pms', 'huddles', 'streams'].flatMap((kind) => items(unreadState[kind]))
  const counted = groups.flatMap((group) => numbers(group['unread_message_ids']))
  expect(sorted(counted)).toEqual(unread.map(({ id }) => Number(id)))
  expect(state['starred_messages']).toEqual(starred.map(({ id }) => Number(id)))
  for (const each of unread) {
    expect(each['flags']).not.toContain('read')
    if (each['type'] === 'stream') expect(subscribed).toContain(each['stream_id'])
    const group = groups.find((one) => numbers(one['unread_message_ids']).includes(Number(each['id'])))
    if (each['type'] === 'stream') {
      expect(group).toMatchObject({ stream_id: each['stream_id'], topic: each['subject'] })
    }
  }
  for (const each of starred) expect(each['flags']).toContain('starred')
  await person.delete('/events', { queue_id: state['queue_id'] })
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

async function fetchAll(person: Client, narrow: readonly object[]): Promise<Item[]> {
  const range = { anchor: 'oldest', num_before: 0, num_after: 5000, allow_empty_topic_name: true }
  const { body } = await person.get('/messages', { ...range, narrow, apply_markdown: false })
  expect(body['result']).toBe('success')
  return items(body['messages'])
}
