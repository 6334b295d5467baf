// A bad connection: a TCP proxy that breaks connections on the way, each as it is told.
import { connect, createServer, type Socket } from 'node:net'

/**
 * What happens next: a connection is `cut` after so many bytes of what is sent; goes into a `tunnel` after so many, which the
 * server does not notice; or so many answers have come back, and the last of them is lost with its connection. Bytes and
 * answers of all connections count together, and whichever carries the last of them breaks: how a client spreads its calls over
 * connections changes nothing.
 */
export type Fate = { cut: number } | { tunnel: number } | { losesAnswer: number } | 'well'

export class CuttingProxy implements AsyncDisposable {
  readonly #server = createServer((client) => this.#carry(client))
  readonly #open = new Set<Socket>()
  /** How many connections broke. */
  broken = 0
  /** Bytes until the next one breaks, whether as in a tunnel, and answers until one is lost. */
  #left = Infinity
  #isTunnel = false
  #answersLeft = Infinity

  /**
   * @param port where the server is, on this machine; it may move
   * @param nextFate is asked at the start and after each break
   */
  private constructor(
    public port: number,
    readonly nextFate: () => Fate,
  ) {
    this.#expectNext()
  }

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

  #expectNext(): void {
    const fate = this.nextFate()
    const { cut = Infinity, tunnel = Infinity, losesAnswer = Infinity } = limitsOf(fate)
    this.#left = Math.min(cut, tunnel)
    this.#isTunnel = tunnel < Infinity
    this.#answersLeft = losesAnswer
  }

  #carry(client: Socket): void {
    const server = connect(this.port, '127.0.0.1')
    for (const socket of [client, server]) {
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
      socket.on('error', () => undefined)
    }
    let isBroken = false
    let isInTunnel = false
    client.on('close', () => {
      if (!isInTunnel) server.destroy()
    })
    server.on('close', () => client.destroy())
    server.on('data', (bytes) => {
      if (isBroken) return
      if (--this.#answersLeft > 0) return void client.write(bytes)
      isBroken = true
      this.broken++
      this.#expectNext()
      client.destroy()
    })
    client.on('data', (bytes: Buffer) => {
      // It is broken, and about to be closed.
      if (isBroken) return
      const passed = bytes.subarray(0, this.#left)
      this.#left -= bytes.length
      if (this.#left <= 0) {
        isBroken = true
        isInTunnel = this.#isTunnel
        this.broken++
        this.#expectNext()
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

function limitsOf(fate: Fate): { cut?: number; tunnel?: number; losesAnswer?: number } {
  return fate === 'well' ? {} : fate
}
