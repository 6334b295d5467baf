// 100,000 messages of a topic moved, deleted and expired in steps, and what other requests notice of it.
import { updateChannel } from '../src/channels/repository'
import { openChannelConversation } from '../src/messages/conversations'
import { flagBits } from '../src/messages/flags'
import { insertMessage, insertStates } from '../src/messages/repository'
import { seconds } from '../src/organization/clock'
import type { Transaction } from '../src/organization/writer'
import { storeUserTopics } from '../src/user-topics/repository'
import { quietly } from '../test/support/quietly'
import { makePlaces, subscribeAll } from './support/history'
import { Connection, requestText } from './support/http'
import { load } from './support/load'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const messageCount = 100_000
const readerCount = 300
const followerCount = 5000
/** So many of the newest messages nobody has read. */
const unreadCount = 2000
const perWrite = 10_000
/** How old the messages are that expire. */
const daysAgo = 10

export async function run(): Promise<void> {
  await moveAndDelete()
  await moveFollowed()
  await expire()
}

async function moveAndDelete(): Promise<void> {
  const folder = benchFolder()
  const { people, filled } = await makeOrganization(folder, readerCount, async (organization, all) => {
    const { channelIds } = await makePlaces(organization, all, 2)
    const [from = 0, to = 0] = channelIds
    let lastId = 0
    for (let start = 0; start < messageCount; start += perWrite) {
      lastId = await quietly(organization, (tx) => fill(tx, from, all, start, 0))
    }
    return { from, to, lastId }
  })
  const [mover, ...others] = people
  if (!mover) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const rest = await load(confab.port, others, () => Bun.sleep(3000))
  const { from, to, lastId } = filled
  const move = (place: Record<string, string>) =>
    requestText('PATCH', `/api/v1/messages/${lastId}`, mover.authorization, {
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
      ...place,
    })
  const deletion = requestText('POST', `/api/v1/streams/${to}/delete_topic`, mover.authorization, {
    topic_name: 'elsewhere',
  })
  for (const [what, channelId, topic, request] of [
    ['marked as resolved', from, '✔ long', move({ topic: '✔ long' })],
    ['moved to another topic', from, 'other', move({ topic: 'other' })],
    ['moved to another channel', to, 'elsewhere', move({ stream_id: String(to), topic: 'elsewhere' })],
    ['deleted', to, 'elsewhere', deletion],
  ] as const) {
    const start = performance.now()
    const latencies = await load(confab.port, others, () =>
      change(confab.port, mover, request, channelId, topic, request === deletion ? 0 : messageCount),
    )
    const took = (performance.now() - start) / 1000
    tell(`are ${what} (${took.toFixed(1)} s)`, latencies, rest)
  }
  await confab.stop()
  removeFolder(folder)
}

/** What a message says to each of thousands goes along in one write, their choices follow: once right after a start, and once more. */
async function moveFollowed(): Promise<void> {
  const folder = benchFolder()
  const { people, filled } = await makeOrganization(folder, followerCount, async (organization, all) => {
    const [from = 0, to = 0] = (await makePlaces(organization, all.slice(0, 1), 2)).channelIds
    await quietly(organization, (tx) => subscribeAll(tx, { channelIds: [from], people: all.slice(1) }))
    const ids = all.map(({ id }) => id)
    const first = await quietly(organization, (tx) => sendFollowed(tx, from, 'first', ids))
    return { first, second: await quietly(organization, (tx) => sendFollowed(tx, from, 'second', ids)), to }
  })
  const [mover, ...others] = people
  if (!mover) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const rest = await load(confab.port, others, () => Bun.sleep(2000))
  const line = await Connection.open(confab.port)
  for (const messageId of [filled.first, filled.second]) {
    const request = requestText('PATCH', `/api/v1/messages/${messageId}`, mover.authorization, {
      propagate_mode: 'change_all',
      stream_id: String(filled.to),
    })
    const latencies = await load(confab.port, others, async () => {
      const reply = await line.request(request)
      if (reply.status !== 200) throw new Error(reply.body)
    })
    const which = messageId === filled.first ? 'first' : 'second'
    tell(
      `of a topic that ${followerCount} follow go where they are not, the ${which} time`,
      latencies,
      rest,
      1,
    )
  }
  line.close()
  await confab.stop()
  removeFolder(folder)
}

