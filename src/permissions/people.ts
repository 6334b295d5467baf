// Finding the account that a call is about, and the rules of who may act on it.
import { unauthenticated } from '../http/credentials'
import { ApiError, badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { directory, emailKey, type User } from '../users/repository'
import { canSeeUser } from './visibility'
import { idInStandIn, seesEmail } from '../users/wire'
import { assertAdministrator } from '../http/roles'
import { isOwner } from '../users/rank'

/**
 * The account that a path names: by ID, by real address where the viewer may see that, or by stand-in address.
 * @throws ApiError BAD_REQUEST, the same for one that is missing and one out of the viewer's sight.
 */
export function namedUser(organization: Organization, viewer: User | undefined, ref: string): User {
  const user = /^\d{1,15}$/.test(ref)
    ? directory(organization).byId.get(Number(ref))
    : userByEmail(organization, viewer, ref)
  if (!user || !canSeeUser(organization, viewer, user)) throw badRequest('No such user')
  return user
}

function userByEmail(organization: Organization, viewer: User | undefined, email: string): User | undefined {
  const { byId, byEmailKey } = directory(organization)
  const standInFor = idInStandIn(organization, email)
  if (standInFor !== undefined) return byId.get(standInFor)
  const user = byEmailKey.get(emailKey(email))
  return user && seesEmail(viewer, user) ? user : undefined
}

/** Where public access is on, people can be listed without an account. @throws ApiError UNAUTHORIZED */
export function assertMayLook(organization: Organization, viewer: User | undefined): void {
  if (!viewer && !settings(organization).enable_spectator_access) throw unauthenticated()
}

/** The person an administrator acts on: no bot. @throws ApiError BAD_REQUEST */
export function personToAdminister(organization: Organization, caller: User, ref: string): User {
  assertAdministrator(caller)
  const user = namedUser(organization, caller, ref)
  if (user.isSystemBot) throw badRequest('No such user')
  return user
}

/**
 * The last owner can't be spared, nor the last person.
 * @throws ApiError CANNOT_DEACTIVATE_LAST_USER
 */
export function assertNotLast(organization: Organization, user: User): void {
  const others = directory(organization).all.filter(
    (other) => other.isActive && other.botType === null && other.id !== user.id,
  )
  if (!isOwner(user) || others.some((other) => isOwner(other))) return
  const isLastOwner = others.length > 0
  const entity = isLastOwner ? 'organization owner' : 'user'
  throw new ApiError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}`, {
    is_last_owner: isLastOwner,
    entity,
  })
}
