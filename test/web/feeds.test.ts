// The web client's feeds against a real server: whatever happens, what a feed knows is what a fresh fetch says.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Feed } from '../../src/web/feeds/feed'
import { Feeds } from '../../src/web/feeds/feeds'
import type { Term } from '../../src/web/addresses/narrow'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { items } from '../support/law/rules'
import { sendDirectly, sendToChannel } from '../support/messages'
import { randomly } from '../support/random'
import { scenario } from '../support/scenario'
import { WebReader } from '../support/web-reader'

const { owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])
const other = await addChannel(owner, 'other', [owner, ann, bob])

/** What the server has of a narrow now. */
async function fresh(person: Client, terms: readonly Term[]): Promise<number[]> {
  const narrow = terms.map((term) => ({ ...term }))
  const { body } = await person.get('/messages', { anchor: 'newest', num_before: 5000, num_after: 0, narrow })
  return items(body['messages']).map(({ id }) => Number(id))
}

/** The window has no gap, and ends where it says. */
async function holds(person: Client, feed: Feed): Promise<void> {
  const all = await fresh(person, feed.terms.peek())
  const { ids, hasOldest, hasNewest } = feed.window.peek()
  const from = hasOldest ? 0 : all.indexOf(ids[0] ?? 0)
  const to = hasNewest ? all.length : all.indexOf(ids.at(-1) ?? 0) + 1
  expect({ terms: feed.terms.peek(), ids }).toEqual({ terms: feed.terms.peek(), ids: all.slice(from, to) })
}

function topic(name: string): Term[] {
  return [
    { operator: 'channel', operand: open.id },
    { operator: 'topic', operand: name },
  ]
}

const narrows: readonly (readonly Term[])[] = [
  topic('a'),
  topic('B'),
  [{ operator: 'channel', operand: open.id }],
  [{ operator: 'in', operand: 'home' }],
  [{ operator: 'is', operand: 'starred' }],
  [{ operator: 'is', operand: 'resolved' }],
  [{ operator: 'is', operand: 'mentioned' }],
  [{ operator: 'dm', operand: [bob.id] }],
  [{ operator: 'sender', operand: bob.id, negated: true }],
  [{ operator: 'has', operand: 'reaction' }],
  [{ operator: 'has', operand: 'link' }],
  [{ operator: 'search', operand: 'pears' }],
]

