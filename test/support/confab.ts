// The real command line as a process of its own, from the sources or as the built executable.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ended {
  code: number
  out: string
  err: string
}

export interface ServerProcess {
  url: string
  port: number
  /** Of its HTTPS and of its plain HTTP beside that, where it has any. */
  httpsPort: number
  httpPort: number
  /** All of standard output so far. */
  out(): string
  kill(signal: NodeJS.Signals): void
  /** Exit code, once it has ended. */
  exited: Promise<number>
}

export class Confab implements AsyncDisposable {
  readonly #running = new Set<Bun.Subprocess>()

  /**
   * @param program how to start it; from the sources if not said otherwise
   * @param data its folder, which goes with it
   */
  constructor(
    readonly program: readonly string[] = [process.execPath, join(process.cwd(), 'src/main.ts')],
    readonly data = mkdtempSync(join(tmpdir(), 'confab-test-')),
  ) {}

  // Every process runs in the data folder with an empty environment: it needs nothing of the project's.

  /** Runs a command to its end, on this data folder unless `environment` says otherwise. */
  async run(args: readonly string[], input = '', environment: Record<string, string> = {}): Promise<Ended> {
    const child = Bun.spawn([...this.program, ...args], {
      cwd: this.data,
      env: { CONFAB_DATA: this.data, ...environment },
      stdin: Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { code, out, err }
  }

  /** The JSON that a command prints as its only line. @throws if it fails. */
  async json(args: readonly string[], input = ''): Promise<Record<string, unknown>> {
    const { code, out, err } = await this.run([...args, '--json'], input)
    if (code !== 0 || !/^\{.*\}\n$/.test(out))
      throw new Error(`confab ${args.join(' ')}: ${code}\n${out}${err}`)
    return JSON.parse(out)
  }

  /** Starts a server on a free port and waits until it is ready: until what it prints matches `ready`. */
  async serve(
    args: readonly string[] = ['--json'],
    ready = /"port":(\d+)/,
    program = this.program,
    environment: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const child = Bun.spawn([...program, 'serve', '--port', '0', ...args], {
      cwd: this.data,
      env: { CONFAB_DATA: this.data, CONFAB_LOG_LEVEL: 'warn', ...environment },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    })
    this.#running.add(child)
    let out = ''
    const reader = child.stdout.getReader()
    const decoder = new TextDecoder()
    while (!ready.test(out)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`the server ended before it was ready: ${out}`)
      out += decoder.decode(value, { stream: true })
    }
    const port = Number(/(?:"port":|127\.0\.0\.1:)(\d+)/.exec(out)?.[1])
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      httpsPort: Number(/"https_port":(\d+)/.exec(out)?.[1]),
      httpPort: Number(/"http_port":(\d+)/.exec(out)?.[1]),
      out: () => out,
      kill: (signal) => child.kill(signal),
      exited: child.exited,
    }
  }

  /** Kills what still runs and deletes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#running) {
      child.kill('SIGKILL')
      await child.exited
    }
    rmSync(this.data, { recursive: true, force: true })
  }
}

/** A port that was free a moment ago, for who has to know it before the server prints it. */
export async function freePort(): Promise<number> {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port = 0 } = taken
  await taken.stop(true)
  return port
}

/** The arguments that make an organization with the owner owner@x.io. */
export const createAcme = [
  'organization',
  'create',
  '--name',
  'Acme',
  '--owner-email',
  'owner@x.io',
  '--owner-name',
  'Owner',
  '--password-stdin',
]

/** The program, with files limited to so many blocks of 512 bytes: whoever writes more is told that the disk takes no more. */
export function limited({ program }: Pick<Confab, 'program'>, blocks: number): string[] {
  return ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', ...program]
}
