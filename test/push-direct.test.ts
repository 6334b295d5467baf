// Notifications straight to the makers of devices, with the operator's own credentials: FCM by HTTP v1, APNs by HTTP/2.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { generate } from 'selfsigned'
import { ManualClock } from '../src/organization/clock'
import { defaultRules } from '../src/organization/rules'
import type { Network } from '../src/outgoing/request'
import { sendByHttp2 } from '../src/outgoing/http2'
import { devicesOf } from '../src/push/plain/repository'
import { queueRemovals } from '../src/pushing/queueing'
import { startApns } from './support/apns-server'
import type { Client } from './support/client'
import { googleError, startFcm } from './support/fcm-server'
import { storedJobs, until } from './support/jobs'
import { tell } from './support/pushes'
import { scenario } from './support/scenario'
import { startOfTests } from './support/server'

const clock = new ManualClock(startOfTests)
const [fcm, apns] = [await startFcm(() => clock.now()), await startApns(() => clock.now())]
afterAll(() => {
  fcm.stop()
  apns.stop()
})
const push = { bouncer: null, fcm: fcm.access, apns: apns.access }
const rules = { ...defaultRules, allowsPrivateAddresses: true, push }
const { server, owner, ann, bob } = await scenario(
  { ann: 'member', bob: 'member Bob Baker' },
  { rules, clock },
)
const appid = 'org.example.App'
const apple = (digit: string) => digit.repeat(64)

beforeEach(() => {
  fcm.fault = undefined
  fcm.answers.clear()
  apns.answers.clear()
  fcm.take()
  apns.take()
})

const android = (who: Client, token: string) => who.post('/users/me/android_gcm_reg_id', { token })
const iphone = (who: Client, token: string) => who.post('/users/me/apns_device_token', { token, appid })

/** A person with these devices. */
async function personWith(name: string, devices: { fcm?: string[]; apns?: string[] }): Promise<Client> {
  const person = await server.addPerson(name)
  for (const token of devices.fcm ?? []) await android(person, token)
  for (const token of devices.apns ?? []) await iphone(person, token)
  return person
}

const tokensOf = ({ id }: Client) => devicesOf(server.organization.db, [id]).map(({ token }) => token)

/** Moves the clock, as the server's own does not: it is told of the same one. */
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  await server.server.tick()
  await server.server.settled()
}

test('a message arrives on each device, signed for, and is taken back', async () => {
  await android(ann, 'android')
  await iphone(ann, apple('a'))
  const id = await tell(server, bob, [ann], 'hello *there*')
  const [[toAndroid], [toApple]] = [fcm.take(), apns.take()]
  expect(toAndroid).toMatchObject({
    token: 'android',
    priority: 'HIGH',
    data: { event: 'message', zulip_message_id: String(id), content: 'hello there', user_id: String(ann.id) },
  })
  expect(toApple?.token).toBe(apple('a'))
  expect(toApple?.payload).toEqual({
    aps: {
      alert: { title: 'Bob Baker', subtitle: '', body: 'hello there' },
      sound: 'default',
      badge: 1,
      'mutable-content': 1,
    },
    zulip: expect.objectContaining({ event: 'message', message_ids: [id], sender_id: bob.id }),
  })
  expect(toApple?.headers).toMatchObject({
    'apns-topic': appid,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })

  await server.organization.write((tx) => queueRemovals(tx, ann.id, [id]))
  await server.server.settled()
  const [removed] = fcm.take()
  expect([removed?.data['event'], removed?.data['zulip_message_ids'], removed?.priority]).toEqual([
    'remove',
    String(id),
    'NORMAL',
  ])
  expect(apns.take().map(({ payload }) => payload)).toEqual([
    {
      aps: { badge: 0, 'content-available': 1 },
      zulip: expect.objectContaining({ event: 'remove', zulip_message_ids: String(id) }),
    },
  ])
})

test('one token, and one connection, serve many notifications; both are renewed in time', async () => {
  const dora = await personWith('Dora', { fcm: ['doras'], apns: [apple('d')] })
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await tell(server, bob, [dora], 'hi')
  }
  const before = [fcm.assertions.length, apns.providerTokens.size, apns.connections]
  await send(3)
  expect([fcm.assertions.length, apns.providerTokens.size, apns.connections]).toEqual(before)
  await pass(61 * 60_000)
  await send(1)
  expect([fcm.assertions.length, apns.providerTokens.size]).toEqual(
    before.slice(0, 2).map((count = 0) => count + 1),
  )
  expect([fcm.take().length, apns.take().length]).toEqual([4, 4])
})

