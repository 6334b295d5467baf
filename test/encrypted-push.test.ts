// End-to-end encrypted notifications: what phones decrypt, what the bouncer sees, and what becomes of it when that is away.
import { afterAll, expect, test } from 'bun:test'
import { organizationUuid, ownUrl } from '../src/organization/address'
import { defaultRules } from '../src/organization/rules'
import { pushedTo } from '../src/pushing/queueing'
import { startBouncer, error } from './support/bouncer'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { PhoneCompany, type Phone } from './support/encrypted-phones'
import { holdsLaw, register } from './support/law'
import { sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'
import { eventually } from './support/waiting'

const bouncer = startBouncer()
afterAll(() => bouncer.stop())
const company = new PhoneCompany(bouncer)
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  push: { ...defaultRules.push, bouncer: bouncer.access },
}
const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
const general = await addChannel(owner, 'general', [owner, ann, bob])
const hour = 3600_000

async function registered(person: Client, kind: Phone['kind'] = 'fcm'): Promise<Phone> {
  const phone = company.phone(kind)
  await person.post('/mobile_push/register', phone.registration())
  await server.server.settled()
  return phone
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

const common = (person: Client) => ({
  realm_url: ownUrl(server.organization),
  realm_name: 'Test organization',
  user_id: person.id,
})

test('one request tells all phones of a person, each in its own words', async () => {
  const [android, apple] = [await registered(ann, 'fcm'), await registered(ann, 'apns')]
  const others = await registered(bob)
  const group = await owner.post('/user_groups/create', { name: 'cooks', description: '', members: [ann.id] })
  const mentionedGroupId = Number(group.body['group_id'])
  const id = await sendToChannel(bob, general, '@*cooks* **lunch** at `noon`', 'food')
  await server.server.settled()
  const said = {
    type: 'message',
    ...common(ann),
    message_id: id,
    time: server.clock.now() / 1000,
    sender_id: bob.id,
    sender_full_name: 'Bob',
    sender_avatar_url: expect.stringMatching(/^http/),
    content: '@cooks lunch at noon',
    recipient_type: 'channel',
    channel_id: general.id,
    channel_name: 'general',
    topic: 'food',
    mentioned_user_group_id: mentionedGroupId,
    mentioned_user_group_name: 'cooks',
  }
  expect([android.notifications, apple.notifications, others.notifications]).toEqual([[said], [said], []])
  const [call, ...more] = bouncer.take('push/e2ee/notify')
  expect(more).toEqual([])
  expect(call?.body['realm_uuid']).toBe(organizationUuid(server.organization))
  expect(JSON.stringify(call?.body)).not.toMatch(/Bob|lunch|general|food/)

  await read(ann, [id])
  const removed = { type: 'remove', ...common(ann), message_ids: [id] }
  expect([android.notifications[1], apple.notifications[1]]).toEqual([removed, removed])
  expect(android.passed[1]).toMatchObject({ fcm_priority: 'normal' })
  expect(apple.passed[1]).toMatchObject({ http_headers: { 'apns-priority': '5' } })
})

test('a direct message names all who are in the conversation', async () => {
  const phone = await registered(ann)
  await sendDirectly(bob, [ann, owner], 'Hello')
  await server.server.settled()
  const pm_users = [owner, ann, bob].map(({ id }) => id).join(',')
  expect(phone.notifications).toMatchObject([{ recipient_type: 'direct', pm_users, content: 'Hello' }])
})

test('phones that are gone have failed; who has no other is not told of anything', async () => {
  const cy = await server.addPerson('Cy')
  const [kept, lost] = [await registered(cy), await registered(cy)]
  lost.isGone = true
  await holdsLaw([cy], () => tell(cy, 'One'))
  const devices = Object((await register(cy))['push_devices'])
  expect(devices[lost.accountId]).toEqual({
    status: 'failed',
    error_code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  })
  expect(kept.notifications).toMatchObject([{ content: 'One' }])
  expect(pushedTo(server.organization).has(cy.id)).toBe(true)
  kept.isGone = true
  await tell(cy, 'Two')
  expect(pushedTo(server.organization).has(cy.id)).toBe(false)
})

test('the bouncer is down for an hour: nothing is lost, nothing is doubled, what was read meanwhile is not sent', async () => {
  const dan = await server.addPerson('Dan')
  const phone = await registered(dan)
  bouncer.fault = () => error(503, 'DOWN', { 'retry-after': '60' })
  const ids: number[] = []
  for (const content of ['One', 'Two', 'Three']) {
    ids.push(await tell(dan, content))
  }
  await read(dan, ids.slice(0, 1))
  await server.advance(hour)
  bouncer.fault = undefined
  await server.advance(hour)
  await server.advance(hour)
  expect(phone.notifications.map(({ content, message_ids }) => content ?? message_ids).toSorted()).toEqual([
    [ids[0]],
    'Three',
    'Two',
  ])
})

test('what is read while it is on its way is taken back afterwards', async () => {
  const eve = await server.addPerson('Eve')
  const phone = await registered(eve)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Response>()
  bouncer.fault = () => {
    bouncer.fault = undefined
    asked.resolve()
    return answer.promise
  }
  const id = await sendDirectly(bob, [eve])
  await asked.promise
  await eve.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await eventually(() => phone.passed.length === 1)
  answer.resolve(Response.json({ result: 'success', delete_device_ids: [] }))
  await server.server.settled()
  expect(phone.notifications).toMatchObject([{ type: 'remove' }, { type: 'remove', message_ids: [id] }])
})

test('what the bouncer says of strangers’ devices, or in garbage, fails nobody’s', async () => {
  const fay = await server.addPerson('Fay')
  const phone = await registered(fay)
  for (const delete_device_ids of [[1], ['x', null, -1, 1.5], 'all', { length: 1 }]) {
    bouncer.fault = () => Response.json({ result: 'success', delete_device_ids })
    await tell(fay)
  }
  bouncer.fault = undefined
  await tell(fay, 'Still there')
  expect(phone.notifications).toMatchObject([{ content: 'Still there' }])
  expect(Object((await register(fay))['push_devices'])[phone.accountId]).toMatchObject({ status: 'active' })
})
