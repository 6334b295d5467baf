// A narrow that has to look at very many messages keeps nobody else waiting, and comes to an end.
import { afterAll, expect, test } from 'bun:test'
import { queues } from '../src/events/queues'
import { setBits } from '../src/message-flags/repository'
import { flagBits } from '../src/messages/flags'
import { paceLimits } from '../src/narrow/pace'
import { addChannel } from './support/channels'
import { fill } from './support/many-messages'
import type { Reply } from './support/client'
import { scenario } from './support/scenario'

const usual = { ...paceLimits }

const { server, ann, bob, carl } = await scenario({ ann: 'member', bob: 'member', carl: 'member' })
const channel = await addChannel(server.owner, 'busy', [ann, bob, carl])
const all = await fill(server, channel, ann, 6000)
// Each of the messages is a step, of which many make a turn of the event loop.
Object.assign(paceLimits, { fewest: 1, most: 1 })
afterAll(async () => {
  Object.assign(paceLimits, usual)
  await server.stop()
})

const newest = { anchor: 'newest', num_before: 100, num_after: 0 }
/** All of the messages have to be looked at to find that there are none. */
const nothing = () => [
  ['channel', channel.id],
  ['-is', 'unread'],
]

test('others are answered while it is looked for', async () => {
  const calls = {
    fetch: () => ann.get('/messages', { ...newest, narrow: nothing() }),
    flags: () =>
      ann.post('/messages/flags/narrow', { ...newest, narrow: nothing(), op: 'add', flag: 'starred' }),
    'mark as read': () => ann.post('/mark_topic_as_read', { stream_id: channel.id, topic_name: 'greetings' }),
  }
  for (const call of Object.values(calls)) {
    const { body } = await slowly(call, () => bob.get('/users/me'))
    expect(body).toMatchObject({ result: 'success' })
  }
})

test('others are answered while somebody who has starred very many messages registers; the queue goes on from there', async () => {
  await server.organization.write((tx) => setBits(tx, bob.id, all, flagBits.starred))
  const [first, ...others] = all
  const { body } = await slowly(
    () => bob.post('/register', { fetch_event_types: ['starred_messages'] }),
    () => bob.post('/messages/flags', { messages: [first], op: 'remove', flag: 'starred' }),
  )
  expect(body).toMatchObject({ starred_messages: others })
  await bob.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' })
  const { queue_id } = body
  const polled = await bob.get('/events', { queue_id, last_event_id: -1, dont_block: true })
  expect(polled.body['events']).toMatchObject([
    { type: 'update_message_flags', op: 'add', messages: [first] },
  ])
})

test('who is deactivated while they register gets no queue', async () => {
  await server.organization.write((tx) => setBits(tx, carl.id, all, flagBits.starred))
  const answer = await slowly(
    () => carl.post('/register', { fetch_event_types: ['starred_messages'] }),
    () => server.owner.delete(`/users/${carl.id}`),
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'USER_DEACTIVATED' } })
  expect([...queues(server.organization).ofUser(carl.id)]).toEqual([])
})

/** Makes a call, each step of which takes a millisecond until another one, which comes when it has begun, is answered. */
async function slowly(call: () => Promise<Reply>, other: () => Promise<Reply>): Promise<Reply> {
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  Object.defineProperty(paceLimits, 'whole', {
    configurable: true,
    get() {
      begin()
      Bun.sleepSync(1)
      return usual.whole
    },
  })
  const ended: string[] = []
  const slow = call().finally(() => ended.push('slow'))
  try {
    await begun
    expect((await other()).status).toBe(200)
    expect(ended).toEqual([])
  } finally {
    Object.defineProperty(paceLimits, 'whole', { value: usual.whole, writable: true })
  }
  return slow
}

test('what takes far too long is given up, and the answer says what to do', async () => {
  paceLimits.whole = -1
  const { body } = await bob.get('/messages', { ...newest, narrow: nothing() })
  expect(body).toMatchObject({ code: 'BAD_REQUEST' })
  expect(body['msg']).toContain('Narrow it further')
  paceLimits.whole = usual.whole
})
