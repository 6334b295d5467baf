// Test notifications by the plain protocol: what arrives, and every way in which they don't.
import { afterAll, afterEach, expect, test } from 'bun:test'
import { organizationUuid, userUuid } from '../src/organization/address'
import { defaultRules, type PushRules } from '../src/organization/rules'
import { startApns } from './support/apns-server'
import { error, startBouncer } from './support/bouncer'
import type { Client } from './support/client'
import { googleError, startFcm } from './support/fcm-server'
import { startOfTests, TestServer } from './support/server'

const path = '/mobile_push/test_notification'
const bouncer = startBouncer()
const now = () => startOfTests
const [fcm, apns] = [await startFcm(now), await startApns(now)]
const closed = startBouncer()
closed.stop()

/** A server with these ways to devices, and somebody who has one of each kind. */
async function serverWith(push: Partial<PushRules>): Promise<{ server: TestServer; ann: Client }> {
  const rules = {
    ...defaultRules,
    allowsPrivateAddresses: true,
    publicUrl: 'https://chat.example.com',
    push: { ...defaultRules.push, ...push },
  }
  const server = await TestServer.start({ rules })
  const ann = await server.addPerson('Ann')
  await ann.post('/users/me/android_gcm_reg_id', { token: 'android' })
  await ann.post('/users/me/apns_device_token', { token: 'a'.repeat(64), appid: 'org.example.App' })
  await server.server.settled()
  return { server, ann }
}

const throughBouncer = await serverWith({ bouncer: bouncer.access })
const direct = await serverWith({ fcm: fcm.access, apns: apns.access })
const without = await serverWith({})
const unreachable = await serverWith({ bouncer: closed.access })
const wrongKey = await serverWith({ bouncer: { ...bouncer.access, key: 'wrong' } })
afterAll(async () => {
  for (const { server } of [throughBouncer, direct, without, unreachable, wrongKey]) await server.stop()
  bouncer.stop()
  fcm.stop()
  apns.stop()
})
afterEach(() => {
  bouncer.fault = undefined
  bouncer.calls.length = 0
  bouncer.gone.clear()
  fcm.fault = undefined
  fcm.answers.clear()
  apns.answers.clear()
})

const success = { result: 'success', msg: '' }

/** Status and code of the answer to a test notification. */
async function outcome(who: Client, parameters: Record<string, unknown> = {}): Promise<unknown[]> {
  const { status, body } = await who.post(path, { ...parameters })
  return [status, body['code']]
}

test('the bouncer is asked for one device, or for each', async () => {
  const { server, ann } = throughBouncer
  expect((await ann.post(path, { token: 'android' })).body).toEqual(success)
  expect(bouncer.take('push/test_notification').map(({ body }) => body)).toEqual([
    {
      user_id: ann.id,
      user_uuid: userUuid(server.organization, ann.id),
      realm_uuid: organizationUuid(server.organization),
      token: 'android',
      token_kind: 2,
      base_payload: {
        event: 'test',
        server: 'chat.example.com',
        realm_id: 1,
        realm_url: 'https://chat.example.com',
        realm_uri: 'https://chat.example.com',
        realm_name: 'Test organization',
        user_id: ann.id,
      },
    },
  ])
  expect((await ann.post(path)).body).toEqual(success)
  const asked = bouncer.take('push/test_notification').map(({ body }) => [body['token'], body['token_kind']])
  expect(asked.toSorted()).toEqual([
    ['a'.repeat(64), 1],
    ['android', 2],
  ])
})

test('makers of devices are sent one that says what it is', async () => {
  expect((await direct.ann.post(path)).body).toEqual(success)
  const [[toAndroid], [toApple]] = [fcm.take(), apns.take()]
  expect(toAndroid?.data).toMatchObject({ event: 'test', realm_name: 'Test organization', realm_id: '1' })
  expect(toApple?.payload).toMatchObject({
    aps: { alert: { title: 'Test notification' } },
    zulip: { event: 'test', realm_url: 'https://chat.example.com' },
  })
})

test('a token that is not one’s own, none at all, nobody', async () => {
  const { server, ann } = throughBouncer
  expect(await outcome(ann, { token: 'unknown' })).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN'])
  expect(await outcome(server.owner, { token: 'android' })).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN'])
  expect(await outcome(server.owner)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE'])
  expect(await outcome(ann, { token: '' })).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN'])
  expect(bouncer.calls).toEqual([])
})

test('what a bouncer answers, and what it does not', async () => {
  const { ann } = throughBouncer
  bouncer.gone.add('android')
  expect(await outcome(ann, { token: 'android' })).toEqual([400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'])
  // One that arrives does not make up for one that does not.
  expect(await outcome(ann)).toEqual([400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'])
  bouncer.gone.clear()
  const answers: [() => Response, string][] = [
    [() => error(500, 'BAD_REQUEST'), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [() => new Response('<html>'), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [() => error(429, 'RATE_LIMIT_HIT'), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [() => error(403, 'PUSH_NOTIFICATIONS_DISALLOWED'), 'ADMIN_ACTION_REQUIRED'],
    [() => error(404, 'MISSING_REMOTE_REALM'), 'ADMIN_ACTION_REQUIRED'],
    [() => error(301, '', { location: 'http://127.0.0.1:9/' }), 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
  ]
  for (const [fault, code] of answers) {
    bouncer.fault = fault
    expect(await outcome(ann, { token: 'android' })).toEqual([502, code])
  }
  expect(await outcome(unreachable.ann)).toEqual([502, 'FAILED_TO_CONNECT_BOUNCER'])
  expect(await outcome(wrongKey.ann)).toEqual([502, 'ADMIN_ACTION_REQUIRED'])
  expect(await outcome(without.ann)).toEqual([502, 'ADMIN_ACTION_REQUIRED'])
})

test('what makers of devices answer', async () => {
  const { ann } = direct
  fcm.fault = () => new Response('', { status: 500 })
  expect(await outcome(ann, { token: 'android' })).toEqual([502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'])
  fcm.fault = undefined
  fcm.answers.set('android', () => googleError(403, 'PERMISSION_DENIED'))
  expect(await outcome(ann, { token: 'android' })).toEqual([502, 'ADMIN_ACTION_REQUIRED'])
  apns.answers.set('a'.repeat(64), 'reset')
  expect(await outcome(ann, { token: 'a'.repeat(64) })).toEqual([502, 'FAILED_TO_CONNECT_BOUNCER'])
  apns.answers.set('a'.repeat(64), { status: 410, reason: 'Unregistered' })
  expect(await outcome(ann, { token: 'a'.repeat(64) })).toEqual([400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'])
  // It is forgotten with that.
  expect(await outcome(ann, { token: 'a'.repeat(64) })).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN'])
})

test('clients are told whether devices are notified', async () => {
  for (const [{ server }, isConfigured] of [
    [direct, true],
    [throughBouncer, true],
    [without, false],
  ] as const) {
    const settings = await fetch(`${server.url}/api/v1/server_settings`)
    expect(await settings.json()).toMatchObject({ push_notifications_enabled: isConfigured })
    const { body } = await server.owner.post('/register', { fetch_event_types: ['realm'] })
    expect(body['realm_push_notifications_enabled']).toBe(isConfigured)
  }
})
