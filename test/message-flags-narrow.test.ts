// Personal flags on a range of a narrow, and what the calls of flags refuse (contract 4.4).
import { quietly } from './support/quietly'
import { describe, expect, test } from 'bun:test'
import { clearBit, oldestUnread, setBits, withBit, withoutBit } from '../src/message-flags/repository'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { fill } from './support/many-messages'
import { eventsDuring, found, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

/** Ten messages of Ann in the town. */
const sent: number[] = []
const { server, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest Gus Guest' })
const town = await addChannel(server.owner, 'town', [ann, bob])
const secret = await addChannel(server.owner, 'secret', [ann], { invite_only: true })
for (let index = 0; index < 10; index++) sent.push(await sendToChannel(ann, town))

const inTown = () => [{ operator: 'channel', operand: town.id }]
const isUnread = { operator: 'is', operand: 'unread' }

/** Changes flags in a narrow and gives the answer beside `result` and `msg`. */
async function change(who: Client, op: string, flag: string, range: Parameters) {
  const defaults = { anchor: 'oldest', num_before: 0, num_after: 100, narrow: inTown() }
  const { body } = await who.post('/messages/flags/narrow', { ...defaults, op, flag, ...range })
  expect(body).toMatchObject({ result: 'success', msg: '' })
  const { result: _result, msg: _msg, ...answer } = body
  return answer
}

describe('a range', () => {
  test('lies around its anchor and says how far it reaches', async () => {
    const at = (index: number) => sent[index] ?? 0
    const cases: readonly (readonly [
      Parameters,
      from: number,
      to: number,
      oldest: boolean,
      newest: boolean,
    ])[] = [
      [{ anchor: at(5), num_before: 2, num_after: 3 }, 3, 9, false, false],
      [{ anchor: at(5), num_before: 5, num_after: 4 }, 0, 10, true, true],
      [{ anchor: at(5), num_before: 0, num_after: 0 }, 5, 6, false, false],
      [{ anchor: at(0), num_before: 0, num_after: 0 }, 0, 1, true, false],
      [{ anchor: at(9), num_before: 0, num_after: 3 }, 9, 10, false, true],
      [{ anchor: at(9), num_before: 4, num_after: 0, include_anchor: false }, 5, 9, false, true],
      [{ anchor: at(0), num_before: 2, num_after: 1, include_anchor: false }, 1, 2, true, false],
      [{ anchor: 'oldest', num_before: 7, num_after: 3 }, 0, 3, true, false],
      [{ anchor: 'newest', num_before: 3, num_after: 7 }, 7, 10, false, true],
      [{ anchor: 'newest', num_before: 100, num_after: 0 }, 0, 10, true, true],
      [{ anchor: '0', num_before: 0, num_after: 2 }, 0, 2, true, false],
      [{ anchor: '-3', num_before: 0, num_after: 2 }, 0, 2, true, false],
      [{ anchor: '99999999999999999999', num_before: 1, num_after: 1 }, 9, 10, false, true],
      [{ anchor: 'first_unread', num_before: 0, num_after: 1 }, 0, 2, true, false],
      [{ anchor: 'oldest', num_before: 1, num_after: 0 }, 0, 0, true, false],
    ]
    for (const [range, from, to, oldest, newest] of cases) {
      const ids = sent.slice(from, to)
      const answer = {
        processed_count: ids.length,
        updated_count: ids.length,
        first_processed_id: ids[0] ?? null,
        last_processed_id: ids.at(-1) ?? null,
        found_oldest: oldest,
        found_newest: newest,
      }
      expect({ range, ...(await change(bob, 'add', 'starred', range)) }).toEqual({ range, ...answer })
      expect(await found(bob, [{ operator: 'is', operand: 'starred' }])).toEqual(ids)
      expect(await change(bob, 'add', 'starred', range)).toEqual({ ...answer, updated_count: 0 })
      expect(await change(bob, 'remove', 'starred', range)).toEqual(answer)
    }
  })

  test('begins at the first unread message of the narrow, or at the newest one', async () => {
    await holdsLaw([bob], () => change(bob, 'add', 'read', { num_after: 4, narrow: inTown() }))
    const range = { anchor: 'first_unread', num_before: 1, num_after: 1 }
    expect(await change(bob, 'add', 'collapsed', range)).toMatchObject({
      first_processed_id: sent[3] ?? 0,
      last_processed_id: sent[5] ?? 0,
    })
    await change(bob, 'add', 'read', {})
    expect(await change(bob, 'remove', 'collapsed', range)).toMatchObject({
      first_processed_id: sent[9] ?? 0,
      last_processed_id: sent[9] ?? 0,
      found_newest: true,
    })
    await change(bob, 'remove', 'collapsed', {})
    await change(bob, 'remove', 'read', {})
  })

  test('is that of the narrow at the moment of the call, in one event', async () => {
    const narrow = [...inTown(), isUnread]
    await change(bob, 'add', 'read', { num_after: 3 })
    const [events] = await eventsDuring([bob, ann], async () => {
      expect(await holdsLaw([ann, bob], () => change(bob, 'add', 'read', { narrow }))).toEqual({
        processed_count: 7,
        updated_count: 7,
        first_processed_id: sent[3] ?? 0,
        last_processed_id: sent[9] ?? 0,
        found_oldest: true,
        found_newest: true,
      })
    })
    expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: sent.slice(3), all: false }])
    expect(await change(bob, 'add', 'read', { narrow })).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
    })
    await holdsLaw([bob], () => change(bob, 'remove', 'read', {}))
  })

  test('without a narrow is all that one received', async () => {
    const direct = await sendDirectly(ann, [bob])
    await sendToChannel(ann, secret)
    const { narrow: _narrow, ...range } = { narrow: [], anchor: 'oldest', num_before: 0, num_after: 100 }
    const { body } = await bob.post('/messages/flags/narrow', { ...range, op: 'add', flag: 'starred' })
    expect(body).toMatchObject({ processed_count: sent.length + 1, last_processed_id: direct })
    await change(bob, 'remove', 'starred', { narrow: [] })
    expect((await register(bob))['starred_messages']).toEqual([])
  })

  test('skips what can’t be unread, and only then tells the channels', async () => {
    const { owner } = server
    const answer = { processed_count: 10, first_processed_id: sent[0] ?? 0, found_newest: true }
    expect(await holdsLaw([owner], () => change(owner, 'remove', 'read', {}))).toMatchObject({
      ...answer,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [town.id],
    })
    const none = { ignored_because_not_subscribed_channels: [] }
    expect(await change(bob, 'remove', 'read', {})).toMatchObject(none)
    for (const [op, flag] of [
      ['add', 'read'],
      ['add', 'starred'],
      ['remove', 'starred'],
    ] as const) {
      const plain = await holdsLaw([owner], () => change(owner, op, flag, {}))
      expect(plain).toMatchObject(answer)
      expect(Object.keys(plain)).not.toContain('ignored_because_not_subscribed_channels')
    }
  })

  test('is made shorter where it is too long for one write: what one side leaves is the other’s', async () => {
    const crowd = await addChannel(server.owner, 'crowd', [bob])
    const ids = await fill(server, crowd, bob, 6000)
    const narrow = [{ operator: 'channel', operand: crowd.id }]
    const at = (index: number) => ids[index] ?? 0
    const all = 9_000_000_000_000_000
    const cases: readonly (readonly [Parameters, first: number, last: number])[] = [
      [{ anchor: at(3000), num_before: all, num_after: all }, 501, 5500],
      [{ anchor: at(3000), num_before: all, num_after: all, include_anchor: false }, 500, 5500],
      [{ anchor: at(5800), num_before: all, num_after: 10 }, 811, 5810],
      [{ anchor: at(100), num_before: 20, num_after: all }, 80, 5079],
      [{ anchor: 'oldest', num_before: 0, num_after: all }, 0, 4998],
    ]
    for (const [range, first, last] of cases) {
      const [events = []] = await eventsDuring([bob], async () => {
        const processed_count = last - first + (range['include_anchor'] === false ? 0 : 1)
        expect(await change(bob, 'add', 'read', { ...range, narrow })).toEqual({
          processed_count,
          updated_count: processed_count,
          first_processed_id: at(first),
          last_processed_id: at(last),
          found_oldest: first === 0,
          found_newest: false,
        })
      })
      expect(events).toHaveLength(1)
      await change(bob, 'remove', 'read', { ...range, narrow })
    }
    await change(bob, 'add', 'read', { narrow, num_after: 5000 })
    await change(bob, 'add', 'read', { narrow, anchor: 'newest', num_before: 5000, num_after: 0 })
  })
})

