// Proving an address before an account is made with it: whoever wants to join is sent a link.
import { Type } from '@sinclair/typebox'
import { assertAllowedAddress } from '../email-domains/policy'
import { invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import type { Invitation } from '../invitations/repository'
import { queueMail } from '../mail/queueing'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { readSigned, signedValue } from '../organization/signed-values'
import { emailAddress } from '../users/email-address'

const validSeconds = 24 * 3600

/** What the link says: who has it reads what comes to the address. */
const Claim = Type.Object({
  address: Type.String(),
  /** Of the invitation that anybody may use who has its link; null is without one. */
  invitationKey: Type.Union([Type.String(), Type.Null()]),
  /** UNIX seconds. */
  expiresAt: Type.Integer(),
})

export type Claim = typeof Claim.static

export const registrationLetter = {
  name: 'registration',
  facts: Type.Object({
    address: Type.String(),
    invitationId: Type.Union([Type.Integer(), Type.Null()]),
    expiresAt: Type.Integer(),
  }),
}

/** An address as it was typed. @throws ApiError REQUEST_VARIABLE_INVALID, BAD_REQUEST if nobody may join with it */
export function claimableAddress(organization: Organization, typed: string): string {
  const address = emailAddress(typed)
  if (address === undefined)
    throw invalidParameter('email', 'That is no e-mail address', fault('emailInvalid'))
  assertAllowedAddress(organization, address)
  return address
}

/** Sends a link to the address, with which an account can be made. */
export function mailRegistrationLink(
  organization: Organization,
  address: string,
  invitation: Invitation | undefined,
): Promise<void> {
  return organization.write((tx) => {
    const expiresAt = seconds(organization.clock) + validSeconds
    queueMail(tx, registrationLetter, { address, invitationId: invitation?.id ?? null, expiresAt })
  })
}

export function registrationPath(organization: Organization, claim: Claim): string {
  return `/register/${signedValue(organization, 'registration', claim)}`
}

/** What a link says that has not ended. */
export function claimOfLink(organization: Organization, token: string): Claim | undefined {
  const claim = readSigned(organization, 'registration', Claim, token)
  return claim && seconds(organization.clock) < claim.expiresAt ? claim : undefined
}
