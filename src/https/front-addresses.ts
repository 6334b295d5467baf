// Who is behind the connections that the HTTPS thread passes on to the server: a table in memory that both see.

/** For each port of this machine, the length of two addresses and their letters. */
const slot = 96
const ports = 65_536

export class FrontAddresses {
  readonly #table: Buffer

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(slot * ports)) {
    this.#table = Buffer.from(memory)
  }

  /**
   * @param port that the thread connects to the server from
   * @param own its own address there
   * @param address of whoever has connected to the thread
   */
  set(port: number, own: string, address: string): void {
    const start = port * slot
    this.#table[start] = this.#table.write(`${own} ${address}`, start + 1, slot - 1, 'latin1')
  }

  delete(port: number): void {
    this.#table[port * slot] = 0
  }

  /** Whose connection it is that comes from `own` and this port; undefined if it is none of the thread's. */
  get(port: number, own: string): string | undefined {
    const start = port * slot
    const length = this.#table[start] ?? 0
    if (length === 0) return undefined
    const entry = this.#table.toString('latin1', start + 1, start + 1 + length)
    return entry.startsWith(`${own} `) ? entry.slice(own.length + 1) : undefined
  }
}
