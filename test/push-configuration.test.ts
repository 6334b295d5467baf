// Ways to devices as whoever runs the server configures them: what must be right at start, and what follows from a change.
import { afterAll, expect, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { userUuid } from '../src/organization/address'
import { defaultRules } from '../src/organization/rules'
import { error, startBouncer } from './support/bouncer'
import { Confab } from './support/confab'
import { startFcm } from './support/fcm-server'
import { eventsOf, register } from './support/law'
import { startOfTests, TestServer } from './support/server'

const bouncer = startBouncer()
afterAll(bouncer.stop)

test('a bouncer that is there from some start on is told of all devices, and clients are told of it; once', async () => {
  const server = await TestServer.start()
  const { owner } = server
  try {
    await owner.post('/users/me/android_gcm_reg_id', { token: 'phone' })
    await server.server.tick()
    const state = await register(owner, { event_types: ['realm'] })
    expect(state['realm_push_notifications_enabled']).toBe(false)
    const push = { ...defaultRules.push, bouncer: bouncer.access }
    server.settings.rules = { ...defaultRules, allowsPrivateAddresses: true, push }
    for (let time = 0; time < 2; time++) {
      await server.restart()
      await server.advance(1000)
    }
    const data = { push_notifications_enabled: true }
    expect(await eventsOf({ person: owner, state })).toMatchObject([
      { type: 'realm', op: 'update_dict', data },
    ])
    expect(await register(owner)).toMatchObject({ realm_push_notifications_enabled: true })
    expect(bouncer.take('push/register').map(({ body }) => [body['token'], body['user_uuid']])).toEqual([
      ['phone', userUuid(server.organization, owner.id)],
    ])
  } finally {
    await server.stop()
  }
})

const registering = ['push', 'register', '--bouncer', bouncer.url, '--hostname', 'chat.example.com']
const call = [...registering, '--email', 'ops@example.com', '--allow-private-addresses']

test('the server makes itself known to a bouncer, says who it is again as often as it likes, and keeps its key to itself', async () => {
  await using confab = new Confab()
  const first = await confab.json(call)
  expect(await confab.json(call)).toEqual(first)
  const [asked, again] = bouncer.take('server/register')
  expect(asked?.body).toEqual({
    zulip_org_id: first['id'],
    zulip_org_key: expect.stringMatching(/^[\da-f]{64}$/),
    hostname: 'chat.example.com',
    contact_email: 'ops@example.com',
  })
  expect(again?.body).toEqual(asked?.body)
  const path = join(confab.data, 'push-bouncer.json')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ url: bouncer.url, id: first['id'] })
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  const { out, err } = await confab.run(call)
  expect(out + err).not.toContain(String(asked?.body['zulip_org_key']))
})

test('a bouncer that refuses, or can’t be reached, leaves nothing behind', async () => {
  await using confab = new Confab()
  bouncer.fault = () => error(400, 'HOSTNAME_ALREADY_IN_USE')
  const refused = await confab.run(call)
  bouncer.fault = undefined
  expect([refused.code, refused.err]).toEqual([7, expect.stringContaining('400 (HOSTNAME_ALREADY_IN_USE)')])
  // Private addresses are for those who say so.
  const unreachable = await confab.run(call.slice(0, -1))
  expect([unreachable.code, unreachable.err]).toEqual([
    7,
    expect.stringContaining('not of the open Internet'),
  ])
  expect(await Bun.file(join(confab.data, 'push-bouncer.json')).exists()).toBe(false)
})

test('what is configured by halves is said at start', async () => {
  await using confab = new Confab()
  const fcm = await startFcm(() => startOfTests)
  fcm.stop()
  const file = (name: string, content: string) => {
    const path = join(confab.data, name)
    writeFileSync(path, content)
    return path
  }
  const account = file('account.json', JSON.stringify(fcm.account))
  const broken = file('broken.json', JSON.stringify({ ...fcm.account, private_key: 'nonsense' }))
  const cases: [string[], RegExp][] = [
    [['--push-bouncer', 'https://push.example.com'], /confab push register/],
    [['--push-bouncer', 'push.example.com'], /It must be an address/],
    [['--fcm-credentials', join(confab.data, 'none.json')], /--fcm-credentials: .* can't be read \(ENOENT\)/],
    [['--fcm-credentials', file('empty.json', '{}')], /no service account/],
    [['--fcm-credentials', file('text.json', 'text')], /no JSON/],
    [['--fcm-credentials', broken], /private key .* can't be read/],
    [['--apns-key', account], /needs --apns-key-id and --apns-team-id/],
    [['--apns-key', account, '--apns-key-id', 'K', '--apns-team-id', 'T'], /--apns-key: the private key/],
  ]
  for (const [options, message] of cases) {
    const { code, err } = await confab.run(['serve', '--port', '0', ...options])
    expect([options, code, err]).toEqual([options, 2, expect.stringMatching(message)])
  }
})
