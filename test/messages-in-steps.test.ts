// Topics too big for one write, moved and deleted step by step: what people see meanwhile, and after whatever comes between.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { retryJob } from '../src/jobs/actions'
import { jobRunners } from '../src/jobs/runner'
import { restore } from '../src/messages/changing/editing/restoring'
import { deletionList } from '../src/message-archive/repository'
import { defaultRules } from '../src/organization/rules'
import { eventsOfOne, messagesIn, sendTo, star, topicsIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client, Parameters, Reply } from './support/client'
import { choicesFor } from '../src/user-topics/repository'
import { storedJobs, until } from './support/jobs'
import { assertLaw, holdsLaw, watch } from './support/law'
import { item, items, numbers, type Item } from './support/law/rules'
import { addPeople } from './support/scenario'
import { TestServer } from './support/server'

let server: TestServer
let ann: Client
let bob: Client
beforeEach(async () => {
  server = await TestServer.start({ rules: { ...defaultRules, messagesPerStep: 2, choicesPerStep: 2 } })
  ;({ ann, bob } = await addPeople(server, { ann: 'member', bob: 'member' }))
})
afterEach(() => server.stop())

/** From here on nobody does jobs, until the server is asked to settle: of a big topic only the first step is taken. */
async function withoutJobs(): Promise<void> {
  await jobRunners(server.organization).current?.stop()
}

/** A topic with so many messages of Ann's, which Bob has not read. @returns channel and IDs. */
async function bigTopic(name: string, count: number) {
  const { id: channel } = await addChannel(server.owner, name, [server.owner, ann, bob])
  const ids: number[] = []
  for (let number = 0; number < count; number++)
    ids.push(await sendTo(ann, channel, 'old', `number ${number}`))
  return { channel, ids }
}

function moveAll(id: number | undefined, to: Parameters, who = server.owner) {
  return who.patch(`/messages/${id}`, { propagate_mode: 'change_all', ...to })
}

const done = { result: 'success', msg: '', detached_uploads: [] }

/** How many messages are in a topic, straight from the table. */
function countIn(channel: number, topic: string): number {
  const query = 'SELECT count(*) AS count FROM messages WHERE channel_id = ? AND topic = ?'
  const { sqlite } = server.organization.db
  return sqlite.query<{ count: number }, [number, string]>(query).get(channel, topic)?.count ?? 0
}

/** Whether a person's state at register is of the middle of a move from one topic to another. */
function isBetween({ state }: { state: Item }): boolean {
  return items(item(state['unread_msgs'])['streams']).length > 1
}

test('whoever comes in the middle of a move holds at every moment what the events go on from', async () => {
  const { channel, ids } = await bigTopic('general', 300)
  const { id: other } = await addChannel(server.owner, 'other', [server.owner, ann, bob])
  const { id: closed } = await addChannel(server.owner, 'closed', [server.owner, ann], { invite_only: true })
  await star(server, bob, ids[3] ?? 0)
  await bob.post('/user_topics', { stream_id: channel, topic: 'old', visibility_policy: 3 })
  const moves = [
    { topic: 'new' },
    { topic: '✔ new' },
    { topic: 'NEW' },
    { topic: 'newer', stream_id: other },
    // Bob can't follow there.
    { topic: 'newest', stream_id: closed },
  ]
  let between = 0
  for (const to of moves) {
    const watchers = await watch([ann, bob])
    const moving = { reply: undefined as Reply | undefined }
    const answered = moveAll(ids[7], to).then((reply) => (moving.reply = reply))
    while (!moving.reply && watchers.length < 200) watchers.push(...(await watch([ann, bob])))
    expect((await answered).body).toEqual(done)
    // On a busy machine the answer does not wait for all of it.
    await until(() => storedJobs(server).length === 0)
    between += watchers.filter(isBetween).length
    await assertLaw(watchers)
  }
  expect(between).toBeGreaterThan(0)
  expect((await topicsIn(ann, closed))['newest']?.slice(0, 300)).toEqual(ids)
  expect(storedJobs(server)).toEqual([])
})

test('each step is told as a move of its own; the text that changed comes with the first; one notice ends it', async () => {
  const { channel, ids } = await bigTopic('general', 5)
  const events = await eventsOfOne(bob, { event_types: ['update_message', 'message', 'user_topic'] }, () =>
    moveAll(ids[0], { topic: 'new', content: 'first', send_notification_to_old_thread: true }, ann),
  )
  const moved = { type: 'update_message', propagate_mode: 'change_all', orig_subject: 'old', subject: 'new' }
  expect(events).toMatchObject([
    { ...moved, message_id: ids[0], message_ids: [ids[0], ids[3], ids[4]], content: 'first' },
    { ...moved, message_id: ids[1], message_ids: [ids[1], ids[2]] },
    { message: { subject: 'new', content: expect.stringContaining('This topic was moved here from') } },
    { message: { subject: 'old', content: expect.stringContaining('This topic was moved to') } },
  ])
  expect(events[1]).not.toHaveProperty('content')
  const history = await messagesIn(bob, [{ operator: 'topic', operand: 'new' }])
  const edit = { user_id: ann.id, prev_topic: 'old', topic: 'new' }
  const moves = history.slice(0, 5).map((message) => items(message['edit_history']))
  expect(moves).toMatchObject([[{ ...edit, prev_content: 'number 0' }], [edit], [edit], [edit], [edit]])
  expect(countIn(channel, 'old')).toBe(1)
})

