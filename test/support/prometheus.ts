// Debian's Prometheus with what was scraped at moments of a test's own clock: it evaluates alert rules and the panels of dashboards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { freePort } from './confab'
import { debianProgram, type InstalledProgram } from './debian-programs'

const prometheus = await debianProgram('prometheus')
const promtool = await debianProgram('promtool', 'prometheus')

/** One look at `/metrics`. */
export interface Scrape {
  /** Milliseconds since the epoch. */
  at: number
  /** What was answered; undefined if nobody was there. */
  text: string | undefined
}

const Answer = Type.Object({ data: Type.Object({ result: Type.Array(Type.Unknown()) }) })
const Rules = Type.Object({
  data: Type.Object({
    groups: Type.Array(
      Type.Object({ rules: Type.Array(Type.Object({ name: Type.String(), query: Type.String() })) }),
    ),
  }),
})

export class Prometheus implements AsyncDisposable {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: Bun.Subprocess,
  ) {}

  /** One that has scraped the job `confab`, and has read its alert rules. */
  static async after(scrapes: readonly Scrape[], ruleFile: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'confab-prometheus-'))
    const [history, config] = [join(folder, 'history'), join(folder, 'prometheus.yml')]
    writeFileSync(history, `${scrapes.map(linesOf).join('')}# EOF\n`)
    writeFileSync(config, JSON.stringify({ rule_files: [resolve(ruleFile)] }))
    const data = join(folder, 'data')
    const stored = run(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', history, data])
    if ((await stored.exited) !== 0) throw new Error('promtool does not take what was scraped')
    const port = await freePort()
    const child = run(prometheus, [
      `--config.file=${config}`,
      `--storage.tsdb.path=${data}`,
      '--storage.tsdb.retention.time=100y',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ])
    const started = new Prometheus(port, folder, child)
    while (!(await started.isReady())) {
      if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
      await Bun.sleep(20)
    }
    return started
  }

  /** How many series an expression has at a moment. @throws if it is none */
  async count(expression: string, at: number): Promise<number> {
    const query = new URLSearchParams({ query: expression, time: String(at / 1000) })
    return Value.Parse(Answer, await this.ask(`query?${query}`)).data.result.length
  }

  /** Names of the alerts whose expression holds at a moment, whatever time each is given before it tells somebody. */
  async alerts(at: number): Promise<string[]> {
    const { groups } = Value.Parse(Rules, await this.ask('rules?type=alert')).data
    const found: string[] = []
    for (const { name, query } of groups.flatMap(({ rules }) => rules))
      if ((await this.count(query, at)) > 0) found.push(name)
    return found
  }

  private async ask(call: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1/${call}`)
    if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`)
    return answer.json()
  }

  private async isReady(): Promise<boolean> {
    return await fetch(`http://127.0.0.1:${this.port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL')
    await this.child.exited
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The samples of a scrape as Prometheus stores them: with their moment, and the labels of the job. */
function linesOf({ at, text }: Scrape): string {
  const job = 'job="confab",instance="chat"'
  const samples = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const labelled = samples.map((line) => {
    const [, name = '', labels, value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return `${name}{${labels === undefined ? '' : `${labels},`}${job}} ${value}`
  })
  labelled.push(`up{${job}} ${text === undefined ? 0 : 1}`)
  return labelled.map((line) => `${line} ${at / 1000}\n`).join('')
}

function run({ executable, environment }: InstalledProgram, args: readonly string[]): Bun.Subprocess {
  return Bun.spawn([executable, ...args], {
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
}
