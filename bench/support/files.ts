// Large bodies, sent and read as bytes: from one block of memory over and over, so that the client costs next to nothing.
import type { Socket } from 'bun'

const block = Buffer.from(crypto.getRandomValues(new Uint8Array(64 * 1024)))

/** The blocks of a body of so many bytes, with something before and after them. */
function* blocks(before: string, length: number, after: string): Generator<Buffer> {
  yield Buffer.from(before)
  for (let left = length; left > 0; left -= block.length) yield block.subarray(0, left)
  yield Buffer.from(after)
}

/** Sends a request with so many random bytes between two texts. @returns the answer */
export function sendBody(port: number, before: string, length: number, after = ''): Promise<string> {
  const body = blocks(before, length, after)
  let rest: Buffer = Buffer.alloc(0)
  const send = (socket: Socket): void => {
    for (;;) {
      if (rest.length === 0) {
        const next = body.next()
        if (next.done) return
        rest = next.value
      }
      const written = socket.write(rest)
      rest = rest.subarray(Math.max(0, written))
      if (rest.length > 0) return
    }
  }
  return new Promise((resolve, reject) => {
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: send,
        drain: send,
        data(socket, answer) {
          resolve(answer.toString('latin1'))
          socket.end()
        },
        close: () => reject(new Error('The server closed the connection')),
        error: (_, error) => reject(error),
      },
    }).catch(reject)
  })
}

/** An answer on its way. */
interface Download {
  /** How many were asked for on this connection. */
  asked: number
  /** Its beginning, as long as it has not come as a whole. */
  head: string
  /** How many bytes of the file are still to come. */
  left: number
}

/**
 * How many bytes per second come of files of one length that are asked for again and again on each of some connections.
 * @param requests their bytes: one after another, from the first again after the last. @param length of each file
 */
export async function bytesPerSecond(
  port: number,
  requests: readonly string[],
  length: number,
  { connections = 4, seconds = 1.5 } = {},
): Promise<number> {
  let received = 0
  const ask = (line: Socket<Download>): void => {
    line.write(requests[line.data.asked % requests.length] ?? '')
    line.data.asked++
  }
  const failed = Promise.withResolvers<never>()
  const open = (): Promise<Socket<Download>> =>
    Bun.connect<Download>({
      hostname: '127.0.0.1',
      port,
      data: { asked: 0, head: '', left: 0 },
      socket: {
        data(socket, bytes) {
          received += bytes.length
          const { data } = socket
          if (data.left === 0) {
            data.head += bytes.toString('latin1')
            const end = data.head.indexOf('\r\n\r\n')
            if (end < 0) return
            if (!data.head.startsWith('HTTP/1.1 200')) failed.reject(new Error(data.head))
            data.left = length - (data.head.length - end - 4)
            data.head = ''
          } else data.left -= bytes.length
          if (data.left === 0) ask(socket)
        },
        close: () => failed.reject(new Error('The server closed the connection')),
      },
    })
  const lines = await Promise.all(Array.from({ length: connections }, open))
  for (const line of lines) ask(line)
  await Promise.race([Bun.sleep(300), failed.promise])
  const [start, before] = [performance.now(), received]
  await Promise.race([Bun.sleep(seconds * 1000), failed.promise])
  const rate = ((received - before) / (performance.now() - start)) * 1000
  failed.promise.catch(() => undefined)
  for (const line of lines) line.terminate()
  return rate
}
