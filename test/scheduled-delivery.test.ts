// Scheduled messages being sent: at their second, in order, once; and what becomes of those that can't be.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ManualClock } from '../src/organization/clock'
import { setDeactivated } from '../src/administration/settings'
import { dueQuery, insertScheduled } from '../src/scheduled-messages/repository'
import { addChannel } from './support/channels'
import { Client, type Parameters } from './support/client'
import { Confab } from './support/confab'
import { eventsOf, holdsLaw, register } from './support/law'
import { item, items, type Item } from './support/law/rules'
import { areRefused, missing } from './support/refusals'
import { addPeople } from './support/scenario'
import { startOfTests, TestServer } from './support/server'

const path = '/scheduled_messages'
const now = startOfTests / 1000

let server: TestServer
let member: Client
let bob: Client
let channel: number
beforeEach(async () => {
  server = await TestServer.start()
  ;({ member, bob } = await addPeople(server, { member: 'member Mia Member', bob: 'member' }))
  channel = (await addChannel(server.owner, 'engineering', [server.owner, member, bob])).id
})
afterEach(() => server.stop())

async function schedule(parameters: Parameters, who = member): Promise<number> {
  const address = { type: 'channel', to: channel, topic: 'plans', scheduled_delivery_timestamp: now + 60 }
  const reply = await who.post(path, { ...address, content: 'Hello', ...parameters })
  expect(reply.body).toMatchObject({ result: 'success' })
  return Number(reply.body['scheduled_message_id'])
}

const toBob = (parameters: Parameters = {}) => schedule({ type: 'direct', to: [bob.id], ...parameters })

async function scheduled(who = member): Promise<Item[]> {
  return items((await who.get(path)).body['scheduled_messages'])
}

const fromBot = { operator: 'sender', operand: 'notification-bot@confab.invalid' }

/** The newest messages the person can read that people have sent, as Markdown, oldest first. */
async function contents(who: Client, narrow: object = { ...fromBot, negated: true }): Promise<unknown[]> {
  const all = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false, narrow: [narrow] }
  return items((await who.get('/messages', all)).body['messages']).map(({ content }) => content)
}

/** What the notification bot has told the person of messages that could not be sent. */
async function notices(who: Client): Promise<unknown[]> {
  return (await contents(who, fromBot)).filter((content) => String(content).includes('could not be sent'))
}

test('a message is sent at its second, not before, and is no longer scheduled then', async () => {
  await toBob({ content: 'On time' })
  const watching = { person: bob, state: await register(bob, { event_types: ['message'] }) }
  await server.advance(59_999)
  expect(await eventsOf(watching)).toEqual([])
  await holdsLaw([member, bob], () => server.advance(1))
  expect(await eventsOf(watching)).toMatchObject([
    { message: { content: 'On time', sender_id: member.id, timestamp: now + 60, client: 'Bun' } },
  ])
  expect(await scheduled()).toEqual([])
  await server.advance(60_000)
  expect(await contents(bob)).toEqual(['On time'])
})

test('what is due together goes out in the order of its times, then of its making', async () => {
  await schedule({ content: 'third', scheduled_delivery_timestamp: now + 30 })
  await schedule({ content: 'first', scheduled_delivery_timestamp: now + 10 })
  await schedule({ content: 'fourth', scheduled_delivery_timestamp: now + 30 })
  await schedule({ content: 'second', scheduled_delivery_timestamp: now + 20 }, bob)
  await schedule({ content: 'later', scheduled_delivery_timestamp: now + 31 })
  await server.advance(30_000)
  expect(await contents(bob)).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a changed message goes out as it was changed to', async () => {
  const id = await schedule({ content: 'old' })
  await member.patch(`${path}/${id}`, { content: 'new', scheduled_delivery_timestamp: now + 120 })
  await server.advance(60_000)
  expect(await contents(bob)).toEqual([])
  await server.advance(60_000)
  expect(await contents(bob)).toEqual(['new'])
})

