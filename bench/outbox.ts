// The outbox: a mention of everybody notifies 10,000 phones, and what other requests notice of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../test/support/quietly'
import { seconds } from '../src/organization/clock'
import type { Organization } from '../src/organization/organization'
import { upsertDevice } from '../src/push/plain/repository'
import { updateUser } from '../src/users/repository'
import { makePlaces } from './support/history'
import { Connection, requestText } from './support/http'
import { load } from './support/load'
import { makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, startConfab, startFloor } from './support/processes'
import { milliseconds, percentile, rate, report } from './support/report'

const phoneCount = 10_000
/** Who sends and reads meanwhile: nobody of these has a phone. */
const othersCount = 50
const restMilliseconds = 4000
const longestSeconds = 120

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, phoneCount + othersCount, prepare)
  const bouncer = await startFloor('bouncer.ts')
  const access = { url: `http://127.0.0.1:${bouncer.port}`, id: crypto.randomUUID(), key: 'k'.repeat(64) }
  writeFileSync(join(folder, 'push-bouncer.json'), JSON.stringify(access))
  const confab = await startConfab(folder, ['--allow-private-addresses'])
  const others = people.slice(0, othersCount)
  // A bouncer that is new is told of all devices first.
  await untilAll(bouncer.port, 'devices')
  await mention(confab.port, others, 'Good morning')
  await load(confab.port, others, () => Bun.sleep(1000))
  const rest = await load(confab.port, others, () => Bun.sleep(restMilliseconds))
  const start = performance.now()
  const meanwhile = await load(confab.port, others, async () => {
    await mention(confab.port, others, '@**all** Good morning')
    await untilAll(bouncer.port, 'notifications')
  })
  const took = (performance.now() - start) / 1000
  await confab.stop()
  await bouncer.stop()
  removeFolder(folder)
  const [during, atRest] = [percentile(meanwhile, 0.99), percentile(rest, 0.99)]
  report({
    what: `Other requests while ${phoneCount} phones are notified (${took.toFixed(1)} s, ${rate(phoneCount / took)})`,
    measured: `p99 ${milliseconds(during)} of ${meanwhile.length}`,
    floor: `p99 at rest ${milliseconds(atRest)} of ${rest.length}`,
    ratio: during / atRest,
    target: { atMost: 3 },
  })
}

/** A channel with everybody in it, phones, and somebody who may mention all of them. */
async function prepare(organization: Organization, people: readonly BenchPerson[]): Promise<void> {
  await makePlaces(organization, people, 1)
  await quietly(organization, (tx) => {
    updateUser(tx, people[0]?.id ?? 0, { role: 200 })
    for (const { id } of people.slice(othersCount)) {
      const registeredAt = seconds(organization.clock)
      upsertDevice(tx, { userId: id, kind: 'fcm', token: `phone-${id}`, registeredAt })
    }
  })
}

async function mention(port: number, [sender]: readonly BenchPerson[], content: string): Promise<void> {
  const line = await Connection.open(port)
  const message = { type: 'stream', to: '"channel 0"', topic: 'all', content }
  const reply = await line.request(
    requestText('POST', '/api/v1/messages', sender?.authorization ?? '', message),
  )
  if (reply.status !== 200) throw new Error(reply.body)
  line.close()
}

/** Until the bouncer got so many. */
async function untilAll(port: number, what: 'devices' | 'notifications'): Promise<void> {
  const end = performance.now() + longestSeconds * 1000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    const counts: Record<typeof what, number> = JSON.parse(await answer.text())
    if (counts[what] >= phoneCount) return
    if (performance.now() > end) throw new Error(`The bouncer got ${counts[what]} ${what}`)
    await Bun.sleep(100)
  }
}
