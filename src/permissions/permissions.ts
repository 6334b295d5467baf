// Who may do what in the organization: the permissions that are groups, their defaults and the groups they can be given to.
import type { Organization } from '../organization/organization'
import { storedSettings } from '../organization/settings'
import { isInGroup, systemGroupId, type SystemGroupName } from '../user-groups/repository'
import type { PermissionRule } from '../user-groups/permission-values'
import { isGuest } from '../users/rank'
import type { User } from '../users/repository'

const everyone: PermissionRule = rule('role:everyone', { everyone: true, nobody: true })
const members: PermissionRule = rule('role:members', { nobody: true })
const administrators: PermissionRule = rule('role:administrators', { nobody: true })
const owners: PermissionRule = rule('role:owners', { nobody: true })

/** The organization's permissions; the names are the protocol's (reference: events/realm.update_dict). */
export const permissionRules = {
  can_access_all_users_group: {
    ...rule('role:everyone', { everyone: true }),
    requireSystemGroup: true,
    allowedSystemGroups: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: members,
  can_add_subscribers_group: members,
  can_create_bots_group: members,
  can_create_groups: members,
  can_create_private_channel_group: members,
  can_create_public_channel_group: members,
  can_create_web_public_channel_group: {
    ...owners,
    requireSystemGroup: true,
    allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: members,
  can_delete_any_message_group: administrators,
  can_delete_own_message_group: everyone,
  can_invite_users_group: members,
  can_manage_all_groups: owners,
  can_manage_billing_group: administrators,
  can_mention_many_users_group: administrators,
  can_move_messages_between_channels_group: members,
  can_move_messages_between_topics_group: everyone,
  can_resolve_topics_group: everyone,
  can_set_delete_message_policy_group: rule('role:moderators', { nobody: true }),
  can_set_topics_policy_group: members,
  can_summarize_topics_group: everyone,
  create_multiuse_invite_group: administrators,
  direct_message_initiator_group: everyone,
  direct_message_permission_group: everyone,
} satisfies Record<string, PermissionRule>

export type PermissionName = keyof typeof permissionRules

export const permissionNames: readonly PermissionName[] =
  Object.keys(permissionRules).filter(isPermissionName)

/** Whether a setting of that name is a permission. */
export function isPermissionName(name: string): name is PermissionName {
  return name in permissionRules
}

/** The ID of the group that has the permission, named or not. */
export function permissionGroupId(organization: Organization, name: PermissionName): number {
  const stored = storedSettings(organization).get(name)
  return typeof stored === 'number' ? stored : systemGroupId(organization, permissionRules[name].defaultGroup)
}

/**
 * Whether the organization gives the person this permission. Guests never have one that can't be given to
 * everyone, whatever group they are in.
 */
export function mayIn(organization: Organization, user: User | undefined, name: PermissionName): boolean {
  if (user && isGuest(user) && !permissionRules[name].allowEveryone) return false
  return isInGroup(organization, permissionGroupId(organization, name), user)
}

function rule(defaultGroup: SystemGroupName, allow: { everyone?: true; nobody?: true }): PermissionRule {
  return {
    defaultGroup,
    requireSystemGroup: false,
    allowInternet: false,
    allowNobody: allow.nobody ?? false,
    allowEveryone: allow.everyone ?? false,
    allowedSystemGroups: [],
  }
}
