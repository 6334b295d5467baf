// Notifications by the plain protocol through a bouncer: what they say, that they are taken back, and that none is lost or doubled.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { ownUrl, organizationUuid, userUuid } from '../src/organization/address'
import { defaultRules } from '../src/organization/rules'
import { queueRemovals } from '../src/pushing/queueing'
import { error, startBouncer } from './support/bouncer'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { storedJobs } from './support/jobs'
import { sendToChannel } from './support/messages'
import { payloadsOf, pushTo, tell } from './support/pushes'
import { scenario } from './support/scenario'
import { eventually } from './support/waiting'

const bouncer = startBouncer()
afterAll(bouncer.stop)
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  publicUrl: 'https://chat.example.com',
  push: { ...defaultRules.push, bouncer: bouncer.access },
}
const { server, owner, ann, bob } = await scenario(
  { ann: 'member Ann Archer', bob: 'member Bob Baker' },
  { rules },
)
const hall = await addChannel(owner, 'hall', [owner, ann, bob])
const appid = 'org.example.App'
const { organization } = server
const people = { android: 'anns-android', apple: 'a'.repeat(64) }
await ann.post('/users/me/android_gcm_reg_id', { token: people.android })
await ann.post('/users/me/apns_device_token', { token: people.apple, appid })
await server.server.settled()

beforeEach(() => {
  bouncer.fault = undefined
  bouncer.calls.length = 0
})

const uuidOf = ({ id }: Client) => userUuid(organization, id)

test('the bouncer knows whose a device is, and learns when it changes hands, or goes', async () => {
  const device = (who: Client) => `fcm shared ${uuidOf(who)}`
  await bob.post('/users/me/android_gcm_reg_id', { token: 'shared' })
  await server.server.settled()
  const [registered] = bouncer.take('push/register')
  expect(registered?.body).toEqual({
    user_id: String(bob.id),
    user_uuid: uuidOf(bob),
    token: 'shared',
    token_kind: '2',
  })
  // Apps say so at each start, and that is no news.
  await bob.post('/users/me/android_gcm_reg_id', { token: 'shared' })
  await server.server.settled()
  expect(bouncer.calls).toEqual([])

  await ann.post('/users/me/android_gcm_reg_id', { token: 'shared' })
  await server.server.settled()
  expect([bouncer.devices.has(device(bob)), bouncer.devices.has(device(ann))]).toEqual([false, true])
  await ann.delete('/users/me/android_gcm_reg_id', { token: 'shared' })
  await server.server.settled()
  expect(bouncer.devices.has(device(ann))).toBe(false)
  expect(bouncer.devices.has(`apns ${people.apple} ${uuidOf(ann)}`)).toBe(true)
})

test('a device that goes while the bouncer is down is told of when it is back; one that returns stays', async () => {
  await bob.post('/users/me/android_gcm_reg_id', { token: 'going' })
  await server.server.settled()
  bouncer.fault = () => new Response('down', { status: 503 })
  await bob.delete('/users/me/android_gcm_reg_id', { token: 'going' })
  await server.server.settled()
  expect(bouncer.devices.has(`fcm going ${uuidOf(bob)}`)).toBe(true)
  bouncer.fault = undefined
  await server.advance(3600_000)
  expect(bouncer.devices.has(`fcm going ${uuidOf(bob)}`)).toBe(false)

  await bob.post('/users/me/android_gcm_reg_id', { token: 'going' })
  await bob.delete('/users/me/android_gcm_reg_id', { token: 'going' })
  await bob.post('/users/me/android_gcm_reg_id', { token: 'going' })
  await server.server.settled()
  expect(bouncer.devices.has(`fcm going ${uuidOf(bob)}`)).toBe(true)
})

test('all devices of a closed account are forgotten by one call', async () => {
  const cleo = await server.addPerson('Cleo')
  await cleo.post('/users/me/android_gcm_reg_id', { token: 'cleos' })
  await cleo.post('/users/me/apns_device_token', { token: 'c'.repeat(64), appid })
  await server.server.settled()
  bouncer.calls.length = 0
  await owner.delete(`/users/${cleo.id}`)
  await server.server.settled()
  expect(bouncer.calls.map(({ path, body }) => [path, body])).toEqual([
    ['push/unregister/all', { user_id: String(cleo.id), user_uuid: uuidOf(cleo) }],
  ])
  expect([...bouncer.devices].filter((device) => device.includes('cleos'))).toEqual([])
})

