// An import of Slack's: how many messages a minute it takes, and how much memory it has, which is the same for a tenth of them.
import { join } from 'node:path'
import { createAcme } from '../test/support/confab'
import { zipOf } from '../test/support/zip'
import { benchFolder, environment, peakMib, removeFolder } from './support/processes'
import { rate, report } from './support/report'

/** 1,000,000 with CONFAB_BENCH_IMPORT=1000000, which is what the target means; fewer tell as much of a second. */
const messageCount = Number(process.env['CONFAB_BENCH_IMPORT'] ?? 50_000)
/** Memory is to be the same for a tenth and for a third of them. */
const sizes = [messageCount / 10, messageCount * 0.3, messageCount].map(Math.floor)
/** Caches and what waits for the collector have their size by then; of fewer there is less. */
const fillsMemory = 100_000
/** How often its memory is looked at, in milliseconds: of the peak, so that none is missed but the last. */
const lookEvery = 200
const peopleCount = 500
const channelCount = 50
const dayCount = 200
/** A million messages within five minutes. */
const wantedPerSecond = 1_000_000 / 300

const words =
  'the bakery opens early on Monday because flour comes from the mill and everybody wants *fresh* bread'.split(
    ' ',
  )

export async function run(): Promise<void> {
  const measured: { count: number; seconds: number; mib: number }[] = []
  for (const count of sizes) measured.push({ count, ...(await importOf(count)) })
  const [small, last] = [measured[0], measured.at(-1)]
  if (!small || !last) return
  const perSecond = last.count / last.seconds
  report({
    what: `An import of ${last.count} messages of Slack's (${last.seconds.toFixed(1)} s)`,
    measured: rate(perSecond),
    floor: `a million in five minutes: ${rate(wantedPerSecond)}`,
    ratio: perSecond / wantedPerSecond,
    target: { atLeast: 1 },
  })
  for (const { count, mib } of measured.slice(1)) {
    report({
      what: `Memory of an import of ${count} messages, at most`,
      measured: `${mib.toFixed(0)} MiB`,
      floor: `of ${small.count}: ${small.mib.toFixed(0)} MiB`,
      ratio: mib / small.mib,
      target: small.count >= fillsMemory ? { atMost: 1.2 } : undefined,
    })
  }
}

/** @returns how long it took, and the most memory that the process had, in MiB */
async function importOf(count: number): Promise<{ seconds: number; mib: number }> {
  const folder = benchFolder()
  const archive = join(folder, 'slack.zip')
  await Bun.write(archive, zipOf(slackFiles(count)))
  const binary = process.env['CONFAB_BINARY']
  const program = binary === undefined ? [process.execPath, 'src/main.ts'] : [binary]
  const env = { ...environment(), CONFAB_DATA: folder }
  await Bun.spawn([...program, ...createAcme], {
    env,
    stdin: Buffer.from('correct horse battery'),
    stdout: 'ignore',
  }).exited
  const start = performance.now()
  const child = Bun.spawn([...program, 'import', 'slack', archive, '--json'], {
    env,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  let mib = 0
  while (child.exitCode === null) {
    mib = Math.max(mib, peakMib(child.pid))
    await Promise.race([child.exited, Bun.sleep(lookEvery)])
  }
  if (child.exitCode !== 0) throw new Error('The import failed')
  const seconds = (performance.now() - start) / 1000
  removeFolder(folder)
  return { seconds, mib }
}

function slackFiles(count: number): Record<string, string> {
  const users = Array.from({ length: peopleCount }, (_, person) => ({
    id: `U${person}`,
    team_id: 'T1',
    profile: { real_name: `Person ${person}`, email: `person${person}@x.io` },
  }))
  const channels = Array.from({ length: channelCount }, (_, channel) => ({
    id: `C${channel}`,
    name: `channel-${channel}`,
    members: users.filter((_each, person) => (person + channel) % 5 === 0).map(({ id }) => id),
  }))
  const files: Record<string, string> = {
    'users.json': JSON.stringify(users),
    'channels.json': JSON.stringify(channels),
  }
  const perFile = Math.ceil(count / channelCount / dayCount)
  for (let day = 0; day < dayCount; day++) {
    const start = Date.UTC(2024, 0, 1 + day)
    for (let channel = 0; channel < channelCount; channel++) {
      const first = (day * channelCount + channel) * perFile
      const messages = Array.from({ length: perFile }, (_, index) =>
        message(first + index, start / 1000 + index * 60, channel),
      )
      files[`channel-${channel}/${new Date(start).toISOString().slice(0, 10)}.json`] =
        JSON.stringify(messages)
    }
  }
  return files
}

/** A line or two, as people write them; some with a mention, a link, code or reactions. */
function message(number: number, second: number, channel: number): object {
  const text = Array.from(
    { length: 6 + (number % 25) },
    (_, word) => words[(number * 7 + word * 3) % words.length],
  )
  if (number % 10 === 0) text.push(`<@U${number % peopleCount}>`, `<https://example.com/${number}|this>`)
  if (number % 15 === 0) text.push('`code`')
  return {
    type: 'message',
    user: `U${number % peopleCount}`,
    ts: `${second}.${String(channel).padStart(6, '0')}`,
    text: text.join(' '),
    ...(number % 20 === 0 ? { reactions: [{ name: 'wave', users: ['U1', 'U2'], count: 2 }] } : {}),
  }
}
