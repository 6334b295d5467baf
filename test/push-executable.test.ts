// Notifications of the built executable: it registers with a bouncer, speaks HTTP/2 to Apple, and is killed at the worst moment.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApns } from './support/apns-server'
import { startBouncer } from './support/bouncer'
import { Client } from './support/client'
import { Confab, createAcme, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'
import { payloadsOf } from './support/pushes'
import { eventually } from './support/waiting'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const bouncer = startBouncer()
const apns = await startApns(() => Date.now())
afterAll(() => {
  bouncer.stop()
  apns.stop()
})

test('a mention arrives, once by its name although the server is killed right after sending it, and is taken back when read', async () => {
  await using confab = new Confab([executable])
  const made = await confab.json(createAcme, 'a long password\n')
  const added = await confab.json(
    ['user', 'create', '--email', 'ann@x.io', '--name', 'Ann', '--password-stdin'],
    'a long password\n',
  )
  const places = ['--hostname', 'chat.example.com', '--email', 'ops@example.com']
  await confab.json(['push', 'register', '--bouncer', bouncer.url, ...places, '--allow-private-addresses'])
  const key = join(confab.data, 'apns.p8')
  writeFileSync(key, apns.access.privateKey)
  const { keyId, teamId, url } = apns.access
  const apple = ['--apns-key', key, '--apns-key-id', keyId, '--apns-team-id', teamId, '--apns-url', url]
  const options = ['--json', '--rate-limits', 'off', '--allow-private-addresses', ...apple]
  let server = await confab.serve(options)
  const owner = (at: ServerProcess) =>
    new Client(at.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  const ann = (at: ServerProcess) =>
    new Client(at.url, Number(added['user_id']), 'ann@x.io', String(added['api_key']))
  await ann(server).post('/users/me/android_gcm_reg_id', { token: 'android' })
  await ann(server).post('/users/me/apns_device_token', { token: 'a'.repeat(64), appid: 'org.example.App' })
  expect((await ann(server).post('/mobile_push/test_notification')).body).toEqual({
    result: 'success',
    msg: '',
  })
  await eventually(() => bouncer.devices.size === 1 && apns.sent.length === 1)
  bouncer.calls.length = 0
  apns.take()

  // It has the notification, and the server does not get to know.
  const names: (string | null)[] = []
  bouncer.fault = async ({ path, headers }) => {
    if (path !== 'push/notify') return undefined
    names.push(headers.get('idempotency-key'))
    if (names.length > 1) return undefined
    server.kill('SIGKILL')
    await server.exited
    return new Response('too late', { status: 500 })
  }
  const sent = await owner(server).post('/messages', {
    type: 'direct',
    to: [Number(added['user_id'])],
    content: 'Are *you* there?',
  })
  const id = Number(sent.body['id'])
  await eventually(() => names.length === 1)
  await server.exited
  server = await confab.serve(options)
  await eventually(() => names.length === 2)
  expect(names[1]).toBe(names[0] ?? '')
  bouncer.fault = undefined
  expect(payloadsOf(bouncer.take('push/notify')).at(-1)).toMatchObject({
    zulip_message_id: String(id),
    content: 'Are you there?',
  })
  await eventually(() => apns.sent.length > 0)

  await ann(server).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const eventOf = ({ payload }: { payload: object }) =>
    new Map(Object.entries(Object(payload).zulip)).get('event')
  const isNotified = () => bouncer.calls.some(({ path }) => path === 'push/notify')
  await eventually(() => isNotified() && apns.sent.some((each) => eventOf(each) === 'remove'))
  const removal = { event: 'remove', zulip_message_ids: String(id) }
  expect(payloadsOf(bouncer.take('push/notify'))).toMatchObject([removal])
  const toApple = apns.take()
  expect(toApple.at(-1)?.payload).toMatchObject({ zulip: removal })
  // Apple may have been sent it twice, too: by its name, that is one.
  const messages = toApple.filter((each) => eventOf(each) === 'message')
  expect(new Set(messages.map(({ headers }) => headers['apns-id'])).size).toBe(1)
}, 240_000)
