// Deactivating and reactivating accounts.
import { Type } from '@sinclair/typebox'
import { record } from '../audit-log/recording'
import { revokeInvitationsOf } from '../invitations/actions'
import { forgetDevices } from '../pushing/queueing'
import { endSessionsOf } from '../sessions/actions'
import { changingSight } from '../sight/changing'
import { assertMayMakeBot, assertMayOwnAnother, botToAdminister } from '../bots/rights'
import { botUpdatedEvent } from '../bots/wire'
import { emit, endQueues } from '../events/event'
import { badRequest } from '../http/errors'
import { queueMail } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { assertNotLast, namedUser, personToAdminister } from '../permissions/people'
import { userChangedEvent } from '../sight/person-events'
import { tellBlindOfLost, tellOfRegained } from './group-events'
import { changeBotOwner, replaceBotKey } from './bots'
import { presentUser } from './profile'
import { activeOwner, deleteApiKeys, directory, updateUser, type User } from '../users/repository'
import { assertOwner } from '../http/roles'
import { consentEvent } from '../user-settings/export-consents'
import { isOwner } from '../users/rank'

export const deactivatedLetter = {
  name: 'deactivated',
  facts: Type.Object({ userId: Type.Integer(), comment: Type.String() }),
}

/**
 * Deactivates somebody else's account, or one's own as an administrator.
 * @param endsInvitations whether those that the person has out end, too
 * @param comment what a mail says to the person beside that; undefined is no mail
 * @throws ApiError BAD_REQUEST; CANNOT_DEACTIVATE_LAST_USER.
 */
export function deactivateByAdministrator(
  organization: Organization,
  caller: User,
  ref: string,
  { endsInvitations, comment }: { endsInvitations: boolean; comment: string | undefined },
): Promise<void> {
  const user = personToAdminister(organization, caller, ref)
  if (user.botType !== null) throw badRequest('No such user')
  if (!user.isActive) throw badRequest('User is already deactivated')
  if (isOwner(user)) assertOwner(caller)
  return organization.write((tx) => {
    deactivateWithBots(tx, user)
    if (endsInvitations) revokeInvitationsOf(tx, user.id)
    if (comment !== undefined) queueMail(tx, deactivatedLetter, { userId: user.id, comment })
  })
}

/** Deactivates the caller's own account. @throws ApiError CANNOT_DEACTIVATE_LAST_USER */
export function deactivateOneself(organization: Organization, caller: User): Promise<void> {
  return organization.write((tx) => deactivateWithBots(tx, caller))
}

/**
 * Gives an account back on behalf of an administrator; a bot's also on behalf of its owner, as far as they may make one of
 * its type. A bot whose owner is gone gets the caller for its owner.
 * @throws ApiError BAD_REQUEST if the caller may not, or the account is active.
 */
export function reactivateByCaller(organization: Organization, caller: User, ref: string): Promise<void> {
  const named = namedUser(organization, caller, ref)
  if (named.botType !== null) return reactivateBot(organization, caller, named)
  const user = personToAdminister(organization, caller, ref)
  if (isOwner(user)) assertOwner(caller)
  return organization.write((tx) => {
    if (presentUser(organization, user.id).isActive) throw badRequest('User is already active')
    reactivateAccount(tx, user)
  })
}

function reactivateBot(organization: Organization, caller: User, { id }: User): Promise<void> {
  return organization.write((tx) => {
    const bot = botToAdminister(organization, caller, id)
    if (bot.isActive) throw badRequest('User is already active')
    assertMayMakeBot(organization, caller, bot.botType)
    if (!activeOwner(organization, bot)) {
      assertMayOwnAnother(organization, caller)
      changeBotOwner(tx, bot, caller.id)
    }
    reactivateAccount(tx, bot)
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
  record(tx, 'user.deactivated', { id: user.id, name: user.fullName })
  changingSight(tx, { activityOf: user.id }, () => {
    updateUser(tx, user.id, { isActive: false })
    const after = presentUser(organization, user.id)
    tellOfActivity(tx, after)
    tellBlindOfLost(tx, after)
  })
  endSessionsOf(tx, user.id)
  forgetDevices(tx, user.id)
  endQueues(tx, [user.id])
}

/**
 * Gives an account back, with the groups and channels it is in. Keys of before stay dead: people have to log in anew, and
 * bots get another one.
 */
export function reactivateAccount(tx: Transaction, user: User): void {
  const { organization } = tx
  deleteApiKeys(tx, user.id)
  record(tx, 'user.reactivated', { id: user.id, name: user.fullName })
  changingSight(tx, { activityOf: user.id }, () => {
    updateUser(tx, user.id, { isActive: true })
    const after = presentUser(organization, user.id)
    tellOfActivity(tx, after)
    tellOfRegained(tx, after)
  })
  if (user.botType === null) emit(tx, consentEvent(organization, user))
  else replaceBotKey(tx, user)
}

function tellOfActivity(tx: Transaction, after: User): void {
  const { organization } = tx
  const { isActive: is_active } = after
  emit(tx, userChangedEvent(organization, after, { is_active }))
  if (after.botType !== null) emit(tx, botUpdatedEvent(organization, after, { is_active }))
}
