// The server's own way out to the web: every place it goes to is checked, first and after each redirect, and all is bounded.
import type { IncomingMessage } from 'node:http'
import type { Organization } from '../organization/organization'
import { version } from '../version'
import type { Destination } from './destination'
import {
  OutgoingError,
  usualLimits,
  type AnswerHead,
  type Limits,
  type Network,
  type Outcome,
  type OutgoingRequest,
} from './request'

/** The network that an organization's requests go out to. */
export function networkOf({ rules }: Organization): Network {
  return { allowsPrivateAddresses: rules.allowsPrivateAddresses }
}

/** Who asks. */
export const userAgent = `Confab/${version.split('+')[0]}`

/**
 * Sends a request and reads the answer. Names are resolved once for each place, and what was checked is what is connected to.
 * @returns the answer, or why there is none. @throws the reason of the request's own signal, if that ends it.
 */
export async function sendRequest(request: OutgoingRequest, network: Network): Promise<Outcome> {
  const limits = { ...usualLimits, ...request.limits }
  const tooLong = new AbortController()
  const timer = setTimeout(
    () => tooLong.abort(new OutgoingError('timedOut', 'It took too long altogether')),
    limits.whole,
  )
  const signal = AbortSignal.any([tooLong.signal, ...(request.signal ? [request.signal] : [])])
  try {
    return await followed(request, limits, signal, network)
  } catch (error) {
    if (error instanceof OutgoingError) return { kind: error.kind, reason: error.message }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function followed(
  request: OutgoingRequest,
  limits: Limits,
  signal: AbortSignal,
  network: Network,
): Promise<Outcome> {
  // What a start does not need.
  const { destinationOf } = await import('./destination')
  const { exchange } = await import('./exchange')
  const { acceptedEncodings, readBody } = await import('./body')
  const { wantsBody = () => true } = request
  let step: Step = { url: request.url, method: request.method ?? 'GET', body: request.body }
  for (let followedSoFar = 0; ; followedSoFar++) {
    const destination = await inTime(destinationOf(step.url, network), limits.connect, signal)
    const headers = {
      'user-agent': userAgent,
      'accept-encoding': acceptedEncodings,
      ...headersFor(destination.url, request),
    }
    const answer = await exchange({ ...step, destination, headers, limits, signal }, network)
    const head = headOf(answer, destination)
    const next = followedSoFar < limits.redirects ? nextStep(step, head) : undefined
    if (!next) {
      const body = wantsBody(head) ? await readBody(answer, limits, signal) : new Uint8Array()
      answer.destroy()
      return { kind: 'answered', ...head, body }
    }
    answer.destroy()
    step = next
  }
}

/** What is sent, and where to. */
interface Step {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly body: string | Uint8Array | undefined
}

/** A resolver can't be told to stop: its answer is not waited for. */
export async function inTime<T>(work: Promise<T>, milliseconds: number, signal?: AbortSignal): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new OutgoingError('timedOut', 'The name took too long')),
    milliseconds,
  )
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The request's own headers, for the place it is meant for: others might be told what is none of their business. */
function headersFor({ origin }: URL, { url, headers = {} }: OutgoingRequest): Record<string, string> {
  const isMeant = URL.parse(url)?.origin === origin
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => isMeant || name.startsWith('accept')))
}

function headOf(answer: IncomingMessage, { url }: Destination): AnswerHead {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return { url: url.href, status: answer.statusCode ?? 0, headers }
}

/** Where a redirect leads; undefined if it is none. Only 307 and 308 keep what was sent. */
function nextStep(step: Step, { url, status, headers }: AnswerHead): Step | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const next = URL.parse(headers.get('location') ?? '', url)
  if (!headers.has('location') || !next) return undefined
  if (status === 307 || status === 308 || step.method === 'GET') return { ...step, url: next.href }
  return { url: next.href, method: 'GET', body: undefined }
}
