// Everything that can be done to messages, at random and by several people at once: clients that follow the events know all of it.
import { afterEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { defaultRules } from '../src/organization/rules'
import { storeSetting } from '../src/organization/settings'
import { addChannel } from './support/channels'
import type { Client, Reply } from './support/client'
import { hadJobs } from './support/jobs'
import { randomly, type Did } from './support/random'
import { holdsLaw, register } from './support/law'
import { item, items, numbers, type Item } from './support/law/rules'
import { addPeople } from './support/scenario'
import { TestServer } from './support/server'

let server: TestServer
let everybody: Client[]
afterEach(() => server.stop())

/** @param messagesPerStep how many one write may move or delete, and of how many people it carries the choices along */
async function start(messagesPerStep: number): Promise<void> {
  server = await TestServer.start({
    rules: { ...defaultRules, messagesPerStep, choicesPerStep: messagesPerStep },
  })
  const people = { ann: 'member', bob: 'member', mo: 'moderator', gus: 'guest' } as const
  everybody = [server.owner, ...Object.values(await addPeople(server, people))]
  await server.organization.write((tx) => {
    storeSetting(tx, 'message_content_edit_limit_seconds', null)
    storeSetting(tx, 'message_content_delete_limit_seconds', null)
  })
}

const who = fc.nat({ max: 4 })
const message = fc.nat({ max: 12 })
const channel = fc.nat({ max: 3 })
const topic = fc.constantFrom('', 'a', 'A', '✔ a', 'b')
// No wildcards: those count as mentions only where the topic is not muted, which a client can't tell of messages it
// does not know.
const content = fc.constantFrom('x', 'y @**Ann**', '@**Bob** @**Gus**', '/poll Q\nyes\nno')
const isOn = fc.boolean()
const arbitrary = <K extends string, T>(kind: K, fields: { [N in keyof T]: fc.Arbitrary<T[N]> }) =>
  fc
    .tuple(fc.record({ kind: fc.constant(kind), who, message }), fc.record<T>(fields))
    .map(([common, own]) => ({ ...common, ...own }))
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
  { weight: 1, arbitrary: arbitrary('deleteTopic', {}) },
  { weight: 4, arbitrary: arbitrary('flag', { flag: fc.constantFrom('read', 'starred'), isOn }) },
  { weight: 1, arbitrary: arbitrary('readTopic', {}) },
  { weight: 1, arbitrary: arbitrary('unreadAll', {}) },
  { weight: 3, arbitrary: arbitrary('react', { emoji: fc.constantFrom('tada', 'heart') }) },
  { weight: 2, arbitrary: arbitrary('takeBack', {}) },
  { weight: 2, arbitrary: arbitrary('vote', { vote: fc.constantFrom(1, -1) }) },
  { weight: 2, arbitrary: arbitrary('seeTopic', { channel, topic, policy: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: arbitrary('muteUser', { other: who, isOn }) },
  { weight: 4, arbitrary: arbitrary('subscribe', { channel, isOn }) },
  { weight: 1, arbitrary: arbitrary('muteChannel', { channel, isOn }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A message as it was sent. */
interface Sent {
  id: number
  sender: Client | undefined
  content: string
  /** Of a direct message: undefined. */
  place: { channelId: number | undefined; topic: string } | undefined
}

/** What there is to act upon. */
interface World {
  channels: readonly { id: number; name: string }[]
  messages: Sent[]
  reactions: { person: Client; path: string; emoji_name: string }[]
}

async function act(world: World, step: Step, did: Did): Promise<void> {
  const target = targetOf(world, step)
  const reply = await request(world, step, target)
  if (!reply) return
  // Refusals are fine, bugs are not.
  expect({ step, status: reply.status < 500 ? 'fine' : reply.status }).toEqual({ step, status: 'fine' })
  if (reply.status !== 200) return
  did(step.kind)
  const id = Number(reply.body['id'])
  const sender = everybody[step.who]
  if (step.kind === 'send') {
    const place = { channelId: world.channels[step.channel]?.id, topic: step.topic }
    world.messages.push({ id, sender, content: step.content, place })
  }
  if (step.kind === 'write') world.messages.push({ id, sender, content: step.content, place: undefined })
  if (step.kind === 'delete') world.messages = world.messages.filter((each) => each !== target)
}

/** The message that is meant, counted from the newest of those it makes sense for. */
function targetOf({ messages }: World, step: Step): Sent | undefined {
  const possible = messages.filter(({ content, place }) => {
    if (step.kind === 'vote') return content.startsWith('/poll')
    return place !== undefined || !['move', 'deleteTopic', 'readTopic'].includes(step.kind)
  })
  return possible.at(-1 - (step.message % Math.max(1, possible.length)))
}

function request(world: World, step: Step, target: Sent | undefined): Promise<Reply> | undefined {
  const person = everybody[step.who]
  const id = target?.id ?? 0
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
      // Nobody else may.
      return target?.sender?.patch(`/messages/${id}`, { content: step.content })
    }
    case 'move': {
      const to = { stream_id: place?.id, topic: step.topic, propagate_mode: step.mode }
      return person.patch(`/messages/${id}`, to)
    }
    case 'delete': {
      return person.delete(`/messages/${id}`)
    }
    case 'deleteTopic': {
      const { channelId, topic: name } = target?.place ?? {}
      return server.owner.post(`/streams/${channelId}/delete_topic`, { topic_name: name })
    }
    case 'flag': {
      return person.post('/messages/flags', {
        messages: [id],
        op: step.isOn ? 'add' : 'remove',
        flag: step.flag,
      })
    }
    case 'readTopic': {
      const { channelId, topic: name } = target?.place ?? {}
      return person.post('/mark_topic_as_read', { stream_id: channelId, topic_name: name })
    }
    case 'unreadAll': {
      const range = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow: [] }
      return person.post('/messages/flags/narrow', { ...range, op: 'remove', flag: 'read' })
    }
    case 'react': {
      const reaction = { person, path: `/messages/${id}/reactions`, emoji_name: step.emoji }
      world.reactions.push(reaction)
      return person.post(reaction.path, { emoji_name: step.emoji })
    }
    case 'takeBack': {
      const [reaction] = world.reactions.splice(step.message % Math.max(1, world.reactions.length), 1)
      return reaction?.person.delete(reaction.path, { emoji_name: reaction.emoji_name })
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

const mustHappen = `send write edit move delete deleteTopic flag readTopic unreadAll react takeBack vote seeTopic muteUser
  subscribe muteChannel message update_message delete_message update_message_flags/add update_message_flags/remove
  reaction/add reaction/remove submessage user_topic muted_users subscription/update`

test.each([
  ['in one write', defaultRules.messagesPerStep, ''],
  ['step by step', 1, 'steps'],
])(
  'whatever several people do at once, %s, states, answers and events agree',
  async (_, size, also) => {
    await start(size)
    let run = 0
    const steps = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 20, maxLength: 20 })
    await randomly(
      steps,
      { runs: 6, must: `${mustHappen} ${also}`.trim(), shrinks: false, evenly: true },
      async (batches, did) => {
        run++
        const [owner, ann, bob, mo, gus] = everybody
        if (!owner || !ann || !bob || !mo || !gus) throw new Error('Somebody is missing')
        const world: World = {
          channels: [
            await addChannel(server.owner, `open ${run}`, [owner, ann, bob, gus]),
            await addChannel(server.owner, `side ${run}`, [bob, mo]),
            await addChannel(server.owner, `closed ${run}`, [owner, ann], {
              invite_only: true,
              history_public_to_subscribers: true,
            }),
            await addChannel(server.owner, `vault ${run}`, [owner, bob], {
              invite_only: true,
              history_public_to_subscribers: false,
            }),
          ],
          messages: [],
          reactions: [],
        }
        const live = async () => {
          for (const batch of batches) await Promise.all(batch.map((each) => act(world, each, did)))
        }
        await holdsLaw(everybody, live, did)
        if (hadJobs(server)) did('steps')
        for (const person of everybody) await assertCoherent(person)
      },
    )
  },
  60_000,
)

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