test('a part of a topic moves with its count, resolving is told once and is no move', async () => {
  const { channel, ids } = await bigTopic('general', 7)
  const later = { topic: 'new', propagate_mode: 'change_later', send_notification_to_old_thread: true }
  await holdsLaw([ann, bob], () => server.owner.patch(`/messages/${ids[2]}`, later))
  const { old = [], new: after = [] } = await topicsIn(bob, channel)
  expect([old.slice(0, -1), after.slice(0, -1)]).toEqual([ids.slice(0, 2), ids.slice(2)])
  const notice = {
    sender_full_name: 'Notification Bot',
    content: expect.stringContaining('5 messages were moved'),
  }
  for (const [topic, count] of [
    ['old', 2],
    ['new', 5],
  ] as const) {
    expect((await messagesIn(bob, [{ operator: 'topic', operand: topic }])).slice(count)).toMatchObject([
      notice,
    ])
  }
  await holdsLaw([ann, bob], () => moveAll(ids[4], { topic: '✔ new' }, ann))
  const resolved = await messagesIn(bob, [{ operator: 'topic', operand: '✔ new' }])
  expect(resolved).toHaveLength(7)
  expect(resolved[6]).toMatchObject({ content: expect.stringContaining('as resolved') })
})

test('choices for a topic go along at once, with what is sent meanwhile to the new one; what is sent to the old one stays', async () => {
  await withoutJobs()
  const { channel, ids } = await bigTopic('general', 6)
  await bob.post('/user_topics', { stream_id: channel, topic: 'old', visibility_policy: 1 })
  await holdsLaw([ann, bob], async () => {
    expect((await moveAll(ids[0], { topic: 'new' })).body).toEqual(done)
    expect(countIn(channel, 'old')).toBe(3)
    await sendTo(ann, channel, 'old', 'stays')
    await sendTo(ann, channel, 'new', 'is here already')
    await server.server.settled()
  })
  expect(
    (await messagesIn(bob, [{ operator: 'topic', operand: 'old' }])).map(({ content }) => content),
  ).toEqual(['<p>stays</p>'])
  const { new: moved = [] } = await topicsIn(bob, channel)
  expect(moved.filter((id) => ids.includes(Number(id)))).toEqual(ids)
  const { body } = await bob.post('/register', { fetch_event_types: ['user_topic'] })
  expect(body['user_topics']).toMatchObject([{ topic_name: 'new', visibility_policy: 1 }])
})

test('of a topic that many follow, their choices go along in steps, and nobody moves it on before', async () => {
  await withoutJobs()
  const { channel, ids } = await bigTopic('general', 1)
  const everybody = [server.owner, ann, bob, ...Object.values(await addPeople(server, { cy: 'member' }))]
  for (const person of everybody)
    await person.post('/user_topics', { stream_id: channel, topic: 'old', visibility_policy: 3 })
  const followersOf = (topic: string) => choicesFor(server.organization, channel, topic).size
  await holdsLaw(everybody, async () => {
    const alone = { topic: 'new', propagate_mode: 'change_one' }
    expect((await server.owner.patch(`/messages/${ids[0]}`, alone)).body).toEqual(done)
    expect([countIn(channel, 'new'), followersOf('old'), followersOf('new')]).toEqual([1, 2, 2])
  })
  const onwards = { topic: 'newer', propagate_mode: 'change_one' }
  const refused = await server.owner.patch(`/messages/${ids[0]}`, onwards)
  expect(String(refused.body['msg'])).toContain('still being moved')
  await holdsLaw(everybody, () => server.server.settled())
  expect([followersOf('old'), followersOf('new')]).toEqual([0, 4])
  expect(await topicsIn(ann, channel)).toEqual({ new: [...ids, expect.any(Number)] })
  expect(storedJobs(server)).toEqual([])
})

test('who moves or deletes a topic that is being moved waits for that, and is told if it takes too long', async () => {
  const { channel, ids } = await bigTopic('general', 50)
  await holdsLaw([ann, bob], async () => {
    const moving = moveAll(ids[0], { topic: 'there' })
    await until(() => countIn(channel, 'there') > 2)
    // Once there, all of them come along, those too that were still on their way when it was asked for.
    const further = moveAll(ids[49], { topic: 'further' }, ann)
    expect([(await moving).body, (await further).body]).toEqual([done, done])
  })
  expect(await topicsIn(ann, channel)).toEqual({ further: [...ids, expect.any(Number), expect.any(Number)] })

  await withoutJobs()
  const again = await bigTopic('again', 5)
  expect((await moveAll(again.ids[0], { topic: 'there' })).body).toEqual(done)
  const refused = await moveAll(again.ids[4], { topic: 'elsewhere' }, ann)
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(String(refused.body['msg'])).toContain('still being moved')
  const path = `/streams/${again.channel}/delete_topic`
  expect((await server.owner.post(path, { topic_name: 'old' })).body).toMatchObject({ complete: false })
  await server.server.settled()
  expect((await topicsIn(ann, again.channel))['there']?.slice(0, 5)).toEqual(again.ids)
})

