// Personal flags by message ID: reading, unread again, stars, what clients are told, and what is refused.
import { quietly } from './support/quietly'
import { describe, expect, test } from 'bun:test'
import { changeRole } from '../src/accounts/roles'
import { deactivateSubscription, insertSubscription } from '../src/channels/repository'
import { changeFlags } from '../src/message-flags/actions'
import { directory } from '../src/users/repository'
import { addChannel } from './support/channels'
import type { Client, Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { item, numbers, type Event } from './support/law/rules'
import { eventsDuring, fetched, found, sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const { server, ann, bob, cat, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  guest: 'guest Gus Guest',
})
const town = await addChannel(server.owner, 'town', [ann, bob])
const secret = await addChannel(server.owner, 'secret', [ann, cat], { invite_only: true })

/** Changes a flag and gives the answer beside `result` and `msg`. */
async function change(who: Client, op: string, flag: string, messages: readonly number[]) {
  const { body } = await who.post('/messages/flags', { messages, op, flag })
  expect(body).toMatchObject({ result: 'success', msg: '' })
  const { result: _result, msg: _msg, ...answer } = body
  return answer
}

/** The events of one of the person's clients while the flags change. */
async function told(who: Client, action: () => Promise<unknown>, options: Parameters = {}): Promise<Event[]> {
  const [events = []] = await eventsDuring([[who, options]], action)
  return events
}

const flagsOf = async (who: Client, id: number) => (await fetched(who, id))['flags']
const knowsEmptyTopics = { client_capabilities: { notification_settings_null: true, empty_topic_name: true } }
const again = { ignored_because_not_subscribed_channels: [] }

describe('read', () => {
  test('messages are read on one client, and the others count fewer', async () => {
    const one = await sendToChannel(ann, town, 'Hello @**Bob**')
    const two = await sendToChannel(ann, town, '@**all**', '')
    const three = await sendDirectly(ann, [bob])
    const ids = [three, one, two]
    const events = await told(bob, async () => {
      expect(await holdsLaw([ann, bob], () => change(bob, 'add', 'read', ids))).toEqual({ messages: ids })
    })
    expect(events).toEqual([
      {
        id: 0,
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [one, two, three],
        all: false,
      },
    ])
    expect(await flagsOf(bob, one)).toEqual(['read', 'mentioned'])
    expect(await flagsOf(bob, three)).toEqual(['read'])
    expect((await register(bob))['unread_msgs']).toMatchObject({
      count: 0,
      mentions: [],
      pms: [],
      streams: [],
    })
  })

  test('only what was unread changes, and only it is told', async () => {
    const one = await sendToChannel(ann, town)
    const two = await sendToChannel(ann, town)
    await change(bob, 'add', 'read', [one])
    const events = await told(bob, async () => {
      expect(await change(bob, 'add', 'read', [two, two, one])).toEqual({ messages: [two] })
      expect(await change(bob, 'add', 'read', [two, one])).toEqual({ messages: [] })
      expect(await change(bob, 'add', 'read', [])).toEqual({ messages: [] })
    })
    expect(events).toMatchObject([{ messages: [two] }])
    expect(await flagsOf(ann, two)).toEqual([])
  })

  test('messages are unread again, with all that clients need to count them', async () => {
    const inTown = await sendToChannel(ann, town, 'Hello @**Bob**', 'lunch')
    const nameless = await sendToChannel(ann, town, 'Hello', '')
    const pair = await sendDirectly(ann, [bob])
    const group = await sendDirectly(ann, [bob, cat], '@**Bob**')
    const own = await sendDirectly(bob, [bob])
    const ids = [inTown, nameless, pair, group, own]
    await change(bob, 'add', 'read', ids)
    const seen = new Map<string, Event[]>()
    seen.set(
      'modern',
      await told(
        bob,
        async () => {
          const answer = await holdsLaw([ann, bob, cat], () => change(bob, 'remove', 'read', ids))
          expect(answer).toEqual({ messages: ids, ...again })
        },
        knowsEmptyTopics,
      ),
    )
    await change(bob, 'add', 'read', ids)
    seen.set('legacy', await told(bob, () => change(bob, 'remove', 'read', ids)))
    for (const [client, topic] of [
      ['modern', ''],
      ['legacy', 'general chat'],
    ] as const) {
      const inChannel = { type: 'stream', stream_id: town.id, unmuted_stream_msg: true }
      expect(seen.get(client)).toEqual([
        {
          id: 0,
          type: 'update_message_flags',
          op: 'remove',
          operation: 'remove',
          flag: 'read',
          messages: ids,
          message_details: {
            [inTown]: { ...inChannel, topic: 'lunch', mentioned: true },
            [nameless]: { ...inChannel, topic },
            [pair]: { type: 'private', user_ids: [ann.id] },
            [group]: { type: 'private', mentioned: true, user_ids: [ann.id, cat.id] },
            [own]: { type: 'private', user_ids: [] },
          },
          all: false,
        },
      ])
    }
    expect(await flagsOf(bob, inTown)).toEqual(['mentioned'])
    expect(await flagsOf(bob, own)).toEqual([])
  })

  test('in a muted topic a message waits in its place, and only a mention by name is listed', async () => {
    const quiet = await addChannel(server.owner, 'quiet', [ann, bob])
    const all = await sendToChannel(ann, quiet, '@**all**')
    const named = await sendToChannel(ann, quiet, '@**Bob**')
    await change(bob, 'add', 'read', [all, named])
    await bob.post('/user_topics', { stream_id: quiet.id, topic: 'greetings', visibility_policy: 1 })
    const [event] = await told(bob, () => holdsLaw([bob], () => change(bob, 'remove', 'read', [all, named])))
    const place = { type: 'stream', stream_id: quiet.id, topic: 'greetings', unmuted_stream_msg: false }
    expect(event?.['message_details']).toEqual({ [all]: place, [named]: { ...place, mentioned: true } })
  })

  test('messages of channels one is not in stay read', async () => {
    const [first, second] = [
      await addChannel(server.owner, 'first', [ann]),
      await addChannel(server.owner, 'second'),
    ]
    await quietly(server.organization, (tx) => {
      insertSubscription(tx, { userId: bob.id, channelId: second.id, color: '#76ce90' })
      insertSubscription(tx, { userId: ann.id, channelId: second.id, color: '#76ce90' })
    })
    const never = await sendToChannel(ann, first)
    const left = await sendToChannel(ann, second)
    const direct = await sendDirectly(ann, [bob])
    await change(bob, 'add', 'read', [left, direct])
    await quietly(server.organization, (tx) => deactivateSubscription(tx, bob.id, second.id))
    const ids = [left, direct, never]
    expect(await holdsLaw([bob], () => change(bob, 'remove', 'read', ids))).toEqual({
      messages: [direct],
      ignored_because_not_subscribed_channels: [first.id, second.id],
    })
    expect(await flagsOf(bob, left)).toEqual(['read'])
    expect(await flagsOf(bob, never)).toEqual(['read', 'historical'])
    expect(await change(bob, 'add', 'read', ids)).toEqual({ messages: [direct] })
  })

  test('an older message of a channel one has joined since can be unread', async () => {
    const lobby = await addChannel(server.owner, 'lobby', [ann])
    const old = await sendToChannel(ann, lobby)
    await quietly(server.organization, (tx) =>
      insertSubscription(tx, { userId: bob.id, channelId: lobby.id, color: '#76ce90' }),
    )
    await holdsLaw([bob], () => change(bob, 'remove', 'read', [old]))
    expect(await flagsOf(bob, old)).toEqual(['historical'])
    expect(await found(bob, [{ operator: 'is', operand: 'unread' }])).toContain(old)
    await holdsLaw([bob], () => change(bob, 'add', 'read', [old]))
    expect(await flagsOf(bob, old)).toEqual(['read', 'historical'])
  })
})

describe('stars and collapsed messages', () => {
  test('are given and taken, beside the other flags', async () => {
    const one = await sendToChannel(ann, town)
    const two = await sendDirectly(ann, [bob])
    const event = { type: 'update_message_flags', flag: 'starred', messages: [one, two], all: false }
    const events = await told(bob, async () => {
      const ids = [two, one]
      expect(await holdsLaw([ann, bob], () => change(bob, 'add', 'starred', ids))).toEqual({ messages: ids })
      expect(await change(bob, 'add', 'starred', ids)).toEqual({ messages: [] })
      expect((await register(bob))['starred_messages']).toEqual([one, two])
      expect(await flagsOf(bob, one)).toEqual(['starred'])
      expect(await holdsLaw([bob], () => change(bob, 'remove', 'starred', ids))).toEqual({ messages: ids })
      expect(await change(bob, 'remove', 'starred', ids)).toEqual({ messages: [] })
    })
    expect(events).toEqual([
      { ...event, id: 0, op: 'add', operation: 'add' },
      { ...event, id: 1, op: 'remove', operation: 'remove' },
    ])
    expect((await register(bob))['starred_messages']).toEqual([])
    await holdsLaw([bob], () => change(bob, 'add', 'collapsed', [one]))
    expect(await flagsOf(bob, one)).toEqual(['collapsed'])
    expect(await flagsOf(ann, one)).not.toContain('collapsed')
    await change(bob, 'add', 'read', [one])
    await change(bob, 'remove', 'collapsed', [one])
    expect(await flagsOf(bob, one)).toEqual(['read'])
  })

  test('a starred message that one never received is part of one’s history from then on', async () => {
    const market = await addChannel(server.owner, 'market', [ann])
    const [starred, collapsed] = [await sendToChannel(ann, market), await sendToChannel(ann, market)]
    const isStarred = [{ operator: 'is', operand: 'starred' }]
    expect(await found(cat, [])).not.toContain(starred)
    await holdsLaw([ann, cat], () => change(cat, 'add', 'starred', [starred]))
    await holdsLaw([cat], () => change(cat, 'add', 'collapsed', [collapsed]))
    expect(await flagsOf(cat, starred)).toEqual(['read', 'starred', 'historical'])
    expect(await found(cat, isStarred)).toEqual([starred])
    await holdsLaw([cat], () => change(cat, 'remove', 'starred', [starred]))
    expect(await found(cat, isStarred)).toEqual([])
    expect(await found(cat, [])).toEqual(expect.arrayContaining([starred, collapsed]))
  })
})

test('messages one can’t see, and that there are none, are passed over without a word', async () => {
  const hidden = await sendToChannel(ann, secret)
  const direct = await sendDirectly(ann, [cat])
  const seen = await sendToChannel(ann, town)
  for (const [op, flag] of [
    ['add', 'starred'],
    ['remove', 'read'],
    ['add', 'collapsed'],
    ['remove', 'starred'],
    ['add', 'read'],
  ] as const) {
    const more = flag === 'read' && op === 'remove' ? again : {}
    const events = await told(bob, async () => {
      const ids = [hidden, direct, 999_999, 0]
      expect(await holdsLaw([bob], () => change(bob, op, flag, ids))).toEqual({ messages: [], ...more })
      expect(await change(guest, op, flag, [seen])).toEqual({ messages: [], ...more })
    })
    expect(events).toEqual([])
  }
  const states = server.organization.db.sqlite.query(
    'SELECT * FROM message_states WHERE user_id IN (?, ?) AND message_id IN (?, ?, 999999, 0)',
  )
  expect(states.all(bob.id, guest.id, hidden, direct)).toEqual([])
})

test('a star in a channel one can no longer read is out of reach, and back with the channel', async () => {
  const room = await addChannel(ann, 'room', [ann, bob], { invite_only: true })
  const id = await sendToChannel(ann, room)
  await change(bob, 'add', 'starred', [id])
  const isStarred = async () => numbers((await register(bob))['starred_messages']).includes(id)
  await holdsLaw([bob], () => bob.delete('/users/me/subscriptions', { subscriptions: ['room'] }))
  expect(await isStarred()).toBe(false)
  expect(await holdsLaw([bob], () => change(bob, 'remove', 'starred', [id]))).toEqual({ messages: [] })
  const back = { subscriptions: [{ name: 'room' }], principals: [bob.id] }
  await holdsLaw([bob], () => ann.post('/users/me/subscriptions', back))
  expect(await isStarred()).toBe(true)
})

test('a star comes too late for a message that went out of sight in the same moment', async () => {
  const den = await addChannel(ann, 'foxhole', [ann])
  const id = await sendToChannel(ann, den)
  const late = await server.addPerson('Late')
  const caller = directory(server.organization).byId.get(late.id)
  if (!caller) throw new Error('Not there')
  // Begun in the same turn, both are in the same batch of writes.
  await holdsLaw([late], () =>
    Promise.all([
      server.organization.write((tx) => changeRole(tx, caller, 600)),
      changeFlags(server.organization, caller, { op: 'add', flag: 'starred' }, [id]),
    ]),
  )
  expect((await register(late))['starred_messages']).toEqual([])
})

test('a star comes back with a message that is moved to where one can read it', async () => {
  const den = await addChannel(server.owner, 'den', [ann, guest])
  const id = await sendToChannel(ann, den)
  await change(guest, 'add', 'starred', [id])
  await holdsLaw([guest], () => guest.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  const visible = await addChannel(server.owner, 'visible', [ann, guest])
  await holdsLaw([guest], () => ann.patch(`/messages/${id}`, { stream_id: visible.id }))
  expect(numbers((await register(guest))['starred_messages'])).toContain(id)
})

test('a message that went read while it was away is counted right in every form of the state', async () => {
  const id = await sendToChannel(ann, town, '@**Bob**', '')
  await holdsLaw([bob], async () => {
    await change(bob, 'add', 'read', [id])
    await change(bob, 'add', 'starred', [id])
    await change(bob, 'remove', 'read', [id])
    await ann.patch(`/messages/${id}`, { topic: 'moved', send_notification_to_new_thread: false })
    await change(bob, 'add', 'read', [id])
    await change(bob, 'remove', 'read', [id])
  })
  const unread = item((await register(bob))['unread_msgs'])
  expect(unread['mentions']).toEqual(expect.arrayContaining([id]))
})
