// Scheduled messages: made, changed, unscheduled (contract 4.1, 4.2, 2.1).
import { beforeEach, describe, expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, type Refusal, noneOfOwn } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const path = '/scheduled_messages'
const now = startOfTests / 1000
const later = now + 3600

const { server, bob, guest, member } = await scenario({
  bob: 'member',
  guest: 'guest Gus Guest',
  member: 'member Mia Member',
})
const channel = (await addChannel(server.owner, 'engineering', [server.owner, member])).id
const other = (await addChannel(server.owner, 'design', [server.owner, member])).id
const secret = (await addChannel(server.owner, 'secret', [server.owner], { invite_only: true })).id
beforeEach(async () => {
  server.clock.set(startOfTests)
  for (const person of [member, guest, bob]) {
    for (const { scheduled_message_id: id } of await list(person))
      await person.delete(`${path}/${String(id)}`)
  }
})

async function list(who: Client) {
  return items((await who.get(path)).body['scheduled_messages'])
}

const toChannel = (changes: Parameters = {}): Parameters => ({
  type: 'channel',
  to: channel,
  topic: 'plans',
  content: 'Hi **all**',
  scheduled_delivery_timestamp: later,
  ...changes,
})

const direct = (changes: Parameters = {}): Parameters => ({
  type: 'direct',
  to: [bob.id],
  content: 'Hi Bob',
  scheduled_delivery_timestamp: later,
  ...changes,
})

async function schedule(parameters: Parameters, who = member): Promise<number> {
  const reply = await who.post(path, parameters)
  expect(reply.body).toMatchObject({ result: 'success', msg: '' })
  return Number(reply.body['scheduled_message_id'])
}

/** Changes one; @returns it as it is listed then. */
async function change(id: number, parameters: Parameters, who = member) {
  const reply = await holdsLaw([who], () => who.patch(`${path}/${id}`, parameters))
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  return (await list(who)).find((each) => each['scheduled_message_id'] === id)
}

