// Another e-mail address for an account: taken once a mail to it has shown that the person reads it.
import { Type } from '@sinclair/typebox'
import { assertAllowedAddress } from '../email-domains/policy'
import { badRequest } from '../http/errors'
import { fault } from '../http/faults'
import { isMailConfigured, queueMail } from '../mail/queueing'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { readSigned, signedValue } from '../organization/signed-values'
import { signature } from '../organization/signing'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { checkedEmail } from './creating'
import { changeEmail, presentUser } from './profile'

const validSeconds = 24 * 3600

/** What somebody is to confirm. */
const Change = Type.Object({
  userId: Type.Integer(),
  /** The new address. */
  address: Type.String(),
  /** UNIX seconds. */
  expiresAt: Type.Integer(),
  /** Of the account as it was: with another password or address, a link that was sent is worth nothing. */
  state: Type.String(),
})

export type AddressChange = typeof Change.static

export const confirmLetter = { name: 'confirm-address', facts: Change }

export const addressChangedLetter = {
  name: 'address-changed',
  facts: Type.Object({ userId: Type.Integer(), oldAddress: Type.String() }),
}

/**
 * Has the new address confirmed by a mail to it; where no mail is sent, the address is taken at once.
 * @throws ApiError as `changeEmail` does
 */
export function askForAddress(tx: Transaction, user: User, typed: string): void {
  const { organization } = tx
  if (!isMailConfigured(organization)) return changeEmail(tx, user, typed, 'email')
  const address = checkedEmail(organization, typed, user.id)
  assertAllowedAddress(organization, address)
  queueMail(tx, confirmLetter, changeTo(organization, user, address))
}

/** What is to be confirmed, as of now. */
export function changeTo(organization: Organization, user: User, address: string): AddressChange {
  const expiresAt = seconds(organization.clock) + validSeconds
  return { userId: user.id, address, expiresAt, state: stateOf(organization, user) }
}

/** Changes somebody's address, and tells the one of before. @throws ApiError as `changeEmail` does */
export function takeAddress(tx: Transaction, user: User, address: string, parameter: string): void {
  changeEmail(tx, user, address, parameter)
  if (presentUser(tx.organization, user.id).email === user.email) return
  queueMail(tx, addressChangedLetter, { userId: user.id, oldAddress: user.email })
}

/** The path of the page that confirms a change. */
export function confirmationPath(organization: Organization, change: AddressChange): string {
  return `/confirm-address/${signedValue(organization, 'e-mail address', change)}`
}

/** Whose address is to be changed by the link, and to what; undefined if it has served, is too old or none of ours. */
export function changeOfLink(
  organization: Organization,
  token: string,
): { user: User; address: string } | undefined {
  const change = readSigned(organization, 'e-mail address', Change, token)
  const user = change && userToChange(organization, change)
  return user && { user, address: change.address }
}

/** Whose address is to be changed, as long as it still can be. */
export function userToChange(organization: Organization, change: AddressChange): User | undefined {
  const user = directory(organization).byId.get(change.userId)
  if (!user?.isActive || seconds(organization.clock) >= change.expiresAt) return undefined
  return stateOf(organization, user) === change.state ? user : undefined
}

/** Takes the address of the link. @throws ApiError BAD_REQUEST if the link has ended, or the address is somebody else's now */
export function confirmAddress(organization: Organization, token: string): Promise<void> {
  return organization.write((tx) => {
    const change = changeOfLink(organization, token)
    if (!change) throw badRequest('This link has ended', fault('linkEnded'))
    takeAddress(tx, change.user, change.address, 'email')
  })
}

function stateOf(organization: Organization, { id, email, passwordHash }: User): string {
  return signature(organization, 'account state', JSON.stringify([id, email, passwordHash]))
}
