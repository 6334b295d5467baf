// Narrows by what a message has, how one sees its topic, and the conversation that holds a message now (notes: narrow).
import { expect, test } from 'bun:test'
import { storeState } from '../src/messages/changing/changes-repository'
import { flagBits } from '../src/messages/flags'
import { addChannel, changeSubscription, type ChannelRef } from './support/channels'
import { move } from './support/changed-messages'
import type { Client } from './support/client'
import { items } from './support/law/rules'
import { found, sendDirectly, sendToChannel } from './support/messages'
import { areRefused } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(server.owner, 'open', [ann, bob])
const noisy = await addChannel(server.owner, 'noisy', [ann, bob])
const closed = await addChannel(server.owner, 'closed', [ann], { invite_only: true })

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated })
/** Only what is in this channel. */
const within = (channel: ChannelRef) => term('channel', channel.id)

test('has: links, images and reactions, in one or many', async () => {
  const plain = await sendToChannel(ann, open, 'plain', 'has')
  const link = await sendToChannel(ann, open, 'see https://example.com/a', 'has')
  const image = await sendToChannel(ann, open, 'https://example.com/cat.png', 'has')
  const direct = await sendDirectly(ann, [bob], 'https://example.com/direct')
  await bob.post(`/messages/${plain}/reactions`, { emoji_name: 'tada' })
  const topic = term('topic', 'has')
  expect(await found(bob, [topic, term('has', 'link')])).toEqual([link, image])
  expect(await found(bob, [term('has', 'links')])).toEqual([link, image, direct])
  expect(await found(bob, [topic, term('has', 'image')])).toEqual([image])
  expect(await found(bob, [topic, term('has', 'reaction')])).toEqual([plain])
  expect(await found(bob, [topic, term('has', 'reaction', true)])).toEqual([link, image])
  expect(await found(bob, [topic, term('has', 'attachment')])).toEqual([])
  expect(await found(bob, [term('is', 'dm'), term('has', 'link')])).toEqual([direct])
  await bob.delete(`/messages/${plain}/reactions`, { emoji_name: 'tada' })
  expect(await found(bob, [topic, term('has', 'reaction')])).toEqual([])
})

test('is: alerted and resolved', async () => {
  const alerted = await sendToChannel(ann, open, 'fire', 'alerts')
  await sendToChannel(ann, open, 'smoke', 'alerts')
  await server.organization.write((tx) => storeState(tx, bob.id, alerted, flagBits.has_alert_word))
  expect(await found(bob, [term('is', 'alerted')])).toEqual([alerted])
  const done = await sendToChannel(ann, open, 'done', '✔ ready')
  expect(await found(bob, [term('is', 'resolved')])).toEqual([done])
  expect(await found(bob, [within(open), term('is', 'resolved', true), term('topic', '✔ ready')])).toEqual([])
})

test('home leaves out what is muted, followed finds what is followed', async () => {
  const loud = await sendToChannel(ann, noisy, 'loud', 'loud')
  const quiet = await sendToChannel(ann, noisy, 'quiet', 'quiet')
  const other = await sendToChannel(ann, open, 'other', 'other')
  const boring = await sendToChannel(ann, open, 'boring', 'boring')
  await changeSubscription(bob, noisy, 'is_muted', true)
  const choose = (channel: ChannelRef, topic: string, policy: number) =>
    bob.post('/user_topics', { stream_id: channel.id, topic, visibility_policy: policy })
  await choose(noisy, 'quiet', 3)
  await choose(open, 'boring', 1)
  const mine = [loud, quiet, other, boring]
  const foundOf = async (who: Client, ...terms: object[]) =>
    (await found(who, terms)).filter((id) => mine.includes(id))
  expect(await foundOf(bob, term('in', 'home'))).toEqual([quiet, other])
  expect(await foundOf(bob, term('is', 'muted'))).toEqual([loud, boring])
  expect(await foundOf(bob, term('in', 'home', true))).toEqual([loud, boring])
  expect(await foundOf(bob, term('is', 'muted', true))).toEqual([quiet, other])
  expect(await foundOf(bob, term('in', 'all'))).toEqual(mine)
  expect(await foundOf(bob, term('in', 'all', true))).toEqual([])
  expect(await foundOf(bob, term('is', 'followed'))).toEqual([quiet])
  expect(await foundOf(bob, within(noisy), term('is', 'followed', true))).toEqual([loud])
  expect(await foundOf(ann, term('is', 'muted'))).toEqual([])
  expect(await foundOf(ann, term('in', 'home'))).toEqual(mine)
})

test('with: the conversation of a message, wherever it has moved', async () => {
  const first = await sendToChannel(ann, open, 'first', 'before')
  const second = await sendToChannel(ann, open, 'second', 'before')
  const elsewhere = await sendToChannel(ann, open, 'elsewhere', 'before too')
  await move(ann, second, { topic: 'after', stream_id: noisy.id, propagate_mode: 'change_one' })
  expect(await found(bob, [term('with', first)])).toEqual([first])
  expect(await found(bob, [within(open), term('topic', 'before'), term('with', second)])).toEqual([second])
  expect(await found(bob, [within(open), term('with', String(elsewhere))])).toEqual([elsewhere])
  expect(await found(bob, [within(open), term('with', first, true), term('sender', ann.id)])).not.toContain(
    first,
  )
  const direct = await sendDirectly(ann, [bob], 'hi')
  const pair = await found(ann, [term('dm', [bob.id])])
  expect(await found(bob, [term('with', direct)])).toEqual(pair)
  expect(await found(bob, [term('with', direct, true)])).not.toContain(direct)
})

test('with a message that is gone or not theirs: the rest of the narrow, where it names a conversation', async () => {
  const secret = await sendToChannel(ann, closed, 'secret', 'secret')
  const shown = await sendToChannel(ann, open, 'shown', 'shown')
  for (const id of [secret, 99_999_999]) {
    expect(await found(bob, [within(open), term('topic', 'shown'), term('with', id)])).toEqual([shown])
  }
  const range = { anchor: 'newest', num_before: 1, num_after: 0 }
  const refused = [
    [term('with', secret)],
    [term('with', 99_999_999)],
    [within(open), term('with', secret)],
    [term('with', secret, true)],
    [term('with', 'x')],
    [term('has', 'hat')],
    [term('in', 'bed')],
    [term('has', 5)],
  ]
  await areRefused(
    bob,
    refused.map((narrow) => ({
      who: bob,
      method: 'get',
      path: '/messages',
      parameters: { ...range, narrow },
      answer: { code: 'BAD_NARROW' },
    })),
  )
  const { body } = await bob.get('/messages', { ...range, narrow: [['with', String(shown)]] })
  expect(items(body['messages'])).toHaveLength(1)
})
