// A busy hour of an organization of 5,000 people: what it costs, how long people wait, and how much more of it there may be.
import type { Organization } from '../src/organization/organization'
import { Connection, requestText } from './support/http'
import { fillHistory, makePlaces, type Places } from './support/history'
import { makeOrganization, type BenchPerson } from './support/organization'
import { openQueue, pollText, type OpenQueue } from './support/polls'
import { benchFolder, removeFolder, startConfab, startFloor, type Running } from './support/processes'
import { percentile, report } from './support/report'
import { insertSubscriptions } from '../src/channels/repository'
import { quietly } from '../test/support/quietly'

const peopleCount = 5000
const onlineCount = 3000
const channelCount = 500
const historyLength = 100_000
/** How long each load is measured, in seconds, and how many times the usual hour it is. */
const seconds = 20
const loads = [1, 2, 4, 8, 16]
/** Where people wait longer than this, in milliseconds, it is too much. */
const longestWait = 100

/**
 * What people do in the busiest hour of a day, a second: a sixth of what they do in the whole. Everybody sends 20 messages a day,
 * opens 48 conversations, marks as read 72 times, types 24 times before they send, and comes anew 3 times.
 */
const perSecond = {
  send: (peopleCount * 20) / 6 / 3600,
  open: (peopleCount * 48) / 6 / 3600,
  mark: (peopleCount * 72) / 6 / 3600,
  type: (peopleCount * 24) / 6 / 3600,
  register: (peopleCount * 3) / 6 / 3600,
}
type Deed = keyof typeof perSecond

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people, filled } = await makeOrganization(folder, peopleCount, fill)
  const confab = await startConfab(folder)
  const crowd = await Crowd.gather(confab, people.slice(0, onlineCount), filled.channelIds)
  for (const times of loads) {
    const hour = await crowd.work(times)
    await print(times, hour)
    if (!isGood(hour)) break
  }
  crowd.leave()
  process.stdout.write(`    ${confab.residentMib()} MiB of memory at the end\n`)
  await confab.stop()
  removeFolder(folder)
}

/** Everybody is in twenty of the channels, and in the first one, which is for all. */
async function fill(organization: Organization, people: readonly BenchPerson[]): Promise<Places> {
  const places = await makePlaces(organization, [], channelCount)
  await quietly(organization, (tx) =>
    insertSubscriptions(
      tx,
      people.flatMap(({ id }, index) =>
        channelsOf(index).map((channel) => ({
          userId: id,
          channelId: places.channelIds[channel] ?? 0,
          color: '#76ce90',
        })),
      ),
    ),
  )
  await fillHistory(organization, { ...places, people }, 0, historyLength)
  return places
}

function channelsOf(person: number): number[] {
  const more = Array.from({ length: 19 }, (_, index) => 1 + ((person * 7 + index * 26) % (channelCount - 1)))
  return [0, ...new Set(more)]
}

interface Hour {
  /** Of each call, in milliseconds. */
  calls: Map<Deed, number[]>
  /** From the send to each client that has it, in milliseconds. */
  deliveries: number[]
  /** How many requests were answered, polls among them. */
  requests: number
  /** The part of a core that the server took. */
  share: number
  bareShare: number
}

/** People who are online, each with a client that waits for events and says each minute that it is there. */
class Crowd {
  readonly #lines: Connection[] = []
  #free: Connection[] = []
  #deliveries: number[] = []
  #requests = 0
  #isOver = false

  private constructor(
    private readonly confab: Running,
    private readonly people: readonly BenchPerson[],
    private readonly channelIds: readonly number[],
  ) {}

  static async gather(
    confab: Running,
    people: readonly BenchPerson[],
    channelIds: readonly number[],
  ): Promise<Crowd> {
    const crowd = new Crowd(confab, people, channelIds)
    crowd.#free = await Promise.all(Array.from({ length: 128 }, () => Connection.open(confab.port)))
    const coming = [...people]
    const come = async (): Promise<void> => {
      for (let person = coming.pop(); person; person = coming.pop()) {
        const queue = await openQueue(confab.port, person)
        const line = await Connection.open(confab.port)
        crowd.#lines.push(line)
        void crowd.#poll(line, queue)
      }
    }
    await Promise.all(Array.from({ length: 16 }, come))
    return crowd
  }

