// Who may do what in the organization: which group has each permission, and who is in it.
import type { Organization } from '../organization/organization'
import { storedSettings } from '../organization/settings'
import { organizationPermissions, type OrganizationPermissionName } from '../user-groups/permission-catalogue'
import { isInGroup, systemGroupId } from '../user-groups/repository'
import { isGuest } from '../users/rank'
import type { User } from '../users/repository'

export const permissionNames: readonly OrganizationPermissionName[] =
  Object.keys(organizationPermissions).filter(isPermissionName)

/** Whether a setting of that name is a permission. */
export function isPermissionName(name: string): name is OrganizationPermissionName {
  return Object.hasOwn(organizationPermissions, name)
}

/** The ID of the group that has the permission, named or not. */
export function permissionGroupId(organization: Organization, name: OrganizationPermissionName): number {
  const stored = storedSettings(organization).get(name)
  return typeof stored === 'number'
    ? stored
    : systemGroupId(organization, organizationPermissions[name].defaultGroup)
}

/**
 * Whether the organization gives the person this permission. Guests never have one that can't be given to
 * everyone, whatever group they are in.
 */
export function mayIn(
  organization: Organization,
  user: User | undefined,
  name: OrganizationPermissionName,
): boolean {
  if (user && isGuest(user) && !organizationPermissions[name].allowEveryone) return false
  return isInGroup(organization, permissionGroupId(organization, name), user)
}
