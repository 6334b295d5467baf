// Sending messages: who may write where, who gets it, and how it arrives (contract 2.2; reference: send-message).
import { quietly } from './support/quietly'
import { describe, expect, test } from 'bun:test'
import { updateChannel } from '../src/channels/repository'
import { storeValue } from '../src/organization/settings'
import { addMembers, insertGroup, systemGroupId, updateGroup } from '../src/user-groups/repository'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { item, items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { eventsOf, holdsLaw, register } from './support/law'
import { scenario } from './support/scenario'

const { server, ann, bob, cat, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  guest: 'guest Gus',
})
const general = (await addChannel(server.owner, 'general', [ann, bob])).id

/** The events a new queue of the person gets while the action runs. */
async function eventsDuring(person: Client, options: object, action: () => Promise<unknown>) {
  const state = await register(person, { ...options })
  await action()
  return eventsOf({ person, state })
}

describe('to a channel', () => {
  test('the subscribers get it, by name or by ID, as HTML or as Markdown', async () => {
    const send = () =>
      ann.post('/messages', { type: 'channel', to: 'General', topic: ' lunch ', content: '**Soup**?  \n' })
    const [event] = await eventsDuring(bob, { apply_markdown: true, event_types: ['message'] }, send)
    expect(event).toMatchObject({
      type: 'message',
      flags: [],
      message: {
        type: 'stream',
        stream_id: general,
        display_recipient: 'general',
        subject: 'lunch',
        content: '<p><strong>Soup</strong>?</p>',
        content_type: 'text/html',
        sender_id: ann.id,
        sender_full_name: 'Ann',
        sender_email: ann.email,
        avatar_url: `/user_avatars/1/drawn/${ann.id}.png`,
        is_me_message: false,
        reactions: [],
        submessages: [],
        topic_links: [],
      },
    })
    const byId = () => ann.post('/messages', { type: 'stream', to: general, topic: 'lunch', content: '*a*' })
    const [plain] = await eventsDuring(bob, { client_gravatar: false, event_types: ['message'] }, byId)
    expect(plain).toMatchObject({ message: { content: '*a*', content_type: 'text/x-markdown' } })
  })

  test('others do not, unless they asked for all public channels', async () => {
    const send = () => ann.post('/messages', { type: 'channel', to: general, topic: 'x', content: 'public' })
    expect(await eventsDuring(cat, { event_types: ['message'] }, send)).toEqual([])
    const all = { event_types: ['message'], all_public_streams: true }
    expect(await eventsDuring(cat, all, send)).toMatchObject([
      { message: { content: 'public' }, flags: ['read', 'historical'] },
    ])
    const { id: board } = await addChannel(server.owner, 'board', [ann], { invite_only: true })
    const secret = () => ann.post('/messages', { type: 'channel', to: board, topic: 'x', content: 'private' })
    expect(await eventsDuring(cat, all, secret)).toEqual([])
  })

  test('state and events agree', async () => {
    await holdsLaw([ann, bob, cat], async () => {
      await ann.post('/messages', { type: 'channel', to: general, topic: '', content: 'one @**Bob**' })
      await bob.post('/messages', { type: 'channel', to: general, topic: 'Two', content: '@**all** two' })
      await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'three' })
      await cat.post('/messages', { type: 'direct', to: [ann.id, bob.id], content: 'four' })
      await ann.post('/messages', { type: 'direct', to: [ann.id], content: 'five', read_by_sender: false })
    })
  })

  test('the empty topic goes by its names', async () => {
    for (const topic of ['', '(no topic)', 'general chat', 'General Chat']) {
      const { body } = await ann.post('/messages', { type: 'channel', to: general, topic, content: 'x' })
      const shown = await ann.get(`/messages/${String(body['id'])}`)
      expect(shown.body).toMatchObject({ message: { subject: 'general chat' } })
      const empty = await ann.get(`/messages/${String(body['id'])}`, { allow_empty_topic_name: true })
      expect(empty.body).toMatchObject({ message: { subject: '' } })
    }
  })
})

