// Logging in with a password, and exchanging API keys.
import type { EmailAndKey } from '../http/basic'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { hashOf, issueApiKey } from './api-keys'
import type { LoginAttempts } from './login-attempts'
import { presentUser } from './profile'
import { deleteApiKey, directory, emailKey, type User } from '../users/repository'

export interface Login {
  email: string
  password: string
  client: string
  address: string
}

export interface LoggedIn {
  user: User
  apiKey: string
}

/** The hash of a password nobody has: with it an unknown account takes as long as a wrong password. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ef9jou6vZshkxxHHfqP0QLbfRHWntubf52lnykTaWjg$lLogRUzKnV1grEQZx9TeuPpHFeJkL6XBQw9GKOEfmcQ'

/**
 * Makes an API key for whoever knows the password; keys of earlier logins stay. The password is checked in a
 * worker thread.
 * @throws ApiError AUTHENTICATION_FAILED, the same for an unknown account and a wrong password; USER_DEACTIVATED;
 *   RATE_LIMIT_HIT.
 */
export async function logIn(
  organization: Organization,
  attempts: LoginAttempts,
  { email, password, client, address }: Login,
): Promise<LoggedIn> {
  const key = emailKey(email.trim())
  const succeed = attempts.begin(`${organization.subdomain}/${key}`, address)
  const user = directory(organization).byEmailKey.get(key)
  const hash = user?.passwordHash ?? undefined
  const isRight = await Bun.password.verify(password, hash ?? nobodysHash).catch(() => false)
  if (!user || hash === undefined || !isRight) throw authenticationFailed()
  succeed()
  return organization.write((tx) => {
    const present = presentUser(organization, user.id)
    if (present.passwordHash !== hash) throw authenticationFailed()
    if (!present.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated', {})
    return { user: present, apiKey: issueApiKey(tx, user.id, client) }
  })
}

/**
 * Gives the caller a new API key for the one that the request was made with, which is revoked. Keys of other
 * logins stay: each belongs to one client.
 */
export function regenerateApiKey(
  organization: Organization,
  caller: User,
  used: EmailAndKey,
  client: string,
): Promise<string> {
  return organization.write((tx) => {
    deleteApiKey(tx, hashOf(used.apiKey))
    return issueApiKey(tx, caller.id, client)
  })
}

function authenticationFailed(): ApiError<'AUTHENTICATION_FAILED'> {
  return new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', {})
}
