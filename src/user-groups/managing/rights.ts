// Who may do what with a group: by its own permissions, and by those of the organization (contract 2.5).
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { mayIn } from '../../permissions/permissions'
import type { User } from '../../users/repository'
import { isGuest } from '../../users/rank'
import { groupPermissions, type GroupPermissionName } from '../permission-catalogue'
import { groupGraph, isInGroup, type UserGroup } from '../repository'

/**
 * A named group, for one who may list groups.
 * @throws ApiError BAD_REQUEST for one that does not exist, and for guests (reference: get-user-groups).
 */
export function listedGroup(organization: Organization, caller: User, id: number): UserGroup {
  assertMayListGroups(caller)
  return namedGroup(organization, id)
}

/** @throws ApiError BAD_REQUEST for guests (reference: get-user-groups). */
export function assertMayListGroups(caller: User): void {
  if (isGuest(caller)) throw badRequest('Not allowed for guest users')
}

/** @throws ApiError BAD_REQUEST for one that does not exist. */
export function namedGroup(organization: Organization, id: number): UserGroup {
  const group = groupGraph(organization).byId.get(id)
  if (!group || group.name === null) throw badRequest('Invalid user group')
  return group
}

/** A group that people have made. @throws ApiError BAD_REQUEST for system groups too: nobody changes them. */
export function changeableGroup(organization: Organization, id: number): UserGroup {
  const group = namedGroup(organization, id)
  if (group.isSystem) throw badRequest('Insufficient permission: system groups cannot be changed')
  return group
}

/** Whether the person has one of the permissions over the group, or manages it. */
export function mayOver(
  organization: Organization,
  user: User,
  group: UserGroup,
  ...permissions: readonly GroupPermissionName[]
): boolean {
  if (mayIn(organization, user, 'can_manage_all_groups')) return true
  const wanted: readonly GroupPermissionName[] = ['can_manage_group', ...permissions]
  return wanted.some((name) => {
    const { column, allowEveryone } = groupPermissions[name]
    if (isGuest(user) && !allowEveryone) return false
    return isInGroup(organization, group[column], user)
  })
}

/** @throws ApiError BAD_REQUEST */
export function assertManages(organization: Organization, user: User, group: UserGroup): void {
  if (!mayOver(organization, user, group)) throw insufficient()
}

export function insufficient() {
  return badRequest('Insufficient permission')
}
