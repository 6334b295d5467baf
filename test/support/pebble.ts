// An ACME authority for tests: Debian's pebble, with a DNS server beside it that finds every name on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { freePort } from './confab'
import { debianProgram, type InstalledProgram } from './debian-programs'

const pebble = await debianProgram('pebble')
const nameServer = await debianProgram('pebble-challtestsrv', 'pebble')

/** What an authority is told. */
export interface PebbleSettings {
  /** Where it looks at challenges. */
  httpPort: number
  httpsPort: number
  /** How long its certificates are valid, in seconds. */
  lifetime?: number
}

export class Pebble implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'confab-pebble-'))
  readonly #processes: Bun.Subprocess[] = []

  private constructor(
    readonly port: number,
    readonly managementPort: number,
  ) {}

  /** One that does not run yet: what has to know its address can be started before it. */
  static async make(): Promise<Pebble> {
    const pebble = new Pebble(await freePort(), await freePort())
    const own = await generate([{ name: 'commonName', value: 'pebble' }], {
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    })
    writeFileSync(pebble.rootFile, own.cert)
    writeFileSync(pebble.#keyFile, own.private)
    return pebble
  }

  get directory(): string {
    return `https://127.0.0.1:${this.port}/dir`
  }

  /** What its own HTTPS is signed by. */
  get rootFile(): string {
    return join(this.#folder, 'pebble.pem')
  }

  get #keyFile(): string {
    return join(this.#folder, 'key.pem')
  }

  async start({ httpPort, httpsPort, lifetime = 90 * 24 * 3600 }: PebbleSettings): Promise<void> {
    const dnsPort = await freePort()
    const config = {
      listenAddress: `127.0.0.1:${this.port}`,
      managementListenAddress: `127.0.0.1:${this.managementPort}`,
      certificate: this.rootFile,
      privateKey: this.#keyFile,
      httpPort,
      tlsPort: httpsPort,
      ocspResponderURL: '',
      externalAccountBindingRequired: false,
      certificateValidityPeriod: lifetime,
    }
    const configFile = join(this.#folder, 'pebble.json')
    writeFileSync(configFile, JSON.stringify({ pebble: config }))
    const dns = ['-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${await freePort()}`]
    const none = ['-http01', '', '-https01', '', '-tlsalpn01', '']
    this.#run(nameServer, [...dns, ...none, '-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''])
    const start = () => this.#run(pebble, ['-config', configFile, '-dnsserver', `127.0.0.1:${dnsPort}`])
    let running = start()
    while (!(await this.#answers())) {
      // Somebody's connection may have its port just now.
      if (running.exitCode !== null) running = start()
      await Bun.sleep(20)
    }
  }

  /** The root of what it issues, in PEM. */
  async root(): Promise<string> {
    const answer = await fetch(`https://127.0.0.1:${this.managementPort}/roots/0`, this.#trusting)
    return answer.text()
  }

  async stop(): Promise<void> {
    for (const child of this.#processes.splice(0)) {
      child.kill('SIGKILL')
      await child.exited
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #trusting(): BunFetchRequestInit {
    return { tls: { ca: Bun.file(this.rootFile) } }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(this.directory, this.#trusting)).ok
    } catch {
      return false
    }
  }

  #run({ executable, environment }: InstalledProgram, args: readonly string[]): Bun.Subprocess {
    // Without its usual pauses before it looks at a challenge.
    const env = { ...process.env, ...environment, PEBBLE_VA_NOSLEEP: '1' }
    const log = process.env['CONFAB_TEST_LOG'] === undefined ? 'ignore' : 'inherit'
    const child = Bun.spawn([executable, ...args], { env, stdin: 'ignore', stdout: log, stderr: log })
    this.#processes.push(child)
    return child
  }
}
