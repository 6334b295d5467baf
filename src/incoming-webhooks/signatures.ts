// How senders prove that they know the secret that a bot is configured with.
import type { Sent } from './integration'

/** Whether the header has HMAC-SHA-256 of the body in hexadecimal, after this prefix. */
export function signedBody(header: string, prefix = '') {
  return ({ headers, body }: Sent, secret: string): boolean =>
    isSame(headers.get(header), prefix + hmac(secret, body))
}

/** Whether the header has the secret itself. */
export function secretIn(header: string, prefix = '') {
  return ({ headers }: Sent, secret: string): boolean => isSame(headers.get(header), prefix + secret)
}

/** The usual way of senders that have none of their own. */
export const bearer = secretIn('authorization', 'Bearer ')

/** So old a signed request may be, in milliseconds: older ones may be somebody else's, who has seen them. */
const oldest = 5 * 60_000

/** Whether it is signed as Slack signs: with the time in it, which is not long ago. */
export function signedBySlack({ headers, body }: Sent, secret: string, now: number): boolean {
  const time = headers.get('x-slack-request-timestamp') ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > oldest) return false
  const signed = Buffer.concat([Buffer.from(`v0:${time}:`), body])
  return isSame(headers.get('x-slack-signature'), `v0=${hmac(secret, signed)}`)
}

function hmac(secret: string, content: Uint8Array): string {
  return new Bun.CryptoHasher('sha256', secret).update(content).digest('hex')
}

/** How long that takes tells nothing of what it should have been. */
function isSame(given: string | null, expected: string): boolean {
  const digest = (text: string) => Bun.SHA256.hash(text, 'hex')
  return given !== null && digest(given) === digest(expected)
}
