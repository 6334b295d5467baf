// Answers of many long messages: bounded in bytes, so that clients page on and miss nothing; made in pieces as they are read.
import { afterEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { answerLimits } from '../src/messages/reading/listing'
import { addChannel } from './support/channels'
import type { Parameters } from './support/client'
import { items } from './support/law/rules'
import { randomly } from './support/random'
import { scenario } from './support/scenario'

const { ann, owner } = await scenario({ ann: 'member' })
const channel = await addChannel(owner, 'long', [ann])
const all: number[] = []
for (let index = 0; index < 40; index++) {
  // Short ones, long ones and some with edits, so that they weigh differently.
  const content = `${index} ${'word '.repeat((index * 37) % 400)}`
  const sent = await ann.post('/messages', { type: 'stream', to: channel.id, topic: 'a', content })
  const id = Number(sent.body['id'])
  all.push(id)
  if (index % 11 === 0) await ann.patch(`/messages/${id}`, { content: `${content} edited` })
}

// So few messages are not weighed as a rule.
answerLimits.unweighed = 0
const usual = { ...answerLimits }
afterEach(() => void Object.assign(answerLimits, usual))

const inChannel = { narrow: [{ operator: 'channel', operand: channel.id }] }

async function fetched(parameters: Parameters) {
  const { body } = await ann.get('/messages', { ...inChannel, ...parameters })
  expect(body).toMatchObject({ result: 'success' })
  const bytes = JSON.stringify(body['messages']).length
  return { body, ids: items(body['messages']).map(({ id }) => Number(id)), bytes }
}

test('an answer holds no more than there is room for, nearest to the anchor, and says that there is more', async () => {
  const whole = await fetched({ anchor: 'newest', num_before: 100, num_after: 0 })
  expect(whole.ids).toEqual(all)
  expect(whole.body).toMatchObject({ found_oldest: true, found_newest: true })
  answerLimits.range = 40_000
  const part = await fetched({ anchor: 'newest', num_before: 100, num_after: 0 })
  expect(part.ids.length).toBeLessThan(all.length)
  expect(part.ids).toEqual(all.slice(-part.ids.length))
  expect(part.bytes).toBeLessThan(answerLimits.range)
  expect(part.body).toMatchObject({ found_oldest: false, found_newest: true })
  const around = await fetched({ anchor: all[20], num_before: 100, num_after: 100 })
  expect(around.ids).toContain(all[20] ?? 0)
  expect(around.body).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })
  expect(around.bytes).toBeLessThan(answerLimits.range)
})

test('whoever pages on from any anchor gets every message once, however little fits', async () => {
  const room = fc.integer({ min: 100, max: 200_000 })
  const start = fc.integer({ min: 0, max: all.length - 1 })
  await randomly(
    fc.tuple(room, start),
    { runs: 25, must: 'paged-back paged-on' },
    async ([range, at], did) => {
      answerLimits.range = range
      const first = await fetched({ anchor: all[at], num_before: 100, num_after: 100 })
      const ids = [...first.ids]
      let { body } = first
      while (body['found_oldest'] !== true) {
        did('paged-back')
        const next = await fetched({ anchor: ids[0], include_anchor: false, num_before: 100, num_after: 0 })
        ids.unshift(...next.ids)
        body = next.body
      }
      body = first.body
      while (body['found_newest'] !== true) {
        did('paged-on')
        const next = await fetched({
          anchor: ids.at(-1),
          include_anchor: false,
          num_before: 0,
          num_after: 100,
        })
        ids.push(...next.ids)
        body = next.body
      }
      expect(ids).toEqual(all)
    },
  )
})

test('a long answer that is made as it is read says the same as a short one', async () => {
  const asked = { anchor: 'newest', num_before: 100, num_after: 0 }
  const [whole, ofIds] = [await fetched(asked), await fetched({ message_ids: all })]
  Object.assign(answerLimits, { begun: 10, piece: 10 })
  expect((await fetched(asked)).body).toEqual(whole.body)
  expect((await fetched({ message_ids: all })).body).toEqual(ofIds.body)
  const matching = { msg_ids: all, narrow: [['search', 'word']] }
  const pieces = await ann.get('/messages/matches_narrow', matching)
  Object.assign(answerLimits, usual)
  expect(pieces.body).toEqual((await ann.get('/messages/matches_narrow', matching)).body)
})
