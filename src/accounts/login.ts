// Logging in with a password, for a key or for a session, and exchanging API keys.
import { record, recordCounted } from '../audit-log/recording'
import { ApiError, deactivated } from '../http/errors'
import { noticeLogin } from '../login-notices/noticing'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { beginSession, type Browser } from '../sessions/actions'
import { hashOf, issueApiKey } from './api-keys'
import type { LoginAttempts } from './login-attempts'
import { endLogins, type UsedLogin } from './other-logins'
import { presentUser } from './profile'
import { apiKeyByHash, deleteApiKey, directory, emailKey, type User } from '../users/repository'

/** What somebody says to log in, and where they say it. */
export interface Login extends Browser {
  email: string
  password: string
}

/** The hash of a password nobody has: with it an unknown account takes as long as a wrong password. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ef9jou6vZshkxxHHfqP0QLbfRHWntubf52lnykTaWjg$lLogRUzKnV1grEQZx9TeuPpHFeJkL6XBQw9GKOEfmcQ'

/**
 * Makes an API key for whoever knows the password; keys of earlier logins stay.
 * @throws ApiError as `admit` does
 */
export function logInForKey(
  organization: Organization,
  attempts: LoginAttempts,
  login: Login & { client: string },
): Promise<{ user: User; apiKey: string }> {
  return admit(organization, attempts, login, (tx, user) => {
    const apiKey = issueApiKey(tx, user.id, login.client)
    const apiKeyId = apiKeyByHash(organization, hashOf(apiKey).toString('hex'))?.id
    const by = { userId: user.id, apiKeyId }
    record(tx, 'user.logged_in', { id: user.id, name: user.fullName, by })
    return { user, apiKey }
  })
}

/**
 * Begins a session for the browser of whoever knows the password.
 * @returns the token for its cookie
 * @throws ApiError as `admit` does
 */
export function logInForSession(
  organization: Organization,
  attempts: LoginAttempts,
  login: Login,
): Promise<{ user: User; token: string }> {
  return admit(organization, attempts, login, (tx, user) => ({
    user,
    token: beginSession(tx, user, login),
  }))
}

/**
 * Lets in whoever knows the password. It is checked in a worker thread.
 * @throws ApiError AUTHENTICATION_FAILED, the same for an unknown account and a wrong password; USER_DEACTIVATED;
 *   RATE_LIMIT_HIT.
 */
async function admit<T>(
  organization: Organization,
  attempts: LoginAttempts,
  { email, password, ...browser }: Login,
  letIn: (tx: Transaction, user: User) => T,
): Promise<T> {
  const key = emailKey(email.trim())
  const succeed = attempts.begin(`${organization.subdomain}/${key}`, browser.address)
  const user = directory(organization).byEmailKey.get(key)
  const hash = user?.passwordHash ?? undefined
  const isRight = await Bun.password.verify(password, hash ?? nobodysHash).catch(() => false)
  if (!user || hash === undefined || !isRight) {
    await organization.write((tx) =>
      recordCounted(tx, 'user.login_failed', { id: user?.id, name: user?.fullName }),
    )
    throw authenticationFailed()
  }
  succeed()
  return organization.write((tx) => {
    const present = presentUser(organization, user.id)
    if (present.passwordHash !== hash) throw authenticationFailed()
    if (!present.isActive) throw deactivated()
    noticeLogin(tx, present, browser)
    return letIn(tx, present)
  })
}

/**
 * Gives the caller a new API key, and revokes the one that the request was made with. All other logins end, unless
 * they are to be kept; a session that the request was made with goes on.
 */
export function regenerateApiKey(
  organization: Organization,
  caller: User,
  { login, keepsOthers, client }: { login: UsedLogin; keepsOthers: boolean; client: string },
): Promise<string> {
  return organization.write((tx) => {
    if (login.apiKey !== undefined) deleteApiKey(tx, hashOf(login.apiKey))
    if (!keepsOthers) endLogins(tx, caller.id, login)
    record(tx, 'user.api_key_made', { id: caller.id, name: caller.fullName })
    return issueApiKey(tx, caller.id, client)
  })
}

function authenticationFailed(): ApiError<'AUTHENTICATION_FAILED'> {
  return new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', {})
}
