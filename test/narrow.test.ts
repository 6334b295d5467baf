// Narrows: what each operator finds and for whom, the same for events (notes: narrow).
import { quietly } from './support/quietly'
import { describe, expect, test } from 'bun:test'
import { deactivateSubscription, insertSubscription } from '../src/channels/repository'
import { storeSetting } from '../src/organization/settings'
import { addChannel } from './support/channels'
import type { Client, Parameters } from './support/client'
import { eventsOf, register } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

/** Message IDs by their content. */
const sent = new Map<string, number>()
const channels = { open: 0, shared: 0, guarded: 0, square: 0 }

const { server, ann, bob, cat, late, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  late: 'member',
  guest: 'guest Gus',
})
const people = [ann, bob, guest]
channels.open = (await addChannel(server.owner, 'open', people)).id
const sharedPrivate = { invite_only: true, history_public_to_subscribers: true }
channels.shared = (await addChannel(server.owner, 'shared', people, sharedPrivate)).id
const guarded = { invite_only: true, history_public_to_subscribers: false }
channels.guarded = (await addChannel(server.owner, 'guarded', people, guarded)).id
await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))
channels.square = (await addChannel(server.owner, 'square', [ann], { is_web_public: true })).id
const names = ['open', 'shared', 'guarded', 'square'] as const
for (const to of names) await write(ann, `${to} early`, { to, topic: 'Plans' })
await subscribe(late, ...names)
for (const to of names) await write(bob, `${to} later`, { to, topic: to === 'square' ? '' : 'plans' })
await unsubscribe(late, ...names)
for (const to of names) await write(ann, `${to} last`, { to, topic: 'Other' })
await write(ann, 'to bob', { type: 'direct', to: [bob.id] })
await write(bob, 'to ann', { type: 'direct', to: [ann.id] })
await write(cat, 'to both', { type: 'direct', to: [ann.id, bob.id] })
await write(bob, 'to self', { type: 'direct', to: [bob.id] })
await write(ann, 'hey @**Bob**', { to: 'open', topic: 'Other' })

async function write(who: Client, content: string, where: Parameters): Promise<void> {
  const reply = await who.post('/messages', { type: 'channel', content, ...where })
  expect(reply.body).toMatchObject({ result: 'success' })
  sent.set(content, Number(reply.body['id']))
}

function subscribe(who: Client, ...names: readonly (keyof typeof channels)[]): Promise<void> {
  return quietly(server.organization, (tx) => {
    for (const name of names) {
      insertSubscription(tx, { userId: who.id, channelId: channels[name], color: '#76ce90' })
    }
  })
}

function unsubscribe(who: Client, ...names: readonly (keyof typeof channels)[]): Promise<void> {
  return quietly(server.organization, (tx) => {
    for (const name of names) deactivateSubscription(tx, who.id, channels[name])
  })
}

/** The contents of what the narrow finds. */
async function found(who: Client, ...narrow: readonly unknown[]): Promise<string[]> {
  const { body } = await who.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })
  expect(body).toMatchObject({ result: 'success' })
  const ids = new Set(items(body['messages']).map(({ id }) => Number(id)))
  return [...sent].filter(([, id]) => ids.has(id)).map(([content]) => content)
}

function flag(who: Client, content: string, bits: number): Promise<void> {
  return server.organization.write((tx) => {
    tx.sqlite
      .query(
        `INSERT INTO message_states (message_id, user_id, flags) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET flags = flags | ?3`,
      )
      .run(sent.get(content) ?? 0, who.id, bits)
  })
}

describe('who sees what', () => {
  test('without operators: what was received and is still theirs', async () => {
    expect(await found(ann)).toEqual([...sent.keys()].filter((content) => content !== 'to self'))
    expect(await found(cat)).toEqual(['to both'])
    expect(await found(late)).toEqual(['open later', 'square later'])
    expect(await found(guest)).toEqual([
      'open early',
      'shared early',
      'guarded early',
      'open later',
      'shared later',
      'guarded later',
      'open last',
      'shared last',
      'guarded last',
      'hey @**Bob**',
    ])
  })

  test('with a channel: all of it that they may read', async () => {
    const all = ['open early', 'open later', 'open last', 'hey @**Bob**']
    expect(await found(cat, ['channel', 'open'])).toEqual(all)
    expect(await found(late, ['stream', String(channels.open)])).toEqual(all)
    const squares = ['square early', 'square later', 'square last']
    expect(await found(guest, { operator: 'channel', operand: channels.square })).toEqual(squares)
    expect(await found(cat, ['channels', 'public'])).toEqual([
      ...all.slice(0, 1),
      'square early',
      'open later',
      'square later',
      'open last',
      'square last',
      'hey @**Bob**',
    ])
    expect(await found(cat, ['streams', 'web-public'])).toEqual(squares)
    expect(await found(guest, ['channels', 'public'])).toEqual(await found(cat, ['channels', 'public']))
  })

  test('protected history: only while subscribed, then too only those times', async () => {
    expect(await found(bob, ['channel', 'guarded'])).toEqual([
      'guarded early',
      'guarded later',
      'guarded last',
    ])
    await subscribe(late, 'guarded', 'shared')
    expect(await found(late, ['channel', 'guarded'])).toEqual(['guarded later'])
    expect(await found(late, ['channel', 'shared'])).toEqual(['shared early', 'shared later', 'shared last'])
    expect(await found(late, ['-channel', 'open'])).toEqual(['shared later', 'guarded later', 'square later'])
    await unsubscribe(late, 'guarded', 'shared')
  })
})

