// HTTP Basic with an e-mail address and an API key (contract 5).
import type { Organization } from '../organization/organization'
import { directory, emailKey, keyHolder, type User } from '../users/repository'
import { apiEmail } from '../users/wire'
import { challenge, type CredentialKind } from './credentials'
import { refuseForged } from './cross-site'
import { ApiError } from './errors'

/** What a person or bot shows: its address, and a key of its own. */
export interface EmailAndKey {
  email: string
  apiKey: string
}

export const basic: CredentialKind = {
  name: 'basic',
  scheme: { type: 'http', scheme: 'basic', description: 'E-mail address and API key' },
  identify(organization, request) {
    const shown = readBasic(request)
    if (!shown) return undefined
    refuseForged(request)
    return { user: holder(organization, shown), sessionId: undefined }
  },
}

/**
 * Reads the `Authorization` header.
 * @returns undefined without one.
 * @throws ApiError UNAUTHORIZED when it is malformed.
 */
export function readBasic(request: Request): EmailAndKey | undefined {
  const header = request.headers.get('authorization')
  if (header === null) return undefined
  const encoded = /^basic ([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.lastIndexOf(':')
  if (colon < 1) {
    throw new ApiError('UNAUTHORIZED', 'This endpoint requires HTTP basic authentication', {}, challenge)
  }
  return { email: pair.slice(0, colon), apiKey: pair.slice(colon + 1) }
}

/**
 * The account that the e-mail address and key belong to. The key is looked up by its hash, so the time
 * taken says nothing about how much of a guess was right.
 * @throws ApiError INVALID_API_KEY, one answer for accounts and keys that are not known; USER_DEACTIVATED.
 */
function holder(organization: Organization, { email, apiKey }: EmailAndKey): User {
  const id = keyHolder(organization, Bun.SHA256.hash(apiKey, 'hex'))
  const user = id === undefined ? undefined : directory(organization).byId.get(id)
  if (!user || !isAddressOf(organization, user, email)) {
    throw new ApiError('INVALID_API_KEY', 'Invalid API key', {}, challenge)
  }
  if (!user.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated', {})
  return user
}

function isAddressOf(organization: Organization, user: User, email: string): boolean {
  if (email === user.email) return true
  const key = emailKey(email)
  return key === user.emailKey || key === emailKey(apiEmail(organization, user))
}