test('whether the sender has read it is as they said, or follows from their client', async () => {
  await toBob({ content: 'read', read_by_sender: true })
  await toBob({ content: 'unread', read_by_sender: false })
  await toBob({ content: 'from an app', client: 'website' })
  await toBob({ content: 'from a program', client: 'cron' })
  const watching = { person: member, state: await register(member, { event_types: ['message'] }) }
  await server.advance(60_000)
  const flags = (await eventsOf(watching)).map((event) => [item(event['message'])['content'], event['flags']])
  expect(flags).toEqual([
    ['read', ['read']],
    ['unread', []],
    ['from an app', ['read']],
    ['from a program', []],
  ])
})

test('a clock that jumps ahead sends all that it jumped over; one that jumps back sends nothing again', async () => {
  await toBob({ content: 'soon' })
  await toBob({ content: 'tomorrow', scheduled_delivery_timestamp: now + 24 * 3600 })
  await server.advance(3 * 24 * 3600_000)
  expect(await contents(bob)).toEqual(['soon', 'tomorrow'])
  await server.advance(-4 * 24 * 3600_000)
  await server.advance(5 * 24 * 3600_000)
  expect(await contents(bob)).toEqual(['soon', 'tomorrow'])
})

test("one that can't be sent is marked, its sender is told, and the others go out", async () => {
  await schedule({ content: 'before' })
  const { id: gone } = await addChannel(server.owner, 'short-lived', [server.owner, member])
  const bad = await schedule({ content: 'lost', to: gone })
  await schedule({ content: 'after' })
  await server.owner.delete(`/streams/${gone}`)
  await holdsLaw([member, bob], () => server.advance(60_000))
  expect(await contents(bob)).toEqual(['before', 'after'])
  expect(await scheduled()).toMatchObject([{ scheduled_message_id: bad, content: 'lost', failed: true }])
  const [notice] = await notices(member)
  expect(notice).toContain("could not be sent: Channel 'short-lived' is archived.")
  expect(notice).toContain('<time:2026-01-15T12:01:00Z>')
  await server.advance(60_000)
  expect(await notices(member)).toHaveLength(1)

  const url = `${path}/${bad}`
  await areRefused(member, [
    {
      who: member,
      method: 'patch',
      path: url,
      parameters: { content: 'x' },
      answer: missing('scheduled_delivery_timestamp'),
    },
  ])
  const again = { scheduled_delivery_timestamp: now + 300 }
  expect((await member.patch(url, again)).body['code']).toBe('BAD_REQUEST')
  await holdsLaw([member], () => member.patch(url, { ...again, to: channel }))
  expect(await scheduled()).toMatchObject([{ failed: false, ...again }])
  await server.advance(180_000)
  expect(await contents(bob)).toEqual(['before', 'after', 'lost'])
})

test('a sender who may no longer post there, or whose account is deactivated, sends nothing', async () => {
  const { id: closed } = await addChannel(server.owner, 'closing', [server.owner, member, bob])
  await schedule({ to: closed, content: 'too late' })
  await schedule({ content: 'from the grave' }, bob)
  await server.owner.patch(`/streams/${closed}`, {
    can_send_message_group: { new: { direct_members: [server.owner.id], direct_subgroups: [] } },
  })
  await server.owner.delete(`/users/${bob.id}`)
  await server.advance(60_000)
  expect(await contents(server.owner)).toEqual([])
  expect(await scheduled()).toMatchObject([{ content: 'too late', failed: true }])
  expect(await notices(member)).toHaveLength(1)
  await server.reactivate(bob)
  expect(await scheduled(bob)).toMatchObject([{ content: 'from the grave', failed: true }])
  expect(await notices(bob)).toEqual([])
})

test('what was due while the server was down goes out at the start, unless that is too long ago', async () => {
  await toBob({ content: 'just missed', scheduled_delivery_timestamp: now + 3600 })
  await toBob({ content: 'long missed', scheduled_delivery_timestamp: now + 2999 })
  await server.restart(() => server.clock.advance(3600_000))
  await holdsLaw([member, bob], () => server.server.tick())
  expect(await contents(bob)).toEqual(['just missed'])
  expect(await scheduled()).toMatchObject([{ content: 'long missed', failed: true }])
  expect(await notices(member)).toEqual([expect.stringContaining('The server was not running at that time.')])
})