test('a direct message arrives on all devices by one call, and says what clients expect', async () => {
  const content = 'Look: *this* :octopus:\n```spoiler End\nhe dies\n```'
  const id = await tell(server, bob, [ann], content)
  const [call] = bouncer.take('push/notify')
  const url = 'https://chat.example.com'
  expect(ownUrl(organization)).toBe(url)
  const common = {
    event: 'message',
    server: 'chat.example.com',
    realm_id: 1,
    realm_url: url,
    realm_uri: url,
    realm_name: 'Test organization',
    user_id: ann.id,
    sender_id: bob.id,
    sender_email: bob.email,
    time: server.clock.now() / 1000,
    recipient_type: 'private',
  }
  const text = 'Look: this 🐙\nEnd\n(…)'
  expect(call?.body).toEqual({
    user_id: ann.id,
    user_uuid: uuidOf(ann),
    realm_uuid: organizationUuid(organization),
    gcm_payload: {
      ...Object.fromEntries(Object.entries(common).map(([name, value]) => [name, String(value)])),
      zulip_message_id: String(id),
      content: text,
      sender_full_name: 'Bob Baker',
      sender_avatar_url: expect.stringMatching(/^https:\/\/chat\.example\.com\/user_avatars\/1\//),
    },
    apns_payload: {
      alert: { title: 'Bob Baker', subtitle: '', body: text },
      sound: 'default',
      badge: expect.any(Number),
      custom: { zulip: { ...common, message_ids: [id] } },
    },
    gcm_options: { priority: 'high' },
    android_devices: [people.android],
    apple_devices: [people.apple],
  })
})

test('other messages say where they are, and who is mentioned', async () => {
  await tell(server, bob, [ann, owner], 'us three')
  const made = await owner.post('/user_groups/create', { name: 'crew', description: '', members: [ann.id] })
  const groupId = Number(made.body['group_id'])
  const inChannel = await sendToChannel(bob, hall, 'all of you', 'plans')
  await pushTo(server, ann, inChannel, 'group_mention', groupId)
  const noTopic = await sendToChannel(bob, hall, 'you', '')
  await pushTo(server, ann, noTopic, 'mention')
  await pushTo(server, ann, await sendToChannel(bob, hall, 'x', 'plans'), 'stream_wildcard_mention')
  await pushTo(server, ann, await sendToChannel(bob, hall, 'x', 'plans'), 'followed_topic')

  const calls = bouncer.take('push/notify')
  const alerts = calls.map(({ body }) => Object(body['apns_payload']).alert)
  expect(alerts.map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['Olive Owner, Bob Baker', 'Bob Baker:'],
    ['#hall > plans', 'Bob Baker mentioned @crew:'],
    ['#hall > general chat', 'Bob Baker mentioned you:'],
    ['#hall > plans', 'Bob Baker mentioned everyone:'],
    ['#hall > plans', 'Bob Baker:'],
  ])
  const [direct, mention, untitled] = payloadsOf(calls)
  const ids = [owner.id, ann.id, bob.id].toSorted((a, b) => a - b)
  expect(direct).toMatchObject({ recipient_type: 'private', pm_users: ids.join(',') })
  expect(mention).toMatchObject({
    recipient_type: 'stream',
    stream: 'hall',
    stream_id: String(hall.id),
    topic: 'plans',
    mentioned_user_group_id: String(groupId),
    mentioned_user_group_name: 'crew',
  })
  expect(untitled).toMatchObject({ topic: 'general chat' })
  expect(untitled).not.toContainKey('mentioned_user_group_id')
})

test('a long message is cut, counted in characters', async () => {
  await tell(server, bob, [ann], '𝒳'.repeat(200))
  await tell(server, bob, [ann], '𝒳'.repeat(201))
  const contents = payloadsOf(bouncer.take('push/notify')).map(({ content }) => content)
  expect(contents).toEqual(['𝒳'.repeat(200), `${'𝒳'.repeat(199)}…`])
})

test('a title names as many of a large group as it has room for', async () => {
  const crowd = []
  for (let count = 0; count < 10; count++)
    crowd.push(await server.addPerson(`Person of a long name ${count}`))
  await tell(server, bob, [ann, ...crowd], 'all of us')
  const [call] = bouncer.take('push/notify')
  const { title } = Object(call?.body['apns_payload']).alert
  expect([...title].length).toBe(100)
  expect(title).toEndWith('…')
})

test('what is read is taken back, and the icon counts what is left', async () => {
  const dora = await server.addPerson('Dora')
  await dora.post('/users/me/apns_device_token', { token: 'd'.repeat(64), appid })
  const ids = [await tell(server, bob, [dora], 'one'), await tell(server, bob, [dora], 'two')]
  await tell(server, bob, [dora], 'three')
  const badges = bouncer.take('push/notify').map(({ body }) => Object(body['apns_payload']).badge)
  expect(badges).toEqual([1, 2, 3])

  // What nobody was notified of needs no taking back.
  await organization.write((tx) => queueRemovals(tx, dora.id, [...ids.toReversed(), 999_999]))
  await server.server.settled()
  const [removal, ...others] = bouncer.take('push/notify')
  expect(others).toEqual([])
  expect(removal?.body).toMatchObject({
    gcm_payload: { event: 'remove', zulip_message_ids: ids.join(',') },
    apns_payload: { badge: 1, custom: { zulip: { event: 'remove', zulip_message_ids: ids.join(',') } } },
    gcm_options: { priority: 'normal' },
  })
  await organization.write((tx) => queueRemovals(tx, dora.id, ids))
  await server.server.settled()
  expect(bouncer.take('push/notify')).toEqual([])
})

