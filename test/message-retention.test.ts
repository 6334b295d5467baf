// Message retention: what is older than a channel or the organization keeps messages goes away in the background.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { jobRunners } from '../src/jobs/runner'
import { deletionList } from '../src/message-archive/repository'
import { expireMessages } from '../src/messages/changing/retention/expiring'
import { agedQuery } from '../src/messages/changing/retention/repository'
import { restore } from '../src/messages/changing/editing/restoring'
import { defaultRules } from '../src/organization/rules'
import { eventsOfOne, messagesIn, sendTo, star, topicsIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { storedJobs } from './support/jobs'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { fetched, found, sendDirectly } from './support/messages'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

// Many clients are held to the law, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, owner, ada, ann, bob, gus } = await scenario(
  { ada: 'administrator', ann: 'member', bob: 'member', gus: 'guest' },
  { rules: { ...defaultRules, messagesPerStep: 3 } },
)
const hour = 3_600_000
const day = 24 * hour

/** So much time passes; within the last hour of it nobody has looked for what has expired, so that five minutes later somebody does. */
async function pass(days: number): Promise<void> {
  await server.advance(days * day)
  await server.advance(hour - 60_000)
}

const soon = () => server.advance(5 * 60_000)

/** So much later the timer looks, but until the server starts again nobody does jobs. */
async function onlyQueue(milliseconds: number): Promise<void> {
  await jobRunners(server.organization).current?.stop()
  server.clock.advance(milliseconds)
  await expireMessages(server.organization)
}

const keep = (channel: { id: number }, days: number | string) =>
  owner.patch(`/streams/${channel.id}`, { message_retention_days: days })
const keepAll = (days: number | string) => owner.patch('/realm', { message_retention_days: days })
const direct = (...people: Client[]) => [{ operator: 'dm', operand: people.map(({ id }) => id) }]

test('a channel keeps what is younger than it says; what is older goes from everywhere, in several steps', async () => {
  const channel = await addChannel(owner, 'short', [owner, ann, bob, gus])
  const other = await addChannel(owner, 'long', [owner, ann, bob])
  const old: number[] = []
  for (const topic of ['plans', 'Lunch', 'plans', '', 'lunch'])
    old.push(await sendTo(ann, channel.id, topic, 'hello @**Bob**'))
  const elsewhere = await sendTo(ann, other.id, 'plans', 'stays')
  await star(server, bob, old[0] ?? 0)
  await bob.post(`/messages/${old[1]}/reactions`, { emoji_name: 'wave' })
  await ann.patch(`/messages/${old[2]}`, { content: 'edited' })
  await pass(7)
  const young = await sendTo(bob, channel.id, 'plans', 'young')
  await holdsLaw([owner, ann, bob, gus], async () => {
    await keep(channel, 7)
    await soon()
  })
  expect(await topicsIn(bob, channel.id)).toEqual({ plans: [young] })
  expect(await topicsIn(bob, other.id)).toEqual({ plans: [elsewhere] })
  const { unread_msgs, starred_messages } = await register(bob)
  expect({ unread_msgs, starred_messages }).toMatchObject({ unread_msgs: { count: 2 }, starred_messages: [] })
  expect((await ann.get(`/messages/${old[0]}`)).body).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await ann.get(`/streams/${channel.id}`)).body).toMatchObject({
    stream: { first_message_id: young, message_retention_days: 7 },
  })
  expect(storedJobs(server)).toEqual([])
})

test('each topic has events of its own; clients that know no lists get one for each message', async () => {
  const channel = await addChannel(owner, 'events', [ann])
  const ids = []
  for (const topic of ['a', 'b', 'a']) ids.push(await sendTo(ann, channel.id, topic, 'x'))
  await pass(2)
  const expire = async () => {
    await keep(channel, 1)
    await soon()
  }
  const events = await eventsOfOne(ann, { client_capabilities: { bulk_message_deletion: true } }, expire)
  const deletions = events.filter(({ type }) => type === 'delete_message')
  const common = {
    type: 'delete_message',
    message_type: 'stream',
    stream_id: channel.id,
    id: expect.any(Number),
  }
  expect(deletions).toEqual([
    { ...common, topic: 'a', message_ids: [ids[0], ids[2]] },
    { ...common, topic: 'b', message_ids: [ids[1]] },
  ])
})

