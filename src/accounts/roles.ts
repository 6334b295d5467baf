// Roles: who may change them, and what follows for groups, sight and addresses; members who become full members.
import { watchBotsOf } from '../bots/watching'
import { record } from '../audit-log/recording'
import { changingSight } from '../sight/changing'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { momentOf, never } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { roleGroupNames, systemGroupId } from '../user-groups/repository'
import { membersEvent } from '../user-groups/wire'
import { avatarEvent, deliveryEmailEvent, userChangedEvent } from '../sight/person-events'
import { presentUser } from './profile'
import { directory, updateUser, type User } from '../users/repository'
import { seesEmail, showsGravatar } from '../users/wire'
import { assertOwner } from '../http/roles'
import { isOwner } from '../users/rank'

/**
 * Checks that an administrator may give the person that role.
 * @throws ApiError BAD_REQUEST if it takes or gives the owner role without being an owner, or leaves no owner.
 */
export function assertMayChangeRole(
  organization: Organization,
  caller: User,
  user: User,
  role: number,
): void {
  if (role === user.role) return
  if (isOwner({ role }) || isOwner(user)) assertOwner(caller)
  assertOwnerStays(organization, user, role)
}

/** @throws ApiError BAD_REQUEST if the person is the only owner, and would be none with that role. */
export function assertOwnerStays(organization: Organization, user: User, role: number): void {
  const isLastOwner =
    !isOwner({ role }) &&
    isOwner(user) &&
    !directory(organization).all.some(
      (other) => isOwner(other) && other.isActive && other.botType === null && other.id !== user.id,
    )
  if (isLastOwner) throw badRequest('The owner role cannot be removed from the only organization owner.')
}

/**
 * Changes a role, and tells everyone; the caller has checked that it may be. With people's roles those of their bots go
 * down, as far as they are higher: people have the keys of their bots.
 */
export function changeRole(tx: Transaction, user: User, role: number): void {
  if (role === user.role) return
  const { organization } = tx
  const tellOfBots = watchBotsOf(tx, user.id)
  const changes = { role: { old: user.role, new: role } }
  record(tx, 'user.role_changed', { id: user.id, name: user.fullName, changes })
  const after = changingSight(tx, { rolesOf: [user.id] }, () => {
    updateUser(tx, user.id, { role })
    const changed = presentUser(organization, user.id)
    emit(tx, userChangedEvent(organization, changed, { role }))
    if (user.isActive) moveBetweenGroups(tx, user, changed)
    return changed
  })
  tellOfAddresses(tx, user, after)
  tellOfBots()
  const isLower = role > user.role
  const bots = directory(organization).all.filter((bot) => bot.botOwnerId === user.id && bot.role < role)
  for (const bot of isLower ? bots : []) changeRole(tx, bot, role)
}

/** When the first of the members is through the waiting period who is in it, in milliseconds. */
export function nextFullMember(organization: Organization): number {
  const { newcomers } = directory(organization)
  return newcomers.reduce((first, user) => Math.min(first, waitingEnds(organization, user)), never)
}

/** Members whose waiting period is over become full members. Called by the timer. */
export async function promoteNewcomers(organization: Organization): Promise<void> {
  await organization.write(updateFullMembers)
}

/** Brings everybody's full membership in line with the waiting period. */
export function updateFullMembers(tx: Transaction): void {
  const { organization } = tx
  const changed = directory(organization).all.filter(
    (user) => isOverWaiting(organization, user) !== user.isFullMember,
  )
  if (changed.length === 0) return
  changingSight(tx, { rolesOf: changed.map(({ id }) => id) }, () => {
    for (const user of changed) {
      const isFullMember = !user.isFullMember
      updateUser(tx, user.id, { isFullMember })
      if (user.isActive) moveBetweenGroups(tx, user, { ...user, isFullMember })
    }
  })
}

function isOverWaiting(organization: Organization, user: User): boolean {
  return organization.clock.now() >= waitingEnds(organization, user)
}

/** In milliseconds. */
function waitingEnds(organization: Organization, { dateJoined }: User): number {
  return momentOf(dateJoined + settings(organization).waiting_period_threshold * 24 * 3600)
}

function moveBetweenGroups(tx: Transaction, before: User, after: User): void {
  if (after.isSystemBot) return
  const left = roleGroupNames(before)
  const joined = roleGroupNames(after)
  const groupOf = (name: (typeof left)[number]) => ({
    id: systemGroupId(tx.organization, name),
    isDeactivated: false,
  })
  for (const name of left) {
    if (!joined.includes(name)) emit(tx, membersEvent('remove_members', groupOf(name), [after.id]))
  }
  for (const name of joined) {
    if (!left.includes(name)) emit(tx, membersEvent('add_members', groupOf(name), [after.id]))
  }
}

/** With another role a person may see addresses they did not, or no longer those they did. */
function tellOfAddresses(tx: Transaction, before: User, after: User): void {
  const { organization } = tx
  for (const user of directory(organization).all) {
    if (seesEmail(before, user) === seesEmail(after, user)) continue
    emit(tx, deliveryEmailEvent(organization, user, [after.id]))
    if (showsGravatar(user)) emit(tx, avatarEvent(organization, user, [after.id]))
  }
}
