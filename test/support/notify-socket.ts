// The socket on which systemd hears of a service: a Unix socket for datagrams, by the system's own calls.
import { dlopen, ptr } from 'bun:ffi'

const library = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
})

const unix = 1
const datagram = 2
const dontWait = 0x40

/** @param address a path, or `@name` for a socket that is no file */
export class NotifySocket implements Disposable {
  readonly #socket = library.symbols.socket(unix, datagram, 0)
  readonly #taken: string[] = []

  constructor(readonly address: string) {
    const name = new TextEncoder().encode(address.replace(/^@/, '\0'))
    const bound = library.symbols.bind(this.#socket, ptr(new Uint8Array([unix, 0, ...name])), name.length + 2)
    if (bound !== 0) throw new Error(`There is no socket to be had at ${address}`)
  }

  /** All lines that came so far. */
  lines(): readonly string[] {
    const bytes = new Uint8Array(4096)
    for (;;) {
      const size = Number(library.symbols.recv(this.#socket, ptr(bytes), bytes.length, dontWait))
      if (size <= 0) return this.#taken
      this.#taken.push(...new TextDecoder().decode(bytes.subarray(0, size)).split('\n'))
    }
  }

  [Symbol.dispose](): void {
    library.symbols.close(this.#socket)
  }
}
