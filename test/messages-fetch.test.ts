// Reading messages: ranges around an anchor, single ones, flags, and what bad requests are told (contract 4.3, 2.2).
import { describe, expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { addChannel, changeSubscription } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { item, items } from './support/law/rules'
import { areRefused, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const sent: number[] = []
const { server, ann, bob, cat } = await scenario({ ann: 'member', bob: 'member', cat: 'member' })
const general = (await addChannel(server.owner, 'general', [ann, bob])).id
for (let index = 0; index < 10; index++) {
  sent.push(
    await send(ann, {
      type: 'channel',
      to: general,
      topic: index % 2 ? 'odd' : 'even',
      content: `${index}`,
    }),
  )
}

async function send(who: Client, parameters: Parameters): Promise<number> {
  const { body } = await who.post('/messages', parameters)
  expect(body).toMatchObject({ result: 'success' })
  return Number(body['id'])
}

async function fetched(who: Client, parameters: Parameters) {
  const { body } = await who.get('/messages', parameters)
  expect(body).toMatchObject({ result: 'success' })
  const { messages, result: _result, msg: _msg, ...about } = body
  return { ids: items(messages).map(({ id }) => Number(id)), about }
}

const inGeneral = { narrow: [{ operator: 'channel', operand: 'general' }] }

describe('a range', () => {
  test('lies around its anchor and says whether it reaches the ends', async () => {
    const middle = sent[5] ?? 0
    expect(await fetched(bob, { ...inGeneral, anchor: middle, num_before: 2, num_after: 3 })).toEqual({
      ids: sent.slice(3, 9),
      about: {
        anchor: middle,
        found_anchor: true,
        found_oldest: false,
        found_newest: false,
        history_limited: false,
      },
    })
    const wide = await fetched(bob, { ...inGeneral, anchor: middle, num_before: 5, num_after: 4 })
    expect(wide).toMatchObject({ ids: sent, about: { found_oldest: true, found_newest: true } })
    const around = { ...inGeneral, anchor: middle, num_before: 1, num_after: 1, include_anchor: false }
    expect(await fetched(bob, around)).toMatchObject({
      ids: [sent[4] ?? 0, sent[6] ?? 0],
      about: { found_anchor: false },
    })
  })

  test('anchors by name, and numbers where there is no message', async () => {
    const at = (anchor: unknown, numBefore = 1, numAfter = 1) =>
      fetched(bob, { ...inGeneral, anchor, num_before: numBefore, num_after: numAfter })
    expect(await at('oldest')).toMatchObject({
      ids: sent.slice(0, 1),
      about: { anchor: 0, found_oldest: true, found_newest: false, found_anchor: false },
    })
    expect(await at('newest')).toMatchObject({
      ids: sent.slice(-1),
      about: { anchor: 10_000_000_000_000_000, found_oldest: false, found_newest: true },
    })
    expect(await at('10000000000000000', 2)).toMatchObject({ ids: sent.slice(-2) })
    expect(await at(-5)).toMatchObject({ ids: sent.slice(0, 1), about: { anchor: 0 } })
    expect(await at('first_unread', 0, 0)).toMatchObject({
      ids: sent.slice(0, 1),
      about: { anchor: sent[0], found_anchor: true },
    })
    const legacy = { ...inGeneral, use_first_unread_anchor: true, num_before: 0, num_after: 0 }
    expect(await fetched(bob, legacy)).toMatchObject({ ids: sent.slice(0, 1) })
    const reader = await server.addPerson('Rea Reader')
    const all = { ...inGeneral, anchor: 'first_unread', num_before: 1, num_after: 0 }
    expect(await fetched(reader, all)).toMatchObject({
      ids: sent.slice(-1),
      about: { anchor: 10_000_000_000_000_000 },
    })
  })

  test('messages by ID, those one may read, filtered by a narrow', async () => {
    const secret = await send(ann, { type: 'direct', to: [cat.id], content: 'secret' })
    const ids = [sent[3], sent[1], secret, 999_999, sent[1]]
    const mine = await fetched(bob, { message_ids: ids })
    expect(mine).toEqual({ ids: [sent[1] ?? 0, sent[3] ?? 0], about: { history_limited: false } })
    const never = await fetched(cat, { message_ids: ids })
    expect(never.ids).toEqual([sent[1] ?? 0, sent[3] ?? 0, secret])
    const narrow = [['sender', 'me']]
    expect((await fetched(ann, { message_ids: ids, narrow })).ids).toEqual([
      sent[1] ?? 0,
      sent[3] ?? 0,
      secret,
    ])
    expect((await fetched(bob, { message_ids: ids, narrow })).ids).toEqual([])
  })
})

describe('flags', () => {
  test('messages one did not receive are read and historical', async () => {
    const one = await cat.get(`/messages/${sent[0]}`)
    expect(one.body).toMatchObject({ message: { flags: ['read', 'historical'] }, raw_content: '0' })
    const { body } = await cat.get('/messages', {
      ...inGeneral,
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    expect(items(body['messages'])[0]).toMatchObject({ flags: ['read', 'historical'] })
    expect((await fetched(cat, { anchor: 'newest', num_before: 20, num_after: 0 })).ids).not.toContain(
      sent[0],
    )
  })

  test('muted channels do not count as unread, but wait in their place', async () => {
    const noisy = await addChannel(server.owner, 'noisy', [cat])
    await changeSubscription(cat, noisy, 'is_muted', true)
    const before = item((await cat.post('/register')).body['unread_msgs'])
    const id = await send(server.owner, { type: 'channel', to: noisy.id, topic: 't', content: '@**all**' })
    const unread = item((await cat.post('/register')).body['unread_msgs'])
    expect(unread).toMatchObject({ count: before['count'], mentions: [] })
    expect(unread['streams']).toContainEqual({ stream_id: noisy.id, topic: 't', unread_message_ids: [id] })
    const loud = await send(server.owner, { type: 'channel', to: noisy.id, topic: 'u', content: '@**Cat**' })
    const louder = item((await cat.post('/register')).body['unread_msgs'])
    expect(louder).toMatchObject({ count: Number(before['count']) + 1, mentions: [loud] })
  })
})

describe('what a message shows', () => {
  test('every field, as Markdown or HTML', async () => {
    const id = await send(ann, {
      type: 'channel',
      to: general,
      topic: 'see https://a.example/b',
      content: '/me *waves*',
    })
    const html = await bob.get(`/messages/${id}`)
    expect(html.body).toEqual({
      result: 'success',
      msg: '',
      raw_content: '/me *waves*',
      message: {
        id,
        type: 'stream',
        stream_id: general,
        display_recipient: 'general',
        subject: 'see https://a.example/b',
        topic_links: [{ text: 'https://a.example/b', url: 'https://a.example/b' }],
        recipient_id: expect.any(Number),
        sender_id: ann.id,
        sender_email: ann.email,
        sender_full_name: 'Ann',
        sender_realm_str: '',
        avatar_url: `/user_avatars/1/drawn/${ann.id}.png`,
        client: expect.any(String),
        content: '<p>/me <em>waves</em></p>',
        content_type: 'text/html',
        is_me_message: true,
        timestamp: Math.floor(server.clock.now() / 1000),
        reactions: [],
        submessages: [],
        flags: [],
      },
    })
    const raw = await bob.get(`/messages/${id}`, { apply_markdown: false })
    expect(raw.body).toMatchObject({ message: { content: '/me *waves*', content_type: 'text/x-markdown' } })
    const range = { anchor: id, num_before: 0, num_after: 0 }
    const listed = await bob.get('/messages', { ...range, client_gravatar: false })
    expect(items(listed.body['messages'])[0]).toEqual(item(html.body['message']))
  })

  test('edits, by the organization\u2019s policy, newest first', async () => {
    const id = sent[2] ?? 0
    await server.organization.write((tx) => {
      const edit = tx.sqlite.query(
        `INSERT INTO message_edits (message_id, user_id, edited_at, previous_content, previous_rendered_content,
          previous_topic, topic) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      edit.run(id, ann.id, 1000, 'was', '<p>was</p>', null, null)
      edit.run(id, bob.id, 2000, null, null, 'even', '')
      tx.sqlite
        .query('UPDATE messages SET has_edits = 1, last_edited_at = 1000, last_moved_at = 2000 WHERE id = ?')
        .run(id)
    })
    const shown = async (policy: 'all' | 'moves' | 'none') => {
      await server.organization.write((tx) =>
        storeSetting(tx, 'message_edit_history_visibility_policy', policy),
      )
      return item((await bob.get(`/messages/${id}`)).body['message'])
    }
    const move = { user_id: bob.id, timestamp: 2000, prev_topic: 'even', topic: 'general chat' }
    const times = { last_edit_timestamp: 1000, last_moved_timestamp: 2000 }
    expect(await shown('moves')).toMatchObject({ edit_history: [move], ...times })
    const hidden = await shown('none')
    expect(hidden).toMatchObject(times)
    expect(hidden).not.toHaveProperty('edit_history')
    const all = await shown('all')
    const edit = {
      user_id: ann.id,
      timestamp: 1000,
      prev_content: 'was',
      prev_rendered_content: '<p>was</p>',
    }
    expect(all['edit_history']).toEqual([move, edit])
  })
})

test('without an account: web-public channels, where the organization opens them', async () => {
  const allowSpectators = (isAllowed: boolean) =>
    server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', isAllowed))
  await allowSpectators(true)
  const { id: square } = await addChannel(server.owner, 'square', [ann], { is_web_public: true })
  await allowSpectators(false)
  const id = await send(ann, { type: 'channel', to: square, topic: 't', content: 'to all the world' })
  const look = (narrow: unknown) =>
    anonymous(
      server.url,
      `/messages?anchor=newest&num_before=5&num_after=0&narrow=${encodeURIComponent(JSON.stringify(narrow))}`,
    )
  const webPublic = [{ operator: 'channels', operand: 'web-public' }]
  expect(await look(webPublic)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect((await anonymous(server.url, `/messages/${id}`)).status).toBe(401)
  await allowSpectators(true)
  const { body } = await look(webPublic)
  expect(items(body['messages'])).toMatchObject([{ id, content: '<p>to all the world</p>' }])
  expect((await look([])).status).toBe(401)
  expect((await look([['channel', 'general']])).body).toMatchObject({ code: 'BAD_NARROW' })
  expect((await anonymous(server.url, `/messages/${id}`)).status).toBe(200)
  expect((await anonymous(server.url, `/messages/${sent[0]}`)).status).toBe(400)
  await allowSpectators(false)
})

test('wrong parameters are named', async () => {
  const range = { anchor: 'newest', num_before: 1, num_after: 1 }
  const refusal = (parameters: Parameters, answer: Refusal['answer']): Refusal => {
    return { who: ann, method: 'get', path: '/messages', parameters, answer }
  }
  await areRefused(ann, [
    refusal({ ...range, anchor: undefined }, missing('anchor')),
    refusal({ ...range, anchor: 'middle' }, invalid('anchor')),
    refusal({ ...range, num_before: undefined }, missing('num_before')),
    refusal({ ...range, num_before: -1 }, invalid('num_before')),
    refusal({ ...range, num_after: 'many' }, invalid('num_after')),
    refusal({ ...range, num_after: 5000 }, invalid('num_after')),
    refusal({ ...range, num_before: 5001 }, invalid('num_before')),
    refusal({ ...range, narrow: 'x' }, invalid('narrow')),
    refusal({ ...range, narrow: [['a']] }, invalid('narrow')),
    refusal({ ...range, apply_markdown: 'perhaps' }, invalid('apply_markdown')),
    refusal({ message_ids: 'all' }, invalid('message_ids')),
    refusal({ message_ids: [1], anchor: 1 }, { code: 'BAD_REQUEST' }),
    refusal({ message_ids: [1], num_before: 0 }, { code: 'BAD_REQUEST' }),
    refusal({ message_ids: [1], include_anchor: true }, { code: 'BAD_REQUEST' }),
    { who: ann, method: 'get', path: '/messages/abc', answer: invalid('message_id') },
    { who: ann, method: 'get', path: '/messages/0', answer: { code: 'BAD_REQUEST' } },
  ])
})
