// A light HTTP/1.1 client, so that the load does not take the processor from what is measured.
import type { Socket } from 'bun'

export interface HttpReply {
  status: number
  body: string
}

/** One kept-alive connection with one request at a time. */
export class Connection {
  #socket: Socket | undefined
  #chunks: string[] = []
  #size = 0
  #expected: Expected | undefined
  #answer: ((reply: HttpReply) => void) | undefined
  #fail: ((error: Error) => void) | undefined

  static async open(port: number): Promise<Connection> {
    const connection = new Connection()
    connection.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_, chunk) => connection.#receive(chunk),
        close: () => connection.#fail?.(new Error('The server closed the connection')),
        error: (_, error) => connection.#fail?.(error),
      },
    })
    return connection
  }

  /** Sends the bytes of a request, as `requestText` makes them, and waits for its answer. */
  request(text: string): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve
      this.#fail = reject
      this.#socket?.write(text)
    })
  }

  close(): void {
    this.#fail = undefined
    this.#socket?.end()
  }

  #receive(chunk: Buffer): void {
    const text = chunk.toString('latin1')
    this.#chunks.push(text)
    this.#size += text.length
    this.#expected ??= expectedSize(this.#chunks)
    if (this.#expected === undefined || this.#size < this.#expected.whole) return
    // Of an answer whose length was not told, the end is.
    if (this.#expected.isInPieces && !endsWith(this.#chunks, '\r\n0\r\n\r\n')) return
    const reply = new Reply(this.#chunks.join(''), this.#expected)
    this.#chunks = []
    this.#size = 0
    this.#expected = undefined
    this.#answer?.(reply)
  }
}

/** An answer, whose body is put together when it is asked for: that is no time of the server's. */
class Reply implements HttpReply {
  constructor(
    private readonly answer: string,
    private readonly expected: Expected,
  ) {}

  get status(): number {
    return Number(this.answer.slice(9, 12))
  }

  get body(): string {
    const sent = this.answer.slice(this.expected.head)
    return this.expected.isInPieces ? joined(sent) : sent
  }
}

/** How long an answer is, in bytes: the least that it can be where it comes in pieces. */
interface Expected {
  head: number
  whole: number
  isInPieces: boolean
}

/** Known once the head has arrived. */
function expectedSize(chunks: readonly string[]): Expected | undefined {
  const text = chunks.join('')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  const isInPieces = /transfer-encoding: chunked/i.test(head)
  if (length === undefined && !isInPieces) throw new Error('An answer without a length')
  return { head: end + 4, whole: end + 4 + Number(length ?? 5), isInPieces }
}

/** Looks at the last characters alone: with each chunk of a long answer, the ones before would cost more than the server does. */
function endsWith(chunks: readonly string[], end: string): boolean {
  let tail = ''
  for (let index = chunks.length - 1; index >= 0 && tail.length < end.length; index--) {
    tail = (chunks[index] ?? '').slice(-end.length) + tail
  }
  return tail.endsWith(end)
}

/** The body of an answer that came in pieces, each with its length before it. */
function joined(sent: string): string {
  const pieces: string[] = []
  for (let at = 0; ;) {
    const lineEnd = sent.indexOf('\r\n', at)
    const length = parseInt(sent.slice(at, lineEnd), 16)
    if (length === 0) return pieces.join('')
    pieces.push(sent.slice(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 2 + length + 2
  }
}

/** The bytes of a request; parameters go into the query or a form body. */
export function requestText(
  method: string,
  path: string,
  authorization: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const form = new URLSearchParams(parameters).toString()
  const target = method === 'GET' && form !== '' ? `${path}?${form}` : path
  const body = method === 'GET' ? '' : form
  const type = body === '' ? '' : 'Content-Type: application/x-www-form-urlencoded\r\n'
  const length = method === 'GET' ? '' : `Content-Length: ${body.length}\r\n`
  return (
    `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
    `User-Agent: bench/1\r\n${type}${length}\r\n${body}`
  )
}
