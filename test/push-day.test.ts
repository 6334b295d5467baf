// A mention reaches a phone and a browser of somebody who is away, encrypted, through the built executable, and is taken back.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startBouncer } from './support/bouncer'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { PhoneCompany } from './support/encrypted-phones'
import { builtExecutable } from './support/executable'
import { register } from './support/law'
import { PushService } from './support/push-service'
import { eventually, until } from './support/waiting'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const bouncer = startBouncer()
const company = new PhoneCompany(bouncer)
const service = new PushService()
afterAll(() => {
  bouncer.stop()
  service.stop()
})

test('a phone and a browser', async () => {
  const { id, key, url } = bouncer.access
  const program = [
    '/usr/bin/env',
    `CONFAB_PUSH_BOUNCER_ID=${id}`,
    `CONFAB_PUSH_BOUNCER_KEY=${key}`,
    executable,
  ]
  await using confab = new Confab(program)
  const { api_key, user_id } = await confab.json(createAcme, 'correct horse battery\n')
  const start = () => confab.serve(['--json', '--allow-private-addresses', '--push-bouncer', url])
  const first = await start()
  const owner = new Client(first.url, Number(user_id), 'owner@x.io', String(api_key))
  const created = await owner.post('/users', {
    email: 'ann@x.io',
    full_name: 'Ann',
    password: 'correct horse battery',
  })
  const login = await owner.post('/fetch_api_key', {
    username: 'ann@x.io',
    password: 'correct horse battery',
  })
  const ann = new Client(
    first.url,
    Number(created.body['user_id']),
    'ann@x.io',
    String(login.body['api_key']),
  )

  const phone = company.phone()
  await ann.post('/mobile_push/register', phone.registration())
  const state = await register(ann)
  const browser = service.subscribe(String(state['web_push_vapid_public_key']))
  await ann.post('/users/me/web_push_subscription', browser.subscription)
  await until(async () => JSON.stringify((await register(ann))['push_devices']).includes('active'))

  const channel = await addChannel(owner, 'kitchen', [owner, ann])
  const sent = await owner.post('/messages', {
    type: 'stream',
    to: channel.id,
    topic: 'food',
    content: '@**Ann** lunch at *noon*?',
  })
  expect(sent.body).toMatchObject({ result: 'success' })
  await eventually(() => phone.passed.length === 1 && browser.delivered.length === 1)
  const message_id = Number(sent.body['id'])
  const said = {
    type: 'message',
    realm_name: 'Acme',
    user_id: ann.id,
    message_id,
    sender_full_name: 'Owner',
    content: '@Ann lunch at noon?',
    recipient_type: 'channel',
    channel_name: 'kitchen',
    topic: 'food',
  }
  expect(phone.notifications[0]).toMatchObject(said)
  expect(browser.delivered[0]?.payload).toMatchObject(said)
  expect(browser.delivered[0]?.urgency).toBe('high')

  // Killed while both are being told that it was read: the next server does not know whether they have heard.
  const never = new Promise<Response>(() => {})
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  bouncer.fault = () => (asked[0]?.resolve(), never)
  service.faults.push(() => (asked[1]?.resolve(), never))
  await ann.post('/messages/flags', { messages: [message_id], op: 'add', flag: 'read' })
  await Promise.all(asked.map(({ promise }) => promise))
  first.kill('SIGKILL')
  await first.exited
  bouncer.fault = undefined
  const second = await start()
  await eventually(() => phone.passed.length === 2 && browser.delivered.length === 2)
  const removed = { type: 'remove', message_ids: [message_id] }
  expect(phone.notifications[1]).toMatchObject(removed)
  expect(browser.delivered[1]?.payload).toMatchObject(removed)
  const again = new Client(second.url, ann.id, ann.email, ann.apiKey)
  expect((await again.post('/mobile_push/e2ee/test_notification')).body).toEqual({
    result: 'success',
    msg: '',
  })
  expect(phone.notifications.at(-1)).toMatchObject({ type: 'test' })
}, 240_000)
