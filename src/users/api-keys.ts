// API keys: made, revoked, and checked against what a request carries (contract 5).
import { randomBytes } from 'node:crypto'
import { invalidApiKey, type Credentials } from '../http/authentication'
import { ApiError } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory, emailKey, insertApiKey, keyHolders, type User } from './repository'
import { apiEmail } from './wire'

/** Makes a new key for a person and returns it; only its hash is stored. */
export function issueApiKey(tx: Transaction, userId: number, client: string): string {
  const key = newKey()
  insertApiKey(tx, { userId, hash: hashOf(key), createdAt: seconds(tx.organization.clock), client })
  return key
}

/** 32 random alphanumeric characters: clients of the protocol expect no others. */
function newKey(): string {
  let key = ''
  while (key.length < 32) key += randomBytes(48).toString('base64').replaceAll(/[+/=]/g, '')
  return key.slice(0, 32)
}

/** What is stored of a key. */
export function hashOf(key: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(key).digest()
}

/**
 * The account that the e-mail address and key belong to. The key is looked up by its hash, so the time
 * taken says nothing about how much of a guess was right.
 * @throws ApiError INVALID_API_KEY, USER_DEACTIVATED.
 */
export function authenticate(organization: Organization, { email, apiKey }: Credentials): User {
  const holder = keyHolders(organization).get(Bun.SHA256.hash(apiKey, 'hex'))
  const user = holder === undefined ? undefined : directory(organization).byId.get(holder)
  if (!user || !isAddressOf(organization, user, email)) throw invalidApiKey()
  if (!user.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated', {})
  return user
}

function isAddressOf(organization: Organization, user: User, email: string): boolean {
  if (email === user.email) return true
  const key = emailKey(email)
  return key === user.emailKey || key === emailKey(apiEmail(organization, user))
}