describe('to people', () => {
  test('one, several and oneself; by IDs, addresses, one address or several in a text', async () => {
    const forms = [[bob.id], [bob.email], bob.email, [bob.id, ann.id], `[${bob.id}]`]
    const ids: unknown[] = []
    for (const to of forms) {
      const { body } = await ann.post('/messages', { type: 'direct', to, content: 'hello', topic: 'ignored' })
      expect(body).toMatchObject({ result: 'success' })
      ids.push(body['id'])
    }
    const [first, ...others] = await Promise.all(ids.map((id) => bob.get(`/messages/${String(id)}`)))
    expect(first?.body).toMatchObject({
      message: {
        type: 'private',
        subject: '',
        display_recipient: [
          { id: ann.id, email: ann.email, full_name: 'Ann', is_mirror_dummy: false },
          { id: bob.id, email: bob.email, full_name: 'Bob', is_mirror_dummy: false },
        ],
        flags: [],
      },
    })
    expect(item(first?.body['message'])).not.toHaveProperty('stream_id')
    const recipient = item(first?.body['message'])['recipient_id']
    for (const other of others) expect(other.body).toMatchObject({ message: { recipient_id: recipient } })
    const group = await ann.post('/messages', {
      type: 'private',
      to: `${bob.email}, ${cat.email}`,
      content: 'group',
    })
    expect(await cat.get(`/messages/${String(group.body['id'])}`)).toMatchObject({ status: 200 })
    const self = await ann.post('/messages', { type: 'direct', to: ann.id, content: 'note' })
    expect((await ann.get(`/messages/${String(self.body['id'])}`)).body).toMatchObject({
      message: { display_recipient: [{ id: ann.id }], flags: ['read'] },
    })
  })

  test('nobody else can read it', async () => {
    const { body } = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'between us' })
    const path = `/messages/${String(body['id'])}`
    expect((await bob.get(path)).status).toBe(200)
    const unseen = await cat.get(path)
    const missing = await cat.get('/messages/999999')
    expect(unseen).toMatchObject({ status: 400, body: badRequest('Invalid message(s)') })
    expect(unseen.body).toEqual(missing.body)
  })

  test('permissions: to begin a conversation, and to write to people at all', async () => {
    const permit = (name: string, group: 'role:nobody' | 'role:everyone') =>
      server.organization.write((tx) => storeValue(tx, name, systemGroupId(server.organization, group)))
    const dan = await server.addPerson('Dan')
    await dan.post('/messages', { type: 'direct', to: [ann.id], content: 'begun before' })
    await permit('direct_message_initiator_group', 'role:nobody')
    await areRefused(ann, [
      {
        who: dan,
        method: 'post',
        path: '/messages',
        parameters: { type: 'direct', to: [bob.id], content: 'x' },
        answer: badRequest('You do not have permission to initiate direct message conversations'),
      },
    ])
    const goOn = { type: 'direct', to: [ann.id], content: 'x' }
    const note = { type: 'direct', to: [dan.id], content: 'x' }
    for (const each of [goOn, note]) expect((await dan.post('/messages', each)).status).toBe(200)
    await permit('direct_message_initiator_group', 'role:everyone')
    await permit('direct_message_permission_group', 'role:nobody')
    expect((await dan.post('/messages', goOn)).body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'You do not have permission to send direct messages to this recipient',
    })
    expect((await dan.post('/messages', note)).status).toBe(200)
    await permit('direct_message_permission_group', 'role:everyone')
  })
})

