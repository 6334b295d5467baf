// Web push: what a subscribed browser is sent, as it decrypts it, by a push service that checks signatures and fails in every way.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { ownUrl } from '../src/organization/address'
import { defaultRules } from '../src/organization/rules'
import { subscriptionsOf } from '../src/web-push/repository'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { storedJobs } from './support/jobs'
import { register } from './support/law'
import { sendDirectly, sendToChannel } from './support/messages'
import { PushService, type SubscribedBrowser } from './support/push-service'
import { scenario } from './support/scenario'
import { eventually } from './support/waiting'

const service = new PushService()
afterAll(() => service.stop())
const rules = { ...defaultRules, allowsPrivateAddresses: true }
const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
const general = await addChannel(owner, 'general', [owner, ann, bob])
const key = String((await register(ann))['web_push_vapid_public_key'])
const hour = 3600_000

async function subscribed(person: Client, at = service): Promise<SubscribedBrowser> {
  const browser = at.subscribe(key)
  await person.post('/users/me/web_push_subscription', browser.subscription)
  return browser
}

/** Sends somebody a direct message, and waits until they are told. @returns its ID */
async function tell(person: Client, content = 'Hello'): Promise<number> {
  const id = await sendDirectly(bob, [person], content)
  await server.server.settled()
  return id
}

async function read(person: Client, messages: readonly number[]): Promise<void> {
  await person.post('/messages/flags', { messages, op: 'add', flag: 'read' })
  await server.server.settled()
}

const payloadsOf = ({ delivered }: SubscribedBrowser) => delivered.map(({ payload }) => payload)
const isSubscribed = (person: Client, { endpoint }: SubscribedBrowser) =>
  subscriptionsOf(server.organization.db, person.id).some((each) => each.endpoint === endpoint)

beforeEach(async () => {
  service.faults.length = 0
  for (const person of [ann, bob])
    for (const { endpoint } of subscriptionsOf(server.organization.db, person.id))
      await person.delete('/users/me/web_push_subscription', { endpoint })
})

const common = () => ({
  realm_url: ownUrl(server.organization),
  realm_name: 'Test organization',
  user_id: ann.id,
})

describe('a browser is told', () => {
  test('of a direct message, and that it was read', async () => {
    const browser = await subscribed(ann)
    const id = await tell(ann, 'Lunch at **noon**? ||')
    const [told, ...more] = browser.delivered
    expect(more).toEqual([])
    expect(told).toMatchObject({ topic: `message-${id}`, urgency: 'high', ttl: 3 * 24 * 3600 })
    expect(told?.payload).toEqual({
      type: 'message',
      ...common(),
      message_id: id,
      time: server.clock.now() / 1000,
      sender_id: bob.id,
      sender_full_name: 'Bob',
      sender_avatar_url: expect.stringMatching(/^http/),
      content: 'Lunch at noon? ||',
      recipient_type: 'direct',
      pm_users: `${ann.id},${bob.id}`,
    })
    await read(ann, [id])
    expect(browser.delivered[1]).toMatchObject({ topic: `message-${id}`, urgency: 'normal' })
    expect(browser.delivered[1]?.payload).toEqual({ type: 'remove', ...common(), message_ids: [id] })
  })

  test('of a message to a channel, less urgently where it is not meant for the person', async () => {
    const browser = await subscribed(ann)
    await ann.patch('/settings', { enable_stream_push_notifications: true })
    await sendToChannel(bob, general, 'News', 'lunch')
    await server.server.settled()
    expect(browser.delivered).toMatchObject([
      {
        urgency: 'normal',
        payload: {
          recipient_type: 'channel',
          channel_id: general.id,
          channel_name: 'general',
          topic: 'lunch',
          content: 'News',
        },
      },
    ])
  })

  test('that it was read, once more, if that was while it was told', async () => {
    const browser = await subscribed(ann)
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    service.faults.push(() => (asked.resolve(), answer.promise))
    const id = await sendDirectly(bob, [ann])
    await asked.promise
    await ann.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await eventually(() => browser.delivered.length === 1)
    answer.resolve(new Response(null, { status: 201 }))
    await server.server.settled()
    const removal = { type: 'remove', message_ids: [id] }
    expect(payloadsOf(browser)).toMatchObject([removal, removal])
  })

  test('only what is new, after it was away: a message that was read meanwhile is replaced by its removal', async () => {
    const browser = await subscribed(ann)
    browser.goAway()
    const first = await tell(ann, 'One')
    await tell(ann, 'Two')
    await read(ann, [first])
    browser.comeBack()
    expect(payloadsOf(browser)).toMatchObject([
      { type: 'message', content: 'Two' },
      { type: 'remove', message_ids: [first] },
    ])
  })

  test('a long message fits', async () => {
    const browser = await subscribed(ann)
    await tell(ann, '"\\\u{1f600}'.repeat(3000))
    expect(String(Object(payloadsOf(browser)[0])['content'])).toHaveLength(200 + 66)
  })

  test('every browser of a person is told, whoever else was there before', async () => {
    const [one, two] = [await subscribed(ann), await subscribed(ann)]
    const shared = await subscribed(bob)
    await ann.post('/users/me/web_push_subscription', shared.subscription)
    await tell(ann)
    for (const browser of [one, two, shared]) expect(browser.delivered).toHaveLength(1)
  })
})

