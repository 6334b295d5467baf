// One request: an authenticated `GET /messages/{id}` against a bare Elysia route that answers the same text.
import { Connection, requestText } from './support/http'
import { makeChannel, makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab, startFloor } from './support/processes'
import { percentile, rate, report } from './support/report'
import { requestsPerSecond } from './support/throughput'

const rounds = 3

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  await makeChannel(confab.port, people, 'general')
  const line = await Connection.open(confab.port)
  const message = {
    type: 'stream',
    to: 'general',
    topic: 'bench',
    content: 'A message of *ordinary* length.',
  }
  const sent = await line.request(requestText('POST', '/api/v1/messages', person.authorization, message))
  const { id }: { id: number } = JSON.parse(sent.body)
  const request = requestText('GET', `/api/v1/messages/${id}`, person.authorization)
  const { status, body } = await line.request(request)
  if (status !== 200) throw new Error(body)
  line.close()
  const bare = await startFloor('elysia.ts', body)
  const bareRequest = requestText('GET', '/messages/1', person.authorization)
  const rates: number[] = []
  const floors: number[] = []
  // By turns, so that both meet the same machine.
  for (let round = 0; round < rounds; round++) {
    rates.push(await requestsPerSecond(confab.port, request))
    floors.push(await requestsPerSecond(bare.port, bareRequest))
  }
  const [measured, floor] = [percentile(rates, 0.5), percentile(floors, 0.5)]
  await confab.stop()
  await bare.stop()
  removeFolder(folder)
  report({
    what: 'An authenticated GET /messages/{id}',
    measured: rate(measured),
    floor: rate(floor),
    ratio: measured / floor,
    target: { atLeast: 0.5 },
  })
}
