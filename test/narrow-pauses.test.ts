// A range of a narrow is what it was at one moment, whatever is done while it is looked for, a few messages at a time.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { NarrowJson } from '../src/events/queue'
import { ApiError } from '../src/http/errors'
import { findRange, type AnchoredRange, type FoundRange } from '../src/messages/reading/range'
import { parseNarrow } from '../src/narrow/parse'
import { atOnce } from '../src/organization/turns'
import { directory, type User } from '../src/users/repository'
import { addChannel } from './support/channels'
import { sendToChannel } from './support/messages'
import { named, narrow, reference, type Term } from './support/narrow-reference'
import { inSmallSteps } from './support/narrow-steps'
import { TestServer } from './support/server'
import { history, step, viewersOf, World, type Step } from './support/narrow-world'
import { randomly, type Did } from './support/random'

const size = fc.constantFrom(0, 1, 3, 10, 100)
const range = fc.record({
  anchor: fc.oneof(fc.constantFrom('newest', 'oldest', 'first_unread'), fc.nat({ max: 70 })),
  includeAnchor: fc.boolean(),
  numBefore: size,
  numAfter: size,
})
const look = fc.record({ narrow, range, meanwhile: fc.array(step, { minLength: 2, maxLength: 4 }) })

test('messages that come, change and go while a narrow is looked through are in it or not, as they are at the end', async () => {
  let found = 0
  const looks = fc.array(look, { minLength: 12, maxLength: 12 })
  await randomly(
    fc.tuple(history, looks),
    { runs: 5, must: 'paused say write flag leave join', shrinks: false, evenly: true },
    async ([steps, asked], did) => {
      const world = await World.make(steps, () => undefined)
      try {
        for (const each of asked)
          for (const viewer of viewersOf(world)) found += await lookUp(world, viewer, each, did)
      } finally {
        await world.server.stop()
      }
    },
  )
  // Under most seeds some hundreds; under a few, hardly anything matches.
  expect(found).toBeGreaterThan(40)
}, 240_000)

test('each kind of change to a message that was looked at already is heeded', async () => {
  const server = await TestServer.start()
  const ann = await server.addPerson('Ann')
  const bob = await server.addPerson('Bob')
  const channel = await addChannel(server.owner, 'open', [ann, bob])
  const other = await addChannel(server.owner, 'other', [ann])
  await bob.post('/users/me/alert_words', { alert_words: ['fire'] })
  await bob.post('/messages/flags', {
    messages: [await sendToChannel(ann, other)],
    op: 'add',
    flag: 'starred',
  })
  for (let count = 0; count < 12; count++) await sendToChannel(ann, channel, 'Words', 'plans')
  const newest = await sendToChannel(ann, channel, 'Words', 'news')
  const not = (operator: string, operand: string) => ({ operator, operand, negated: true })
  const is = (operator: string, operand: unknown) => ({ operator, operand })
  const flag = (op: string, name: string) => () =>
    bob.post('/messages/flags', { messages: [newest], op, flag: name })
  const joinAndHear = async () => {
    await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'other' }] })
    await sendToChannel(ann, other)
  }
  const leaveForGood = async () => {
    await server.owner.patch(`/streams/${channel.id}`, { is_private: true })
    await bob.delete('/users/me/subscriptions', { subscriptions: ['open'] })
  }
  const inNews = { stream_id: channel.id, topic: 'news' }
  const changes: [NarrowJson, () => Promise<unknown>][] = [
    [[not('has', 'reaction')], () => ann.post(`/messages/${newest}/reactions`, { emoji_name: 'tada' })],
    [[not('has', 'reaction')], () => ann.delete(`/messages/${newest}/reactions`, { emoji_name: 'tada' })],
    [[not('is', 'starred')], flag('add', 'starred')],
    [[not('is', 'starred')], flag('remove', 'starred')],
    [[is('is', 'unread')], flag('add', 'read')],
    [[is('is', 'unread')], flag('remove', 'read')],
    [[not('is', 'alerted')], () => ann.patch(`/messages/${newest}`, { content: 'Words of fire' })],
    [[not('search', 'fire')], () => ann.patch(`/messages/${newest}`, { content: 'Words' })],
    [[is('in', 'home')], () => bob.post('/user_topics', { ...inNews, visibility_policy: 1 })],
    [[not('is', 'followed')], () => bob.post('/user_topics', { ...inNews, visibility_policy: 3 })],
    [[is('topic', 'plans')], () => ann.patch(`/messages/${newest}`, { topic: 'plans' })],
    [[is('channel', channel.id)], () => sendToChannel(ann, channel)],
    [[is('in', 'all')], joinAndHear],
    [[is('in', 'all')], () => server.owner.delete(`/messages/${newest}`)],
    [[], leaveForGood],
  ]
  for (const [about, change] of changes) {
    // With a condition that has to be held against each message.
    const terms = [...about, not('has', 'link')]
    const look = () =>
      findRange(
        server.organization,
        directory(server.organization).byId.get(bob.id),
        parseNarrow(terms),
        everything,
      )
    const before = atOnce(look())
    const work = look()
    let pauses = 0
    let step = inSmallSteps(() => work.next())
    for (; step.done !== true; step = inSmallSteps(() => work.next())) if (++pauses === 3) await change()
    const after = atOnce(look())
    expect({ terms, pauses: pauses > 2, range: step.value }).toEqual({ terms, pauses: true, range: after })
    expect({ terms, ids: after.ids }).not.toEqual({ terms, ids: before.ids })
  }
  await server.stop()
})

