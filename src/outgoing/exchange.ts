// One request and its answer, over a connection to an address that was checked. Loaded when the first request goes out.
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Destination } from './destination'
import { OutgoingError, type Limits, type Network } from './request'

/** A request to one place. */
export interface Hop {
  readonly destination: Destination
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly limits: Pick<Limits, 'connect' | 'firstByte'>
  /** Cuts everything short. */
  readonly signal: AbortSignal
}

/** How many addresses of a name are tried. */
const mostAddresses = 3

/**
 * Connects to the first of the addresses that lets it, sends the request and waits for the headers of the answer. A certificate
 * must be for the name that was asked for, or for the address where there is none.
 * @returns the answer, whose body is to be read or destroyed
 * @throws OutgoingError, and the signal's reason
 */
export async function exchange(hop: Hop, { authorities }: Network): Promise<IncomingMessage> {
  const addresses = hop.destination.addresses.slice(0, mostAddresses)
  const patience = hop.limits.connect / addresses.length
  let failure = new OutgoingError('unreachable', 'The name has no address')
  for (const address of addresses) {
    hop.signal.throwIfAborted()
    const outcome = await answerFrom(address, patience, hop, authorities)
    if (!(outcome instanceof NotConnected)) return outcome
    failure = outcome.error
  }
  throw failure
}

/** Nobody has seen anything of the request: it may be sent elsewhere. */
class NotConnected {
  constructor(readonly error: OutgoingError) {}
}

function answerFrom(
  address: string,
  patience: number,
  hop: Hop,
  authorities: string | undefined,
): Promise<IncomingMessage | NotConnected> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | NotConnected>()
  const { signal, limits } = hop
  let isConnected = false
  const sent = begin(address, hop, authorities)
  const tooSlow = () => sent.destroy(new OutgoingError('timedOut', 'It took too long to answer'))
  let timer = setTimeout(tooSlow, patience)
  const abort = () => sent.destroy()
  signal.addEventListener('abort', abort, { once: true })
  sent.on('socket', (socket) =>
    socket.once(hop.destination.isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true
      clearTimeout(timer)
      timer = setTimeout(tooSlow, limits.firstByte)
    }),
  )
  sent.on('response', resolve)
  sent.on('error', (error) => {
    const failure = error instanceof OutgoingError ? error : unreachable(error)
    if (signal.aborted) reject(signal.reason)
    else if (isConnected) reject(failure)
    else resolve(new NotConnected(failure))
  })
  // Such as after an answer that wants to speak another protocol.
  sent.on('close', () => reject(signal.aborted ? signal.reason : unreachable(undefined)))
  sent.end(hop.body)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  })
}

function begin(
  address: string,
  { destination, method, headers }: Hop,
  authorities: string | undefined,
): ClientRequest {
  const { url, isSecure, port, name } = destination
  const options = {
    host: address,
    port,
    path: url.pathname + url.search,
    method,
    headers: { host: url.host, ...headers },
    // A connection of its own, which ends with it.
    agent: false,
    maxHeaderSize: 32 * 1024,
  }
  if (!isSecure) return httpRequest(options)
  // With the name, which is what the certificate is for; the one of an address is for the address.
  return httpsRequest({ ...options, servername: name ?? '', ...(authorities ? { ca: authorities } : {}) })
}

function unreachable(error: Error | undefined): OutgoingError {
  const code = error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return new OutgoingError('unreachable', `There is no answer${code === undefined ? '' : ` (${code})`}`)
}
