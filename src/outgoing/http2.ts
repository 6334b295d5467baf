// Requests by HTTP/2, for services that speak nothing else: many at once over a connection to an address that was checked.
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { inTime, userAgent } from './client'
import type { Destination } from './destination'
import { OutgoingError, usualLimits, type Network, type Outcome } from './request'

export interface Http2Request {
  /** `https`; `http` where the other side is known to speak HTTP/2 there. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends it early: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

/** How long a connection is kept that nobody uses, in milliseconds. */
const keptIdle = 60_000
/** Of an answer; more is none. */
const mostBytes = 64 * 1024
const cancelled = 8

/**
 * Posts a body and reads the answer, over a connection that is kept for the next.
 * @returns the answer, or why there is none. @throws the reason of the request's own signal, if that ends it.
 */
export async function sendByHttp2(request: Http2Request, network: Network): Promise<Outcome> {
  const { signal } = request
  try {
    const url = URL.parse(request.url)
    if (!url) throw new OutgoingError('refused', 'It is no valid address')
    const connection = await connectionTo(url, network)
    signal?.throwIfAborted()
    return await connection.post(url, request)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof OutgoingError) return { kind: error.kind, reason: error.message }
    throw error
  }
}

/** Those that are open or being opened, by origin and by who may be reached. */
const connections = new Map<string, Promise<Connection>>()

function connectionTo({ origin }: URL, network: Network): Promise<Connection> {
  const key = `${origin} ${network.allowsPrivateAddresses} ${network.authorities ?? ''}`
  const known = connections.get(key)
  if (known) return known
  const forget = () => void (connections.get(key) === opened && connections.delete(key))
  const opened: Promise<Connection> = open(origin, network, forget)
  connections.set(key, opened)
  opened.catch(forget)
  return opened
}

async function open(origin: string, network: Network, forget: () => void): Promise<Connection> {
  const { destinationOf } = await import('./destination')
  const destination = await inTime(destinationOf(origin, network), usualLimits.connect)
  let failure: unknown
  for (const address of destination.addresses.slice(0, 3)) {
    try {
      return new Connection(await connected(destination, address, network), forget)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Connects to an address that was checked; the certificate must be for the name that was asked for. */
async function connected(
  { url, isSecure, port, name }: Destination,
  address: string,
  { authorities }: Network,
): Promise<ClientHttp2Session> {
  const http2 = await import('node:http2')
  const tls = await import('node:tls')
  const net = await import('node:net')
  const socket = isSecure
    ? tls.connect({
        host: address,
        port,
        servername: name ?? '',
        ALPNProtocols: ['h2'],
        ...(authorities === undefined ? {} : { ca: authorities }),
      })
    : net.connect({ host: address, port })
  const { promise, resolve, reject } = Promise.withResolvers<ClientHttp2Session>()
  const session = http2.connect(url.origin, { createConnection: () => socket })
  const fail = (error: OutgoingError) => {
    reject(error)
    session.destroy()
  }
  const timer = setTimeout(
    () => fail(new OutgoingError('timedOut', 'It took too long to connect')),
    usualLimits.connect,
  )
  session.once('connect', () => resolve(session))
  session.once('error', (error) => fail(unreachable(error)))
  session.once('close', () => reject(unreachable(undefined)))
  return promise.finally(() => clearTimeout(timer))
}

/** A connection that several requests share; it is closed when nobody has used it for some time. */
class Connection {
  #underway = 0
  #idle: ReturnType<typeof setTimeout> | undefined

  /** @param forget that it is no longer to be given to anybody */
  constructor(
    readonly session: ClientHttp2Session,
    readonly forget: () => void,
  ) {
    session.on('close', forget)
    session.on('goaway', forget)
    // Those who use it are told by their own streams.
    session.on('error', forget)
  }

  async post(url: URL, { headers, body, signal }: Http2Request): Promise<Outcome> {
    clearTimeout(this.#idle)
    this.#underway += 1
    try {
      const stream = this.#begin({
        'user-agent': userAgent,
        ...headers,
        ':method': 'POST',
        ':path': url.pathname + url.search,
      })
      stream.end(body)
      return await answerOn(stream, url.href, signal)
    } catch (error) {
      // It may be dead without knowing: others are to have a new one.
      if (!signal?.aborted) this.forget()
      throw error
    } finally {
      this.#underway -= 1
      if (this.#underway === 0) this.#closeLater()
    }
  }

  #begin(headers: Readonly<Record<string, string>>): ClientHttp2Stream {
    try {
      return this.session.request({ ...headers })
    } catch (error) {
      throw unreachable(error)
    }
  }

  #closeLater(): void {
    this.#idle = setTimeout(() => {
      this.forget()
      this.session.close()
    }, keptIdle)
    this.#idle.unref()
  }
}

function answerOn(stream: ClientHttp2Stream, url: string, signal: AbortSignal | undefined): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const chunks: Uint8Array[] = []
  let length = 0
  let head: IncomingHttpHeaders | undefined
  const fail = (error: unknown) => {
    reject(error)
    stream.close(cancelled)
  }
  const timer = setTimeout(
    () => fail(new OutgoingError('timedOut', 'It took too long to answer')),
    usualLimits.firstByte,
  )
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  stream.on('response', (headers) => (head = headers))
  stream.on('data', (chunk: Uint8Array) => {
    length += chunk.length
    if (length > mostBytes) fail(new OutgoingError('tooLarge', `The answer is over ${mostBytes} bytes`))
    else chunks.push(chunk)
  })
  stream.on('end', () => {
    if (head) resolve({ kind: 'answered', url, ...statusOf(head), body: Buffer.concat(chunks) })
  })
  stream.on('error', (error) => reject(unreachable(error)))
  stream.on('close', () => reject(unreachable(undefined)))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

function statusOf(head: IncomingHttpHeaders): { status: number; headers: Headers } {
  const headers = new Headers()
  for (const [name, value] of Object.entries(head))
    if (!name.startsWith(':') && typeof value === 'string') headers.set(name, value)
  return { status: Number(head[':status']), headers }
}

function unreachable(error: unknown): OutgoingError {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new OutgoingError('unreachable', `There is no answer${code}`)
}