test('channels that say nothing follow the organization, as direct messages do; those that say forever do not', async () => {
  const plain = await addChannel(owner, 'plain', [ann, bob])
  const forever = await addChannel(owner, 'forever', [ann, bob], { message_retention_days: 'unlimited' })
  const archived = await addChannel(owner, 'archived', [ann, bob])
  const kept = await sendTo(ann, forever.id, 'x', 'kept')
  for (const channel of [plain, archived]) await sendTo(ann, channel.id, 'x', 'old')
  await owner.delete(`/streams/${archived.id}`)
  for (const people of [[bob], [bob, gus], [bob]]) await sendDirectly(ann, people, 'old')
  await pass(30)
  const late = await sendDirectly(ann, [bob], 'young')
  await holdsLaw([ann, bob, gus], async () => {
    expect((await keepAll(30)).body).toMatchObject({ result: 'success' })
    await soon()
  })
  expect(await register(bob)).toMatchObject({ realm_message_retention_days: 30 })
  expect(await messagesIn(ann, direct(bob))).toMatchObject([{ id: late }])
  expect(await found(ann, direct(bob, gus))).toEqual([])
  for (const { id } of [plain, archived]) expect(await topicsIn(ann, id)).toEqual({})
  expect(await topicsIn(ann, forever.id)).toEqual({ x: [kept] })
  await keepAll('unlimited')
  expect(await register(bob)).toMatchObject({ realm_message_retention_days: -1 })
})

test('the audit log says how many messages went for their age, in how many steps ever', async () => {
  const channel = await addChannel(owner, 'counted', [ann, bob])
  for (let times = 0; times < 7; times++) await sendTo(ann, channel.id, 'a', 'old')
  for (let times = 0; times < 4; times++) await sendDirectly(ann, [bob], 'old')
  await pass(2)
  const expired = async () => {
    const action = ['channel.messages_expired', 'message.direct_expired']
    const { body } = await owner.get('/realm/audit_log', { action, since: server.clock.now() / 1000 - 3600 })
    return items(body['audit_log'])
  }
  expect(await expired()).toEqual([])
  await keep(channel, 1)
  await soon()
  const ofChannel = { object_type: 'channel', object_id: channel.id, object_name: 'counted', count: 7 }
  expect(await expired()).toMatchObject([{ ...ofChannel, actor_type: 'system', actor_id: null }])
  await keepAll(1)
  await pass(0)
  await soon()
  expect(await expired()).toMatchObject([{ action: 'message.direct_expired', object_id: null }])
  await keepAll('unlimited')
})

test('what expired in one place can be put back at once, until the next look', async () => {
  const channel = await addChannel(owner, 'back', [ann, bob])
  const ids: number[] = []
  for (const topic of ['a', 'b', 'a', 'c', 'a'])
    ids.push(await sendTo(ann, channel.id, topic, 'hello @**Bob**'))
  await pass(2)
  const before = [await messagesIn(bob, [{ operator: 'channel', operand: channel.id }]), await register(bob)]
  await keep(channel, 1)
  await soon()
  const [deletion] = deletionList(server.organization.db, 1)
  expect(deletion).toMatchObject({ messageCount: 5, channelId: channel.id, topic: null })
  await keep(channel, 'unlimited')
  expect(await restore(server.organization, { deletionId: deletion?.id ?? 0 })).toEqual(ids)
  const after = [await messagesIn(bob, [{ operator: 'channel', operand: channel.id }]), await register(bob)]
  expect(JSON.stringify(after[0])).toBe(JSON.stringify(before[0]))
  await keep(channel, 1)
  await pass(0.1)
  expect(await topicsIn(bob, channel.id)).toEqual({})
})

