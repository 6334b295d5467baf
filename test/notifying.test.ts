// The way of a message to people who are away: queued by the write that sends it, if it can tell anybody, and told in steps.
import { afterAll, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { tellingLimits } from '../src/notifying/telling'
import { addChannel, changeSubscription } from './support/channels'
import type { Client } from './support/client'
import { givePhones, onDevices } from './support/devices'
import { startBouncer } from './support/bouncer'
import { sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const usual = { ...tellingLimits }
const bouncer = startBouncer()
afterAll(() => bouncer.stop())
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  push: { ...defaultRules.push, bouncer: bouncer.access },
}
const { server, owner, ann, bob, cleo } = await scenario(
  { ann: 'member', bob: 'member', cleo: 'member' },
  { rules },
)
await givePhones(bob)
await bob.patch('/settings', {
  automatically_follow_topics_policy: 4,
  automatically_follow_topics_where_mentioned: false,
})
const town = await addChannel(owner, 'town', [ann, bob, cleo])

/** How many jobs the action queued, done or not. */
async function jobsBy(action: () => Promise<unknown>): Promise<number> {
  const { sqlite } = server.organization.db
  const queued = () =>
    sqlite.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'").get()?.seq ?? 0
  await server.server.settled()
  const before = queued()
  await action()
  await server.server.settled()
  return queued() - before
}

async function edit(person: Client, messageId: number, content: string): Promise<void> {
  const { body } = await person.patch(`/messages/${messageId}`, { content })
  expect(body).toMatchObject({ result: 'success' })
}

test('who is away and has a device is told; what can tell nobody queues nothing', async () => {
  expect(await jobsBy(() => sendDirectly(ann, [cleo]))).toBe(0)
  expect(await jobsBy(() => sendToChannel(ann, town))).toBe(0)
  expect(await jobsBy(() => sendToChannel(ann, town, '@**Cleo** look'))).toBe(0)
  expect(await jobsBy(() => sendToChannel(bob, town, '@**all** look'))).toBe(0)
  expect(await onDevices(server, bob)).toEqual([])

  const direct = await sendDirectly(ann, [bob])
  const mention = await sendToChannel(ann, town, '@**Bob** look')
  const wildcard = await sendToChannel(ann, town, '@**all** look')
  const topic = await sendToChannel(ann, town, '@**topic** look', 'without Bob')
  expect(await onDevices(server, bob)).toEqual([direct, mention, wildcard])
  expect(topic).toBeGreaterThan(wildcard)
  expect(await onDevices(server, cleo)).toEqual([])
})

test('who follows the topic, or wants to hear of all that is sent to the channel, is told of plain messages', async () => {
  const before = await onDevices(server, bob)
  await bob.post('/user_topics', { stream_id: town.id, topic: 'followed', visibility_policy: 3 })
  const followed = await sendToChannel(ann, town, 'Hello', 'Followed')
  await changeSubscription(bob, town, 'push_notifications', true)
  const any = await sendToChannel(ann, town, 'Hello')
  await changeSubscription(bob, town, 'push_notifications', false)
  expect(await jobsBy(() => sendToChannel(ann, town))).toBe(0)
  const village = await addChannel(owner, 'village', [ann, bob])
  await bob.patch('/settings', { enable_stream_push_notifications: true })
  const other = await sendToChannel(ann, village, 'Hello')
  await bob.patch('/settings', { enable_stream_push_notifications: false })
  expect(await jobsBy(() => sendToChannel(ann, village))).toBe(0)
  expect(await onDevices(server, bob)).toEqual([...before, followed, any, other])
})

test('a greeting is seen when people come by, a reminder reaches them', async () => {
  await givePhones(owner)
  const greeting = await owner.post('/realm/test_welcome_bot_custom_message', {
    welcome_message_custom_text: 'Welcome!',
  })
  expect(greeting.body).toMatchObject({ result: 'success' })
  const about = await sendToChannel(ann, town)
  await owner.post('/reminders', {
    message_id: about,
    scheduled_delivery_timestamp: server.clock.now() / 1000 + 60,
  })
  expect(await onDevices(server, owner)).toEqual([])
  await server.advance(61_000)
  const [reminder, ...others] = await onDevices(server, owner)
  expect(reminder).toBeGreaterThan(about)
  expect(others).toEqual([])
})

test('a write that is undone tells nobody', async () => {
  const sent = async () => {
    const { body } = await ann.post('/messages', { type: 'direct', to: [bob.id, 99999], content: 'Hello' })
    expect(body).toMatchObject({ result: 'error' })
  }
  expect(await jobsBy(sent)).toBe(0)
})

test('an edit tells those whom it mentions and who were not mentioned before', async () => {
  const before = await onDevices(server, bob)
  const id = await sendToChannel(ann, town, 'Look')
  expect(await jobsBy(() => edit(ann, id, 'Look here'))).toBe(0)
  expect(await jobsBy(() => edit(ann, id, '@**Cleo** look'))).toBe(0)
  await edit(ann, id, '@**Bob** look')
  expect(await onDevices(server, bob)).toEqual([...before, id])
  expect(await jobsBy(() => edit(ann, id, '@**Bob** look here'))).toBe(0)
  const everybody = await sendToChannel(ann, town, 'Look')
  await edit(ann, everybody, '@**all** look')
  expect(await onDevices(server, bob)).toEqual([...before, id, everybody])
})

test('an edit that mentions somebody anew tells them no second time, nor once they have read it', async () => {
  const id = await sendToChannel(ann, town, '@**Bob** look')
  const before = await onDevices(server, bob)
  expect(before).toContain(id)
  await edit(ann, id, 'Look')
  const again = await jobsBy(() => edit(ann, id, '@**Bob** look'))
  // The one that decides alone.
  expect(again).toBe(1)
  await edit(ann, id, 'Look')
  await bob.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  expect(await jobsBy(() => edit(ann, id, '@**Bob** look'))).toBe(0)
  expect(await onDevices(server, bob)).toEqual(before.filter((each) => each !== id))
})

test('a mention of everybody tells all who are away, a step at a time, each once', async () => {
  tellingLimits.peoplePerStep = 2
  try {
    const crowd = await Promise.all(['Dan', 'Eve', 'Fay', 'Gil', 'Hal'].map((name) => server.addPerson(name)))
    const channel = await addChannel(owner, 'crowd', [ann, ...crowd])
    await givePhones(...crowd)
    const id = await sendToChannel(owner, channel, '@**all** look')
    for (const person of crowd) expect(await onDevices(server, person)).toEqual([id])
    // An edit goes to those whom it is about alone, in steps as well.
    const [dan, eve, fay] = crowd
    const later = await sendToChannel(owner, channel, 'Look')
    await edit(
      owner,
      later,
      crowd
        .slice(0, 3)
        .map((person) => `@**|${person.id}**`)
        .join(' '),
    )
    for (const person of crowd) {
      const isMeant = [dan, eve, fay].includes(person)
      expect(await onDevices(server, person)).toEqual(isMeant ? [id, later] : [id])
    }
  } finally {
    Object.assign(tellingLimits, usual)
  }
})