test('devices that their makers call gone are forgotten, and those alone', async () => {
  const gone = { unregistered: 'UNREGISTERED', otherApp: 'SENDER_ID_MISMATCH' }
  const eve = await personWith('Eve', {
    fcm: ['fine', 'unregistered', 'otherApp', 'tooBig'],
    apns: ['1', '2', '3', '4'].map(apple),
  })
  for (const [token, code] of Object.entries(gone))
    fcm.answers.set(token, () => googleError(404, 'NOT_FOUND', code))
  fcm.answers.set('tooBig', () => googleError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'))
  apns.answers.set(apple('1'), { status: 410, reason: 'Unregistered' })
  apns.answers.set(apple('2'), { status: 400, reason: 'BadDeviceToken' })
  apns.answers.set(apple('3'), { status: 413, reason: 'PayloadTooLarge' })
  await tell(server, bob, [eve], 'hi')
  expect(tokensOf(eve)).toEqual(['fine', 'tooBig', apple('3'), apple('4')])
  const ended = storedJobs(server).map(({ failure, endedAt }) => [failure, endedAt !== null])
  expect(ended.toSorted()).toEqual([
    ['APNs answered 413 (PayloadTooLarge)', true],
    ['FCM answered 400 (INVALID_ARGUMENT)', true],
  ])
})

test('one that fails is tried again, with the same name, and holds up no other', async () => {
  const fay = await personWith('Fay', { fcm: ['fays'], apns: [apple('f')] })
  apns.answers.set(apple('f'), {
    status: 503,
    reason: 'ServiceUnavailable',
    headers: { 'retry-after': '600' },
  })
  await tell(server, bob, [fay], 'one')
  await tell(server, bob, [fay], 'two')
  expect([fcm.take().length, apns.take().length]).toEqual([2, 0])
  apns.answers.clear()
  await pass(590_000)
  expect(apns.take()).toEqual([])
  await pass(20_000)
  await pass(60_000)
  const ids = apns.take().map(({ headers }) => headers['apns-id'])
  expect(new Set(ids).size).toBe(2)
  expect(storedJobs(server).filter(({ endedAt }) => endedAt === null)).toEqual([])
})

test.each([
  [
    'no answer to a notification',
    (path: string) => (path === '/token' ? undefined : new Response('', { status: 500 })),
  ],
  ['no token', () => new Response('<html>', { status: 503 })],
  ['an answer that is none', (path: string) => (path === '/token' ? undefined : new Response('OK'))],
  ['a refused account', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
])('FCM with %s gets it later', async (name, fault) => {
  const gil = await personWith(`Gil ${name}`, { fcm: [name] })
  // By now, it takes another token.
  await pass(2 * 3600_000)
  fcm.take()
  fcm.fault = fault
  await tell(server, owner, [gil], 'hi')
  expect(fcm.take()).toEqual([])
  fcm.fault = undefined
  await pass(2 * 3600_000)
  expect(fcm.take().map(({ token }) => token)).toEqual([name])
})

test.each(['reset', 'silence'] as const)('APNs that answers with %s gets it later', async (answer) => {
  const hal = await personWith(`Hal ${answer}`, { apns: [apple(answer === 'reset' ? '8' : '9')] })
  const [token = ''] = tokensOf(hal)
  apns.answers.set(token, answer)
  const pushed = tell(server, bob, [hal], 'hi')
  if (answer === 'silence') {
    // The attempt's own time is up by the server's clock, before that of the connection.
    await until(() => apns.unanswered > 0)
    clock.advance(61_000)
    await server.server.tick()
  }
  await pushed
  apns.answers.clear()
  await pass(3600_000)
  expect(apns.take().map(({ token: to }) => to)).toEqual([token])
})

test('over TLS the certificate is checked, for the name that was asked for', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const secure = await startApns(() => clock.now(), { key, cert })
  const request = { url: `${secure.access.url}/3/device/a`, headers: {}, body: '{}' }
  const trusting: Network = {
    allowsPrivateAddresses: true,
    resolve: async () => ['127.0.0.1'],
    authorities: cert,
  }
  const answer = await sendByHttp2(request, trusting)
  expect(answer).toMatchObject({ kind: 'answered', status: 403 })
  const { authorities: _, ...usual } = trusting
  expect(await sendByHttp2(request, usual)).toMatchObject({ kind: 'unreachable' })
  const elsewhere = { ...request, url: request.url.replace('localhost', 'other.example') }
  expect(await sendByHttp2(elsewhere, trusting)).toMatchObject({ kind: 'unreachable' })
  expect(await sendByHttp2(request, { ...trusting, allowsPrivateAddresses: false })).toMatchObject({
    kind: 'refused',
  })
  secure.stop()
})
