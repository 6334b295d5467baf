// Deactivating and reactivating accounts.
import { revokeInvitationsOf } from '../invitations/actions'
import { endSessionsOf } from '../sessions/actions'
import { changingSight } from '../sight/changing'
import { emit, endQueues } from '../events/event'
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { assertNotLast, personToAdminister } from '../permissions/people'
import { userChangedEvent } from '../sight/person-events'
import { tellBlindOfLost, tellOfRegained } from './group-events'
import { presentUser } from './profile'
import { deleteApiKeys, directory, updateUser, type User } from '../users/repository'
import { assertOwner } from '../http/roles'
import { isOwner } from '../users/rank'

/**
 * Deactivates somebody else's account, or one's own as an administrator.
 * @param endsInvitations whether those that the person has out end, too
 * @throws ApiError BAD_REQUEST; CANNOT_DEACTIVATE_LAST_USER.
 */
export function deactivateByAdministrator(
  organization: Organization,
  caller: User,
  ref: string,
  endsInvitations: boolean,
): Promise<void> {
  const user = personToAdminister(organization, caller, ref)
  if (user.botType !== null) throw badRequest('No such user')
  if (!user.isActive) throw badRequest('User is already deactivated')
  if (isOwner(user)) assertOwner(caller)
  return organization.write((tx) => {
    deactivateWithBots(tx, user)
    if (endsInvitations) revokeInvitationsOf(tx, user.id)
  })
}

/** Deactivates the caller's own account. @throws ApiError BAD_REQUEST for bots; CANNOT_DEACTIVATE_LAST_USER. */
export function deactivateOneself(organization: Organization, caller: User): Promise<void> {
  if (caller.botType !== null) throw badRequest('This endpoint does not accept bot requests.')
  return organization.write((tx) => deactivateWithBots(tx, caller))
}

/** @throws ApiError BAD_REQUEST if the caller may not, or the account is active. */
export function reactivateByAdministrator(
  organization: Organization,
  caller: User,
  ref: string,
): Promise<void> {
  const user = personToAdminister(organization, caller, ref)
  if (isOwner(user)) assertOwner(caller)
  return organization.write((tx) => {
    if (presentUser(organization, user.id).isActive) throw badRequest('User is already active')
    reactivateAccount(tx, user)
  })
}

/** Deactivates a person's account, and their bots. @throws ApiError CANNOT_DEACTIVATE_LAST_USER */
export function deactivateWithBots(tx: Transaction, user: User): void {
  const { organization } = tx
  assertNotLast(organization, user)
  deactivateAccount(tx, user)
  const bots = directory(organization).all.filter((bot) => bot.botOwnerId === user.id && bot.isActive)
  for (const bot of bots) deactivateAccount(tx, bot)
}

/** Ends an account's access, its sessions and queues, and tells everyone. Its keys stay, to be told why they don't work. */
export function deactivateAccount(tx: Transaction, user: User): void {
  const { organization } = tx
  changingSight(tx, { activityOf: user.id }, () => {
    updateUser(tx, user.id, { isActive: false })
    const after = presentUser(organization, user.id)
    emit(tx, userChangedEvent(organization, after, { is_active: false }))
    tellBlindOfLost(tx, after)
  })
  endSessionsOf(tx, user.id)
  endQueues(tx, [user.id])
}

/** Gives an account back, with the groups and channels it is in. Keys of before stay dead: it has to log in anew. */
export function reactivateAccount(tx: Transaction, user: User): void {
  const { organization } = tx
  deleteApiKeys(tx, user.id)
  changingSight(tx, { activityOf: user.id }, () => {
    updateUser(tx, user.id, { isActive: true })
    const after = presentUser(organization, user.id)
    emit(tx, userChangedEvent(organization, after, { is_active: true }))
    tellOfRegained(tx, after)
  })
}