const which = fc.nat(200)
const step = fc.oneof(
  fc.record({
    do: fc.constant('send'),
    to: fc.constantFrom('a', 'b', '✔ a', 'direct'),
    text: fc.constantFrom('apples', 'pears', '@**Ann** pears', 'https://example.com'),
  }),
  fc.record({ do: fc.constant('delete'), which }),
  fc.record({
    do: fc.constant('edit'),
    which,
    text: fc.constantFrom('apples', 'pears', 'https://example.com'),
  }),
  fc.record({
    do: fc.constant('move'),
    which,
    to: fc.constantFrom('a', 'b', 'c', '✔ a'),
    mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
    isAway: fc.boolean(),
  }),
  fc.record({ do: fc.constant('star'), which, op: fc.constantFrom('add', 'remove') }),
  fc.record({ do: fc.constant('react'), which }),
  fc.record({ do: fc.constant('mute'), to: fc.constantFrom('a', 'b'), policy: fc.constantFrom(0, 1) }),
  fc.record({ do: fc.constant('take') }),
  fc.record({ do: fc.constantFrom('earlier', 'let through') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Does a step; some don't work out, such as an edit of what has been deleted. */
async function perform(one: Step, sent: number[]): Promise<boolean> {
  const id = 'which' in one ? (sent.at(-1 - (one.which % sent.length)) ?? 0) : 0
  switch (one.do) {
    case 'send': {
      if (!('text' in one) || !('to' in one)) return false
      const made =
        one.to === 'direct' ? sendDirectly(bob, [ann], one.text) : sendToChannel(bob, open, one.text, one.to)
      sent.push(await made)
      return true
    }
    case 'delete':
      return did(owner.delete(`/messages/${id}`))
    case 'edit':
      return did(bob.patch(`/messages/${id}`, { content: 'text' in one ? one.text : '' }))
    case 'move': {
      if (!('mode' in one)) return false
      const place = one.isAway ? { stream_id: other.id } : {}
      return did(
        owner.patch(`/messages/${id}`, {
          topic: one.to,
          propagate_mode: one.mode,
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: false,
          ...place,
        }),
      )
    }
    case 'star':
      return did(
        ann.post('/messages/flags', { messages: [id], op: 'op' in one ? one.op : '', flag: 'starred' }),
      )
    case 'react':
      return did(bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    case 'mute':
      return (
        'policy' in one &&
        did(ann.post('/user_topics', { stream_id: open.id, topic: one.to, visibility_policy: one.policy }))
      )
    default:
      return true
  }
}

async function did(reply: ReturnType<Client['post']>): Promise<boolean> {
  return (await reply).body['result'] === 'success'
}

test('whatever happens, a feed knows what a fresh fetch says, without gaps', async () => {
  const sent: number[] = []
  for (let n = 0; n < 130; n++)
    sent.push(await sendToChannel(bob, open, `Message ${n}`, n % 3 === 0 ? 'b' : 'a'))
  const must = 'send delete edit move star react mute earlier'
  await randomly(
    fc.array(step, { minLength: 5, maxLength: 30 }),
    { runs: 12, must, shrinks: false },
    async (steps, note) => {
      const reader = await WebReader.start(ann)
      const feeds = narrows.map((terms) => reader.feed(terms))
      await Promise.all(feeds.map((feed) => feed.open('newest')))
      for (const one of steps) {
        if (await perform(one, sent)) note(one.do)
        if (one.do === 'take') await reader.takeEvents()
        // Events come while more is being loaded.
        if (one.do === 'earlier') for (const feed of feeds) void feed.showEarlier()
      }
      await reader.settle()
      for (const feed of feeds) await holds(ann, feed)
    },
  )
}, 240_000)

test('what is moved away while older messages are under way is not among them, and its conversation has it', async () => {
  const ids: number[] = []
  for (let n = 0; n < 80; n++) ids.push(await sendToChannel(bob, open, `${n}`, 'long'))
  const reader = await WebReader.start(ann)
  const feed = reader.feed(topic('long'))
  await feed.open('newest')
  reader.hold(() => void feed.showEarlier())
  await owner.patch(`/messages/${ids[3]}`, {
    topic: 'elsewhere',
    propagate_mode: 'change_one',
    send_notification_to_new_thread: false,
  })
  await reader.settle()
  expect(feed.window.peek().ids).toEqual(ids.toSpliced(3, 1))
})

test('a feed begins at the first unread message, and at the end if all is read', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await sendToChannel(bob, open, `${n}`, 'begin'))
  await ann.post('/messages/flags', { messages: ids.slice(0, 2), op: 'add', flag: 'read' })
  const reader = await WebReader.start(ann)
  const feed = new Feeds(reader.world).open({ terms: topic('begin'), near: undefined })
  await reader.settle()
  expect(feed.line).toMatchObject({ id: ids[2] })
  expect(feed.unreadFrom.peek()).toBe(ids[2])
  await ann.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
  const later = await WebReader.start(ann)
  const read = new Feeds(later.world).open({ terms: topic('begin'), near: undefined })
  await later.settle()
  expect([read.line, read.unreadFrom.peek()]).toEqual(['end', undefined])
})

test('going back to a feed that was seen takes no call, and it has what came meanwhile', async () => {
  const first = await sendToChannel(bob, open, 'One', 'back')
  const reader = await WebReader.start(ann)
  const feeds = new Feeds(reader.world)
  const seen = feeds.open({ terms: topic('back'), near: undefined })
  await reader.settle()
  feeds.open({ terms: topic('begin'), near: undefined })
  await reader.settle((event) => feeds.take(event))
  const second = await sendToChannel(bob, open, 'Two', 'back')
  await reader.settle((event) => feeds.take(event))
  const calls = reader.calls
  expect(feeds.open({ terms: topic('Back'), near: undefined })).toBe(seen)
  await reader.settle((event) => feeds.take(event))
  expect(reader.calls).toBe(calls)
  expect(seen.window.peek().ids).toEqual([first, second])
})

test('a message that comes while something is fetched counts once among the new ones', async () => {
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push(await sendToChannel(bob, open, `Line ${n}`, 'counted'))
  const reader = await WebReader.start(ann)
  const feeds = new Feeds(reader.world)
  const feed = feeds.open({ terms: topic('counted'), near: ids[0] })
  await reader.settle((event) => feeds.take(event))
  reader.hold(() => feeds.renew())
  await sendToChannel(bob, open, 'New', 'counted')
  await reader.settle((event) => feeds.take(event))
  expect([feed.arrived.peek(), feed.window.peek().ids.length]).toEqual([1, 4])
})

test('what is prepared while a link is pressed is opened with that one call, and follows what happens until then', async () => {
  const first = await sendToChannel(bob, open, 'One', 'next')
  await ann.post('/mark_all_as_read')
  const reader = await WebReader.start(ann)
  const feeds = new Feeds(reader.world)
  const next = { terms: topic('next'), near: undefined }
  const done = feeds.prepare(next)
  expect(done).toBeDefined()
  expect(feeds.prepare(next)).toBe(done)
  const early = feeds.open(next)
  expect(early.status.peek()).toBe('opening')
  await reader.settle((event) => feeds.take(event))
  expect([early.status.peek(), reader.calls]).toEqual(['ready', 1])
  expect(feeds.prepare(next)).toBeUndefined()
  // Nobody looks at this one yet.
  const other = { terms: topic('later'), near: undefined }
  void feeds.prepare(other)
  await reader.settle((event) => feeds.take(event))
  const second = await sendToChannel(bob, open, 'Two', 'later')
  await reader.settle((event) => feeds.take(event))
  const { calls } = reader
  const late = feeds.open(other)
  expect([late.window.peek().ids, late.unreadFrom.peek(), reader.calls]).toEqual([[second], second, calls])
  expect(early.window.peek().ids).toEqual([first])
})

test('whoever reads a topic goes along when it is renamed, and a link to a message follows it to where it is', async () => {
  const first = await sendToChannel(bob, open, 'One', 'old name')
  const second = await sendToChannel(bob, open, 'Two', 'old name')
  const reader = await WebReader.start(ann)
  const feeds = new Feeds(reader.world)
  const feed = feeds.open({ terms: topic('old name'), near: undefined })
  await reader.settle((event) => feeds.take(event))
  await owner.patch(`/messages/${first}`, {
    topic: 'new name',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  await reader.settle((event) => feeds.take(event))
  expect(feed.terms.peek()).toEqual(topic('new name'))
  expect(feed.window.peek().ids).toEqual([first, second])
  const stranger = await WebReader.start(ann)
  const strangers = new Feeds(stranger.world)
  const byMessage = strangers.open({
    terms: [...topic('old name'), { operator: 'with', operand: first }],
    near: undefined,
  })
  await stranger.settle()
  const near = strangers.open({ terms: topic('old name'), near: second })
  await stranger.settle()
  expect([byMessage.terms.peek(), near.terms.peek()]).toEqual([topic('new name'), topic('new name')])
  expect(near.line).toMatchObject({ id: second })
})

test('a feed of what is not to be seen says so', async () => {
  const secret = await addChannel(owner, 'secret', [owner], { invite_only: true })
  const reader = await WebReader.start(ann)
  const feed = reader.feed([{ operator: 'channel', operand: secret.id }])
  await feed.open('newest')
  expect(feed.status.peek()).toBeInstanceOf(Error)
})
