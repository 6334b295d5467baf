// Read elsewhere takes the notification back: by whatever way a message is read, goes, or goes out of sight.
import { afterAll, expect, test } from 'bun:test'
import { takingBackLimits } from '../src/notifying/taking-back'
import { defaultRules } from '../src/organization/rules'
import { startBouncer } from './support/bouncer'
import { addChannel, type ChannelRef } from './support/channels'
import type { Client, Reply } from './support/client'
import { givePhones, onDevices } from './support/devices'
import { sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const bouncer = startBouncer()
afterAll(() => bouncer.stop())
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  push: { ...defaultRules.push, bouncer: bouncer.access },
}
const { server, owner, ann } = await scenario({ ann: 'member' }, { rules })

/** Somebody with a phone, on which is a notification of this message in a channel of theirs, and of one sent directly. */
interface Place {
  person: Client
  channel: ChannelRef
  messageId: number
  directId: number
}

type Left = 'both' | 'direct' | 'channel' | 'none'

const table: Record<string, { act: (place: Place) => Promise<Reply>; left: Left }> = {
  'a call about another message': {
    act: ({ person, directId }) => flag(person, directId + 1, 'read'),
    left: 'both',
  },
  'a star': {
    act: ({ person, messageId }) => flag(person, messageId, 'starred'),
    left: 'both',
  },
  'the message is marked as read': {
    act: ({ person, messageId }) => flag(person, messageId, 'read'),
    left: 'direct',
  },
  'a narrow is marked as read': {
    act: ({ person }) =>
      person.post('/messages/flags/narrow', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'dm' }],
        op: 'add',
        flag: 'read',
      }),
    left: 'channel',
  },
  'everything is marked as read': { act: ({ person }) => person.post('/mark_all_as_read'), left: 'none' },
  'the channel is marked as read': {
    act: ({ person, channel }) => person.post('/mark_stream_as_read', { stream_id: channel.id }),
    left: 'direct',
  },
  'the topic is marked as read': {
    act: ({ person, channel }) =>
      person.post('/mark_topic_as_read', { stream_id: channel.id, topic_name: 'greetings' }),
    left: 'direct',
  },
  'the person mutes the sender': {
    act: ({ person }) => person.post(`/users/me/muted_users/${ann.id}`),
    left: 'none',
  },
  'the person leaves the channel': {
    act: ({ person, channel }) => person.delete('/users/me/subscriptions', { subscriptions: [channel.name] }),
    left: 'direct',
  },
  'the message is deleted': {
    act: ({ messageId }) => owner.delete(`/messages/${messageId}`),
    left: 'direct',
  },
  'the topic is deleted': {
    act: ({ channel }) => owner.post(`/streams/${channel.id}/delete_topic`, { topic_name: 'greetings' }),
    left: 'direct',
  },
  'the message moves out of sight': {
    act: async ({ channel, messageId }) => {
      const secret = await addChannel(owner, `secret ${channel.id}`, [owner], { invite_only: true })
      return owner.patch(`/messages/${messageId}`, { stream_id: secret.id })
    },
    left: 'direct',
  },
  'the message moves to a channel that the person is not in': {
    act: async ({ channel, messageId }) => {
      const open = await addChannel(owner, `open ${channel.id}`, [owner])
      return owner.patch(`/messages/${messageId}`, { stream_id: open.id })
    },
    left: 'direct',
  },
  'the message moves to another topic': {
    act: ({ messageId }) =>
      owner.patch(`/messages/${messageId}`, { topic: 'elsewhere', send_notification_to_new_thread: false }),
    left: 'both',
  },
}

function flag(person: Client, messageId: number, name: string): Promise<Reply> {
  return person.post('/messages/flags', { messages: [messageId], op: 'add', flag: name })
}

for (const [row, [name, { act, left }]] of Object.entries(table).entries()) {
  test(`what is left on the phone: ${name}`, async () => {
    const person = await server.addPerson(`Person of row ${row}`)
    await givePhones(person)
    const channel = await addChannel(owner, `Channel ${row}`, [owner, ann, person])
    const messageId = await sendToChannel(ann, channel, `@**|${person.id}** look`)
    const directId = await sendDirectly(ann, [person])
    expect(await onDevices(server, person)).toEqual([messageId, directId])
    expect(await act({ person, channel, messageId, directId })).not.toMatchObject({
      body: { result: 'error' },
    })
    const ids = { both: [messageId, directId], direct: [directId], channel: [messageId], none: [] }
    expect(await onDevices(server, person)).toEqual(ids[left])
  })
}

test('a message that goes is taken back from everybody, a few people at a time', async () => {
  takingBackLimits.perStep = 2
  try {
    const crowd = await Promise.all(['Dan', 'Eve', 'Fay', 'Gil', 'Hal'].map((name) => server.addPerson(name)))
    await givePhones(...crowd)
    const channel = await addChannel(owner, 'crowd', [ann, ...crowd])
    const ids = [
      await sendToChannel(ann, channel, '@**all** look'),
      await sendToChannel(ann, channel, `@**|${crowd[4]?.id}** and @**|${crowd[0]?.id}** look`),
    ]
    const kept = await sendToChannel(ann, channel, '@**all** look', 'kept')
    for (const [index, person] of crowd.entries()) {
      const own = index === 0 || index === 4 ? ids : ids.slice(0, 1)
      expect(await onDevices(server, person)).toEqual([...own, kept])
    }
    await owner.post(`/streams/${channel.id}/delete_topic`, { topic_name: 'greetings' })
    for (const person of crowd) expect(await onDevices(server, person)).toEqual([kept])
  } finally {
    takingBackLimits.perStep = 200
  }
})

test('much that is read at once is taken back a part at a time', async () => {
  takingBackLimits.perStep = 2
  try {
    const person = await server.addPerson('Ria Reader')
    await givePhones(person)
    for (let index = 0; index < 5; index++) await sendDirectly(ann, [person])
    expect(await onDevices(server, person)).toHaveLength(5)
    await person.post('/mark_all_as_read')
    const later = await sendDirectly(ann, [person])
    expect(await onDevices(server, person)).toEqual([later])
  } finally {
    takingBackLimits.perStep = 200
  }
})
