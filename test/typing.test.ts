// Typing: told to those who would get the message and want to know, by those who want it told.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '../src/channels/repository'
import { systemGroupId } from '../src/user-groups/repository'
import type { SettingName } from '../src/user-settings/catalogue'
import { storeUserSetting } from '../src/user-settings/repository'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { TestServer } from './support/server'

let server: TestServer
let member: Client
let other: Client
let guest: Client
let denmark: Channel
let secret: Channel
beforeAll(async () => {
  server = await TestServer.start()
  member = await server.addPerson('Mia Member')
  other = await server.addPerson('Otto Other')
  guest = await server.addPerson('Gus Guest', 'guest')
  denmark = await addChannel(server, 'Denmark', [member, other])
  secret = await addChannel(server, 'Secret', [other], { isPrivate: true })
})
afterAll(() => server.stop())

const person = ({ id, email }: Client) => ({ user_id: id, email })
const set = (who: Client, name: SettingName, value: unknown) =>
  server.organization.write((tx) => storeUserSetting(tx, who.id, name, value))

/** The events that each of these queues gets by the action. */
async function told(queues: readonly [Client, Parameters?][], action: () => Promise<unknown>) {
  const watching = await Promise.all(
    queues.map(async ([person, options]) => ({ person, state: await register(person, options) })),
  )
  await action()
  return Promise.all(watching.map((queue) => eventsOf(queue)))
}

const channelCapable = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } }

test('the people of a direct conversation are told, the typing one included, and nobody else', async () => {
  for (const op of ['start', 'stop']) {
    const events = await told([[member], [other], [guest], [server.owner]], () =>
      holdsLaw([member, other], () => member.post('/typing', { op, to: [other.id, guest.id, other.id] })),
    )
    const event = {
      id: 0,
      type: 'typing',
      op,
      message_type: 'direct',
      sender: person(member),
      recipients: [person(member), person(other), person(guest)],
    }
    expect(events).toEqual([[event], [event], [event], []])
  }
})

test('somebody can type to themselves, and say so with their own ID', async () => {
  const [events] = await told([[member]], () => member.post('/typing', { op: 'start', to: [member.id] }))
  expect(events).toMatchObject([{ recipients: [person(member)] }])
})

test('subscribers of a channel are told, on clients that can show it', async () => {
  const call = { type: 'channel', op: 'start', stream_id: denmark.id, topic: ' Lunch ' }
  const queues: [Client, Parameters?][] = [[other, channelCapable], [other], [guest, channelCapable]]
  const events = await told(queues, () => holdsLaw([member, other], () => member.post('/typing', call)))
  const event = {
    id: 0,
    type: 'typing',
    op: 'start',
    message_type: 'stream',
    sender: person(member),
    stream_id: denmark.id,
    topic: 'Lunch',
  }
  expect(events).toEqual([[event], [], []])
})

test('the empty topic is named to clients that do not know it', async () => {
  const call = { type: 'stream', op: 'start', stream_id: denmark.id, topic: 'general chat' }
  const legacy = { client_capabilities: { stream_typing_notifications: true } }
  const events = await told(
    [
      [other, channelCapable],
      [other, legacy],
    ],
    () => member.post('/typing', call),
  )
  expect(events).toMatchObject([[{ topic: '' }], [{ topic: 'general chat' }]])
})

test('who does not want to see others type is not told', async () => {
  await set(other, 'receives_typing_notifications', false)
  const events = await told(
    [
      [other, channelCapable],
      [member, channelCapable],
    ],
    async () => {
      await member.post('/typing', { op: 'start', to: [other.id] })
      await member.post('/typing', { type: 'channel', op: 'start', stream_id: denmark.id, topic: 'x' })
    },
  )
  expect(events).toMatchObject([[], [{ message_type: 'direct' }, { message_type: 'stream' }]])
  await set(other, 'receives_typing_notifications', true)
})

test('who does not want to be seen typing is not', async () => {
  await set(member, 'send_private_typing_notifications', false)
  await set(member, 'send_stream_typing_notifications', false)
  await areRefused(other, [
    {
      who: member,
      method: 'post',
      path: '/typing',
      parameters: { op: 'start', to: [other.id] },
      answer: badRequest('You have turned off typing notifications for direct messages'),
    },
    {
      who: member,
      method: 'post',
      path: '/typing',
      parameters: { type: 'channel', op: 'start', stream_id: denmark.id, topic: 'x' },
      answer: badRequest('You have turned off typing notifications for channel messages'),
    },
  ])
  await set(member, 'send_private_typing_notifications', true)
  await set(member, 'send_stream_typing_notifications', true)
})

test('bad input is refused and nobody is told', async () => {
  const gone = await server.addPerson('Gone Person')
  await server.organization.write((tx) => updateUser(tx, gone.id, { isActive: false }))
  const quiet = await addChannel(server, 'quiet', [member, other], {
    canSendMessageGroup: systemGroupId(server.organization, 'role:administrators'),
  })
  const direct = (
    parameters: Parameters,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => ({
    who: member,
    method: 'post',
    path: '/typing',
    parameters: { op: 'start', ...parameters },
    answer,
    ...more,
  })
  const inChannel = (parameters: Parameters, answer: Refusal['answer'], who = member): Refusal =>
    direct({ type: 'channel', stream_id: denmark.id, topic: 'x', ...parameters }, answer, { who })
  const noChannel = (stream_id: number) => ({ code: 'STREAM_DOES_NOT_EXIST', stream_id })
  await areRefused(other, [
    direct({ to: [other.id], op: undefined }, missing('op')),
    direct({ to: [other.id], op: 'pause' }, invalid('op')),
    direct({ to: [other.id], type: 'carrier pigeon' }, invalid('type')),
    direct({}, missing('to')),
    direct({ to: [] }, invalid('to')),
    direct({ to: 'otto' }, invalid('to')),
    direct({ to: [other.email] }, invalid('to')),
    direct({ to: Array.from({ length: 201 }, (_, index) => index) }, invalid('to')),
    direct({ to: [other.id, 99999] }, badRequest('Invalid user ID 99999')),
    direct({ to: [other.id, gone.id] }, badRequest(`User ${gone.id} is no longer using Confab`)),
    direct({ to: [other.id] }, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
    inChannel({ stream_id: undefined }, badRequest('Missing channel ID: stream_id is required')),
    inChannel({ stream_id: 'Denmark' }, invalid('stream_id')),
    inChannel({ stream_id: 99999 }, noChannel(99999)),
    inChannel({ stream_id: secret.id }, noChannel(secret.id)),
    inChannel({}, noChannel(denmark.id), guest),
    inChannel({ topic: undefined }, badRequest('Missing topic')),
    inChannel({ topic: 'x'.repeat(61) }, invalid('topic')),
    inChannel({ stream_id: quiet.id }, badRequest("You do not have permission to post in channel 'quiet'")),
  ])
  const body = new URLSearchParams({ op: 'start', to: `[${other.id}]` })
  const nobody = await anonymous(server.url, '/typing', { method: 'POST', body })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHENTICATED_USER'])
})