const everything: AnchoredRange = { anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 }

interface Look {
  narrow: readonly Term[]
  range: AnchoredRange
  meanwhile: readonly Step[]
}

/**
 * Looks for the range, doing a step of what happens meanwhile in each pause, and compares with what there is then.
 * @returns how many messages were found.
 */
async function lookUp(
  world: World,
  viewer: User | undefined,
  { narrow: written, range: asked, meanwhile }: Look,
  did: Did,
): Promise<number> {
  const terms = written.map((term) => ({ ...term, operand: named(world, term) }))
  const steps = [...meanwhile]
  let result: FoundRange
  try {
    const work = findRange(world.organization, viewer, parseNarrow(terms), asked)
    for (;;) {
      const { done, value } = inSmallSteps(() => work.next())
      if (done === true) {
        result = value
        break
      }
      did('paused')
      const next = steps.shift()
      if (next) await world.perform(next, did)
    }
  } catch (error) {
    // What the viewer may not know of, at the beginning or at the end.
    if (!(error instanceof ApiError) || error.code !== 'BAD_NARROW') throw error
    return 0
  }
  const all = reference(world, viewer, written)?.map(({ id }) => id)
  const label = { viewer: viewer?.fullName, terms, asked, meanwhile }
  if (!all || !isRangeOf(all, asked, result))
    expect({ ...label, result }).toEqual({ ...label, result: expect.objectContaining({ of: all }) })
  return result.ids.length
}

/** Whether the range has all there is around its anchor, and says whether there is more. */
function isRangeOf(all: readonly number[], asked: AnchoredRange, found: FoundRange): boolean {
  const { anchor, ids, foundAnchor, foundOldest, foundNewest } = found
  const before = all.filter((id) => id < anchor)
  const after = all.filter((id) => id > anchor)
  const foundBefore = ids.filter((id) => id < anchor)
  const foundAfter = ids.filter((id) => id > anchor)
  return (
    Bun.deepEquals(foundBefore, before.slice(before.length - foundBefore.length)) &&
    Bun.deepEquals(foundAfter, after.slice(0, foundAfter.length)) &&
    foundBefore.length <= asked.numBefore &&
    foundAfter.length <= asked.numAfter &&
    foundAnchor === ids.includes(anchor) &&
    foundAnchor === (asked.includeAnchor && all.includes(anchor)) &&
    // It may not know that what was left is gone by now.
    (!foundOldest || foundBefore.length === before.length) &&
    (!foundNewest || foundAfter.length === after.length) &&
    (foundOldest || asked.numBefore === 0 || foundBefore.length > 0) &&
    (foundNewest || asked.numAfter === 0 || foundAfter.length > 0)
  )
}
