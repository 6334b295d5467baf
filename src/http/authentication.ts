// Who is calling: HTTP Basic with an e-mail address and an API key (contract 5).
import { ApiError } from './errors'

export interface Credentials {
  email: string
  apiKey: string
}

/**
 * Reads an `Authorization` header.
 * @returns undefined without one.
 * @throws ApiError UNAUTHORIZED when it is malformed.
 */
export function readCredentials(header: string | null): Credentials | undefined {
  if (header === null) return undefined
  const encoded = /^basic ([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.lastIndexOf(':')
  if (colon < 1) {
    throw new ApiError('UNAUTHORIZED', 'This endpoint requires HTTP basic authentication', {}, challenge)
  }
  return { email: pair.slice(0, colon), apiKey: pair.slice(colon + 1) }
}

const challenge = { 'www-authenticate': 'Basic realm="confab"' }

/** No credentials where they are needed. */
export function unauthenticated(): ApiError<'UNAUTHENTICATED_USER'> {
  return new ApiError(
    'UNAUTHENTICATED_USER',
    'Not logged in: API authentication or user session required',
    {},
    challenge,
  )
}

/** An account or key that is not known: one answer for both. */
export function invalidApiKey(): ApiError<'INVALID_API_KEY'> {
  return new ApiError('INVALID_API_KEY', 'Invalid API key', {}, challenge)
}

/** The organization is closed to everybody. */
export function realmDeactivated(): ApiError<'REALM_DEACTIVATED'> {
  return new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated', {})
}
