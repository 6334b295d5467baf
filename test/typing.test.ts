// Typing: told to those who would get the message and want to know, by those who want it told.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import type { SettingName } from '../src/user-settings/catalogue'
import { storeUserSetting } from '../src/user-settings/repository'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { eventsDuring, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, member, other, guest } = await scenario({
  member: 'member Mia Member',
  other: 'member Otto Other',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [member, other])
const secret = await addChannel(server.owner, 'Secret', [other], { invite_only: true })

const person = ({ id, email }: Client) => ({ user_id: id, email })
const set = (who: Client, name: SettingName, value: unknown) =>
  server.organization.write((tx) => storeUserSetting(tx, who.id, name, value))

const channelCapable = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } }

test('the people of a direct conversation are told, the typing one included, and nobody else', async () => {
  for (const op of ['start', 'stop']) {
    const events = await eventsDuring([member, other, guest, server.owner], () =>
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
  const [events] = await eventsDuring([member], () =>
    member.post('/typing', { op: 'start', to: [member.id] }),
  )
  expect(events).toMatchObject([{ recipients: [person(member)] }])
  const [again] = await eventsDuring([member], () =>
    member.post('/typing', { op: 'start', to: String(member.id) }),
  )
  expect(again).toMatchObject([{ recipients: [person(member)] }])
})

test('subscribers of a channel are told, on clients that can show it', async () => {
  const call = { type: 'channel', op: 'start', stream_id: denmark.id, topic: ' Lunch ' }
  const queues: (Client | [Client, Parameters])[] = [[other, channelCapable], other, [guest, channelCapable]]
  const events = await eventsDuring(queues, () =>
    holdsLaw([member, other], () => member.post('/typing', call)),
  )
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
  const events = await eventsDuring(
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
  const events = await eventsDuring(
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

test('those who hold a message are told that its text is being changed', async () => {
  const path = (id: number) => `/messages/${id}/typing`
  const inChannel = await sendToChannel(member, denmark, 'Hello', '')
  for (const op of ['start', 'stop']) {
    const queues: (Client | [Client, Parameters])[] = [member, [other, channelCapable], guest]
    const events = await eventsDuring(queues, () =>
      holdsLaw([member, other], () => member.post(path(inChannel), { op })),
    )
    const event = (topic: string) => ({
      id: 0,
      type: 'typing_edit_message',
      op,
      sender_id: member.id,
      message_id: inChannel,
      recipient: { type: 'channel', channel_id: denmark.id, topic },
    })
    expect(events).toEqual([[event('general chat')], [event('')], []])
  }
  const direct = await sendDirectly(member, [guest])
  const events = await eventsDuring([member, guest, other], () => member.post(path(direct), { op: 'start' }))
  const told = { message_id: direct, recipient: { type: 'direct', user_ids: [member.id, guest.id] } }
  expect(events).toMatchObject([[told], [told], []])
  await set(guest, 'receives_typing_notifications', false)
  const again = await eventsDuring([member, guest], () => member.post(path(direct), { op: 'start' }))
  expect(again).toMatchObject([[told], []])
  await set(guest, 'receives_typing_notifications', true)
})

test('nobody is told of an edit that is not allowed, or is not to be seen', async () => {
  const inChannel = await sendToChannel(member, denmark)
  const direct = await sendDirectly(member, [guest])
  const refused = (who: Client, id: number | string, answer: Refusal['answer'], op = 'start'): Refusal => ({
    who,
    method: 'post',
    path: `/messages/${id}/typing`,
    parameters: { op },
    answer,
  })
  const notTheirs = badRequest("You don't have permission to edit this message")
  await areRefused(other, [
    refused(other, inChannel, notTheirs),
    refused(guest, direct, notTheirs),
    refused(other, direct, badRequest('Invalid message(s)')),
    refused(guest, inChannel, badRequest('Invalid message(s)')),
    refused(member, 99999999, badRequest('Invalid message(s)')),
    refused(member, 'x', invalid('message_id')),
    refused(member, inChannel, invalid('op'), 'pause'),
    { who: member, method: 'post', path: `/messages/${inChannel}/typing`, answer: missing('op') },
  ])
  await set(member, 'send_private_typing_notifications', false)
  await areRefused(guest, [
    refused(member, direct, badRequest('You have turned off typing notifications for direct messages')),
  ])
  expect((await member.post(`/messages/${inChannel}/typing`, { op: 'start' })).status).toBe(200)
  await set(member, 'send_private_typing_notifications', true)
  await set(member, 'send_stream_typing_notifications', false)
  await areRefused(other, [
    refused(member, inChannel, badRequest('You have turned off typing notifications for channel messages')),
  ])
  await set(member, 'send_stream_typing_notifications', true)
})

test('who may not send somebody direct messages may not type to them', async () => {
  const { organization } = server
  const allow = (role: 'role:nobody' | 'role:everyone') =>
    organization.write((tx) =>
      storeValue(tx, 'direct_message_permission_group', systemGroupId(organization, role)),
    )
  await allow('role:nobody')
  await areRefused(other, [
    {
      who: member,
      method: 'post',
      path: '/typing',
      parameters: { op: 'start', to: [other.id] },
      answer: badRequest('You do not have permission to send direct messages to this recipient'),
    },
  ])
  await allow('role:everyone')
})

test('bad input is refused and nobody is told', async () => {
  const gone = await server.addPerson('Gone Person')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const quiet = await addChannel(server.owner, 'quiet', [member, other], {
    can_send_message_group: systemGroupId(server.organization, 'role:administrators'),
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
    direct({ to: [other.id, gone.id] }, badRequest(`'${gone.email}' no longer has an active account`)),
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
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
