// A bad connection: a TCP proxy that breaks connections on the way, each as it is told.
import { connect, createServer, type Socket } from 'node:net'

/**
 * How a connection goes: `cut` after so many bytes of what is sent; into a `tunnel` after so many, which the server does not
 * notice; or well until so many answers have come back, the last of which is lost.
 */
export type Fate = { cut: number } | { tunnel: number } | { losesAnswer: number } | 'well'

export class CuttingProxy implements AsyncDisposable {
  readonly #server = createServer((client) => this.#carry(client))
  readonly #open = new Set<Socket>()
  /** How many connections broke. */
  broken = 0

  /**
   * @param port where the server is, on this machine; it may move
   * @param nextFate is asked for each connection
   */
  private constructor(
    public port: number,
    readonly nextFate: () => Fate,
  ) {}

  static async start(port: number, nextFate: () => Fate): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(port, nextFate)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
    return `http://127.0.0.1:${address.port}`
  }

  #carry(client: Socket): void {
    const fate = this.nextFate()
    const limits = {
      cut: Infinity,
      tunnel: Infinity,
      losesAnswer: Infinity,
      ...(fate === 'well' ? {} : fate),
    }
    const server = connect(this.port, '127.0.0.1')
    for (const socket of [client, server]) {
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
      socket.on('error', () => undefined)
    }
    let isInTunnel = false
    client.on('close', () => {
      if (!isInTunnel) server.destroy()
    })
    server.on('close', () => client.destroy())
    let answers = 0
    server.on('data', (bytes) => {
      if (++answers < limits.losesAnswer) return void client.write(bytes)
      this.broken++
      client.destroy()
    })
    let left = Math.min(limits.cut, limits.tunnel)
    client.on('data', (bytes: Buffer) => {
      // It is broken, and about to be closed.
      if (left <= 0) return
      const passed = bytes.subarray(0, left)
      left -= bytes.length
      if (left <= 0) {
        this.broken++
        isInTunnel = limits.tunnel < Infinity
        // What was sent before is still on its way.
        server.write(passed, () => client.destroy())
      } else if (!server.write(passed)) {
        client.pause()
        server.once('drain', () => client.resume())
      }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
