// Reactions: given and taken back, by name or code, told to those who hold the message (contract 2.3).
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { insertSubscription, updateChannel } from '../src/channels/repository'
import { emojiCodesToNames } from '../src/emoji/emoji'
import { messageById } from '../src/messages/repository'
import { storeUserSetting } from '../src/user-settings/repository'
import { updateUser } from '../src/users/repository'
import { addChannel, leave } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { items } from './support/law/rules'
import { eventsDuring, fetched, found, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, member, other, guest } = await scenario({
  member: 'member Mia Member',
  other: 'member Otto Other',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [member, other])
const secret = await addChannel(server.owner, 'Secret', [other], { invite_only: true })

const path = (id: number | string) => `/messages/${id}/reactions`
const react = (who: Client, id: number, parameters: Parameters) => who.post(path(id), parameters)
const takeBack = (who: Client, id: number, parameters: Parameters) => who.delete(path(id), parameters)
const octopus = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }

/** Whether the message counts among those with a reaction: what `has:reaction` looks at. */
const isMarked = (id: number) => messageById(server.organization.db, id)?.hasReaction === 1

test('a reaction is given and taken back, and everyone who has the message sees it', async () => {
  const id = await sendToChannel(member, denmark)
  const added = await eventsDuring([member, other, guest, server.owner], async () => {
    const reply = await holdsLaw([member, other], () => react(other, id, { emoji_name: 'octopus' }))
    expect(reply.body).toEqual({ result: 'success', msg: '' })
  })
  const event = {
    id: 0,
    type: 'reaction',
    op: 'add',
    message_id: id,
    ...octopus,
    user_id: other.id,
    user: { user_id: other.id, email: other.email, full_name: 'Otto Other', is_mirror_dummy: false },
  }
  expect(added).toEqual([[event], [event], [], []])
  expect((await fetched(member, id))['reactions']).toEqual([{ ...octopus, user_id: other.id }])
  expect(isMarked(id)).toBe(true)

  await react(member, id, { emoji_name: 'octopus' })
  await holdsLaw([member, other], () => takeBack(other, id, { emoji_name: 'octopus' }))
  expect((await fetched(member, id))['reactions']).toEqual([{ ...octopus, user_id: member.id }])
  expect(isMarked(id)).toBe(true)
  const removed = await eventsDuring([other], () => takeBack(member, id, octopus))
  expect(removed).toMatchObject([[{ type: 'reaction', op: 'remove', ...octopus, user_id: member.id }]])
  expect(isMarked(id)).toBe(false)
})

test('in a direct conversation its people see it, and nobody else', async () => {
  const id = await sendDirectly(member, [guest])
  const events = await eventsDuring([member, guest, other], () =>
    holdsLaw([member, guest], () => react(guest, id, { emoji_name: 'tada' })),
  )
  expect(events).toMatchObject([[{ op: 'add' }], [{ op: 'add', emoji_code: '1f389' }], []])
})

test('reactions keep the order in which they were given', async () => {
  const id = await sendToChannel(member, denmark)
  await react(other, id, { emoji_name: 'tada' })
  await react(member, id, { emoji_name: 'octopus' })
  await react(member, id, { emoji_name: 'heart' })
  await takeBack(other, id, { emoji_name: 'tada' })
  await react(other, id, { emoji_name: 'tada' })
  const { reactions } = await fetched(member, id)
  expect(reactions).toMatchObject([
    { emoji_name: 'octopus' },
    { emoji_name: 'heart' },
    { emoji_name: 'tada' },
  ])
})

test('names of one emoji are one reaction, which joins those that are there', async () => {
  const id = await sendToChannel(member, denmark)
  await react(member, id, { emoji_name: '+1' })
  const again = await react(member, id, { emoji_name: 'thumbs_up' })
  expect(again.body).toMatchObject({ code: 'REACTION_ALREADY_EXISTS', result: 'error' })
  await react(other, id, { emoji_name: 'thumbs_up' })
  const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  expect((await fetched(member, id))['reactions']).toEqual([
    { ...thumb, user_id: member.id },
    { ...thumb, user_id: other.id },
  ])
  expect((await takeBack(other, id, { emoji_name: 'thumbs_up' })).status).toBe(200)
  expect((await takeBack(member, id, { emoji_code: '1f44d' })).status).toBe(200)
})

