// Links with which people set a new password: who may make them, and what follows when one is used.
import { hashPassword } from '../accounts/creating'
import { endLogins } from '../accounts/other-logins'
import { Type } from '@sinclair/typebox'
import { record, recordCounted } from '../audit-log/recording'
import { badRequest } from '../http/errors'
import { fault } from '../http/faults'
import { assertOwner } from '../http/roles'
import { noteLogin } from '../login-notices/noticing'
import { queueMail } from '../mail/queueing'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { signature } from '../organization/signing'
import type { Transaction } from '../organization/writer'
import { personToAdminister } from '../permissions/people'
import { beginSession, type Browser } from '../sessions/actions'
import { isOwner } from '../users/rank'
import { directory, emailKey, updateUser, type User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { putReset, resetByHash } from './repository'

const validSeconds = 24 * 3600

export const passwordLetter = {
  name: 'password-reset',
  facts: Type.Object({
    userId: Type.Integer(),
    /** Of which the token is made, by nobody but this organization. */
    nonce: Type.String(),
  }),
}

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
  record(tx, 'user.password_link_made', { id: user.id, name: user.fullName })
  return putLink(tx, user, randomToken(24))
}

function putLink(tx: Transaction, user: User, token: string): ResetLink {
  const expiresAt = seconds(tx.organization.clock) + validSeconds
  putReset(tx, { userId: user.id, tokenHash: digest(token), passwordDigest: digestOf(user), expiresAt })
  return { path: pathOf(token), expiresAt }
}

function pathOf(token: string): string {
  return `/reset-password/${token}`
}

/**
 * Sends a link by mail to whoever has an account with that address. Nothing tells the caller, not even how long it takes,
 * whether anybody has.
 */
export function mailResetLink(organization: Organization, address: string): Promise<void> {
  return organization.write((tx) => {
    const user = directory(organization).byEmailKey.get(emailKey(address))
    const isPerson = user !== undefined && user.isActive && user.botType === null
    recordCounted(tx, 'user.password_link_asked', isPerson ? { id: user.id, name: user.fullName } : {})
    if (!isPerson) return
    const nonce = randomToken(18)
    putLink(tx, user, tokenOf(organization, nonce))
    queueMail(tx, passwordLetter, { userId: user.id, nonce })
  })
}

/** The link that was to be sent, as long as it is the person's newest and has not served. */
export function linkToSend(
  organization: Organization,
  nonce: string,
): (ResetLink & { user: User }) | undefined {
  const token = tokenOf(organization, nonce)
  const user = holderOfLink(organization, token)
  const reset = resetByHash(organization.db, digest(token))
  return user && reset && { user, path: pathOf(token), expiresAt: reset.expiresAt }
}

function tokenOf(organization: Organization, nonce: string): string {
  return signature(organization, 'password link', nonce)
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
    if (!user) throw badRequest('This link has ended', fault('linkEnded'))
    updateUser(tx, user.id, { passwordHash })
    const { id, fullName: name } = user
    record(tx, 'user.password_reset', { id, name, by: { userId: id } })
    endLogins(tx, id)
    noteLogin(tx, id, browser)
    return beginSession(tx, user, browser)
  })
}

function digestOf({ passwordHash }: User): Buffer {
  return digest(passwordHash ?? '')
}

function digest(text: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(text).digest()
}