describe('operators', () => {
  test('topic, in any case, and the empty one by its names', async () => {
    const plans = ['open early', 'open later']
    expect(await found(bob, ['channel', 'open'], ['topic', 'PLANS'])).toEqual(plans)
    expect(await found(bob, ['channel', 'open'], ['-topic', 'plans'])).toEqual(['open last', 'hey @**Bob**'])
    expect(await found(ann, ['topic', 'general chat'])).toEqual(['square later'])
    expect(await found(ann, ['topic', ''])).toEqual(['square later'])
  })

  test('sender, by address, ID or me', async () => {
    for (const operand of [bob.email, bob.id, String(bob.id)]) {
      expect(await found(ann, { operator: 'sender', operand })).toEqual([
        'open later',
        'shared later',
        'guarded later',
        'square later',
        'to ann',
      ])
    }
    expect(await found(bob, ['sender', 'me'], ['is', 'private'])).toEqual(['to ann', 'to self'])
    expect(await found(bob, ['from', ann.email], ['-channel', 'open'], ['-is', 'dm'])).toEqual([
      'shared early',
      'guarded early',
      'shared last',
      'guarded last',
    ])
  })

  test('direct conversations: exactly one, those that include, only groups', async () => {
    const pair = ['to bob', 'to ann']
    for (const operand of [[bob.id], bob.email, [bob.email], `${bob.email},${ann.email}`, bob.id]) {
      expect(await found(ann, { operator: 'dm', operand })).toEqual(pair)
    }
    expect(await found(ann, ['pm-with', `${bob.email},${cat.email}`])).toEqual(['to both'])
    expect(await found(bob, { operator: 'dm', operand: [bob.id] })).toEqual(['to self'])
    expect(await found(ann, { operator: 'dm', operand: [late.id] })).toEqual([])
    expect(await found(ann, ['dm-including', bob.email])).toEqual([...pair, 'to both'])
    expect(await found(ann, { operator: 'dm-including', operand: [bob.id, cat.id] })).toEqual(['to both'])
    expect(await found(ann, ['group-pm-with', bob.email])).toEqual(['to both'])
    expect(await found(bob, ['is', 'dm'], { operator: 'dm', operand: [ann.id], negated: true })).toEqual([
      'to both',
      'to self',
    ])
  })

  test('flags, also of messages one did not receive', async () => {
    expect(await found(bob, ['is', 'mentioned'])).toEqual(['hey @**Bob**'])
    expect(await found(bob, ['is', 'unread'], ['sender', 'me'])).toEqual([
      'open later',
      'shared later',
      'guarded later',
      'to ann',
    ])
    await flag(bob, 'open early', 2)
    await flag(cat, 'open early', 2 | 128)
    await flag(cat, 'guarded early', 2 | 128)
    expect(await found(bob, ['is', 'starred'])).toEqual(['open early'])
    expect(await found(bob, ['-is', 'starred'], ['channel', 'open'], ['topic', 'plans'])).toEqual([
      'open later',
    ])
    expect(await found(cat, ['is', 'starred'])).toEqual(['open early'])
    expect(await found(cat)).toEqual(['open early', 'to both'])
    expect(await found(cat, ['sender', ann.email])).toEqual(['open early'])
    expect(await found(cat, ['topic', 'plans'])).toEqual(['open early'])
  })

  test('id, near, and contradictions', async () => {
    const id = sent.get('to bob') ?? 0
    expect(await found(bob, { operator: 'id', operand: id })).toEqual(['to bob'])
    expect(await found(bob, ['id', String(id)], ['near', '5'])).toEqual(['to bob'])
    expect(await found(cat, ['id', String(id)])).toEqual([])
    expect(await found(bob, ['-id', String(id)], ['dm', ann.email])).toEqual(['to ann'])
    expect(await found(bob, ['channel', 'open'], ['channel', 'shared'])).toEqual([])
    expect(await found(bob, ['channel', 'open'], ['is', 'dm'])).toEqual([])
    expect(await found(bob, ['topic', 'plans'], ['topic', 'other'])).toEqual([])
  })

  test('a term is a pair as well as an object, with operands of any kind', async () => {
    const asPair = await found(ann, ['dm', [bob.id]])
    expect(asPair).not.toEqual([])
    expect(asPair).toEqual(await found(ann, { operator: 'dm', operand: [bob.id] }))
    const one = sent.get(asPair[0] ?? '')
    expect(await found(ann, ['id', one])).toEqual(asPair.slice(0, 1))
    for (const term of [['is'], ['is', 'dm', 'x'], [1, 'dm'], 'is', { operand: 'dm' }]) {
      const reply = await ann.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [term],
      })
      expect(reply.body).toMatchObject({
        ...invalid('narrow'),
        msg: 'narrow[0] is invalid: must be a list of 2, or an object',
      })
    }
  })

  test('what is not understood, or not theirs to see, is a bad narrow', async () => {
    const cases: [unknown, string][] = [
      [['planet', 'x'], "unknown operator 'planet'"],
      [['channel', 'nowhere'], 'unknown channel'],
      [['channel', 'shared'], 'unknown channel'],
      [{ operator: 'channel', operand: 99_999 }, 'unknown channel'],
      [{ operator: 'channel', operand: [1] }, "'channel' needs a name or an ID"],
      [['channels', 'private'], `unknown 'channels' operand "private"`],
      [{ operator: 'topic', operand: 5 }, "'topic' needs a text"],
      [['sender', 'nobody@example.com'], 'unknown user'],
      [{ operator: 'dm', operand: [99_999] }, 'unknown user'],
      [{ operator: 'dm', operand: { id: 1 } }, "'dm' needs a name or an ID"],
      [['is', 'green'], `unknown 'is' operand "green"`],
      [['id', 'x'], "'id' needs a message ID"],
    ]
    const range = { anchor: 'newest', num_before: 1, num_after: 0 }
    const refusals = cases.map(([term, desc]): Refusal => {
      const parameters = { ...range, narrow: [term] }
      return { who: cat, method: 'get', path: '/messages', parameters, answer: { code: 'BAD_NARROW', desc } }
    })
    await areRefused(cat, refusals)
    const queue = await cat.post('/register', { narrow: [['planet', 'x']] })
    expect(queue.body).toMatchObject({ code: 'BAD_NARROW' })
  })
})

