// Debian's HAProxy before several servers: each host name goes where its map says, which can be changed while it works.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './confab'
import { debianProgram } from './debian-programs'

const program = await debianProgram('haproxy')

export class HaProxy implements AsyncDisposable {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: Bun.Subprocess,
  ) {}

  /**
   * @param servers their ports, by name
   * @param hosts which of them each host name goes to
   */
  static async start(servers: Record<string, number>, hosts: Record<string, string>): Promise<HaProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'confab-haproxy-'))
    const port = await freePort()
    const map = Object.entries(hosts).map(([host, server]) => `${host} ${server}\n`)
    writeFileSync(join(folder, 'hosts.map'), map.join(''))
    const backends = Object.entries(servers).map(
      ([name, at]) => `backend ${name}\n  server ${name} 127.0.0.1:${at}\n`,
    )
    writeFileSync(
      join(folder, 'haproxy.cfg'),
      `global
  stats socket ${folder}/control.sock level admin
defaults
  mode http
  timeout connect 5s
  timeout client 2m
  timeout server 2m
frontend all
  bind 127.0.0.1:${port}
  use_backend %[req.hdr(host),field(1,:),lower,map(${folder}/hosts.map)]
${backends.join('')}`,
    )
    const child = Bun.spawn([program.executable, '-db', '-f', join(folder, 'haproxy.cfg')], {
      env: { ...process.env, ...program.environment },
      stdout: 'ignore',
      stderr: 'inherit',
    })
    const proxy = new HaProxy(port, folder, child)
    while (!(await proxy.isThere())) {
      if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`)
      await Bun.sleep(10)
    }
    return proxy
  }

  /** From now on requests for that host name go to that server. */
  async lead(host: string, server: string): Promise<void> {
    const answer = Promise.withResolvers<string>()
    await Bun.connect({
      unix: join(this.folder, 'control.sock'),
      socket: {
        open: (socket) => void socket.write(`set map ${this.folder}/hosts.map ${host} ${server}\n`),
        data: (_, text) => answer.resolve(text.toString()),
        close: () => answer.resolve(''),
        error: (_, error) => answer.reject(error),
      },
    })
    const said = (await answer.promise).trim()
    if (said !== '') throw new Error(`HAProxy: ${said}`)
  }

  private async isThere(): Promise<boolean> {
    return await fetch(`http://127.0.0.1:${this.port}/`).then(
      () => true,
      () => false,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL')
    await this.child.exited
    rmSync(this.folder, { recursive: true, force: true })
  }
}