describe('a subscription that has ended is forgotten', () => {
  test.each([404, 410])('the service answers %d', async (status) => {
    const [gone, other] = [await subscribed(ann), await subscribed(ann)]
    service.faults.push(() => new Response(null, { status }))
    await tell(ann)
    expect([isSubscribed(ann, gone), isSubscribed(ann, other)]).toEqual([false, true])
    expect(other.delivered).toHaveLength(1)
  })
})

describe('what the service can’t take now comes later, once', () => {
  const faults: Record<string, () => Response> = {
    'a failure': () => new Response('oops', { status: 500 }),
    'one that is being repaired': () =>
      new Response(null, { status: 503, headers: { 'retry-after': '120' } }),
    'one that was asked too much': () =>
      new Response(null, { status: 429, headers: { 'retry-after': '60' } }),
  }
  test.each(Object.entries(faults))('%s', async (_, fault) => {
    const browser = await subscribed(ann)
    service.faults.push(fault, fault)
    await tell(ann, 'Later')
    expect(browser.delivered).toEqual([])
    await server.advance(hour)
    await server.advance(hour)
    expect(payloadsOf(browser)).toMatchObject([{ content: 'Later' }])
    expect(isSubscribed(ann, browser)).toBe(true)
  })

  test('it rests for as long as the service asks', async () => {
    const browser = await subscribed(ann)
    service.faults.push(() => new Response(null, { status: 429, headers: { 'retry-after': '1800' } }))
    await tell(ann)
    const asked = service.asked
    await server.advance(hour / 2 - 1000)
    expect(service.asked).toBe(asked)
    await server.advance(1000)
    expect(browser.delivered).toHaveLength(1)
  })

  test('a service that is down for an hour: nothing is lost, nothing doubled, and others go on', async () => {
    const [down, up] = [new PushService(), new PushService()]
    const [waiting, going] = [await subscribed(ann, down), await subscribed(ann, up)]
    const ids: number[] = []
    down.stop()
    for (const content of ['One', 'Two', 'Three']) ids.push(await tell(ann, content))
    expect(payloadsOf(going)).toHaveLength(3)
    await read(ann, ids.slice(0, 1))
    // The page is opened once more meanwhile.
    await ann.post('/users/me/web_push_subscription', waiting.subscription)
    await server.advance(hour)
    down.resume()
    await server.advance(hour)
    await server.advance(hour)
    // What was read meanwhile is not sent any more.
    const got = payloadsOf(waiting).map(
      (payload) => Object(payload)['content'] ?? Object(payload)['message_ids'],
    )
    expect(got.toSorted()).toEqual([[ids[0]], 'Three', 'Two'])
    down.stop()
    up.stop()
  })
})

describe('what can’t be done ends, and administrators see why', () => {
  test.each([
    [400, 'The push service answered 400'],
    [403, 'The push service answered 403'],
    [413, 'The push service answered 413'],
    [302, 'The push service answered 302'],
  ])('the service answers %d', async (status, reason) => {
    const browser = await subscribed(ann)
    service.faults.push(() => new Response(null, { status, headers: { location: 'https://example.com/' } }))
    await tell(ann)
    await server.advance(hour)
    expect(browser.delivered).toEqual([])
    expect(storedJobs(server).findLast(({ endedAt }) => endedAt !== null)).toMatchObject({
      kind: 'web-push-message',
      failure: reason,
    })
    expect(isSubscribed(ann, browser)).toBe(true)
  })
})
