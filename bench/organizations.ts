// Many organizations on one server: how long it takes to start and to stop, what each costs that nobody uses, and
// whether the others notice.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Connection, requestText } from './support/http'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab, type Running } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const count = 1000
/** In seconds. */
const idle = 10
/** So much of a core in a second is what nobody needs to look at any more after a start; and so many seconds it may take at most. */
const asleep = { share: 0.05, within: 60 }
const requests = 500

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 10, async () => undefined)
  const authorization = people[0]?.authorization ?? ''
  const one = await measured(folder, authorization)
  const organizations = join(folder, 'organizations')
  mkdirSync(organizations, { recursive: true })
  for (let number = 1; number < count; number++)
    cpSync(join(organizations, 'root'), join(organizations, `team-${number}`), { recursive: true })
  const all = await measured(folder, authorization)
  removeFolder(folder)
  const each = (part: (of: Measured) => number): number => (part(all) - part(one)) / (count - 1)
  process.stdout.write(
    `${count} organizations that nobody uses\n    start ${milliseconds(all.start)}, looked at by the timer ${milliseconds(all.awake)} ` +
      `later, memory ${all.memory} MiB, idle ${(all.share * 100).toFixed(2)} % of a core, stop ${milliseconds(all.stop)}; ` +
      `each more: start ${milliseconds(each(({ start }) => start))}, ${(each(({ memory }) => memory) * 1024).toFixed(0)} KiB\n`,
  )
  report({
    what: `A call beside ${count - 1} other organizations (median of ${requests})`,
    measured: milliseconds(all.call),
    floor: `${milliseconds(one.call)} alone`,
    ratio: all.call / one.call,
    target: undefined,
  })
}

interface Measured {
  /** In milliseconds. */
  start: number
  /** How long after the start the timer has looked at all of them for the first time, in milliseconds. */
  awake: number
  /** In MiB. */
  memory: number
  /** The part of a core that it takes while nobody asks for anything. */
  share: number
  /** In milliseconds. */
  call: number
  /** In milliseconds. */
  stop: number
}

async function measured(folder: string, authorization: string): Promise<Measured> {
  const startedAt = performance.now()
  const confab = await startConfab(folder, ['--domain', '127.0.0.1'])
  const start = performance.now() - startedAt
  const awake = await untilAsleep(confab)
  const before = confab.processorSeconds()
  await Bun.sleep(idle * 1000)
  const share = (confab.processorSeconds() - before) / idle
  const call = await callsOf(confab, authorization)
  const memory = confab.residentMib()
  const stoppedAt = performance.now()
  await confab.stop()
  return { start, awake, memory, share, call, stop: performance.now() - stoppedAt }
}

/** @returns how long that took, in milliseconds */
async function untilAsleep(confab: Running): Promise<number> {
  const startedAt = performance.now()
  for (let second = 0; second < asleep.within; second++) {
    const before = confab.processorSeconds()
    const at = performance.now()
    await Bun.sleep(1000)
    if (confab.processorSeconds() - before <= asleep.share) return at - startedAt
  }
  throw new Error('The server does not come to rest')
}

async function callsOf({ port }: Running, authorization: string): Promise<number> {
  const line = await Connection.open(port)
  const times: number[] = []
  for (let index = 0; index < requests; index++) {
    const before = performance.now()
    const { status, body } = await line.request(requestText('GET', '/api/v1/users/me', authorization))
    if (status !== 200) throw new Error(body)
    times.push(performance.now() - before)
  }
  line.close()
  return percentile(times, 0.5)
}