describe('scheduling', () => {
  test('to a channel and to people, listed by their time, in step on all clients of the person', async () => {
    const first = await holdsLaw([member, bob], () => schedule(toChannel()))
    const sooner = await holdsLaw([member, bob], () =>
      schedule(direct({ type: 'private', to: [guest.id, bob.id], scheduled_delivery_timestamp: now + 60 })),
    )
    expect(await list(member)).toEqual([
      {
        scheduled_message_id: sooner,
        type: 'private',
        to: [bob.id, guest.id].sort((a, b) => a - b),
        content: 'Hi Bob',
        rendered_content: '<p>Hi Bob</p>',
        scheduled_delivery_timestamp: now + 60,
        failed: false,
      },
      {
        scheduled_message_id: first,
        type: 'stream',
        to: channel,
        topic: 'plans',
        content: 'Hi **all**',
        rendered_content: '<p>Hi <strong>all</strong></p>',
        scheduled_delivery_timestamp: later,
        failed: false,
      },
    ])
    expect(await list(bob)).toEqual([])
  })

  test('to oneself, and as the older names of the types', async () => {
    await schedule(direct({ to: [member.id] }))
    await schedule(toChannel({ type: 'stream' }))
    expect(await list(member)).toMatchObject([
      { type: 'private', to: [member.id] },
      { type: 'stream', to: channel },
    ])
  })

  test('the names of the empty topic mean the empty topic, and clients that do not know it see its name', async () => {
    for (const topic of ['(no topic)', 'general chat', 'General Chat', ' ']) {
      await holdsLaw([member], () => schedule(toChannel({ topic })))
    }
    expect(await list(member)).toMatchObject([{ topic: '' }, { topic: '' }, { topic: '' }, { topic: '' }])
    const old = items((await register(member))['scheduled_messages'])
    expect(old.map(({ topic }) => topic)).toEqual(Array(4).fill('general chat'))
  })

  test('where topics are required, none of those names will do', async () => {
    await server.organization.write((tx) => storeSetting(tx, 'topics_policy', 'disable_empty_topic'))
    for (const topic of ['(no topic)', 'general chat', '']) {
      const reply = await member.post(path, toChannel({ topic }))
      expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_REQUEST'])
    }
    await server.organization.write((tx) => storeSetting(tx, 'topics_policy', 'allow_empty_topic'))
    expect(await list(member)).toEqual([])
  })

  test('bad input is refused and changes nothing', async () => {
    const post = (parameters: Parameters, answer: Refusal['answer'], who = member): Refusal => ({
      who,
      method: 'post',
      path,
      parameters,
      answer,
    })
    await areRefused(member, [
      post(toChannel({ type: undefined }), missing('type')),
      post(toChannel({ to: undefined }), missing('to')),
      post(toChannel({ content: undefined }), missing('content')),
      post(toChannel({ topic: undefined }), missing('topic')),
      post(toChannel({ scheduled_delivery_timestamp: undefined }), missing('scheduled_delivery_timestamp')),
      post(toChannel({ type: 'email' }), invalid('type')),
      post(toChannel({ to: 'engineering' }), invalid('to')),
      post(toChannel({ content: ' ' }), invalid('content')),
      post(toChannel({ content: 'x'.repeat(10_001) }), invalid('content')),
      post(toChannel({ topic: 'x'.repeat(61) }), invalid('topic')),
      post(toChannel({ read_by_sender: 'x' }), invalid('read_by_sender')),
      post(toChannel({ scheduled_delivery_timestamp: 'soon' }), invalid('scheduled_delivery_timestamp')),
      post(toChannel({ scheduled_delivery_timestamp: now + 0.5 }), invalid('scheduled_delivery_timestamp')),
      post(
        toChannel({ scheduled_delivery_timestamp: now }),
        badRequest('scheduled_delivery_timestamp must be in the future'),
      ),
      post(toChannel({ to: 999 }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999 }),
      post(toChannel({ to: secret }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: secret }),
      post(toChannel(), { code: 'STREAM_DOES_NOT_EXIST', stream_id: channel }, guest),
      post(direct({ to: [] }), invalid('to')),
      post(direct({ to: [bob.id, 999] }), badRequest('Invalid user ID 999')),
    ])
    const nobody = await anonymous(server.url, path, { method: 'POST' })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('changing', () => {
  test('content, time, topic and channel, each alone', async () => {
    const id = await schedule(toChannel())
    expect(await change(id, { content: '*New*' })).toMatchObject({
      content: '*New*',
      rendered_content: '<p><em>New</em></p>',
      topic: 'plans',
      to: channel,
    })
    const sooner = { scheduled_delivery_timestamp: now + 5 }
    expect(await change(id, sooner)).toMatchObject(sooner)
    expect(await change(id, { topic: 'other plans' })).toMatchObject({ topic: 'other plans', to: channel })
    expect(await change(id, { to: other })).toMatchObject({ topic: 'other plans', to: other })
    expect(await change(id, { topic: '(no topic)' })).toMatchObject({ topic: '' })
    expect(await change(id, { type: 'stream' })).toMatchObject({ type: 'stream', to: other })
  })

  test('the type, with what that needs', async () => {
    const id = await schedule(toChannel())
    expect(await change(id, { type: 'direct', to: [bob.id], topic: 'ignored' })).toMatchObject({
      type: 'private',
      to: [bob.id],
    })
    expect(await change(id, { topic: 'ignored too', content: 'Still' })).not.toHaveProperty('topic')
    expect(await change(id, { to: [bob.id, guest.id] })).toMatchObject({ type: 'private' })
    expect(await change(id, { type: 'channel', to: other, topic: 'new' })).toMatchObject({
      type: 'stream',
      to: other,
      topic: 'new',
      content: 'Still',
    })
  })

  test('bad changes are refused, and nothing of them is done', async () => {
    const toOther = await schedule(toChannel())
    const toBob = await schedule(direct())
    const foreign = await schedule(direct({ to: [member.id] }), bob)
    const patch = (id: unknown, parameters: Parameters, answer: Refusal['answer']): Refusal => ({
      who: member,
      method: 'patch',
      path: `${path}/${String(id)}`,
      parameters,
      answer,
    })
    const noSuch = noneOfOwn('Scheduled message does not exist')
    const cases = [
      patch(toOther, { type: 'direct', content: 'x' }, missing('to')),
      patch(toBob, { type: 'channel', topic: 'x' }, missing('to')),
      patch(toBob, { type: 'channel', to: channel }, missing('topic')),
      patch(toBob, { to: [999], content: 'x' }, badRequest('Invalid user ID 999')),
      patch(toOther, { to: 999, content: 'x' }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999 }),
      patch(toOther, { to: secret }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: secret }),
      patch(toOther, { topic: 'x'.repeat(61) }, invalid('topic')),
      patch(toOther, { topic: 'new', content: '' }, invalid('content')),
      patch(
        toOther,
        { content: 'new', scheduled_delivery_timestamp: now },
        badRequest('scheduled_delivery_timestamp must be in the future'),
      ),
      patch(foreign, { content: 'x' }, noSuch),
      patch(999, { content: 'x' }, noSuch),
      patch('one', { content: 'x' }, invalid('scheduled_message_id')),
      { who: member, method: 'delete' as const, path: `${path}/${foreign}`, answer: noSuch },
      { who: member, method: 'delete' as const, path: `${path}/999`, answer: noSuch },
    ]
    await areRefused(member, cases)
    await areRefused(bob, cases)
  })
})

test('what is unscheduled is never sent', async () => {
  const id = await schedule(direct({ scheduled_delivery_timestamp: now + 10 }))
  const reply = await holdsLaw([member, bob], () => member.delete(`${path}/${id}`))
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  await holdsLaw([member, bob], () => server.advance(20_000))
  const { status, body } = await bob.delete(`${path}/${id}`)
  expect({ ...body, status }).toMatchObject(noneOfOwn('Scheduled message does not exist'))
})