/** A topic of one message, which nobody has read and everybody follows. @returns its ID. */
function sendFollowed(tx: Transaction, channelId: number, topic: string, userIds: readonly number[]): number {
  const id = insertMessage(tx, messageOf(tx, channelId, topic, userIds[0] ?? 0, 'Who comes along?', 0))
  insertStates(tx, id, userIds, () => flagBits.unread)
  const updatedAt = seconds(tx.organization.clock)
  storeUserTopics(tx, userIds, { channelId, topicKey: topic, topic, visibility: 3, updatedAt })
  return id
}

/** A server that starts finds that they are older than the channel keeps them. */
async function expire(): Promise<void> {
  const folder = benchFolder()
  const { people, filled: channelId } = await makeOrganization(
    folder,
    readerCount,
    async (organization, all) => {
      const [id = 0] = (await makePlaces(organization, all, 1)).channelIds
      for (let start = 0; start < messageCount; start += perWrite) {
        await quietly(organization, (tx) => fill(tx, id, all, start, daysAgo))
      }
      await quietly(organization, (tx) =>
        updateChannel(tx, id, { messageRetentionDays: daysAgo - 1, firstMessageId: 1 }),
      )
      return id
    },
  )
  const [reader, ...others] = people
  if (!reader) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const start = performance.now()
  const latencies = await load(confab.port, others, () => untilEmpty(confab.port, reader, channelId))
  const took = (performance.now() - start) / 1000
  const rest = await load(confab.port, others, () => Bun.sleep(3000))
  tell(`expire (${took.toFixed(1)} s)`, latencies, rest)
  await confab.stop()
  removeFolder(folder)
}

async function untilEmpty(port: number, reader: BenchPerson, channelId: number): Promise<void> {
  const line = await Connection.open(port)
  for (;;) {
    const reply = await line.request(
      requestText('GET', `/api/v1/streams/${channelId}`, reader.authorization, {}),
    )
    const { stream }: { stream: { first_message_id: number | null } } = JSON.parse(reply.body)
    if (stream.first_message_id === null) break
    await Bun.sleep(20)
  }
  line.close()
}

function tell(
  what: string,
  latencies: readonly number[],
  rest: readonly number[],
  count = messageCount,
): void {
  const [longest, atRest] = [Math.max(...latencies), Math.max(...rest)]
  report({
    what: `Other requests while ${count} ${count === 1 ? 'message' : 'messages'} ${what}`,
    measured: `longest ${milliseconds(longest)}, p99 ${milliseconds(percentile(latencies, 0.99))} of ${latencies.length}`,
    floor: `longest at rest ${milliseconds(atRest)}; 100 ms is allowed`,
    ratio: longest / 100,
    target: { atMost: 1 },
  })
}

/** One write of the long topic. @param age of its messages, in days. @returns the ID of its last message. */
function fill(
  tx: Transaction,
  channelId: number,
  people: readonly BenchPerson[],
  start: number,
  age: number,
): number {
  const readerIds = people.map(({ id }) => id)
  let id = 0
  for (let number = start; number < start + perWrite; number++) {
    const content = `Message ${number} of a long topic, of ordinary length, as people write them all day.`
    id = insertMessage(
      tx,
      messageOf(tx, channelId, 'long', readerIds[number % readerIds.length] ?? 0, content, age),
    )
    if (number >= messageCount - unreadCount) insertStates(tx, id, readerIds, () => flagBits.unread)
  }
  return id
}

function messageOf(
  tx: Transaction,
  channelId: number,
  topic: string,
  senderId: number,
  content: string,
  age: number,
) {
  return {
    conversationId: openChannelConversation(tx, channelId),
    channelId,
    topic,
    topicKey: topic,
    senderId,
    content,
    renderedContent: `<p>${content}</p>`,
    rendererVersion: 1,
    sentAt: seconds(tx.organization.clock) - age * 24 * 3600,
    client: 'bench',
    isMeMessage: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
  }
}

/** Makes a change, and waits until the topic has all its messages, or none. */
async function change(
  port: number,
  mover: BenchPerson,
  request: string,
  channelId: number,
  topic: string,
  count: number,
): Promise<void> {
  const line = await Connection.open(port)
  const reply = await line.request(request)
  if (reply.status !== 200) throw new Error(reply.body)
  const narrow = JSON.stringify([
    ['channel', channelId],
    ['topic', topic],
  ])
  const place = { narrow, anchor: 'oldest', num_before: '0', num_after: '1' }
  const oldest = requestText('GET', '/api/v1/messages', mover.authorization, place)
  for (;;) {
    const { messages }: { messages: { id: number }[] } = JSON.parse((await line.request(oldest)).body)
    // The oldest is the last to move.
    if (count === 0 ? messages.length === 0 : messages[0]?.id === 1) break
    await Bun.sleep(20)
  }
  line.close()
}
