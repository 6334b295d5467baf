// One message to 1,000 waiting polls: until the last client has it, against bare Bun answering 1,000 requests.
import { Connection, requestText } from './support/http'
import { makeChannel, makeOrganization } from './support/organization'
import { openQueue, pollText } from './support/polls'
import { benchFolder, removeFolder, startConfab, startFloor } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const clients = 1000
const rounds = 15

export async function run(): Promise<void> {
  const floor = percentile(await bareRounds(), 0.5)
  const measured = percentile(await confabRounds(), 0.5)
  report({
    what: `One message to ${clients} waiting polls, until the last client has it (median of ${rounds})`,
    measured: milliseconds(measured),
    floor: `${milliseconds(floor)} for bare Bun with an answer of the same size`,
    ratio: measured / floor,
    target: { atMost: 2 },
  })
}

const answerSize = 900

async function bareRounds(): Promise<number[]> {
  const bare = await startFloor('polls.ts')
  const lines = await openLines(bare.port)
  const sender = await Connection.open(bare.port)
  const trigger = requestText('POST', '/', 'none', { content: 'x'.repeat(answerSize) })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const answers = lines.map((line) => line.request(requestText('GET', '/', 'none')))
    await Bun.sleep(200)
    times.push(await timed(() => Promise.all([sender.request(trigger), ...answers])))
  }
  for (const line of [...lines, sender]) line.close()
  await bare.stop()
  return times
}

async function confabRounds(): Promise<number[]> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, clients, async () => undefined)
  const confab = await startConfab(folder)
  await makeChannel(confab.port, people, 'general')
  const queues = []
  for (const person of people) queues.push(await openQueue(confab.port, person))
  const lines = await openLines(confab.port)
  const sender = await Connection.open(confab.port)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const answers = queues.map((queue, index) => {
      const line = lines[index]
      if (!line) throw new Error('Too few connections')
      return line.request(pollText(queue, round - 1))
    })
    await Bun.sleep(200)
    const parameters = {
      type: 'stream',
      to: 'general',
      topic: 'news',
      content: `News number ${round} for everyone.`,
    }
    const message = requestText('POST', '/api/v1/messages', people[0]?.authorization ?? '', parameters)
    times.push(await timed(() => Promise.all([sender.request(message), ...answers])))
  }
  for (const line of [...lines, sender]) line.close()
  await confab.stop()
  removeFolder(folder)
  return times
}

function openLines(port: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: clients }, () => Connection.open(port)))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
