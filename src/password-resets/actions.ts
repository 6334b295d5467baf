// Links with which people set a new password: who may make them, and what follows when one is used.
import { hashPassword } from '../accounts/creating'
import { endLogins } from '../accounts/other-logins'
import { record } from '../audit-log/recording'
import { badRequest } from '../http/errors'
import { assertOwner } from '../http/roles'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { personToAdminister } from '../permissions/people'
import { beginSession, type Browser } from '../sessions/actions'
import { isOwner } from '../users/rank'
import { directory, updateUser, type User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { putReset, resetByHash } from './repository'

const validSeconds = 24 * 3600

/** A link that was made: it works once, until then. */
export interface ResetLink {
  /** Path of its page. */
  path: string
  /** UNIX seconds. */
  expiresAt: number
}

/**
 * Makes a link for somebody on behalf of an administrator, who passes it on; owners' are made by owners.
 * @throws ApiError BAD_REQUEST
 */
export function makeResetLinkFor(organization: Organization, caller: User, ref: string): Promise<ResetLink> {
  const user = personToAdminister(organization, caller, ref)
  if (isOwner(user)) assertOwner(caller)
  return organization.write((tx) => makeResetLink(tx, user))
}

/** @throws ApiError BAD_REQUEST for bots and deactivated accounts. */
export function makeResetLink(tx: Transaction, user: User): ResetLink {
  if (user.botType !== null) throw badRequest('Bots have no password')
  if (!user.isActive) throw badRequest(`The account of ${user.email} is deactivated`)
  const token = randomToken(24)
  const expiresAt = seconds(tx.organization.clock) + validSeconds
  record(tx, 'user.password_link_made', { id: user.id, name: user.fullName })
  putReset(tx, { userId: user.id, tokenHash: digest(token), passwordDigest: digestOf(user), expiresAt })
  return { path: `/reset-password/${token}`, expiresAt }
}

/** Who may set a new password with the link; undefined if it has ended. */
export function holderOfLink(organization: Organization, token: string): User | undefined {
  const reset = resetByHash(organization.db, digest(token))
  const user = reset && directory(organization).byId.get(reset.userId)
  if (!reset || !user?.isActive || seconds(organization.clock) >= reset.expiresAt) return undefined
  return digestOf(user).equals(reset.passwordDigest) ? user : undefined
}

/**
 * Sets a new password, which ends the link, all API keys and sessions, and logs this browser in.
 * @returns the token for the cookie of its session
 * @throws ApiError REQUEST_VARIABLE_INVALID for a password that is too short or long; BAD_REQUEST if the link has ended
 */
export async function resetPassword(
  organization: Organization,
  token: string,
  password: string,
  browser: Browser,
): Promise<string> {
  const passwordHash = await hashPassword(password)
  return organization.write((tx) => {
    const user = holderOfLink(organization, token)
    if (!user) throw badRequest('This link has ended')
    updateUser(tx, user.id, { passwordHash })
    const { id, fullName: name } = user
    record(tx, 'user.password_reset', { id, name, by: { userId: id } })
    endLogins(tx, id)
    return beginSession(tx, user, browser)
  })
}

function digestOf({ passwordHash }: User): Buffer {
  return digest(passwordHash ?? '')
}

function digest(text: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(text).digest()
}