test('a topic is deleted from its newest message on, and restored as the one deletion that it was', async () => {
  const { channel, ids } = await bigTopic('general', 9)
  const before = await messagesIn(bob, [{ operator: 'channel', operand: channel }])
  const path = `/streams/${channel}/delete_topic`
  const watchers = await watch([ann, bob])
  const deleting = server.owner.post(path, { topic_name: 'old' })
  while (countIn(channel, 'old') > 0) watchers.push(...(await watch([ann, bob])))
  expect((await deleting).body).toEqual({ result: 'success', msg: '', complete: true })
  await assertLaw(watchers)
  expect(countIn(channel, 'old')).toBe(0)
  expect(watchers.length).toBeGreaterThan(4)
  const deletions = deletionList(server.organization.db, 10)
  expect(deletions).toMatchObject([{ messageCount: 9, firstMessageId: ids[0], lastMessageId: ids[8] }])
  expect(await restore(server.organization, { deletionId: deletions[0]?.id ?? 0 })).toEqual(ids)
  expect(await messagesIn(bob, [{ operator: 'channel', operand: channel }])).toEqual(before)
})

test('deleting that takes long says so, goes on, and says so again until it is done', async () => {
  await withoutJobs()
  const { channel } = await bigTopic('general', 6)
  const path = `/streams/${channel}/delete_topic`
  const bulk = { client_capabilities: { bulk_message_deletion: true } }
  const events = await eventsOfOne(bob, bulk, async () => {
    for (const complete of [false, false]) {
      expect((await server.owner.post(path, { topic_name: 'old' })).body).toMatchObject({ complete })
    }
    await server.server.settled()
  })
  expect(
    events.flatMap(({ type, message_ids }) => (type === 'delete_message' ? numbers(message_ids) : [])),
  ).toHaveLength(6)
  expect((await server.owner.post(path, { topic_name: 'old' })).body).toMatchObject({ complete: true })
  expect(deletionList(server.organization.db, 10)).toMatchObject([{ messageCount: 6 }])
})

test('a stop in the middle leaves the rest to the next start; who loses the right meanwhile has begun it', async () => {
  const { channel, ids } = await bigTopic('general', 300)
  const asked = moveAll(ids[0], { topic: 'new' }, ann)
  await until(() => countIn(channel, 'new') > 5)
  await server.restart()
  expect((await asked).body).toEqual(done)
  expect(countIn(channel, 'old')).toBeGreaterThan(10)
  expect((await server.owner.delete(`/users/${ann.id}`)).body).toMatchObject({ result: 'success' })
  await server.server.settled()
  const { old = [], new: moved = [] } = await topicsIn(bob, channel)
  expect([old, moved.slice(0, 300)]).toEqual([[], ids])
  expect(moved).toHaveLength(301)
})

test('nothing more goes to a channel that was archived meanwhile; retried, it goes on', async () => {
  await withoutJobs()
  const { channel, ids } = await bigTopic('general', 6)
  const { id: other } = await addChannel(server.owner, 'other', [server.owner, ann, bob])
  await holdsLaw([ann, bob], async () => {
    await moveAll(ids[0], { topic: 'new', stream_id: other })
    expect((await server.owner.delete(`/streams/${other}`)).body).toMatchObject({ result: 'success' })
    await server.server.settled()
  })
  expect(countIn(channel, 'old')).toBe(3)
  const [job] = storedJobs(server)
  expect(job).toMatchObject({
    failure: 'Channel other was archived meanwhile',
    endedAt: expect.any(Number),
  })
  await server.owner.patch(`/streams/${other}`, { is_archived: false })
  await retryJob(server.organization, job?.id ?? 0)
  await server.server.settled()
  expect((await topicsIn(ann, other))['new']?.slice(0, 6)).toEqual(ids)
})

test('the oldest that may still be moved is found in a topic of any size, as one step or many', async () => {
  const { id: channel } = await addChannel(server.owner, 'general', [server.owner, ann, bob])
  const early = [await sendTo(ann, channel, 'old', 'one'), await sendTo(ann, channel, 'old', 'two')]
  server.clock.advance(8 * 24 * 3_600_000)
  const late = await sendTo(bob, channel, 'old', 'three')
  await sendTo(bob, channel, 'old', 'four')
  const { body } = await moveAll(late, { topic: 'new' }, ann)
  expect(body).toMatchObject({
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    first_message_id_allowed_to_move: late,
    total_messages_in_topic: 4,
    total_messages_allowed_to_move: 2,
  })
  expect((await topicsIn(ann, channel))['old']).toHaveLength(4)
  expect((await moveAll(early[0], { topic: 'new' }, ann)).body).toMatchObject({ code: 'BAD_REQUEST' })
})
