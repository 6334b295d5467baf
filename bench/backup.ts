// A backup of a big organization while people work: what their requests notice of it, and how fast it is beside a plain copy.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { load } from './support/load'
import { fillDatabase, makeOrganization } from './support/organization'
import { benchFolder, removeFolder, runConfab, startConfab } from './support/processes'
import { milliseconds, percentile, report } from './support/report'

/** BENCH_BACKUP_MIB=2000 for two gigabytes. */
const size = Number(process.env['BENCH_BACKUP_MIB'] ?? 400)
const mib = 1024 * 1024
/** Nobody waits longer for a request of somebody else's, in milliseconds. */
const longestWait = 100

export async function run(): Promise<void> {
  const folder = benchFolder()
  const places = benchFolder()
  const { people } = await makeOrganization(folder, 20, (organization) => fillDatabase(organization, size))
  const confab = await startConfab(folder)
  const rest = await load(confab.port, people, () => Bun.sleep(5000))
  const before = confab.residentMib()
  const show = (
    what: string,
    took: number,
    latencies: readonly number[],
    target?: { atMost: number },
  ): void => {
    const longest = Math.max(...latencies)
    const [with99, without99] = [percentile(latencies, 0.99), percentile(rest, 0.99)]
    report({
      what: `Other requests while ${what} (${(took / 1000).toFixed(1)} s)`,
      measured: `longest ${milliseconds(longest)}, p99 ${milliseconds(with99)} of ${latencies.length}`,
      floor: `at rest: longest ${milliseconds(Math.max(...rest))}, p99 ${milliseconds(without99)}; ${longestWait} ms is allowed`,
      ratio: longest / longestWait,
      target,
    })
  }
  for (const what of [`a backup of ${size} MiB is made`, 'the next one is made']) {
    let took = 0
    const latencies = await load(confab.port, people, async () => {
      const start = performance.now()
      await confabBackup(folder, join(places, 'place'))
      took = performance.now() - start
    })
    show(what, took, latencies, { atMost: 1 })
  }
  // What the disk does to requests by itself: the same bytes, copied as fast as it can.
  let took = 0
  const main = join(folder, 'organizations/root/confab.sqlite')
  const beside = await load(confab.port, people, async () => {
    const start = performance.now()
    const copy = Bun.spawn(['cp', main, join(places, 'copy')])
    await copy.exited
    await Bun.spawn(['sync', join(places, 'copy')]).exited
    took = performance.now() - start
  })
  show(`cp and sync copy its ${Math.round(statSync(main).size / mib)} MiB`, took, beside)
  process.stdout.write(`    memory of the server: ${before} MiB before, ${confab.residentMib()} MiB after\n`)
  await confab.stop()
  removeFolder(folder)
  removeFolder(places)
}

async function confabBackup(folder: string, place: string): Promise<void> {
  await runConfab(['backup', 'create', '--data', folder, '--backups', place, '--json'])
}
