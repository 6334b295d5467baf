// Register for 5,000 people and 500 channels, against JSON.stringify of the same answer.
import { Connection, requestText } from './support/http'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const people = 5000
const channels = 500
const rounds = 25
/** Rounds before the figures count: the first ones are compiled on the way. */
const warmUp = 10

export async function run(): Promise<void> {
  const folder = benchFolder()
  const made = await makeOrganization(folder, people, async () => undefined)
  const [person] = made.people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder)
  const line = await Connection.open(confab.port)
  const everyone = made.people.map(({ id }) => id)
  for (let index = 0; index < channels; index += 50) {
    const subscriptions = Array.from({ length: 50 }, (_, offset) => ({ name: `channel ${index + offset}` }))
    const principals = everyone.filter((id) => id === person.id || id % 50 === index % 50)
    const parameters = {
      subscriptions: JSON.stringify(subscriptions),
      principals: JSON.stringify(principals),
    }
    const reply = await line.request(
      requestText('POST', '/api/v1/users/me/subscriptions', person.authorization, parameters),
    )
    if (reply.status !== 200) throw new Error(reply.body)
  }
  const measured: number[] = []
  const floor: number[] = []
  let size = 0
  for (let round = -warmUp; round < rounds; round++) {
    const start = performance.now()
    const { body, status } = await line.request(requestText('POST', '/api/v1/register', person.authorization))
    const took = performance.now() - start
    if (status !== 200) throw new Error(body)
    size = body.length
    const answer: unknown = JSON.parse(body)
    const before = performance.now()
    JSON.stringify(answer)
    if (round < 0) continue
    measured.push(took)
    floor.push(performance.now() - before)
  }
  line.close()
  await confab.stop()
  removeFolder(folder)
  report({
    what: `Register, ${people} people and ${channels} channels, ${(size / 1e6).toFixed(1)} MB (median of ${rounds})`,
    measured: `${milliseconds(percentile(measured, 0.5))} over HTTP`,
    floor: `${milliseconds(percentile(floor, 0.5))} for JSON.stringify of the same answer`,
    ratio: percentile(measured, 0.5) / percentile(floor, 0.5),
    target: { atMost: 5 },
  })
}