describe('what a message says to those who get it', () => {
  test('mentions by name, of a group, of the channel and of the topic', async () => {
    const group = await addGroup('crew', [bob])
    const flagsFor = async (content: string) => {
      const { body } = await ann.post('/messages', { type: 'channel', to: general, topic: 'm', content })
      const reply = await bob.get(`/messages/${String(body['id'])}`)
      return item(reply.body['message'])['flags']
    }
    expect(await flagsFor('plain')).toEqual([])
    expect(await flagsFor('@**Bob**')).toEqual(['mentioned'])
    expect(await flagsFor('@_**Bob**')).toEqual([])
    expect(await flagsFor('@*crew*')).toEqual(['mentioned'])
    expect(await flagsFor('@**channel**')).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flagsFor('@**topic**')).toEqual([])
    await bob.post('/messages', { type: 'channel', to: general, topic: 'm', content: 'I take part' })
    expect(await flagsFor('@**topic**')).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    await server.organization.write((tx) =>
      updateGroup(tx, group, { canMentionGroup: systemGroupId(server.organization, 'role:nobody') }),
    )
    const refused = await ann.post('/messages', {
      type: 'channel',
      to: general,
      topic: 'm',
      content: '@*crew*',
    })
    expect(refused.body).toEqual(
      expect.objectContaining(badRequest("You are not allowed to mention the user group 'crew'")),
    )
  })

  test('alert words, and silence from those one has muted', async () => {
    await bob.post('/users/me/alert_words', { alert_words: ['pizza'] })
    const dan = await server.addPerson('Dora')
    await bob.post(`/users/me/muted_users/${dan.id}`)
    await holdsLaw([bob], async () => {
      await ann.post('/messages', { type: 'channel', to: general, topic: 'm', content: 'Pizza!' })
      await dan.post('/messages', { type: 'direct', to: [bob.id], content: 'psst' })
    })
    const { body } = await bob.get('/messages', { anchor: 'newest', num_before: 2, num_after: 0 })
    expect(items(body['messages']).map((message) => message['flags'])).toEqual([['has_alert_word'], ['read']])
    await bob.delete('/users/me/alert_words', { alert_words: ['pizza'] })
  })

  test('mentioning many takes a permission', async () => {
    const crowd: Client[] = []
    for (let index = 0; index < 16; index++) crowd.push(await server.addPerson(`Crowd ${index}`))
    const { id: hall } = await addChannel(server.owner, 'hall', [ann, ...crowd])
    for (const each of crowd) {
      await each.post('/messages', { type: 'channel', to: hall, topic: 'all here', content: 'hi' })
    }
    const send = (who: Client, content: string) =>
      who.post('/messages', { type: 'channel', to: hall, topic: 'all here', content })
    expect((await send(ann, '@**all**')).body).toMatchObject({ code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' })
    expect((await send(ann, '@**topic**')).body).toMatchObject({ code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' })
    expect((await send(server.owner, '@**all** @**topic**')).status).toBe(200)
  })

  test('what an app sends its sender has read; what a program sends, not', async () => {
    const flagsOf = async (parameters: object) => {
      const message = { type: 'channel', to: general, topic: 'r', content: 'x', ...parameters }
      const { body } = await ann.post('/messages', message)
      return item((await ann.get(`/messages/${String(body['id'])}`)).body['message'])['flags']
    }
    expect(await flagsOf({})).toEqual([])
    expect(await flagsOf({ read_by_sender: true })).toEqual(['read'])
    expect(await flagsOf({ client: 'website' })).toEqual(['read'])
    expect(await flagsOf({ client: 'website', read_by_sender: false })).toEqual([])
    expect(await flagsOf({ client: 'ZulipMobile' })).toEqual(['read'])
  })

  test('local echo reaches the one queue it is for', async () => {
    const mine = await register(ann, { event_types: ['message'] })
    const other = await register(ann, { event_types: ['message'] })
    const message = { type: 'channel', to: general, topic: 'e', content: 'echo' }
    await ann.post('/messages', { ...message, queue_id: mine['queue_id'], local_id: '7.01' })
    expect(await eventsOf({ person: ann, state: mine })).toMatchObject([{ local_message_id: '7.01' }])
    const [event] = await eventsOf({ person: ann, state: other })
    expect(event).not.toHaveProperty('local_message_id')
    await bob.post('/messages', { ...message, queue_id: mine['queue_id'], local_id: 'forged' })
    const [, foreign] = await eventsOf({ person: ann, state: mine })
    expect(foreign).not.toHaveProperty('local_message_id')
  })
})

describe('what is refused', () => {
  test('wrong parameters, places one may not write to, rules of topics', async () => {
    const { id: hidden } = await addChannel(server.owner, 'hidden', [bob], { invite_only: true })
    const nobody = systemGroupId(server.organization, 'role:nobody')
    const { id: quiet } = await addChannel(server.owner, 'quiet', [ann], { can_send_message_group: nobody })
    const { id: fixed } = await addChannel(server.owner, 'fixed', [ann, bob], {
      can_create_topics_group: nobody,
    })
    const { id: strict } = await addChannel(server.owner, 'strict', [ann], {
      topics_policy: 'disable_empty_topic',
    })
    const { id: bare } = await addChannel(server.owner, 'bare', [ann], { topics_policy: 'empty_topic_only' })
    const gone = await server.addPerson('Gone')
    await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
    const fine = { type: 'channel', to: general, topic: 't', content: 'c' }
    const refusal = (parameters: Parameters, answer: Refusal['answer'], who = ann): Refusal => {
      return { who, method: 'post', path: '/messages', parameters: { ...fine, ...parameters }, answer }
    }
    const direct = (to: unknown, answer: Refusal['answer']) => refusal({ type: 'direct', to }, answer)
    await areRefused(bob, [
      refusal({ type: undefined }, missing('type')),
      refusal({ type: 'mail' }, invalid('type')),
      refusal({ to: undefined }, missing('to')),
      refusal({ to: [general, general] }, invalid('to')),
      refusal({ to: { id: 1 } }, { code: 'STREAM_DOES_NOT_EXIST', stream: '{"id":1}' }),
      refusal({ topic: undefined }, missing('topic')),
      refusal({ topic: 'x'.repeat(61) }, invalid('topic')),
      refusal({ topic: 'two\nlines' }, invalid('topic')),
      refusal({ content: undefined }, missing('content')),
      refusal({ content: ' \n ' }, invalid('content')),
      refusal({ content: 'x'.repeat(10_001) }, invalid('content')),
      refusal({ content: 'nul \0' }, invalid('content')),
      refusal({ read_by_sender: 'maybe' }, invalid('read_by_sender')),
      refusal({ queue_id: 'q' }, missing('local_id')),
      refusal({ to: 'nowhere' }, { code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' }),
      refusal({ to: hidden }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: hidden }),
      refusal({ to: 'hidden' }, { code: 'STREAM_DOES_NOT_EXIST', stream: 'hidden' }),
      refusal({ to: general }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: general }, guest),
      refusal({ to: quiet }, { code: 'BAD_REQUEST' }),
      refusal({ to: fixed }, { code: 'BAD_REQUEST' }),
      refusal({ to: strict, topic: '(no topic)' }, { code: 'BAD_REQUEST' }),
      refusal({ to: bare, topic: 'named' }, { code: 'BAD_REQUEST' }),
      direct([], invalid('to')),
      direct('', invalid('to')),
      direct('[1, "mixed"]', invalid('to')),
      direct('[1.5]', invalid('to')),
      direct('{"id": 1}', invalid('to')),
      direct([99_999], badRequest('Invalid user ID 99999')),
      direct(['nobody@example.com'], badRequest("Invalid email 'nobody@example.com'")),
      direct([gone.id], badRequest("'gone@example.com' no longer has an active account")),
    ])
    const nameless = new URLSearchParams({ type: 'direct', to: '[1]', content: 'x' })
    const anybody = await anonymous(server.url, '/messages', { method: 'POST', body: nameless })
    expect(anybody).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  test('the limits count code points', async () => {
    const smile = '\u{1F600}'
    const message = { type: 'channel', to: general, topic: smile.repeat(60), content: smile.repeat(10_000) }
    expect((await ann.post('/messages', message)).body).toMatchObject({ result: 'success' })
    const long = await ann.post('/messages', { ...message, content: smile.repeat(10_001) })
    expect(long.body).toMatchObject(invalid('content'))
    const longTopic = await ann.post('/messages', { ...message, topic: smile.repeat(61) })
    expect(longTopic.body).toMatchObject(invalid('topic'))
  })

  test('the empty topic where only that is allowed, a known topic where none may be begun', async () => {
    const nobody = systemGroupId(server.organization, 'role:nobody')
    const { id: bare } = await addChannel(server.owner, 'only general', [ann], {
      topics_policy: 'empty_topic_only',
    })
    const sent = await ann.post('/messages', { type: 'channel', to: bare, topic: '', content: 'x' })
    expect(sent.status).toBe(200)
    await quietly(server.organization, (tx) => updateChannel(tx, bare, { canCreateTopicGroup: nobody }))
    const again = await ann.post('/messages', { type: 'channel', to: bare, topic: '', content: 'x' })
    expect(again.status).toBe(200)
  })
})

test('a rendering for a preview', async () => {
  const reply = await ann.post('/messages/render', { content: '**hi** #**general**' })
  expect(reply.body).toMatchObject({ result: 'success' })
  expect(reply.body['rendered']).toStartWith('<p><strong>hi</strong> <a class="stream"')
  await areRefused(ann, [
    { who: ann, method: 'post', path: '/messages/render', answer: missing('content') },
    {
      who: ann,
      method: 'post',
      path: '/messages/render',
      parameters: { content: 'x'.repeat(10_001) },
      answer: invalid('content'),
    },
  ])
})

function addGroup(name: string, people: readonly Client[]): Promise<number> {
  return server.organization.write((tx) => {
    const everyone = systemGroupId(server.organization, 'role:everyone')
    const id = insertGroup(tx, { name, nameKey: name, canMentionGroup: everyone })
    addMembers(
      tx,
      id,
      people.map((each) => each.id),
    )
    return id
  })
}