test('a deactivated organization sends nothing; opened again, only what was due not long before', async () => {
  await toBob({ content: 'long missed', scheduled_delivery_timestamp: now + 60 })
  await toBob({ content: 'just missed', scheduled_delivery_timestamp: now + 3600 })
  const { body } = await member.post('/messages', { type: 'direct', to: [bob.id], content: 'before' })
  const asked = { message_id: body['id'], scheduled_delivery_timestamp: now + 60, note: 'tea' }
  expect((await member.post('/reminders', asked)).body).toMatchObject({ result: 'success' })
  const queued = () =>
    server.organization.db.sqlite.query('SELECT id FROM scheduled_messages WHERE failure IS NULL').all()
      .length
  await setDeactivated(server.organization, true)
  for (const time of [60_000, 3_600_000]) {
    await server.advance(time)
    expect(queued()).toBe(2)
  }
  await setDeactivated(server.organization, false)
  await server.server.tick()
  expect(await contents(bob)).toEqual(['before', 'just missed'])
  expect(await scheduled()).toMatchObject([{ content: 'long missed', failed: true }])
  expect(await notices(member)).toEqual([
    expect.stringContaining('The organization was deactivated at that time.'),
  ])
  expect((await contents(member, fromBot)).join()).toContain('tea')
})

test('what is scheduled or a reminder never has the ID of the message it becomes, nor of any other', async () => {
  const waiting: number[] = []
  for (let number = 0; number < 10; number++) {
    waiting.push(await toBob({ content: `number ${number}` }))
    const sent = await bob.post('/messages', { type: 'direct', to: [bob.id], content: 'Now' })
    const parameters = { message_id: sent.body['id'], scheduled_delivery_timestamp: now + 60 }
    const { body } = await bob.post('/reminders', parameters)
    waiting.push(Number(body['reminder_id']))
  }
  await holdsLaw([member, bob], () => server.advance(60_000))
  const all = { anchor: 'newest', num_before: 1000, num_after: 0 }
  const sent = items((await bob.get('/messages', all)).body['messages']).map(({ id }) => Number(id))
  expect(sent.length).toBeGreaterThanOrEqual(30)
  expect(waiting.filter((id) => sent.includes(id))).toEqual([])
  expect(new Set(waiting).size).toBe(20)
  // Some clients keep them in 31 bits.
  expect(Math.max(...waiting, ...sent)).toBeLessThan(100)
})

test('the search for what is due uses its index', () => {
  const { db } = server.organization
  const { sql } = dueQuery(db.orm).toSQL()
  using plan = db.sqlite.prepare<{ detail: string }, [number, number]>(`EXPLAIN QUERY PLAN ${sql}`)
  expect(plan.all(0, 1).map(({ detail }) => detail)).toEqual([
    expect.stringContaining('USING COVERING INDEX scheduled_messages_due'),
  ])
})

test('a SIGKILL among them: all are sent in the end, each once', async () => {
  const count = 1000
  await using confab = new Confab()
  const past = new ManualClock(Date.UTC(2020, 0, 1))
  const before = await TestServer.start({ dataFolder: confab.data, clock: past })
  const { id, email, apiKey } = before.owner
  await before.organization.write((tx) => {
    for (let number = 0; number < count; number++) {
      insertScheduled(tx, {
        userId: id,
        channelId: null,
        topic: '',
        memberIds: [id],
        content: `number ${number}`,
        renderedContent: '',
        deliverAt: past.now() / 1000 + 60,
        readBySender: null,
        client: 'test',
        failure: null,
      })
    }
  })
  await before.stop()

  const options = ['--json', '--rate-limits', 'off', '--longest-message-delay', '100000000']
  let process = await confab.serve(options)
  const owner = () => new Client(process.url, id, email, apiKey)
  const waiting = async () => items((await owner().get(path)).body['scheduled_messages']).length
  let left = count
  while (left === count) left = await waiting()
  process.kill('SIGKILL')
  await process.exited
  process = await confab.serve(options)
  while (left > 0) left = await waiting()
  const sent = await contents(owner())
  expect(new Set(sent).size).toBe(count)
  expect(sent).toHaveLength(count)
}, 240_000)
