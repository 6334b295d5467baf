// A start of the executable with an empty organization: from the process to its first answers, against a bare Bun executable.
import { join } from 'node:path'
import { Connection, requestText } from './support/http'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, runReady } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

const starts = 15
/** What a start may take, in milliseconds. */
const target = 60

/** From the start of the process, in milliseconds. */
interface Start {
  healthy: number
  answered: number
}

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = join(folder, 'confab')
  const bare = join(folder, 'bare')
  await build('scripts/build.ts', '--outfile', confab)
  await build('build', '--compile', '--bytecode', '--minify', 'bench/floor/start.ts', '--outfile', bare)
  const serve = ['serve', '--data', folder, '--port', '0', '--json', '--log-level', 'warn']
  const measured: Start[] = []
  const floors: Start[] = []
  // By turns, so that both meet the same machine. The first start of each reads the executable from the disk.
  for (let count = 0; count <= starts; count++) {
    measured.push(await start([confab, ...serve], person.authorization))
    floors.push(await start([bare], person.authorization))
  }
  removeFolder(folder)
  for (const answer of ['healthy', 'answered'] as const) {
    const median = (all: readonly Start[]): number =>
      percentile(
        all.slice(1).map((each) => each[answer]),
        0.5,
      )
    report({
      what: whats[answer],
      measured: milliseconds(median(measured)),
      floor: milliseconds(median(floors)),
      ratio: median(measured) / target,
      target: { atMost: 1 },
    })
  }
}

const whats = {
  healthy: `From the start to the first answer of /health (ratio: to ${target} ms)`,
  answered: `From the start to the first answer of an API call (ratio: to ${target} ms)`,
}

async function build(...command: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`Failed: ${command.join(' ')}`)
}

async function start(command: string[], authorization: string): Promise<Start> {
  const startedAt = performance.now()
  const running = await runReady(command)
  const line = await Connection.open(running.port)
  const health = await line.request(requestText('GET', '/health', authorization))
  const healthy = performance.now() - startedAt
  const call = await line.request(requestText('GET', '/api/v1/users/me', authorization))
  const answered = performance.now() - startedAt
  if (health.status !== 200 || call.status !== 200) throw new Error(health.body + call.body)
  line.close()
  await running.stop()
  return { healthy, answered }
}
