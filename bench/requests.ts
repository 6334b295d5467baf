// Plain requests: an authenticated call against a bare Elysia route that answers the same.
import { requestsPerSecond, requestText } from './support/http'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab, startFloor } from './support/processes'
import { rate, report } from './support/report'

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const measured = await requestsPerSecond(
    confab.port,
    requestText('GET', '/api/v1/users/me', person.authorization),
  )
  await confab.stop()
  const bare = await startFloor('elysia.ts', JSON.stringify({ result: 'success', msg: '' }))
  const floor = await requestsPerSecond(bare.port, requestText('GET', '/messages/1', person.authorization))
  await bare.stop()
  removeFolder(folder)
  report({
    what: 'An authenticated GET',
    measured: rate(measured),
    floor: rate(floor),
    ratio: measured / floor,
    target: { atLeast: 0.5 },
  })
}