test('the emoji of our own is one of a kind', async () => {
  const id = await sendToChannel(member, denmark)
  await react(member, id, { emoji_name: 'confab' })
  const confab = { emoji_name: 'confab', emoji_code: 'confab', reaction_type: 'chat_extra_emoji' }
  expect((await fetched(member, id))['reactions']).toEqual([{ ...confab, user_id: member.id }])
  const publicly = { ...confab, reaction_type: 'zulip_extra_emoji' }
  expect((await react(other, id, publicly)).status).toBe(200)
  expect((await react(other, id, confab)).body).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
  expect((await takeBack(member, id, publicly)).status).toBe(200)
  expect((await takeBack(other, id, confab)).status).toBe(200)
  expect((await fetched(member, id))['reactions']).toEqual([])
})

test('the emoji that clients of the public protocol carry is taken', async () => {
  const id = await sendToChannel(member, denmark)
  const theirs = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  expect((await react(member, id, { ...theirs, client: 'ZulipMobile' })).status).toBe(200)
  const { message } = (await other.get(`/messages/${id}`, { client: 'ZulipMobile' })).body
  expect(message).toMatchObject({ reactions: [{ ...theirs, user_id: member.id }] })
})

test("clients of the public protocol read their own word for the kind of the server's emoji", async () => {
  const id = await sendToChannel(member, denmark)
  const named = (client: string): [Client, Parameters] => [member, { client }]
  const events = await eventsDuring(
    [named('zulipterminal'), named('ZULIP'), named('Confab'), named('my-zulip')],
    () => holdsLaw([member, other], () => react(other, id, { emoji_name: 'confab' })),
  )
  const [publicly, ours] = ['zulip_extra_emoji', 'chat_extra_emoji'].map((reaction_type) => ({
    reaction_type,
  }))
  expect(events).toMatchObject([[publicly], [publicly], [ours], [ours]])
  const fetchedBy = async (client: string) => {
    const one = await member.get(`/messages/${id}`, { client })
    const many = await member.get('/messages', { client, message_ids: [id] })
    return [one.body['message'], ...items(many.body['messages'])]
  }
  expect(await fetchedBy('ZulipMobile')).toMatchObject([{ reactions: [publicly] }, { reactions: [publicly] }])
  expect(await fetchedBy('Confab')).toMatchObject([{ reactions: [ours] }, { reactions: [ours] }])
})

test('every emoji that clients of the protocol know can be given by its first name and taken back by its code', async () => {
  const id = await sendToChannel(member, denmark)
  for (const [code, [name = '']] of Object.entries(emojiCodesToNames()).filter(
    (_, place) => place % 97 === 0,
  )) {
    expect((await react(member, id, { emoji_name: name, emoji_code: code })).status).toBe(200)
    expect((await fetched(member, id))['reactions']).toMatchObject([{ emoji_name: name, emoji_code: code }])
    expect((await takeBack(member, id, { emoji_code: code })).status).toBe(200)
  }
})

test('a reaction with an emoji that is called otherwise by now can be joined and taken back by its code', async () => {
  const id = await sendToChannel(member, denmark)
  await server.organization.write((tx) =>
    tx.sqlite
      .query(
        `INSERT INTO reactions VALUES (?, ?, 'realm_emoji', '7', 'party', 1), (?, ?, 'unicode_emoji', '1f419', 'squid', 2)`,
      )
      .run(id, member.id, id, member.id),
  )
  const party = { emoji_name: 'party', emoji_code: '7', reaction_type: 'realm_emoji' }
  const squid = { emoji_name: 'squid', emoji_code: '1f419', reaction_type: 'unicode_emoji' }
  for (const emoji of [party, squid]) {
    expect((await react(other, id, emoji)).body).toMatchObject({ result: 'success' })
    expect((await takeBack(member, id, { ...emoji, emoji_name: 'renamed' })).body).toMatchObject({
      result: 'success',
    })
  }
  expect((await fetched(member, id))['reactions']).toEqual([
    { ...party, user_id: other.id },
    { ...squid, user_id: other.id },
  ])
  expect((await takeBack(other, id, { emoji_name: 'party' })).status).toBe(200)
  expect((await takeBack(other, id, { emoji_name: 'squid' })).status).toBe(200)
})

