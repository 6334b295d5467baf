// Presence: what 5,000 people who report every minute cost, in processor time.
import { Connection, requestText } from './support/http'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab, startFloor, type Running } from './support/processes'
import { report } from './support/report'

const peopleCount = 5000
const connectionCount = 50
/**
 * Rounds of what takes little, and of what takes much. As many go before the measured ones: while a server has just started, its
 * code is compiled, which takes longer than such work itself.
 */
const rounds = { ofLittle: 10, ofMuch: 2 }

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, peopleCount, async () => undefined)
  const bare = await startFloor('elysia.ts', JSON.stringify({ result: 'success', msg: '' }))
  const floor = await shareOfCore(
    bare,
    people,
    ({ authorization }) => requestText('GET', '/messages/1', authorization),
    rounds.ofLittle,
  )
  await bare.stop()
  const confab = await startConfab(folder)
  const path = '/api/v1/users/me/presence'
  const pings = await shareOfCore(
    confab,
    people,
    ({ authorization }) => requestText('POST', path, authorization, { status: 'active', ping_only: 'true' }),
    rounds.ofLittle,
  )
  print('5,000 people pinging each minute', pings, floor, { atMost: 0.02 })
  const polls = await shareOfCore(confab, people, ({ authorization }, lastUpdateId) =>
    requestText('POST', path, authorization, { status: 'active', last_update_id: lastUpdateId }),
  )
  print('5,000 people who also fetch what has changed, which is everybody', polls, floor, { atMost: 0.02 })
  for (const [format, parameters] of [
    ['modern', { slim_presence: 'true' }],
    ['legacy', {}],
  ] as const) {
    const full = await shareOfCore(confab, people, ({ authorization }) =>
      requestText('POST', path, authorization, { status: 'active', ...parameters }),
    )
    print(`5,000 people who fetch everybody each minute, in the ${format} format`, full, floor, undefined)
  }
  await confab.stop()
  removeFolder(folder)
}

/**
 * The part of a core that one request of each person per minute takes.
 * @param request gets the `presence_last_update_id` of the person's last answer, 0 before the first
 */
async function shareOfCore(
  process: Running,
  people: readonly BenchPerson[],
  request: (person: BenchPerson, lastUpdateId: string) => string,
  count: number = rounds.ofMuch,
): Promise<number> {
  const lines = await Promise.all(
    Array.from({ length: connectionCount }, () => Connection.open(process.port)),
  )
  const lastUpdateIds = new Map<BenchPerson, string>()
  const makeRound = async (): Promise<void> => {
    // Two reports of a person in the same second change nothing.
    await Bun.sleep(1000 - (Date.now() % 1000))
    const waiting = [...people]
    const work = async (line: Connection): Promise<void> => {
      for (let person = waiting.pop(); person; person = waiting.pop()) {
        const reply = await line.request(request(person, lastUpdateIds.get(person) ?? '0'))
        if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.body}`)
        const lastUpdateId = /"presence_last_update_id":(\d+)/.exec(reply.body.slice(0, 100))?.[1]
        if (lastUpdateId !== undefined) lastUpdateIds.set(person, lastUpdateId)
      }
    }
    await Promise.all(lines.map(work))
  }
  for (let round = 0; round < count; round++) await makeRound()
  const before = process.processorSeconds()
  for (let round = 0; round < count; round++) await makeRound()
  const used = process.processorSeconds() - before
  for (const line of lines) line.close()
  return used / count / 60
}

function print(what: string, share: number, floor: number, target: { atMost: number } | undefined): void {
  const percent = (part: number): string => `${(part * 100).toFixed(2)} % of a core`
  report({
    what,
    measured: percent(share),
    floor: `as many bare requests ${percent(floor)}`,
    ratio: share,
    target,
  })
}
