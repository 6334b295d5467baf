// A narrow that has to look at very many messages keeps nobody else waiting, and comes to an end.
import { afterAll, expect, test } from 'bun:test'
import { paceLimits } from '../src/narrow/pace'
import { addChannel } from './support/channels'
import { fill } from './support/many-messages'
import { scenario } from './support/scenario'

const usual = { ...paceLimits }

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const channel = await addChannel(server.owner, 'busy', [ann, bob])
await fill(server, channel, ann, 12_000)
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
  for (const [name, call] of Object.entries(calls)) {
    const answered: string[] = []
    const slow = call().then(({ body }) => {
      answered.push(name)
      return body
    })
    for (let count = 0; count < 2; count++) {
      await bob.get('/users/me')
      answered.push('quick')
    }
    expect(await slow).toMatchObject({ result: 'success' })
    expect(answered).toEqual(['quick', 'quick', name])
  }
})

test('what takes far too long is given up, and the answer says what to do', async () => {
  paceLimits.whole = -1
  const { body } = await bob.get('/messages', { ...newest, narrow: nothing() })
  expect(body).toMatchObject({ code: 'BAD_REQUEST' })
  expect(body['msg']).toContain('Narrow it further')
  paceLimits.whole = usual.whole
})
