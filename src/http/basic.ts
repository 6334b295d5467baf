// HTTP Basic with an e-mail address and an API key (contract 5).
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { apiKeyByHash, directory, emailKey, type User } from '../users/repository'
import { apiEmail } from '../users/wire'
import { challenge, type CredentialKind, type Identity } from './credentials'
import { refuseForged } from './cross-site'
import { ApiError, deactivated } from './errors'

/** What a person or bot shows: its address, and a key of its own. */
export interface EmailAndKey {
  email: string
  apiKey: string
}

export const basic: CredentialKind = {
  name: 'basic',
  scheme: { type: 'http', scheme: 'basic', description: 'E-mail address and API key' },
  identify(organization, request) {
    const header = request.headers.get('authorization')
    if (header === null) return undefined
    refuseForged(request)
    return remembered(organization, header) ?? checked(organization, header)
  },
}

/** Credentials that were right, as the header had them, and for whom. */
interface Remembered {
  identity: Identity
  keyHash: string
}

const mostRemembered = 10_000

const rememberedOf = organizationState(() => new Map<string, Remembered>())

/** The account of a header that was right before, as long as its key and the account are what they were then. */
function remembered(organization: Organization, header: string): Identity | undefined {
  const known = rememberedOf(organization).get(header)
  if (!known) return undefined
  const { identity, keyHash } = known
  const { user } = identity
  const isAsBefore =
    directory(organization).byId.get(user.id) === user &&
    apiKeyByHash(organization, keyHash)?.id === identity.apiKeyId
  if (isAsBefore) return identity
  rememberedOf(organization).delete(header)
  return undefined
}

/** @throws ApiError as `holder` and `parseBasic` do */
function checked(organization: Organization, header: string): Identity {
  const shown = parseBasic(header)
  const keyHash = Bun.SHA256.hash(shown.apiKey, 'hex')
  const identity = holder(organization, shown.email, keyHash)
  const known = rememberedOf(organization)
  if (known.size >= mostRemembered) known.clear()
  known.set(header, { identity, keyHash })
  return identity
}

/**
 * What the `Authorization` header says; undefined without one.
 * @throws ApiError UNAUTHORIZED when it is malformed.
 */
export function readBasic({ headers }: Request): EmailAndKey | undefined {
  const header = headers.get('authorization')
  return header === null ? undefined : parseBasic(header)
}

function parseBasic(header: string): EmailAndKey {
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
 * @throws ApiError UNAUTHORIZED, one answer for accounts and keys that are not known; USER_DEACTIVATED.
 */
function holder(organization: Organization, email: string, keyHash: string): Identity {
  const key = apiKeyByHash(organization, keyHash)
  const user = key && directory(organization).byId.get(key.userId)
  if (!user || !isAddressOf(organization, user, email)) {
    throw new ApiError('UNAUTHORIZED', 'Invalid API key', {}, challenge)
  }
  if (!user.isActive) throw deactivated()
  return { user, sessionId: undefined, apiKeyId: key.id }
}

function isAddressOf(organization: Organization, user: User, email: string): boolean {
  if (email === user.email) return true
  const key = emailKey(email)
  return key === user.emailKey || key === emailKey(apiEmail(organization, user))
}
