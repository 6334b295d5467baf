// Asking the bouncer: a service that passes notifications on to the makers of devices (notes: notifications to devices).
import { DestinationFailure, GiveUp } from '../jobs/kind'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { PushBouncer } from '../organization/rules'
import { networkOf, sendRequest } from '../outgoing/client'
import type { Network } from '../outgoing/request'
import { retryAfter } from '../outgoing/retry-after'
import { jsonOf, wordAt } from './json'

/** The lane of jobs that go to it. */
export const bouncerLane = 'push-bouncer' as const

export type BouncerAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** What it says; undefined where that is no JSON. */
      readonly json: unknown
      /** For how long it wants to be left alone, if it says so. */
      readonly retryAfterSeconds: number | undefined
    }
  | { readonly kind: 'unreachable'; readonly reason: string }

export interface BouncerRequest {
  /** How the body is written; JSON if it is not said. */
  readonly as?: 'json' | 'form'
  /** The same at each attempt, so that it can tell doubles. */
  readonly deliveryId?: string
  readonly signal?: AbortSignal
}

/**
 * Asks the organization's bouncer. What it refuses is an answer, too.
 * @param path under `/api/v1/remotes/`, such as `push/notify`
 * @throws the reason of the signal, and Error if there is no bouncer.
 */
export function askBouncer(
  organization: Organization,
  path: string,
  body: Readonly<Record<string, unknown>>,
  request: BouncerRequest = {},
): Promise<BouncerAnswer> {
  const { bouncer } = organization.rules.push
  if (!bouncer) throw new Error('No push bouncer is configured')
  const from = { network: networkOf(organization), clock: organization.clock, access: bouncer }
  return ask(bouncer.url, path, body, request, from)
}

/** Who asks. */
interface Asking {
  readonly network: Network
  readonly clock: Clock
  /** What the bouncer knows this server by, once it does. */
  readonly access?: PushBouncer
}

/** Asks a bouncer that may not know this server yet. @param url without a slash at its end */
export async function ask(
  url: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { as = 'json', deliveryId, signal }: BouncerRequest,
  { network, clock, access }: Asking,
): Promise<BouncerAnswer> {
  const outcome = await sendRequest(
    {
      url: `${url}/api/v1/remotes/${path}`,
      method: 'POST',
      headers: {
        ...(access ? { authorization: `Basic ${credentialsOf(access)}` } : {}),
        'content-type': as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(deliveryId === undefined ? {} : { 'idempotency-key': deliveryId }),
      },
      body: as === 'json' ? JSON.stringify(body) : formOf(body),
      // The credentials are for this place alone.
      limits: { redirects: 0, whole: 15_000 },
      ...(signal ? { signal } : {}),
    },
    network,
  )
  if (outcome.kind !== 'answered') return { kind: 'unreachable', reason: outcome.reason }
  const { status, headers, body: answer } = outcome
  return {
    kind: 'answered',
    status,
    json: jsonOf(answer),
    retryAfterSeconds: retryAfter(headers, clock.now()),
  }
}

function credentialsOf({ id, key }: PushBouncer): string {
  return Buffer.from(`${id}:${key}`).toString('base64')
}

/**
 * What the bouncer says to a delivery.
 * @returns its JSON. @throws DestinationFailure if it is down or does not accept this server; GiveUp if it does not take the request.
 */
export function accepted(answer: BouncerAnswer): unknown {
  if (answer.kind === 'unreachable') throw new DestinationFailure(`The push bouncer: ${answer.reason}`)
  const { status, json, retryAfterSeconds } = answer
  if (status >= 200 && status < 300) {
    if (json !== undefined) return json
    throw new DestinationFailure('The push bouncer answered no JSON')
  }
  const code = codeOf(json)
  const reason = `The push bouncer answered ${status}${code === undefined ? '' : ` (${code})`}`
  // What whoever runs the server can set right is not the notification's fault.
  if (status === 400 || status === 413) throw new GiveUp(reason)
  throw new DestinationFailure(reason, retryAfterSeconds)
}

/** The code in an answer that is an error. */
export function codeOf(json: unknown): string | undefined {
  return wordAt(json, 'code')
}

function formOf(body: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form.toString()
}
