// How many requests a server answers. The client does next to nothing, so that the server is what is measured.
import type { Socket } from 'bun'

/** What a connection knows: how often it was answered. */
interface Line {
  answered: number
}

/** The first digit of the status, after `HTTP/1.1 `. */
const statusAt = 9
const statusOf2xx = 0x32

/**
 * How often per second the request is answered, with so many connections at once, each of which waits for its answer before
 * it asks again. The answers are short, and all of one length.
 * @param request its bytes, as `requestText` makes them
 */
export async function requestsPerSecond(
  port: number,
  request: string,
  { connections = 32, seconds = 1 } = {},
): Promise<number> {
  const bytes = Buffer.from(request)
  const failed = Promise.withResolvers<never>()
  let length: number | undefined
  const open = (): Promise<Socket<Line>> =>
    Bun.connect<Line>({
      hostname: '127.0.0.1',
      port,
      data: { answered: 0 },
      socket: {
        data(socket, answer) {
          // One at a time is asked for, and it comes in one piece.
          length ??= answer.length
          if (answer.length !== length || answer[statusAt] !== statusOf2xx) {
            failed.reject(new Error(`Answered otherwise: ${answer.toString()}`))
            return
          }
          socket.data.answered++
          socket.write(bytes)
        },
        close: () => failed.reject(new Error('The server closed the connection')),
      },
    })
  const lines = await Promise.all(Array.from({ length: connections }, open))
  const answered = (): number => lines.reduce((sum, { data }) => sum + data.answered, 0)
  for (const line of lines) line.write(bytes)
  await Promise.race([Bun.sleep(1000), failed.promise])
  const [start, before] = [performance.now(), answered()]
  await Promise.race([Bun.sleep(seconds * 1000), failed.promise])
  const [took, count] = [performance.now() - start, answered() - before]
  failed.promise.catch(() => undefined)
  for (const line of lines) line.terminate()
  return (count / took) * 1000
}
