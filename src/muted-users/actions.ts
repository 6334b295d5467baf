// What a person can do about people they do not want to hear from: mute and unmute them.
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { canSeeUser } from '../permissions/visibility'
import { readMutedSender } from '../message-flags/implied-reads'
import { deleteMute, insertMute, mutedBy, mutesOf } from './repository'
import { mutedUsersEvent } from './wire'

/**
 * Mutes somebody: what they sent counts as read, and from now on their messages arrive so.
 * @throws ApiError BAD_REQUEST for oneself, somebody unknown, or somebody muted already.
 */
export function muteUser(organization: Organization, caller: User, userId: number): Promise<void> {
  return organization.write((tx) => {
    if (userId === caller.id) throw badRequest('Cannot mute self')
    assertMutable(organization, caller, userId)
    if (mutedBy(organization, caller.id).has(userId)) throw badRequest('User already muted')
    insertMute(tx, caller.id, userId, seconds(organization.clock))
    emit(tx, mutedUsersEvent(caller.id, mutesOf(organization, caller.id)))
    readMutedSender(tx, caller.id, userId)
  })
}

/** Unmutes somebody. @throws ApiError BAD_REQUEST for somebody unknown or not muted. */
export function unmuteUser(organization: Organization, caller: User, userId: number): Promise<void> {
  return organization.write((tx) => {
    assertMutable(organization, caller, userId)
    if (!mutedBy(organization, caller.id).has(userId)) throw badRequest('User is not muted')
    deleteMute(tx, caller.id, userId)
    emit(tx, mutedUsersEvent(caller.id, mutesOf(organization, caller.id)))
  })
}

/** Deactivated people can be muted too: what they wrote is still there. */
function assertMutable(organization: Organization, caller: User, userId: number): void {
  const user = directory(organization).byId.get(userId)
  if (!user || user.isSystemBot || !canSeeUser(organization, caller, user)) throw badRequest('No such user')
}