  /** Does what they do in their busiest hour, so many times over, for some seconds. */
  async work(times: number): Promise<Hour> {
    await this.#run(times, 5)
    this.#deliveries = []
    this.#requests = 0
    const before = this.confab.processorSeconds()
    const calls = await this.#run(times, seconds)
    const share = (this.confab.processorSeconds() - before) / seconds
    const requests = this.#requests
    return { calls, deliveries: this.#deliveries, requests, share, bareShare: await bareShare(requests) }
  }

  leave(): void {
    this.#isOver = true
    for (const line of [...this.#lines, ...this.#free]) line.close()
  }

  /** Each call at its moment, whether the one before was answered or not. */
  async #run(times: number, duration: number): Promise<Map<Deed, number[]>> {
    const calls = new Map<Deed, number[]>()
    const underway: Promise<void>[] = []
    const due = deedsOf(times, duration)
    const start = performance.now()
    for (const { at, deed } of due) {
      const wait = start + at - performance.now()
      if (wait > 1) await Bun.sleep(wait)
      underway.push(this.#call(deed, start + at, calls))
    }
    await Promise.all(underway)
    return calls
  }

  async #call(deed: Deed | 'presence', dueAt: number, calls: Map<Deed, number[]>): Promise<void> {
    const line = this.#free.pop() ?? (await Connection.open(this.confab.port))
    const person = Math.floor(Math.random() * this.people.length)
    const { status, body } = await line.request(this.#request(deed, person))
    this.#free.push(line)
    if (status !== 200) throw new Error(`${deed}: ${status} ${body.slice(0, 300)}`)
    this.#requests++
    if (deed === 'presence') return
    const times = calls.get(deed)
    const took = performance.now() - dueAt
    if (times) times.push(took)
    else calls.set(deed, [took])
  }

  #request(deed: Deed | 'presence', index: number): string {
    const { authorization = '', id = 0 } = this.people[index] ?? {}
    const own = channelsOf(index)
    // One message in fifty is for all.
    const channel =
      this.channelIds[Math.random() < 0.02 ? 0 : (own[1 + Math.floor(Math.random() * 19)] ?? 1)] ?? 0
    const topic = `Topic ${Math.floor(Math.random() * 12)}`
    const call = (method: string, path: string, parameters: Record<string, string>): string =>
      requestText(method, `/api/v1${path}`, authorization, parameters)
    if (deed === 'presence')
      return call('POST', '/users/me/presence', { status: 'active', last_update_id: '1000000000' })
    if (deed === 'open')
      return call('GET', '/messages', {
        narrow: JSON.stringify([
          ['channel', channel],
          ['topic', topic],
        ]),
        anchor: 'newest',
        num_before: '50',
        num_after: '0',
      })
    if (deed === 'mark') {
      const newest = historyLength - Math.floor(Math.random() * 1000)
      const messages = Array.from({ length: 10 }, (_, offset) => newest - offset)
      return call('POST', '/messages/flags', { messages: JSON.stringify(messages), op: 'add', flag: 'read' })
    }
    if (deed === 'type')
      return call('POST', '/typing', { type: 'stream', stream_id: String(channel), topic, op: 'start' })
    if (deed === 'register') return call('POST', '/register', { event_types: '["message"]' })
    const content = `at ${performance.now()}: what one writes in a sentence or two, as people do.`
    if (Math.random() < 0.2) return call('POST', '/messages', { type: 'direct', to: `[${id}]`, content })
    return call('POST', '/messages', { type: 'stream', to: String(channel), topic, content })
  }

  async #poll(line: Connection, queue: OpenQueue): Promise<void> {
    for (let last = -1; ;) {
      const { body } = await line.request(pollText(queue, last)).catch(() => ({ body: '' }))
      if (this.#isOver) return
      this.#requests++
      const now = performance.now()
      const { events }: { events: { id: number; message?: { content: string } }[] } = JSON.parse(body)
      for (const { id, message } of events) {
        last = id
        const sentAt = /at ([\d.]+):/.exec(message?.content ?? '')?.[1]
        if (sentAt !== undefined) this.#deliveries.push(now - Number(sentAt))
      }
    }
  }
}

/** What is done when, in milliseconds from the start, in order. */
function deedsOf(times: number, duration: number): { at: number; deed: Deed | 'presence' }[] {
  const rates = Object.entries(perSecond).map(([deed, rate]) => [deed as Deed, rate * times] as const)
  const due = [...rates, ['presence', onlineCount / 60] as const].flatMap(([deed, rate]) =>
    Array.from({ length: Math.round(rate * duration) }, () => ({
      at: Math.random() * duration * 1000,
      deed,
    })),
  )
  return due.sort((a, b) => a.at - b.at)
}

/** The part of a core that a bare server takes for as many requests. */
async function bareShare(requests: number): Promise<number> {
  const bare = await startFloor('elysia.ts', JSON.stringify({ result: 'success', msg: '' }))
  const line = await Connection.open(bare.port)
  const text = requestText('GET', '/messages/1', 'none')
  for (let index = 0; index < 2000; index++) await line.request(text)
  const before = bare.processorSeconds()
  for (let index = 0; index < requests; index++) await line.request(text)
  const used = bare.processorSeconds() - before
  line.close()
  await bare.stop()
  return used / seconds
}

function isGood({ calls, deliveries }: Hour): boolean {
  const waits = [...calls.values(), deliveries].map((times) => percentile(times, 0.99))
  return waits.every((wait) => wait <= longestWait)
}

async function print(times: number, hour: Hour): Promise<void> {
  const { calls, deliveries, requests, share, bareShare: bare } = hour
  const percent = (part: number): string => `${(part * 100).toFixed(1)} % of a core`
  report({
    what: `The busiest hour of ${peopleCount} people, ${times} times: ${Math.round(requests / seconds)} requests a second`,
    measured: percent(share),
    floor: `as many bare requests ${percent(bare)}`,
    ratio: share / bare,
    target: undefined,
  })
  const told = [...calls, ['delivery', deliveries] as const].map(([what, waits]) => {
    const [half, most] = [0.5, 0.99].map((part) => percentile(waits, part).toFixed(1))
    return `${what} ${half} and ${most} ms (${waits.length})`
  })
  process.stdout.write(`    half and 99 of 100 within: ${told.join(', ')}\n`)
}
