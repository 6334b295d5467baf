// How callers can say who they are: kinds of credentials, of which a route names those it takes (contract 5).
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { ApiError } from './errors'

/** How OpenAPI describes credentials. */
export type SecurityScheme =
  | { type: 'http'; scheme: string; description: string }
  | { type: 'apiKey'; in: 'cookie' | 'header' | 'query'; name: string; description: string }

export interface CredentialKind {
  /** What the API reference calls it. */
  readonly name: string
  readonly scheme: SecurityScheme
  /** The parameter of the query that it stands in, if that is where. */
  readonly parameter?: string
  /**
   * Whose request it is.
   * @param origin the base address the caller used
   * @returns undefined where the request has no credentials of this kind
   * @throws ApiError UNAUTHORIZED for malformed and wrong ones, USER_DEACTIVATED
   */
  identify(organization: Organization, request: Request, origin: () => string): Identity | undefined
}

/** Who makes a request. */
export interface Identity {
  readonly user: User
  /** The session of a browser that it is part of; undefined where it was made with a key. */
  readonly sessionId: number | undefined
  /** The API key that it was made with. */
  readonly apiKeyId: number | undefined
}

/** Whose request it is by the first of these kinds that it carries. @throws as the kinds do */
export function identify(
  kinds: readonly CredentialKind[],
  organization: Organization,
  request: Request,
  origin: () => string,
): Identity | undefined {
  for (const kind of kinds) {
    const identity = kind.identify(organization, request, origin)
    if (identity) return identity
  }
  return undefined
}

/** Header of refusals: how a caller may identify itself. */
export const challenge = { 'www-authenticate': 'Basic realm="confab"' }

/** The same to pages of ours: at a challenge it knows, a browser would ask people for their password by itself. */
export const sessionChallenge = { 'www-authenticate': 'Session realm="confab"' }

/** No credentials where they are needed. */
export function unauthenticated(): ApiError<'UNAUTHORIZED'> {
  return new ApiError(
    'UNAUTHORIZED',
    'Not logged in: API authentication or user session required',
    {},
    challenge,
  )
}

/** The organization is closed to everybody. */
export function realmDeactivated(): ApiError<'REALM_DEACTIVATED'> {
  return new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated', {})
}
