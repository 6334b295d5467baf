// Sending a push message to a browser: encrypted for it, signed by the organization, handed to its push service (RFC 8030).
import { DestinationFailure, GiveUp } from '../jobs/kind'
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { networkOf, sendRequest } from '../outgoing/client'
import { retryAfter } from '../outgoing/retry-after'
import type { Subscription } from './repository'
import { vapidKeys } from './vapid'

export interface PushMessage {
  /** JSON. */
  readonly text: string
  /** Whether a phone is woken for it. */
  readonly urgency: 'normal' | 'high'
  /** Of two messages of one topic the service keeps the newer, while the browser is away; at most 32 letters of Base64url. */
  readonly topic: string | undefined
}

/** How long a service keeps a message for a browser that is away: nobody needs to be told of it later, in seconds. */
const timeToLive = 3 * 24 * 3600

const encoding = 'aes128gcm'

/**
 * Hands a message to the push service.
 * @returns whether the subscription is there still. @throws DestinationFailure, GiveUp, and the reason of the signal
 */
export async function send(
  organization: Organization,
  { endpoint, p256dh, auth }: Subscription,
  { text, urgency, topic }: PushMessage,
  signal: AbortSignal,
): Promise<boolean> {
  // What a start does not need.
  const { encrypt, getVapidHeaders } = await import('web-push')
  const { publicKey, privateKey } = vapidKeys(organization)
  const { origin } = new URL(endpoint)
  const { Authorization } = getVapidHeaders(origin, subject(organization), publicKey, privateKey, encoding)
  const headers = {
    authorization: Authorization,
    'content-type': 'application/octet-stream',
    'content-encoding': encoding,
    ttl: String(timeToLive),
    urgency,
    ...(topic === undefined ? {} : { topic }),
  }
  const body = encrypt(p256dh, auth, text, encoding).cipherText
  const limits = { redirects: 0, whole: 15_000 }
  const request = {
    url: endpoint,
    method: 'POST',
    headers,
    body,
    limits,
    wantsBody: () => false,
    signal,
  } as const
  const outcome = await sendRequest(request, networkOf(organization))
  // An address where the server does not go is no better than one that is gone.
  if (outcome.kind === 'refused') return false
  if (outcome.kind !== 'answered') throw new DestinationFailure(`The push service: ${outcome.reason}`)
  return isTaken(outcome.status, outcome.headers)
}

function isTaken(status: number, headers: Headers): boolean {
  if (status >= 200 && status < 300) return true
  if (status === 404 || status === 410) return false
  const reason = `The push service answered ${status}`
  if (status === 429 || status >= 500) throw new DestinationFailure(reason, retryAfter(headers, Date.now()))
  // Such as a clock that is wrong, so that no signature counts, or a message that is too long for the service.
  throw new GiveUp(reason)
}

/** Whom a push service may turn to (RFC 8292, 2.1). */
function subject(organization: Organization): string {
  const url = new URL(ownUrl(organization))
  // Apple's service takes no address that is the same everywhere.
  const isAddress = url.protocol === 'https:' && url.hostname !== 'localhost'
  return isAddress ? url.origin : `mailto:postmaster@${url.hostname}`
}