test('nobody is notified of what they have read, can’t see, or was deleted by the time', async () => {
  bouncer.fault = () => new Response('down', { status: 503 })
  const read = await tell(server, bob, [ann], 'read')
  const deleted = await tell(server, owner, [ann], 'deleted')
  const withdrawn = await tell(server, bob, [ann], 'withdrawn')
  const left = await tell(server, bob, [ann], 'left')
  await ann.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' })
  await organization.write((tx) => queueRemovals(tx, ann.id, [withdrawn]))
  await owner.delete(`/messages/${deleted}`)
  bouncer.fault = undefined
  bouncer.calls.length = 0
  for (let hour = 0; hour < 3; hour++) await server.advance(3600_000)
  const told = payloadsOf(bouncer.take('push/notify')).filter(({ event }) => event === 'message')
  expect(told.map(({ zulip_message_id }) => zulip_message_id)).toEqual([String(left)])
})

test('what is read while its notification is under way is taken back after it', async () => {
  const events = () => payloadsOf(bouncer.calls).map(({ event }) => event)
  bouncer.fault = async ({ body }) => {
    const { event, zulip_message_id: id } = Object(body['gcm_payload'])
    if (event !== 'message') return undefined
    // The removal overtakes it.
    await organization.write((tx) => queueRemovals(tx, ann.id, [Number(id)]))
    await eventually(() => events().includes('remove'))
    return undefined
  }
  await tell(server, bob, [ann], 'quick')
  expect(events()).toEqual(['message', 'remove', 'remove'])
})

test('a bouncer that is down for an hour gets everything once, when it is back', async () => {
  bouncer.fault = () => new Response('down', { status: 500 })
  const ids: number[] = []
  for (let count = 0; count < 5; count++) {
    ids.push(await tell(server, bob, [ann], `message ${count}`))
    await server.advance(12 * 60_000)
  }
  bouncer.fault = undefined
  const tried = new Map(
    bouncer.take('push/notify').map(({ headers, body }) => [headers.get('idempotency-key'), body]),
  )
  for (let round = 0; round < 12; round++) await server.advance(10 * 60_000)
  const arrived = bouncer.take('push/notify')
  expect(
    payloadsOf(arrived)
      .map((payload) => Number(payload['zulip_message_id']))
      .toSorted((a, b) => a - b),
  ).toEqual(ids)
  // What was tried before has the name it had then.
  const names = new Set(arrived.map(({ headers }) => headers.get('idempotency-key')))
  expect(names.size).toBe(5)
  expect([...tried.keys()].filter((name) => !names.has(name))).toEqual([])
  expect(storedJobs(server)).toEqual([])
})

test('it is left alone for as long as it asks', async () => {
  bouncer.fault = () => error(429, 'RATE_LIMIT_HIT', { 'retry-after': '1800' })
  await tell(server, bob, [ann], 'patience')
  expect(bouncer.take('push/notify').length).toBe(1)
  bouncer.fault = undefined
  await server.advance(1790_000)
  expect(bouncer.take('push/notify')).toEqual([])
  await server.advance(20_000)
  expect(bouncer.take('push/notify').length).toBe(1)
})

test('garbage, a wrong key and a refusal end as they should, and no secret stands in a job', async () => {
  bouncer.fault = () => new Response('<html>')
  await tell(server, bob, [ann], 'garbage')
  expect(storedJobs(server).map(({ failure }) => failure)).toEqual(['The push bouncer answered no JSON'])
  bouncer.fault = () => error(401, 'INVALID_ZULIP_SERVER')
  await server.advance(3600_000)
  expect(storedJobs(server).map(({ failure }) => failure)).toEqual([
    'The push bouncer answered 401 (INVALID_ZULIP_SERVER)',
  ])
  bouncer.fault = () => error(400, 'BAD_REQUEST')
  await server.advance(2 * 3600_000)
  const jobs = storedJobs(server)
  expect(jobs.map(({ failure, endedAt }) => [failure, endedAt !== null])).toEqual([
    ['The push bouncer answered 400 (BAD_REQUEST)', true],
  ])
  expect(JSON.stringify(jobs)).not.toContain(people.android)
  expect(JSON.stringify(jobs)).not.toContain('garbage')
})

test('devices that the bouncer calls gone are forgotten', async () => {
  const eve = await server.addPerson('Eve')
  await eve.post('/users/me/android_gcm_reg_id', { token: 'eves-old' })
  await eve.post('/users/me/android_gcm_reg_id', { token: 'eves-new' })
  bouncer.gone.add('eves-old')
  await tell(server, bob, [eve], 'hello')
  await tell(server, bob, [eve], 'again')
  const devices = bouncer.take('push/notify').map(({ body }) => body['android_devices'])
  expect(devices).toEqual([['eves-old', 'eves-new'], ['eves-new']])
})
