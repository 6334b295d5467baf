// What can be done with invitations that are out: seeing, revoking, renewing the link, and their end by time.
import { record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { momentOf, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { isAdministrator, isOwner } from '../users/rank'
import { directory, type User } from '../users/repository'
import { sendLinks } from './passing-on'
import {
  firstEnd,
  invitationById,
  invitationByKey,
  openInvitations,
  openInvitationsOf,
  overdueInvitations,
  updateState,
  type Invitation,
} from './repository'
import { invitationLink, invitationsChangedEvent } from './wire'

/** Those that the caller may see and revoke: their own, administrators everybody's, but owners' for owners. */
export function managedInvitations(organization: Organization, caller: User): Invitation[] {
  return openInvitations(organization.db).filter(
    (invitation) => manages(caller, invitation) && isOpen(organization, invitation),
  )
}

function manages(caller: User, { inviterId, role }: Invitation): boolean {
  return inviterId === caller.id || (isAdministrator(caller) && (isOwner(caller) || !isOwner({ role })))
}

/**
 * Whether people can join with it now. Not in a role above that of its inviter, who may have had a higher one when
 * inviting.
 */
export function isOpen(
  organization: Organization,
  { state, expiresAt, role, inviterId }: Invitation,
): boolean {
  if (state !== 'open' || (expiresAt !== null && expiresAt <= seconds(organization.clock))) return false
  const inviter = directory(organization).byId.get(inviterId)
  return inviter !== undefined && role >= inviter.role
}

/** The invitation of a link, ended ones too. */
export function invitationOfLink(organization: Organization, key: string): Invitation | undefined {
  return invitationByKey(organization.db, key)
}

/**
 * An invitation that the caller may revoke or send again.
 * @throws ApiError BAD_REQUEST, the same for one that does not exist and one that is not theirs to manage
 */
export function managedInvitation(
  organization: Organization,
  caller: User,
  id: number,
  kind: 'email' | 'link',
): Invitation {
  const invitation = invitationById(organization.db, id)
  const isKind = (invitation?.email === null) === (kind === 'link')
  if (!invitation || !isKind || !manages(caller, invitation)) throw badRequest('No such invitation')
  if (kind === 'link' && invitation.state === 'revoked')
    throw badRequest('Invitation has already been revoked')
  if (!isOpen(organization, invitation)) throw badRequest('No such invitation')
  return invitation
}

/**
 * Sends an invitation by address once more: by mail, or to the caller, to be passed on.
 * @param origin the address at which the caller reaches the organization
 * @returns the link
 * @throws ApiError BAD_REQUEST as `managedInvitation` does
 */
export function resendInvitation(
  organization: Organization,
  caller: User,
  id: number,
  origin: string,
): Promise<string> {
  return organization.write((tx) => {
    const invitation = managedInvitation(organization, caller, id, 'email')
    record(tx, 'invitation.resent', {
      id,
      name: invitation.email ?? undefined,
      people: [invitation.inviterId],
    })
    sendLinks(tx, caller, [invitation], origin)
    return invitationLink(invitation, origin)
  })
}

/** @throws ApiError BAD_REQUEST as `managedInvitation` does */
export function revokeInvitation(
  organization: Organization,
  caller: User,
  id: number,
  kind: 'email' | 'link',
): Promise<void> {
  return organization.write((tx) => {
    const invitation = managedInvitation(organization, caller, id, kind)
    revoke(tx, [invitation])
  })
}

/** Revokes all that a person has out. */
export function revokeInvitationsOf(tx: Transaction, inviterId: number): void {
  const own = openInvitations(tx).filter((invitation) => invitation.inviterId === inviterId)
  revoke(tx, own)
}

function revoke(tx: Transaction, revoked: readonly Invitation[]): void {
  for (const { id, email, inviterId } of revoked) {
    record(tx, 'invitation.revoked', { id, name: email ?? undefined, people: [inviterId] })
  }
  end(tx, revoked, 'revoked')
}

/** Somebody has an account with that address now: all that invited it have served. @param key the address as compared */
export function endInvitationsOfAddress(tx: Transaction, key: string): void {
  end(tx, openInvitationsOf(tx, key), 'accepted')
}

/** When the time of the next one is over, in milliseconds. */
export function nextOverdueInvitation({ db }: Organization): number {
  return momentOf(firstEnd(db))
}

/** Ends those whose time is over. Called by the timer. */
export async function endOverdueInvitations(organization: Organization): Promise<void> {
  await organization.write((tx) => end(tx, overdueInvitations(tx, seconds(organization.clock)), 'expired'))
}

function end(tx: Transaction, ended: readonly Invitation[], state: Invitation['state']): void {
  if (ended.length === 0) return
  for (const { id } of ended) updateState(tx, id, state)
  emit(tx, invitationsChangedEvent(tx.organization, new Set(ended.map(({ inviterId }) => inviterId))))
}