test('the index of the table answers, however many messages there are', () => {
  const { db } = server.organization
  const plans: string[] = []
  const watched = {
    ...db,
    sqlite: new Proxy(db.sqlite, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target)
        return (sql: string) => {
          using plan = target.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
          plans.push(...plan.all().map(({ detail }) => detail))
          return target.query(sql)
        }
      },
    }),
  }
  withBit(watched, bob.id, sent, 1)
  withoutBit(watched, bob.id, sent, 1)
  oldestUnread(watched, bob.id, 10)
  expect(plans.filter((step) => /SEARCH (s|m|n|message_states)\b/.test(step))).toHaveLength(6)
  expect(plans.filter((step) => /SCAN (s|m|n|messages|message_states)\b/.test(step))).toEqual([])
})

test('bad input is refused and changes nothing', async () => {
  const gone = await server.addPerson('Gone Gerald')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const path = '/messages/flags/narrow'
  const whole = { anchor: 'oldest', num_before: 0, num_after: 100, narrow: [], op: 'add', flag: 'starred' }
  const list = { messages: sent, op: 'add', flag: 'starred' }
  const refused = (
    parameters: Parameters,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => {
    return { who: bob, method: 'post', path, parameters, answer, ...more }
  }
  const ofRange = (parameters: Parameters, answer: Refusal['answer'], more: Partial<Refusal> = {}) =>
    refused({ ...whole, ...parameters }, answer, more)
  const ofList = (parameters: Parameters, answer: Refusal['answer'], more: Partial<Refusal> = {}) =>
    refused({ ...list, ...parameters }, answer, { path: '/messages/flags', ...more })
  const badNarrow = { code: 'BAD_NARROW' }
  const given = (all: Parameters, name: string) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== name))
  await areRefused(bob, [
    ...['anchor', 'num_before', 'num_after', 'op', 'flag'].map((name) =>
      refused(given(whole, name), missing(name)),
    ),
    ...['messages', 'op', 'flag'].map((name) =>
      refused(given(list, name), missing(name), { path: '/messages/flags' }),
    ),
    ...['', 'first', '1.5', '0x1', '123456789012345678901'].map((anchor) =>
      ofRange({ anchor }, invalid('anchor')),
    ),
    ofRange({ include_anchor: 'maybe' }, invalid('include_anchor')),
    ofRange({ num_before: -1 }, invalid('num_before')),
    ofRange({ num_before: '' }, invalid('num_before')),
    ofRange({ num_after: 1.5 }, invalid('num_after')),
    ofRange({ num_after: '99999999999999999' }, invalid('num_after')),
    ofRange({ narrow: '{' }, invalid('narrow')),
    ofRange({ narrow: [['is']] }, invalid('narrow')),
    ofRange({ narrow: { operator: 'is', operand: 'unread' } }, invalid('narrow')),
    ofRange({ narrow: Array.from({ length: 51 }, () => ['is', 'unread']) }, invalid('narrow')),
    ofRange({ narrow: [['colour', 'red']] }, badNarrow),
    ofRange({ narrow: [['is', 'lost']] }, badNarrow),
    ofRange({ narrow: [['channel', 'secret']] }, badNarrow),
    ofRange({ narrow: [['channel', 'town']] }, badNarrow, { who: guest }),
    ...['', 'set', 'ADD'].map((op) => ofRange({ op }, invalid('op'))),
    ...['mentioned', 'has_alert_word', 'historical', 'wildcard_mentioned', 'Read', ''].flatMap((flag) => [
      ofRange({ flag }, invalid('flag')),
      ofList({ flag }, invalid('flag')),
      ofList({ op: 'remove', flag }, invalid('flag')),
    ]),
    ofList({ op: 'toggle' }, invalid('op')),
    ofList({ messages: '1,2' }, invalid('messages')),
    ofList({ messages: 7 }, invalid('messages')),
    ofList({ messages: ['7'] }, invalid('messages')),
    ofList({ messages: [1.5] }, invalid('messages')),
    ofList({ messages: Array.from({ length: 5001 }, (_, index) => index) }, invalid('messages')),
    ofList({}, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
    ofRange({}, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
  ])
  for (const each of [path, '/messages/flags']) {
    const reply = await anonymous(server.url, each, { method: 'POST', body: new URLSearchParams() })
    expect([reply.status, reply.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
  const extra = await bob.post('/messages/flags', { ...list, messages: [], colour: 'red' })
  expect(extra.body).toMatchObject({ messages: [], ignored_parameters_unsupported: ['colour'] })
})

test('flags are cleared by statements that touch no one else', async () => {
  const id = await sendToChannel(server.owner, town)
  await server.organization.write((tx) => {
    setBits(tx, ann.id, [id], 2)
    clearBit(tx, bob.id, [id], 1)
    clearBit(tx, ann.id, [id], 2)
  })
  const { db } = server.organization
  expect(withBit(db, ann.id, [id], 1)).toEqual([id])
  expect(withoutBit(db, bob.id, [id], 1)).toMatchObject([{ id, flags: 0 }])
})