test('a narrow asks for no more than a bounded number of things, also for a queue', async () => {
  const words = Array.from({ length: 51 }, (_, index) => `word${index}`)
  const many = (length: number, each: unknown) => Array.from({ length }, () => each)
  const cases: [unknown[], object][] = [
    [many(51, ['is', 'unread']), { code: 'REQUEST_VARIABLE_INVALID', var_name: 'narrow' }],
    [[['search', words.join(' ')]], { desc: 'more than 50 words and phrases to search for' }],
    [
      words.map((word) => ['-search', `${word} ${word}x`]).slice(0, 26),
      { desc: 'more than 50 words and phrases to search for' },
    ],
    [
      [['search', `"${many(201, 'word').join(' ')}"`]],
      { desc: 'more than 200 words in phrases to search for' },
    ],
    [[['dm-including', many(201, ann.id)]], { desc: 'more than 200 people named' }],
    [
      [
        ['dm-including', many(101, ann.id)],
        ['dm', many(100, ann.id)],
      ],
      { desc: 'more than 200 people named' },
    ],
  ]
  for (const [narrow, answer] of cases) {
    const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow }
    expect((await ann.get('/messages', range)).body).toMatchObject(answer)
    expect((await ann.post('/register', { narrow })).body).toMatchObject(answer)
  }
  const most = [
    { operator: 'search', operand: words.slice(0, 50).join(' ') },
    { operator: 'dm-including', operand: many(200, ann.id) },
    ...Array.from({ length: 48 }, () => ({ operator: 'is', operand: 'unread' })),
  ]
  expect(await found(ann, ...most)).toEqual([])
  expect((await ann.post('/register', { narrow: most })).body).toMatchObject({ result: 'success' })
})

test('a queue with a narrow gets the messages that are in it', async () => {
  const narrows: readonly (readonly [unknown, readonly string[]])[] = [
    [[['channel', 'open']], ['n1', 'n2 @**Bob**']],
    [[['is', 'mentioned']], ['n2 @**Bob**']],
    [
      [
        ['topic', 'narrowed'],
        ['-is', 'mentioned'],
      ],
      ['n1'],
    ],
    [[['is', 'dm']], ['n3']],
    [[{ operator: 'dm', operand: [cat.id] }], ['n3']],
    [[['sender', 'me']], []],
    [[], ['n1', 'n2 @**Bob**', 'n3']],
  ]
  const states = []
  for (const [narrow] of narrows) states.push(await register(bob, { event_types: ['message'], narrow }))
  await ann.post('/messages', { type: 'channel', to: 'open', topic: 'Narrowed', content: 'n1' })
  await ann.post('/messages', { type: 'channel', to: 'open', topic: 'Else', content: 'n2 @**Bob**' })
  await cat.post('/messages', { type: 'direct', to: [bob.id], content: 'n3' })
  for (const [index, state] of states.entries()) {
    const events = await eventsOf({ person: bob, state })
    const contents = events.map((event) => item(event['message'])['content'])
    expect({ narrow: narrows[index]?.[0], contents }).toEqual({
      narrow: narrows[index]?.[0],
      contents: [...(narrows[index]?.[1] ?? [])],
    })
  }
})
