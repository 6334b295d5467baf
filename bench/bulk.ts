// Everybody subscribed to many channels at once, while all listen: what other requests notice of it.
import { Connection, requestText } from './support/http'
import { load } from './support/load'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const listenerCount = 1000
const channelCount = 10
/** Nobody waits longer for a request of somebody else's, in milliseconds. */
const longestWait = 100

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, listenerCount, async () => undefined)
  const [caller, ...others] = people
  if (!caller) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const line = await Connection.open(confab.port)
  for (const { authorization } of people) {
    const parameters = { include_subscribers: 'true', fetch_event_types: '["realm"]' }
    await line.request(requestText('POST', '/api/v1/register', authorization, parameters))
  }
  const rest = await load(confab.port, others, () => Bun.sleep(2000))
  const path = '/api/v1/users/me/subscriptions'
  const principals = JSON.stringify(people.map(({ id }) => id))
  const names = Array.from({ length: channelCount }, (_, index) => `channel ${index}`)
  const subscriptions = JSON.stringify(names.map((name) => ({ name })))
  const privately = JSON.stringify(names.map((name) => ({ name: `private ${name}` })))
  const many = Array.from({ length: 50 }, (_, index) => ({ name: `other ${index}` }))
  const remover = JSON.stringify({ direct_members: [caller.id], direct_subgroups: [] })
  const everybody = `${listenerCount} people come to`
  for (const [what, method, parameters] of [
    [
      `${everybody} ${channelCount} new channels`,
      'POST',
      { subscriptions, principals, can_remove_subscribers_group: remover },
    ],
    [
      `${listenerCount} people leave ${channelCount} channels`,
      'DELETE',
      { subscriptions: JSON.stringify(names), principals },
    ],
    [`${everybody} ${channelCount} channels again`, 'POST', { subscriptions, principals }],
    [
      `${everybody} ${channelCount} new private channels`,
      'POST',
      { subscriptions: privately, principals, invite_only: 'true' },
    ],
    [`somebody makes ${many.length} channels`, 'POST', { subscriptions: JSON.stringify(many) }],
    [
      `somebody leaves ${many.length} channels at once`,
      'PATCH',
      { delete: JSON.stringify(many.map(({ name }) => name)) },
    ],
    [`somebody comes to ${many.length} channels at once`, 'PATCH', { add: JSON.stringify(many) }],
  ] as const) {
    const start = performance.now()
    const latencies = await load(confab.port, others, async () => {
      const reply = await line.request(requestText(method, path, caller.authorization, parameters))
      if (reply.status !== 200) throw new Error(reply.body)
    })
    const [longest, atRest] = [Math.max(...latencies), Math.max(...rest)]
    const took = ((performance.now() - start) / 1000).toFixed(1)
    report({
      what: `Other requests beside ${listenerCount} who listen, while ${what} (${took} s)`,
      measured: `longest ${milliseconds(longest)}, p99 ${milliseconds(percentile(latencies, 0.99))} of ${latencies.length}`,
      floor: `longest at rest ${milliseconds(atRest)}; ${longestWait} ms is allowed`,
      ratio: longest / longestWait,
      target: { atMost: 1 },
    })
  }
  line.close()
  await confab.stop()
  removeFolder(folder)
}