test('a message takes twenty different emoji, and any number of people who use the same', async () => {
  const id = await sendToChannel(member, denmark)
  const names = Object.values(emojiCodesToNames())
    .slice(100, 121)
    .map(([name = '']) => name)
  for (const emoji_name of names.slice(0, 20)) {
    expect((await react(member, id, { emoji_name })).body).toMatchObject({ result: 'success' })
  }
  const [first, last] = [names[0] ?? '', names[20] ?? '']
  await areRefused(member, [
    {
      who: other,
      method: 'post',
      path: path(id),
      parameters: { emoji_name: last },
      answer: badRequest('A message can have at most 20 different reactions'),
    },
  ])
  expect((await react(other, id, { emoji_name: first })).status).toBe(200)
  await takeBack(member, id, { emoji_name: names[1] ?? '' })
  expect((await react(other, id, { emoji_name: last })).status).toBe(200)
})

test('who reacts to a message they never received has it from then on', async () => {
  const random = await addChannel(server.owner, 'random', [member])
  const id = await sendToChannel(member, random)
  expect(await found(other, [])).not.toContain(id)
  await holdsLaw([member, other], () => react(other, id, { emoji_name: 'tada' }))
  expect(await fetched(other, id)).toMatchObject({ flags: ['read', 'historical'] })
  expect(await found(other, [])).toContain(id)
  const [events] = await eventsDuring([other], () => react(member, id, { emoji_name: 'octopus' }))
  expect(events).toMatchObject([{ type: 'reaction', message_id: id }])
})

test('only those who may still read it are told', async () => {
  const room = await addChannel(server.owner, 'room', [member, other, guest], { invite_only: true })
  const id = await sendToChannel(member, room)
  await leave(guest, room)
  const left = await eventsDuring([guest, other], () => react(member, id, { emoji_name: 'tada' }))
  expect(left).toMatchObject([[], [{ type: 'reaction' }]])
  const lobby = await addChannel(server.owner, 'lobby', [member, other])
  const old = await sendToChannel(member, lobby)
  await leave(other, lobby)
  const [former] = await eventsDuring([other], () => react(member, old, { emoji_name: 'tada' }))
  expect(former).toMatchObject([{ type: 'reaction', message_id: old }])
})

test('who joined later hears of old messages only where the history is shared', async () => {
  for (const isHistoryShared of [true, false]) {
    const club = await addChannel(server.owner, `club ${isHistoryShared}`, [member], {
      invite_only: true,
      history_public_to_subscribers: isHistoryShared,
    })
    const id = await sendToChannel(member, club)
    await quietly(server.organization, (tx) =>
      insertSubscription(tx, { userId: other.id, channelId: club.id, color: '#000000' }),
    )
    const [events] = await eventsDuring([other], () => react(member, id, { emoji_name: 'tada' }))
    expect(events).toHaveLength(isHistoryShared ? 1 : 0)
    const reply = await react(other, id, { emoji_name: 'octopus' })
    expect(reply.body).toMatchObject(
      isHistoryShared ? { result: 'success' } : badRequest('Invalid message(s)'),
    )
  }
})

test('reacting follows the topic for those who follow what they take part in', async () => {
  const set = (policy: number) =>
    server.organization.write((tx) =>
      storeUserSetting(tx, other.id, 'automatically_follow_topics_policy', policy),
    )
  const id = await sendToChannel(member, denmark, 'Hello', 'followed by reaction')
  await react(other, id, { emoji_name: 'tada' })
  await set(1)
  const [events] = await eventsDuring([other], () => react(other, id, { emoji_name: 'octopus' }))
  const followed = { type: 'user_topic', topic_name: 'followed by reaction', visibility_policy: 3 }
  expect(events).toMatchObject([{ type: 'reaction' }, followed])
  await set(3)
})

