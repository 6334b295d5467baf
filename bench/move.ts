// An organization goes to another server: how long it is served nowhere, for a small database and a big one.
import { Connection, requestText } from './support/http'
import { fillDatabase, makeOrganization, type BenchPerson } from './support/organization'
import { benchFolder, removeFolder, runConfab, startConfab } from './support/processes'
import { milliseconds, report } from './support/report'

/** In MiB. BENCH_MOVE_MIB=4096 for a big one of four gigabytes. */
const sizes = { small: 20, big: Number(process.env['BENCH_MOVE_MIB'] ?? 1024) }
/** A message every so many milliseconds goes on being sent meanwhile. */
const between = 50

export async function run(): Promise<void> {
  const small = await moved(sizes.small)
  const big = await moved(sizes.big)
  report({
    what: `Pause of a move with a database of ${sizes.big} MiB, which took ${(big.took / 1000).toFixed(1)} s in all`,
    measured: milliseconds(big.pause),
    floor: `${milliseconds(small.pause)} with one of ${sizes.small} MiB`,
    ratio: big.pause / small.pause,
    target: undefined,
  })
}

/** In milliseconds. */
async function moved(size: number): Promise<{ pause: number; took: number }> {
  const [from, to] = [benchFolder(), benchFolder()]
  const { people } = await makeOrganization(from, 10, (organization) => fillDatabase(organization, size))
  const [old, next] = [await startConfab(from), await startConfab(to)]
  const received: { token: string } = JSON.parse(
    await runConfab(['organization', 'receive', '--data', to, '--subdomain', '', '--json']),
  )
  const over = new AbortController()
  const sending = keepSending(old.port, people[0], over.signal)
  const startedAt = performance.now()
  const address = `http://127.0.0.1:${next.port}`
  const result: { paused_milliseconds: number } = JSON.parse(
    await runConfab(['organization', 'move', '--data', from, '--to', address, '--json'], {
      CONFAB_MOVE_TOKEN: received.token,
    }),
  )
  const took = performance.now() - startedAt
  over.abort()
  await sending
  await Promise.all([old.stop(), next.stop()])
  removeFolder(from)
  removeFolder(to)
  return { pause: result.paused_milliseconds, took }
}

/** What is refused once the organization has gone is not sent again. */
async function keepSending(
  port: number,
  person: BenchPerson | undefined,
  signal: AbortSignal,
): Promise<void> {
  const line = await Connection.open(port)
  const { id, authorization } = person ?? {}
  const message = { type: 'direct', to: `[${id}]`, content: 'A note to myself.' }
  while (!signal.aborted) {
    await line.request(requestText('POST', '/api/v1/messages', authorization ?? '', message))
    await Bun.sleep(between)
  }
  line.close()
}
