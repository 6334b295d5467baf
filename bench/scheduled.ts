// Scheduled messages: 10,000 due in the same second, and what other requests notice of it.
import { quietly } from '../test/support/quietly'
import { insertScheduled } from '../src/scheduled-messages/repository'
import { Connection, requestText } from './support/http'
import { load } from './support/load'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, rate, report } from './support/report'

const messageCount = 10_000
const peopleCount = 50
/** From making the messages to the second they are due: time to start, and to measure at rest. */
const leadSeconds = 12
const restMilliseconds = 4000

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people, filled: due } = await makeOrganization(folder, peopleCount, async (organization, all) => {
    const deliverAt = Math.floor(Date.now() / 1000) + leadSeconds
    await quietly(organization, (tx) => {
      for (let number = 0; number < messageCount; number++) {
        const [sender, other] = [all[number % peopleCount]?.id ?? 0, all[(number + 1) % peopleCount]?.id ?? 0]
        insertScheduled(tx, {
          userId: sender,
          channelId: null,
          topic: '',
          memberIds: [sender, other].sort((a, b) => a - b),
          content: `Scheduled message ${number}, of ordinary length, as people send them all day.`,
          renderedContent: '',
          deliverAt,
          readBySender: null,
          client: 'bench',
          failure: null,
        })
      }
    })
    return deliverAt
  })
  const confab = await startConfab(folder)
  await Bun.sleep(due * 1000 - Date.now() - restMilliseconds - 1000)
  await load(confab.port, people, async () => Bun.sleep(500))
  const rest = await load(confab.port, people, async () => Bun.sleep(restMilliseconds - 1000))
  await Bun.sleep(Math.max(0, due * 1000 - Date.now()))
  const last = people[(messageCount - 1) % peopleCount]
  if (!last) throw new Error('Nobody there')
  const start = performance.now()
  const meanwhile = await load(confab.port, people, () => untilAllSent(confab.port, last))
  const took = (performance.now() - start) / 1000
  await confab.stop()
  removeFolder(folder)
  const [during, atRest] = [percentile(meanwhile, 0.99), percentile(rest, 0.99)]
  report({
    what: `Other requests while ${messageCount} scheduled messages go out (${took.toFixed(1)} s, ${rate(messageCount / took)})`,
    measured: `p99 ${milliseconds(during)} of ${meanwhile.length}`,
    floor: `p99 at rest ${milliseconds(atRest)} of ${rest.length}`,
    ratio: during / atRest,
    target: { atMost: 5 },
  })
}

/** Asks for the list of whoever's message is the last to go out. */
async function untilAllSent(port: number, last: BenchPerson): Promise<void> {
  const line = await Connection.open(port)
  for (;;) {
    const reply = await line.request(requestText('GET', '/api/v1/scheduled_messages', last.authorization))
    const { scheduled_messages: left }: { scheduled_messages: unknown[] } = JSON.parse(reply.body)
    if (left.length === 0) break
    await Bun.sleep(100)
  }
  line.close()
}
