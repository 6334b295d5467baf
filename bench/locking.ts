// What it costs that other processes may read the databases along (`--sqlite-locking normal`): reading and sending, each way.
import { Connection, requestText } from './support/http'
import { load } from './support/load'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab, type Running } from './support/processes'
import { milliseconds, percentile, rate, report } from './support/report'
import { requestsPerSecond } from './support/throughput'

const rounds = 3

export async function run(): Promise<void> {
  const folders = [benchFolder(), benchFolder()]
  const figures = { exclusive: [] as number[], normal: [] as number[] }
  const waits = { exclusive: [] as number[], normal: [] as number[] }
  const servers: { kind: keyof typeof figures; confab: Running; request: string }[] = []
  for (const [index, kind] of (['exclusive', 'normal'] as const).entries()) {
    const folder = folders[index] ?? ''
    const { people } = await makeOrganization(folder, 8, async () => undefined)
    const [person] = people
    if (!person) throw new Error('Nobody there')
    const confab = await startConfab(folder, ['--sqlite-locking', kind])
    const line = await Connection.open(confab.port)
    const direct = { type: 'direct', to: `[${person.id}]`, content: 'A note of *ordinary* length.' }
    const sent = await line.request(requestText('POST', '/api/v1/messages', person.authorization, direct))
    const { id }: { id: number } = JSON.parse(sent.body)
    line.close()
    servers.push({
      kind,
      confab,
      request: requestText('GET', `/api/v1/messages/${id}`, person.authorization),
    })
    waits[kind].push(...(await load(confab.port, people, () => Bun.sleep(2000))))
  }
  // By turns, so that both meet the same machine.
  for (let round = 0; round < rounds; round++)
    for (const { kind, confab, request } of servers)
      figures[kind].push(await requestsPerSecond(confab.port, request))
  for (const { confab } of servers) await confab.stop()
  for (const folder of folders) removeFolder(folder)
  const [normal, exclusive] = [percentile(figures.normal, 0.5), percentile(figures.exclusive, 0.5)]
  report({
    what: 'GET /messages/{id} where others may read along',
    measured: rate(normal),
    floor: `${rate(exclusive)} where they may not`,
    ratio: normal / exclusive,
    target: undefined,
  })
  const [slow, usual] = [percentile(waits.normal, 0.5), percentile(waits.exclusive, 0.5)]
  report({
    what: 'Reading and sending at ease where others may read along, median',
    measured: milliseconds(slow),
    floor: `${milliseconds(usual)} where they may not`,
    ratio: slow / usual,
    target: undefined,
  })
}
