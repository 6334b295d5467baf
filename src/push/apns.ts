// Sending to a device through Apple's APNs, with a key of the operator's own developer account.
import { seconds, type Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { ApnsAccess } from '../organization/rules'
import { networkOf } from '../outgoing/client'
import { sendByHttp2 } from '../outgoing/http2'
import { retryAfter } from '../outgoing/retry-after'
import { jsonOf, wordAt } from './json'
import type { PushOutcome } from './outcome'

export interface ApnsMessage {
  /** What the device is known by: a secret. Hexadecimal, or Base64. */
  readonly token: string
  /** The app: `org.zulip.Zulip`. */
  readonly topic: string
  /** At most 4096 bytes of JSON. */
  readonly payload: object
  /** `normal` may wait until it costs the device little. */
  readonly priority: 'high' | 'normal'
}

/** How long Apple keeps what can't be delivered at once, in seconds. */
const keptSeconds = 24 * 3600

/** @param deliveryId the same at each attempt. @throws the reason of the signal */
export async function sendByApns(
  organization: Organization,
  access: ApnsAccess,
  { token, topic, payload, priority }: ApnsMessage,
  { deliveryId, signal }: { deliveryId: string; signal: AbortSignal },
): Promise<PushOutcome> {
  const { clock } = organization
  const bearer = await providerToken(access, clock)
  if (bearer === undefined) return { kind: 'unauthorized', reason: 'The private key for APNs can’t be read' }
  const outcome = await sendByHttp2(
    {
      url: `${access.url}/3/device/${hexOf(token)}`,
      headers: {
        authorization: `bearer ${bearer}`,
        'apns-topic': topic,
        'apns-push-type': 'alert',
        'apns-priority': priority === 'high' ? '10' : '5',
        'apns-expiration': String(seconds(clock) + keptSeconds),
        'apns-id': uuidOf(deliveryId),
        'content-type': 'application/json',
      },
      body: JSON.stringify(payload),
      signal,
    },
    networkOf(organization),
  )
  if (outcome.kind !== 'answered') return { kind: 'unreachable', reason: `APNs: ${outcome.reason}` }
  const { status, headers, body } = outcome
  if (status === 200) return { kind: 'sent' }
  const code = wordAt(jsonOf(body), 'reason')
  if (status === 410 || (code !== undefined && goneCodes.has(code))) return { kind: 'gone' }
  const reason = `APNs answered ${status}${code === undefined ? '' : ` (${code})`}`
  if (status === 403) {
    tokens.delete(access)
    return { kind: 'unauthorized', reason }
  }
  if (status === 400 || status === 404 || status === 405 || status === 413)
    return { kind: 'rejected', reason }
  return { kind: 'failing', reason, retryAfterSeconds: retryAfter(headers, clock.now()) }
}

/** Of answers that say that the token is not one of the app's devices. */
const goneCodes: ReadonlySet<string> = new Set([
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
  'ExpiredToken',
  'Unregistered',
])

interface ProviderToken {
  readonly text: Promise<string | undefined>
  /** UNIX seconds. */
  readonly signedAt: number
}

/** Apple takes one for an hour, and wants no other for twenty minutes; in seconds. */
const renewedAfter = 40 * 60

const tokens = new WeakMap<ApnsAccess, ProviderToken>()

/** Undefined if the key can't be read. */
function providerToken(access: ApnsAccess, clock: Clock): Promise<string | undefined> {
  const now = seconds(clock)
  const known = tokens.get(access)
  if (known && now >= known.signedAt && now - known.signedAt < renewedAfter) return known.text
  const text = signed(access, now)
  tokens.set(access, { text, signedAt: now })
  return text
}

async function signed({ privateKey, keyId, teamId }: ApnsAccess, now: number): Promise<string | undefined> {
  const { importPKCS8, SignJWT } = await import('jose')
  const key = await importPKCS8(privateKey, 'ES256').catch(() => undefined)
  return (
    key &&
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(now)
      .sign(key)
  )
}

/** Older apps send their tokens in Base64. */
function hexOf(token: string): string {
  return /^[\da-f]+$/i.test(token) ? token : Buffer.from(token, 'base64').toString('hex')
}

/** The same UUID for the same delivery: by it, Apple and the device tell doubles. */
function uuidOf(deliveryId: string): string {
  return Bun.randomUUIDv5(deliveryId, 'url')
}
