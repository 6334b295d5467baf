// Muted topics in their old form, which go by the channel's name: the older call, the event, and channels that come and go.
import { expect, test } from 'bun:test'
import type { Visibility } from '../src/user-topics/repository'
import { topicVisibility } from '../src/user-topics/visibility'
import { addChannel, leave, subscribe, type ChannelRef } from './support/channels'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import type { State } from './support/law/rules'
import { scenario } from './support/scenario'

const { server, member, other, guest } = await scenario({ member: 'member', other: 'member', guest: 'guest' })
const denmark = await addChannel(server.owner, 'Denmark', [member, other])

const choose = (who: Client, channel: ChannelRef, topic: string, visibility_policy: Visibility) =>
  who.post('/user_topics', { stream_id: channel.id, topic, visibility_policy })

test('the older call mutes and unmutes, by name or ID, and leaves followed topics alone', async () => {
  const seenAs = (topicKey: string) => topicVisibility(server.organization, member.id, denmark.id, topicKey)
  const call = (parameters: object) =>
    member.patch('/users/me/subscriptions/muted_topics', { topic: 'tea', ...parameters })
  await holdsLaw([member], () => call({ stream: 'denmark', op: 'add' }))
  expect(seenAs('tea')).toBe(1)
  await holdsLaw([member], () => call({ stream_id: denmark.id, op: 'remove' }))
  expect(seenAs('tea')).toBe(0)
  await choose(member, denmark, 'tea', 3)
  const state = await register(member)
  expect((await call({ stream_id: denmark.id, op: 'remove' })).body).toMatchObject({ result: 'success' })
  expect(await eventsOf({ person: member, state })).toEqual([])
  expect(seenAs('tea')).toBe(3)
  await choose(member, denmark, 'tea', 0)
})

test('whoever asks for user_topic by name is not told in the old way, too', async () => {
  const both = { event_types: ['user_topic', 'muted_topics'] }
  const state = await register(member, both)
  const old = await register(member, { event_types: ['muted_topics'] })
  const all = await register(member)
  expect([state, old, all].map((each) => 'muted_topics' in each)).toEqual([false, true, true])
  await choose(member, denmark, 'soup', 1)
  const typesOf = async (each: State) =>
    (await eventsOf({ person: member, state: each })).map(({ type }) => type)
  expect(await typesOf(state)).toEqual(['user_topic'])
  expect(await typesOf(old)).toEqual(['muted_topics'])
  expect(await typesOf(all)).toEqual(['user_topic', 'muted_topics'])
  await choose(member, denmark, 'soup', 0)
})

test('a muted topic comes back into sight with its channel, by whatever way, and is renamed with it', async () => {
  const attic = await addChannel(server.owner, 'Attic', [server.owner, guest, other], { invite_only: true })
  const cellar = await addChannel(server.owner, 'Cellar', [guest, other])
  for (const each of [guest, other]) {
    await choose(each, attic, 'dust', 1)
    await choose(each, cellar, 'rust', 1)
    await choose(each, cellar, 'must', 3)
  }
  const [ofAttic, ofCellar] = ['Attic', 'Cellar'].map((name) => [
    name,
    expect.any(String),
    expect.any(Number),
  ])
  const mutedBy = async (who: Client) => (await register(who))['muted_topics']
  await holdsLaw([guest, other], async () => {
    for (const each of [guest, other]) await leave(each, attic)
    await leave(guest, cellar)
  })
  expect([await mutedBy(guest), await mutedBy(other)]).toEqual([[], [ofCellar]])
  await holdsLaw([guest, other], () => subscribe(server.owner, attic, [other]))
  await holdsLaw([guest, other], () => subscribe(server.owner, cellar, [guest]))
  expect([await mutedBy(guest), await mutedBy(other)]).toEqual([[ofCellar], [ofAttic, ofCellar]])
  const role = (value: number) => server.owner.patch(`/users/${guest.id}`, { role: value })
  await leave(guest, cellar)
  await server.owner.patch(`/streams/${attic.id}`, { is_private: false })
  await holdsLaw([guest], () => role(400))
  expect(await mutedBy(guest)).toEqual([ofAttic, ofCellar])
  await holdsLaw([guest], () => role(600))
  expect(await mutedBy(guest)).toEqual([])
  await holdsLaw([other], () => server.owner.patch(`/streams/${attic.id}`, { new_name: 'Loft' }))
  // Who has muted nothing in it is not told.
  const state = await register(guest)
  await subscribe(server.owner, denmark, [guest])
  const types = (await eventsOf({ person: guest, state })).map(({ type }) => type)
  expect(types).toContain('stream')
  expect(types).not.toContain('muted_topics')
})