test('direct messages of several conversations come back as they were', async () => {
  for (const people of [[bob], [gus], [bob, gus]]) await sendDirectly(ann, people, 'old')
  await pass(3)
  const narrows = [direct(bob), direct(gus), direct(bob, gus)]
  const shown = () => Promise.all(narrows.map((narrow) => messagesIn(ann, narrow)))
  const before = await shown()
  expect(before.flat().length).toBeGreaterThanOrEqual(3)
  await keepAll(2)
  await soon()
  expect((await shown()).flat()).toEqual([])
  await keepAll('unlimited')
  const [deletion] = deletionList(server.organization.db, 1)
  await restore(server.organization, { deletionId: deletion?.id ?? 0 })
  expect(await shown()).toEqual(before)
})

test('a stop in the middle loses nothing and deletes nothing twice; a policy taken back ends it', async () => {
  const channel = await addChannel(owner, 'middle', [ann])
  for (let count = 0; count < 10; count++) await sendTo(ann, channel.id, 'x', 'old')
  await pass(2)
  await keep(channel, 1)
  await onlyQueue(5 * 60_000)
  expect(storedJobs(server)).toMatchObject([{ kind: 'expire-messages', key: String(channel.id) }])
  await onlyQueue(hour)
  expect(storedJobs(server)).toHaveLength(1)
  await server.restart()
  await server.server.settled()
  expect(await topicsIn(ann, channel.id)).toEqual({})
  await keep(channel, 'unlimited')
  for (let count = 0; count < 4; count++) await sendTo(ann, channel.id, 'x', 'old')
  await pass(2)
  await keep(channel, 1)
  await onlyQueue(5 * 60_000)
  await keep(channel, 'realm_default')
  await server.restart()
  await server.server.settled()
  expect(storedJobs(server)).toEqual([])
  expect((await topicsIn(ann, channel.id))['x']).toHaveLength(4)
})

test('a message that is younger than later ones, as the clock was wrong, is not taken for old', async () => {
  const channel = await addChannel(owner, 'clock', [ann])
  const old = await sendTo(ann, channel.id, 'x', 'old')
  await pass(5)
  const young = await sendTo(ann, channel.id, 'x', 'young')
  const wrong = await sendTo(ann, channel.id, 'x', 'sent in 1970')
  await server.organization.write((tx) =>
    tx.sqlite.query('UPDATE messages SET sent_at = 5 WHERE id = ?').run(wrong),
  )
  await keep(channel, 4)
  await soon()
  expect(await topicsIn(ann, channel.id)).toEqual({ x: [young] })
  expect(old).toBeLessThan(young)
  expect(await fetched(ann, young)).toMatchObject({ content: '<p>young</p>' })
})

test('only owners say how long messages are kept, and say it well', async () => {
  const channel = await addChannel(owner, 'rules', [owner])
  const name = 'message_retention_days'
  const setting = (who: Client, path: string, value: unknown, answer: Refusal['answer']): Refusal => ({
    who,
    method: 'patch',
    path,
    parameters: { [name]: value },
    answer,
  })
  const wrong = [0, -2, 1.5, 'forever', '', [], 10_000_000, ' realm_default']
  const paths = [`/streams/${channel.id}`, '/realm']
  await areRefused(owner, [
    ...paths.flatMap((path) => wrong.map((value) => setting(owner, path, value, invalid(name)))),
    setting(owner, '/realm', 'realm_default', invalid(name)),
    ...paths.map((path) => setting(ada, path, 5, badRequest('Must be an organization owner'))),
  ])
})

test('an index has the messages of a channel, and direct ones, by age', () => {
  const { db } = server.organization
  for (const conversationId of [1, undefined]) {
    const { sql, params } = agedQuery(db, conversationId, 10, 5).toSQL()
    const plan = db.sqlite.query(`EXPLAIN QUERY PLAN ${sql}`).all(...params.map(Number))
    expect(JSON.stringify(plan)).toMatch(/USING INDEX messages_(conversation|topic)/)
    expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE')
  }
})