test('bad input is refused and changes nothing', async () => {
  const gone = await server.addPerson('Gone Person')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const archive = await addChannel(server.owner, 'archive', [member, other])
  const archived = await sendToChannel(member, archive)
  await react(member, archived, { emoji_name: 'tada' })
  await quietly(server.organization, (tx) => updateChannel(tx, archive.id, { isArchived: true }))
  const id = await sendToChannel(other, denmark)
  const hidden = await sendToChannel(other, secret)
  const direct = await sendDirectly(other, [server.owner])
  await react(other, id, { emoji_name: 'tada' })
  const refused = (
    parameters: Parameters,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => ({
    who: member,
    method: 'post',
    path: path(id),
    parameters,
    answer,
    ...more,
  })
  const removing = (
    parameters: Parameters,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => refused(parameters, answer, { method: 'delete', ...more })
  const noMessage = badRequest('Invalid message(s)')
  const tada = { emoji_name: 'tada' }
  const notThere = { code: 'REACTION_DOES_NOT_EXIST' }
  await areRefused(other, [
    refused({}, missing('emoji_name')),
    refused({ emoji_name: '' }, invalid('emoji_name')),
    refused({ emoji_name: 'x'.repeat(101) }, invalid('emoji_name')),
    refused({ emoji_name: 'no_such_emoji' }, badRequest("Emoji 'no_such_emoji' does not exist")),
    refused({ ...octopus, emoji_code: 'zzzz' }, badRequest('Invalid emoji code')),
    refused(
      { ...octopus, emoji_code: '1f389' },
      badRequest('Invalid emoji name: emoji_code is that of another emoji'),
      { path: path(await sendToChannel(member, denmark)) },
    ),
    refused({ ...octopus, reaction_type: 'sticker' }, invalid('reaction_type')),
    refused({ ...octopus, reaction_type: 'realm_emoji' }, badRequest("Emoji 'octopus' does not exist")),
    refused({ ...octopus, reaction_type: 'chat_extra_emoji' }, badRequest("Emoji 'octopus' does not exist")),
    refused(
      { emoji_name: 'party', emoji_code: '9', reaction_type: 'realm_emoji' },
      badRequest("Emoji 'party' does not exist"),
    ),
    refused(tada, { code: 'REACTION_ALREADY_EXISTS' }, { who: other }),
    refused(tada, noMessage, { path: path(99999999) }),
    refused(tada, noMessage, { path: path(-1) }),
    refused(tada, invalid('message_id'), { path: path('newest') }),
    refused(tada, noMessage, { path: path(hidden) }),
    refused(tada, noMessage, { path: path(direct) }),
    refused(tada, noMessage, { who: guest }),
    refused(octopus, badRequest("Channel 'archive' is archived"), { path: path(archived) }),
    refused(tada, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
    removing({}, badRequest("One of 'emoji_name' and 'emoji_code' is required")),
    removing(tada, notThere),
    removing({ emoji_code: '1f389' }, notThere),
    removing({ emoji_name: 'tada', emoji_code: '1f389' }, notThere),
    removing({ emoji_name: 'tada', emoji_code: '1f419' }, badRequest('Invalid emoji code')),
    removing({ emoji_name: 'no_such_emoji' }, badRequest("Emoji 'no_such_emoji' does not exist")),
    removing({ ...tada, reaction_type: 'realm_emoji' }, badRequest("Emoji 'tada' does not exist"), {
      who: other,
    }),
    removing(tada, noMessage, { path: path(99999999) }),
    removing(tada, noMessage, { path: path(hidden) }),
    removing(tada, noMessage, { who: guest }),
    removing(tada, badRequest("Channel 'archive' is archived"), { path: path(archived) }),
  ])
  for (const method of ['POST', 'DELETE']) {
    const body = new URLSearchParams(tada)
    const nobody = await anonymous(server.url, path(id), { method, body })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
  expect((await fetched(other, id))['reactions']).toMatchObject([{ user_id: other.id, emoji_name: 'tada' }])
})
