// Unread messages, whether or not the index of them has them yet: counted, found, marked as read, deleted and put back.
import { expect, test } from 'bun:test'
import { restore } from '../src/messages/changing/editing/restoring'
import { sendMessage } from '../src/messages/sending/send'
import { unreadLimits } from '../src/messages/unread-repository'
import { directory } from '../src/users/repository'
import { addChannel, type ChannelRef } from './support/channels'
import { holdsLaw, register } from './support/law'
import { item, items, numbers } from './support/law/rules'
import { found, sendToChannel } from './support/messages'
import { addPeople, scenario } from './support/scenario'

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })

/** As many as servers in tests bring to the index together. */
const { newOnes } = unreadLimits

/** How many rows have yet to come to the index. */
function newRows(): number {
  const row = server.organization.db.sqlite
    .query<{ count: number }, []>('SELECT count(*) AS count FROM message_states WHERE is_new')
    .get()
  return row?.count ?? 0
}

async function sendMany(channel: ChannelRef, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < count; number++) ids.push(await sendToChannel(ann, channel, `${number}`))
  return ids
}

const unreadIn = (channel: ChannelRef) => [
  { operator: 'channel', operand: channel.id },
  { operator: 'is', operand: 'unread' },
]

/** What bob has not read of a channel: as a register counts it. */
async function counted(channel: ChannelRef): Promise<number[]> {
  const { streams } = item((await register(bob))['unread_msgs'])
  const topics = items(streams).filter((topic) => topic['stream_id'] === channel.id)
  return topics.flatMap((topic) => numbers(topic['unread_message_ids']))
}

test('some are in the index, the newest are not, and all are unread', async () => {
  const channel = await addChannel(server.owner, 'some', [ann, bob])
  const ids = await sendMany(channel, 50)
  expect(newRows()).toBeGreaterThan(0)
  expect(newRows()).toBeLessThan(3 * newOnes)
  expect(await counted(channel)).toEqual(ids)
  expect(await found(bob, unreadIn(channel))).toEqual(ids)
  expect(await found(bob, [{ operator: 'is', operand: 'unread' }])).toEqual(ids)
  const range = { narrow: unreadIn(channel), num_before: 0, num_after: 10, anchor: 'oldest' }
  expect(items((await bob.get('/messages', range)).body['messages']).map(({ id }) => id)).toEqual(
    ids.slice(0, 10),
  )
  const newest = { ...range, anchor: 'newest', num_before: 5, num_after: 0 }
  expect(items((await bob.get('/messages', newest)).body['messages']).map(({ id }) => id)).toEqual(
    ids.slice(-5),
  )
  const [first = 0, last = 0] = [ids.shift(), ids.pop()]
  await holdsLaw([bob], () =>
    bob.post('/messages/flags', { op: 'add', flag: 'read', messages: [first, last] }),
  )
  expect(await counted(channel)).toEqual(ids)
  expect(await found(bob, unreadIn(channel))).toEqual(ids)
  await holdsLaw([bob], () =>
    bob.post('/messages/flags', { op: 'remove', flag: 'read', messages: [first, last] }),
  )
  expect(await counted(channel)).toEqual([first, ...ids, last])
  await holdsLaw([bob], () => bob.post('/mark_stream_as_read', { stream_id: channel.id }))
  expect(await counted(channel)).toEqual([])
  expect(await found(bob, unreadIn(channel))).toEqual([])
})

test('those that nobody has marked stay unread, whatever is sent after them', async () => {
  const channel = await addChannel(server.owner, 'stay', [ann, bob])
  const ids = await sendMany(channel, 3)
  const elsewhere = await addChannel(server.owner, 'elsewhere', [ann, bob])
  await sendMany(elsewhere, 40)
  expect(await counted(channel)).toEqual(ids)
  expect(await found(bob, unreadIn(channel))).toEqual(ids)
  await holdsLaw([bob], () => bob.post('/mark_all_as_read'))
  expect(await counted(channel)).toEqual([])
})

test('messages that say nothing to anybody are passed over: what is new is looked for among few', async () => {
  const note = { type: 'direct', to: [ann.id], content: 'A note to myself.' }
  for (let number = 0; number < 40; number++) await ann.post('/messages', note)
  const { behind } = server.organization.db.sqlite
    .query<{ behind: number }, []>(
      'SELECT (SELECT max(id) FROM messages) - indexed_up_to AS behind FROM unread_progress',
    )
    .get() ?? { behind: Infinity }
  expect(behind).toBeLessThan(newOnes)
})

test('what is deleted and put back is unread again', async () => {
  const channel = await addChannel(server.owner, 'back', [ann, bob])
  const [id = 0] = await sendMany(channel, 1)
  await server.owner.delete(`/messages/${id}`)
  expect(await counted(channel)).toEqual([])
  await restore(server.organization, { messageId: id })
  expect(await counted(channel)).toEqual([id])
  await sendMany(channel, 40)
  expect((await counted(channel))[0]).toBe(id)
  expect(await found(bob, unreadIn(channel))).toHaveLength(41)
})

test('many messages in one commit are brought to the index with it; those before and after are unread as well', async () => {
  const channel = await addChannel(server.owner, 'together', [ann, bob])
  const before = await sendMany(channel, 3)
  const sender = directory(server.organization).byId.get(ann.id)
  if (!sender) throw new Error('Ann is there')
  const destination = { kind: 'channel', channelId: channel.id, topic: 'greetings' } as const
  const together = await Promise.all(
    Array.from({ length: 50 }, () =>
      sendMessage(server.organization, sender, { destination, content: 'Hello', client: 'test' }),
    ),
  )
  expect(newRows()).toBeLessThan(3 * newOnes)
  const after = await sendMany(channel, 3)
  const ids = [...before, ...together.map(({ id }) => id), ...after]
  expect(await counted(channel)).toEqual(ids)
  expect(await found(bob, unreadIn(channel))).toEqual(ids)
  await sendMany(channel, 40)
  expect((await counted(channel)).slice(0, ids.length)).toEqual(ids)
})

test('a message to many people has no new rows; among those that have, each range has the nearest', async () => {
  await bob.post('/mark_all_as_read')
  const names = Array.from({ length: 65 }, (_, number) => [`p${number}`, 'member'] as const)
  const people = await addPeople(server, Object.fromEntries(names))
  const many = await addChannel(server.owner, 'many', [ann, bob, ...Object.values(people)])
  const few = await addChannel(server.owner, 'few', [ann, bob])
  await sendMany(few, newOnes)
  const before = newRows()
  const [id] = await sendMany(many, 1)
  expect(newRows()).toBeLessThanOrEqual(before)
  expect(await counted(many)).toEqual([Number(id)])

  for (const channel of [few, many, few, few, many, few]) await sendMany(channel, 1)
  const narrow = [{ operator: 'is', operand: 'unread' }]
  const all = await found(bob, narrow)
  expect(all).toHaveLength(newOnes + 7)
  for (let count = 1; count <= 8; count++) {
    const newest = { narrow, anchor: 'newest', num_before: count, num_after: 0 }
    const { body } = await bob.get('/messages', newest)
    expect(items(body['messages']).map((message) => message['id'])).toEqual(all.slice(-count))
    const oldest = { narrow, anchor: 'oldest', num_before: 0, num_after: newOnes - 4 + count }
    const { body: first } = await bob.get('/messages', oldest)
    expect(items(first['messages']).map((message) => message['id'])).toEqual(
      all.slice(0, newOnes - 4 + count),
    )
  }
})
