// The token with which messages are sent through FCM: asked for with the service account's key (OAuth 2.0, RFC 7523).
import { seconds, type Clock } from '../organization/clock'
import type { FcmAccess } from '../organization/rules'
import { sendRequest } from '../outgoing/client'
import type { Network } from '../outgoing/request'
import { retryAfter } from '../outgoing/retry-after'
import { jsonOf, valueAt, wordAt } from './json'
import type { PushFailure } from './outcome'

export interface GoogleToken {
  readonly kind: 'token'
  readonly token: string
  /** UNIX seconds. */
  readonly expiresAt: number
}

type Asked = GoogleToken | PushFailure

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
/** Of what is signed; in seconds. */
const lifetime = 3600
/** So long before its end a token is no longer used; in seconds. */
const reserve = 300

/** One for all organizations of the server, as they have one service account; who comes while it is asked for waits, too. */
const tokens = new WeakMap<FcmAccess, Promise<Asked>>()

/** @returns a token that is good for some minutes at least, or why there is none */
export async function googleToken(access: FcmAccess, clock: Clock, network: Network): Promise<Asked> {
  const known = tokens.get(access)
  const token = await known
  const isGood = token?.kind === 'token' && token.expiresAt - reserve > seconds(clock)
  if (isGood) return token
  // Others may have asked for the next one by now.
  if (tokens.get(access) === known) tokens.set(access, ask(access, clock, network))
  return (await tokens.get(access)) ?? ask(access, clock, network)
}

/** One that was refused is not used again. */
export function forgetGoogleToken(access: FcmAccess): void {
  tokens.delete(access)
}

async function ask(access: FcmAccess, clock: Clock, network: Network): Promise<Asked> {
  const assertion = await signed(access, clock)
  if (assertion === undefined) return refused('The private key of the service account can’t be read')
  const outcome = await sendRequest(
    {
      url: access.tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
      limits: { redirects: 0 },
    },
    network,
  )
  if (outcome.kind !== 'answered')
    return { kind: 'unreachable', reason: `Google’s tokens: ${outcome.reason}` }
  const { status, headers, body } = outcome
  const json = jsonOf(body)
  const token = valueAt(json, 'access_token')
  const expiresIn = Number(valueAt(json, 'expires_in') ?? lifetime)
  if (status === 200 && typeof token === 'string' && expiresIn > 0)
    return { kind: 'token', token, expiresAt: seconds(clock) + expiresIn }
  const said = wordAt(json, 'error')
  const reason = `Google’s tokens: the answer was ${status}${said === undefined ? '' : ` (${said})`}`
  if (status >= 400 && status < 500 && status !== 429) return refused(reason)
  return { kind: 'failing', reason, retryAfterSeconds: retryAfter(headers, clock.now()) }
}

function refused(reason: string): PushFailure {
  return { kind: 'unauthorized', reason }
}

async function signed(access: FcmAccess, clock: Clock): Promise<string | undefined> {
  const { importPKCS8, SignJWT } = await import('jose')
  const key = await importPKCS8(access.privateKey, 'RS256').catch(() => undefined)
  if (!key) return undefined
  const now = seconds(clock)
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(access.clientEmail)
    .setAudience(access.tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(key)
}
