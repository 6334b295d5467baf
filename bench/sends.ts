// Sending: 64 concurrent senders, and one alone, against one-row durable commits on the same disk.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { Connection, requestText } from './support/http'
import { makeOrganization, makeChannel } from './support/organization'
import { openQueue, pollForEver } from './support/polls'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, rate, report } from './support/report'

const senders = 64
const subscribers = 20

export async function run(): Promise<void> {
  const folder = benchFolder()
  const floor = durableCommits(folder)
  const { people } = await makeOrganization(folder, subscribers, async () => undefined)
  const confab = await startConfab(folder)
  await makeChannel(confab.port, people, 'general')
  const received = { events: 0 }
  const pollers = await Promise.all(
    people.map(async (person) => pollForEver(confab.port, await openQueue(confab.port, person), received)),
  )
  // Compiled on the way, as the floor's few lines are at once.
  await sendFor(confab.port, people, senders)
  const many = await sendFor(confab.port, people, senders)
  const one = await sendFor(confab.port, people, 1)
  for (const stop of pollers) stop()
  await confab.stop()
  removeFolder(folder)
  report({
    what: `${senders} senders to a channel of ${subscribers} subscribers with ${subscribers} waiting queues`,
    measured: `${rate(many.perSecond)}, p99 ${milliseconds(percentile(many.latencies, 0.99))}, ${received.events} events received`,
    floor: `${rate(floor.perSecond)} one-row durable commits`,
    ratio: many.perSecond / floor.perSecond,
    target: { atLeast: 1 },
  })
  report({
    what: 'One sender alone, the time to an acknowledged message (median)',
    measured: `${milliseconds(percentile(one.latencies, 0.5))}, p99 ${milliseconds(percentile(one.latencies, 0.99))}`,
    floor: `${milliseconds(floor.median)} for a one-row durable commit`,
    ratio: percentile(one.latencies, 0.5) / floor.median,
    target: { atMost: 4 },
  })
}

/** One-row commits by bare bun:sqlite, each synced before the next. */
function durableCommits(folder: string): { perSecond: number; median: number } {
  const database = new Database(join(folder, 'floor.sqlite'), { create: true })
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run('CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL) STRICT')
  const insert = database.query('INSERT INTO messages (content) VALUES (?)')
  const times: number[] = []
  const start = performance.now()
  while (performance.now() - start < 2000) {
    const before = performance.now()
    insert.run('A message of ordinary length, as people send them all day.')
    times.push(performance.now() - before)
  }
  const took = (performance.now() - start) / 1000
  database.close()
  return { perSecond: times.length / took, median: percentile(times, 0.5) }
}

/** Sends to the channel `general` for some seconds, each sender on a connection of its own. */
export async function sendFor(
  port: number,
  people: readonly { authorization: string }[],
  count: number,
  seconds = 5,
): Promise<{ perSecond: number; latencies: number[] }> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  const start = performance.now()
  const send = async (number: number): Promise<void> => {
    const line = await Connection.open(port)
    const authorization = people[number % people.length]?.authorization ?? ''
    for (let index = 0; performance.now() < end; index++) {
      const content = `Message ${index} of sender ${number}, of ordinary length, as people send them all day.`
      const parameters = { type: 'stream', to: 'general', topic: `topic ${number % 8}`, content }
      const before = performance.now()
      const reply = await line.request(requestText('POST', '/api/v1/messages', authorization, parameters))
      if (reply.status !== 200) throw new Error(reply.body)
      latencies.push(performance.now() - before)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: count }, (_, number) => send(number)))
  return { perSecond: latencies.length / ((performance.now() - start) / 1000), latencies }
}
