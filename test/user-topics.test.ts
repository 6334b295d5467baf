// Topics muted, unmuted and followed: by hand, by the older call, by themselves, and carried along when topics move.
import { beforeEach, describe, expect, test } from 'bun:test'
import { storeUserSetting } from '../src/user-settings/repository'
import type { SettingName } from '../src/user-settings/catalogue'
import { directory, type User } from '../src/users/repository'
import { notePeopleMentioned, notePersonInvolved, type Involvement } from '../src/user-topics/automatic'
import { moveTopicChoices, type ChoicesLeft } from '../src/user-topics/moves'
import { choicesFor, type Visibility } from '../src/user-topics/repository'
import { homeRules, isInHome, topicsOf, topicVisibility } from '../src/user-topics/visibility'
import {
  storedChannel,
  addChannel,
  changeSubscription,
  type ChannelRef,
  leave,
  subscribe,
} from './support/channels'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, invalid, missing, type Refusal } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const { server, member, other, guest } = await scenario({
  member: 'member Mia Member',
  other: 'member Otto Other',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [member, other])
const secret = await addChannel(server.owner, 'Secret', [server.owner, other], { invite_only: true })

const choose = (who: Client, channel: ChannelRef, topic: string, visibility_policy: Visibility) =>
  who.post('/user_topics', { stream_id: channel.id, topic, visibility_policy })

const seen = (who: Client, channel: ChannelRef, topicKey: string) =>
  topicVisibility(server.organization, who.id, channel.id, topicKey)

const now = startOfTests / 1000

test('a topic is muted, followed, unmuted and forgotten, and all clients of the person know', async () => {
  const muted = await holdsLaw([member, other], () => choose(member, denmark, 'Lunch', 1))
  expect(muted.body).toEqual({ result: 'success', msg: '' })
  expect(await register(member)).toMatchObject({
    user_topics: [{ stream_id: denmark.id, topic_name: 'Lunch', last_updated: now, visibility_policy: 1 }],
    muted_topics: [['Denmark', 'Lunch', now]],
  })
  await holdsLaw([member], () => choose(member, denmark, 'LUNCH', 3))
  expect([seen(member, denmark, 'lunch'), seen(other, denmark, 'lunch')]).toEqual([3, 0])
  expect(await register(member)).toMatchObject({ user_topics: [{ topic_name: 'Lunch' }], muted_topics: [] })
  await holdsLaw([member], () => choose(member, denmark, 'lunch', 2))
  const state = await register(member)
  await holdsLaw([member], () => choose(member, denmark, 'lunch', 0))
  expect(await eventsOf({ person: member, state })).toEqual([
    {
      id: 0,
      type: 'user_topic',
      stream_id: denmark.id,
      topic_name: 'Lunch',
      last_updated: now,
      visibility_policy: 0,
    },
  ])
  expect(await register(member)).toMatchObject({ user_topics: [], muted_topics: [] })
})

test('the empty topic is shown under a name to clients that do not know it', async () => {
  for (const [topic, policy] of [
    ['', 1],
    ['General Chat', 3],
    ['(no topic)', 1],
  ] as const) {
    await holdsLaw([member], () => choose(member, denmark, topic, policy))
    expect(seen(member, denmark, '')).toBe(policy)
  }
  expect(await register(member)).toMatchObject({
    user_topics: [{ topic_name: 'general chat' }],
    muted_topics: [['Denmark', 'general chat', now]],
  })
  const modern = await register(member, { client_capabilities: { empty_topic_name: true } })
  expect(modern).toMatchObject({ user_topics: [{ topic_name: '' }], muted_topics: [['Denmark', '', now]] })
  await holdsLaw([member], () => choose(member, denmark, '', 0))
})

test('a call that changes nothing sends no event', async () => {
  await choose(member, denmark, 'Tea', 1)
  const state = await register(member)
  await server.advance(1000)
  await choose(member, denmark, 'tea', 1)
  await choose(member, denmark, 'coffee', 0)
  expect(await eventsOf({ person: member, state })).toEqual([])
  await choose(member, denmark, 'tea', 0)
})

test('a choice in a channel that went out of sight can be taken back, not changed', async () => {
  await choose(other, secret, 'plans', 1)
  await leave(other, secret)
  expect(await register(other)).toMatchObject({ user_topics: [{ topic_name: 'plans' }], muted_topics: [] })
  const changed = await choose(other, secret, 'plans', 3)
  expect(changed.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id: secret.id })
  await holdsLaw([other], () => choose(other, secret, 'plans', 0))
  expect((await choose(other, secret, 'plans', 0)).body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
  await subscribe(server.owner, secret, [other])
})

test('what is in the home view follows from the topic, else from the channel', async () => {
  const { organization } = server
  const random = await addChannel(server.owner, 'random', [member])
  await changeSubscription(member, random, 'is_muted', true)
  await choose(member, random, 'kept', 2)
  await choose(member, random, 'loved', 3)
  await choose(member, denmark, 'noise', 1)
  const isHome = (channel: ChannelRef, topicKey: string) =>
    isInHome(organization, member.id, channel.id, topicKey)
  expect([isHome(random, 'kept'), isHome(random, 'loved'), isHome(denmark, 'any')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isHome(random, 'any'), isHome(denmark, 'noise')]).toEqual([false, false])
  expect(isInHome(organization, other.id, denmark.id, 'noise')).toBe(true)
  expect(homeRules(organization, member.id)).toEqual({
    mutedChannelIds: [random.id],
    mutedTopics: [{ channelId: denmark.id, topicKey: 'noise' }],
    shownTopics: [
      { channelId: random.id, topicKey: 'kept' },
      { channelId: random.id, topicKey: 'loved' },
    ],
  })
  expect(topicsOf(organization, member.id, 3)).toEqual([{ channelId: random.id, topicKey: 'loved' }])
  await leave(member, random)
  expect(isHome(random, 'any')).toBe(true)
  await choose(member, denmark, 'noise', 0)
})

test('bad input is refused and changes nothing', async () => {
  const good = { stream_id: denmark.id, topic: 'fine', visibility_policy: 1 }
  const noChannel = (stream_id: number) => ({ code: 'STREAM_DOES_NOT_EXIST', stream_id })
  const refused = (changes: object, answer: Refusal['answer'], who = member): Refusal => ({
    who,
    method: 'post',
    path: '/user_topics',
    parameters: { ...good, ...changes },
    answer,
  })
  const old = (parameters: object, answer: Refusal['answer'], who = member): Refusal => ({
    who,
    method: 'patch',
    path: '/users/me/subscriptions/muted_topics',
    parameters: { topic: 'fine', op: 'add', ...parameters },
    answer,
  })
  await areRefused(member, [
    refused({ stream_id: undefined }, missing('stream_id')),
    refused({ topic: undefined }, missing('topic')),
    refused({ visibility_policy: undefined }, missing('visibility_policy')),
    refused({ stream_id: 'Denmark' }, invalid('stream_id')),
    refused({ stream_id: 99999 }, noChannel(99999)),
    refused({ stream_id: secret.id }, noChannel(secret.id)),
    refused({ stream_id: denmark.id }, noChannel(denmark.id), guest),
    refused({ visibility_policy: 0 }, noChannel(denmark.id), guest),
    refused({ visibility_policy: 4 }, invalid('visibility_policy')),
    refused({ visibility_policy: -1 }, invalid('visibility_policy')),
    refused({ visibility_policy: 'muted' }, invalid('visibility_policy')),
    refused({ topic: 'x'.repeat(61) }, invalid('topic')),
    refused({ topic: 'a\nb' }, invalid('topic')),
    old({ stream_id: denmark.id, op: undefined }, missing('op')),
    old({ stream_id: denmark.id, op: 'toggle' }, invalid('op')),
    old({ stream_id: denmark.id, topic: undefined }, missing('topic')),
    old({}, invalid('stream_id')),
    old({ stream_id: denmark.id, stream: 'Denmark' }, invalid('stream')),
    old({ stream: 'Secret' }, { code: 'STREAM_DOES_NOT_EXIST', stream: 'Secret' }),
    old({ stream_id: denmark.id, topic: 'x'.repeat(61) }, invalid('topic')),
    old({ stream_id: denmark.id }, noChannel(denmark.id), guest),
  ])
  for (const path of ['/user_topics', '/users/me/subscriptions/muted_topics']) {
    const method = path === '/user_topics' ? 'POST' : 'PATCH'
    const body = new URLSearchParams({ stream_id: '1', topic: 'x', visibility_policy: '1', op: 'add' })
    const nobody = await anonymous(server.url, path, { method, body })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
  const long = '𝒳'.repeat(60)
  expect((await choose(member, denmark, long, 1)).status).toBe(200)
  await choose(member, denmark, long, 0)
})

describe('by themselves', () => {
  const set = (settings: Partial<Record<SettingName, unknown>>) =>
    server.organization.write((tx) => {
      for (const name of [
        'automatically_follow_topics_policy',
        'automatically_unmute_topics_in_muted_streams_policy',
        'automatically_follow_topics_where_mentioned',
      ] as const) {
        if (settings[name] !== undefined) storeUserSetting(tx, member.id, name, settings[name])
      }
    })
  const user = (client: Client): User => {
    const found = directory(server.organization).byId.get(client.id)
    if (!found) throw new Error('nobody')
    return found
  }
  const involved = (involvement: Involvement, channel = denmark, client = member) =>
    server.organization.write((tx) =>
      notePersonInvolved(tx, user(client), storedChannel(server, channel), 'auto', involvement),
    )
  beforeEach(() => choose(member, denmark, 'auto', 0))

  const involvements = ['participated', 'sent', 'started'] as const
  test.each([1, 2, 3, 4])('following policy %p', async (policy) => {
    await set({ automatically_follow_topics_policy: policy })
    for (const [index, involvement] of involvements.entries()) {
      await choose(member, denmark, 'auto', 0)
      const expected = policy <= index + 1 ? 3 : undefined
      expect(await holdsLaw([member], () => involved(involvement))).toBe(expected)
      expect(seen(member, denmark, 'auto')).toBe(expected ?? 0)
    }
  })

  test.each([1, 2, 3, 4])('unmuting policy %p, in a muted channel only', async (policy) => {
    await set({
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: policy,
    })
    for (const [index, involvement] of involvements.entries()) {
      await choose(member, denmark, 'auto', 0)
      expect(await involved(involvement)).toBeUndefined()
      await changeSubscription(member, denmark, 'is_muted', true)
      expect(await involved(involvement)).toBe(policy <= index + 1 ? 2 : undefined)
      await changeSubscription(member, denmark, 'is_muted', false)
    }
  })

  test('a muted topic comes back, a followed one stays, a bot or a passer-by is left alone', async () => {
    await set({ automatically_follow_topics_policy: 1 })
    await choose(member, denmark, 'auto', 1)
    expect(await involved('sent')).toBe(3)
    expect(await involved('sent')).toBeUndefined()
    await set({ automatically_follow_topics_policy: 4 })
    expect(await involved('sent')).toBeUndefined()
    expect(seen(member, denmark, 'auto')).toBe(3)
    await set({ automatically_follow_topics_policy: 1 })
    expect(await involved('started', secret)).toBeUndefined()
  })

  test('over the API: who starts a topic follows it and is told so; who is mentioned there follows it too', async () => {
    const club = await addChannel(server.owner, 'club', [other, guest])
    const send = (content: string) =>
      other.post('/messages', { type: 'channel', to: club.id, topic: 'New', content })
    const first = await holdsLaw([other, guest], () => send('Hello @**Gus Guest**'))
    expect(first.body).toMatchObject({ automatic_new_visibility_policy: 3 })
    expect([seen(other, club, 'new'), seen(guest, club, 'new')]).toEqual([3, 3])
    expect((await send('again')).body).not.toHaveProperty('automatic_new_visibility_policy')
  })

  test('the people of a group that is mentioned follow the topic together, each with their own spelling', async () => {
    const people = [member, other, guest, server.owner]
    const club = await addChannel(server.owner, 'together', people)
    const members = people.map(({ id }) => id)
    await server.owner.post('/user_groups/create', { name: 'Friends', description: '', members })
    await choose(member, club, 'LUNCH', 2)
    await choose(guest, club, 'lunch', 1)
    const sent = await holdsLaw(people, () =>
      other.post('/messages', { type: 'channel', to: club.id, topic: 'Lunch', content: '@*Friends*' }),
    )
    expect(sent.status).toBe(200)
    expect(people.map((person) => seen(person, club, 'lunch'))).toEqual([3, 3, 1, 3])
    const choices = choicesFor(server.organization, club.id, 'lunch')
    expect(choices.get(member.id)?.topic).toBe('LUNCH')
    expect(choices.get(server.owner.id)?.topic).toBe('Lunch')
  })

  test('who is mentioned follows the topic, unless they muted it or do not want to', async () => {
    const mentioned = () =>
      holdsLaw([member], () =>
        server.organization.write((tx) =>
          notePeopleMentioned(tx, [member.id, guest.id, 99999], storedChannel(server, denmark), 'auto'),
        ),
      )
    await mentioned()
    expect([seen(member, denmark, 'auto'), seen(guest, denmark, 'auto')]).toEqual([3, 0])
    await choose(member, denmark, 'auto', 1)
    await mentioned()
    expect(seen(member, denmark, 'auto')).toBe(1)
    await choose(member, denmark, 'auto', 0)
    await set({ automatically_follow_topics_where_mentioned: false })
    await mentioned()
    expect(seen(member, denmark, 'auto')).toBe(0)
  })
})

describe('when topics move', () => {
  /** One person's choice after another. @returns how many steps that took. */
  const move = async (to: { channelId: number; topic: string }, isMerge: boolean, blind: Client[] = []) => {
    const choices = {
      from: { channelId: denmark.id, topic: 'old' },
      to,
      isMerge,
      maySee: ({ id }: User) => !blind.some((client) => client.id === id),
    }
    let steps = 1
    const step = (left?: ChoicesLeft) =>
      server.organization.write((tx) => moveTopicChoices(tx, choices, 1, left))
    for (let left = await step(); left; left = await step(left)) steps++
    return steps
  }

  test('choices go along, and are lost by those who may not see the new place', async () => {
    await choose(member, denmark, 'Old', 1)
    await choose(other, denmark, 'old', 3)
    await holdsLaw([member, other], () => move({ channelId: secret.id, topic: 'New' }, false, [member]))
    expect(choicesFor(server.organization, denmark.id, 'old').size).toBe(0)
    expect([seen(member, secret, 'new'), seen(other, secret, 'new')]).toEqual([0, 3])
    await choose(other, secret, 'new', 0)
  })

  test('a mere change of case keeps them', async () => {
    await choose(member, denmark, 'old', 3)
    await move({ channelId: denmark.id, topic: 'OLD' }, false)
    expect(seen(member, denmark, 'old')).toBe(3)
    await choose(member, denmark, 'old', 0)
  })

  const merges: [from: Visibility, to: Visibility, result: Visibility][] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 1],
    [2, 1, 2],
    [1, 3, 3],
    [3, 2, 3],
    [0, 2, 2],
  ]
  // Whoever has muted both mutes still, in whichever step that comes.
  test.each(merges)('merging %p into %p gives %p', async (from, to, result) => {
    for (const [one, steady] of [
      [member, other],
      [other, member],
    ] as const) {
      await choose(one, denmark, 'old', from)
      await choose(one, denmark, 'target', to)
      for (const topic of ['old', 'target']) await choose(steady, denmark, topic, 1)
      await holdsLaw([member, other], async () => {
        const isConcerned = from !== 0 || to === 1
        expect(await move({ channelId: denmark.id, topic: 'target' }, true)).toBe(isConcerned ? 2 : 1)
      })
      expect([seen(one, denmark, 'old'), seen(one, denmark, 'target')]).toEqual([0, result])
      expect([seen(steady, denmark, 'old'), seen(steady, denmark, 'target')]).toEqual([0, 1])
      for (const person of [one, steady]) await choose(person, denmark, 'target', 0)
    }
  })

  test('a topic that had no messages yet takes the choice for the old one', async () => {
    await choose(member, denmark, 'old', 1)
    await choose(other, denmark, 'target', 3)
    await move({ channelId: denmark.id, topic: 'target' }, false)
    expect([seen(member, denmark, 'target'), seen(other, denmark, 'target')]).toEqual([1, 3])
    await choose(member, denmark, 'target', 0)
    await choose(other, denmark, 'target', 0)
  })
})
