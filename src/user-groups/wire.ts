// User groups on the wire: group objects, their events, and their part of the register state (contract 2.5).
import type { ServerEvent, ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import type { GroupPermissionRule } from './permission-catalogue'
import { permissionOnWire } from './permission-values'
import { directMemberIds, groupGraph, type UserGroup } from './repository'

/** A group object. Nobody may change a system group, whatever its columns say. */
export function groupObject(organization: Organization, group: UserGroup) {
  const permission = (column: GroupPermissionRule['column']) => permissionOnWire(organization, group[column])
  return {
    id: group.id,
    name: group.name ?? '',
    description: group.description,
    members: [...directMemberIds(organization, group)].sort((a, b) => a - b),
    direct_subgroup_ids: [...group.subgroupIds].sort((a, b) => a - b),
    is_system_group: group.isSystem,
    creator_id: group.creatorId,
    date_created: group.dateCreated,
    can_add_members_group: permission('canAddMembersGroup'),
    can_join_group: permission('canJoinGroup'),
    can_leave_group: permission('canLeaveGroup'),
    can_manage_group: permission('canManageGroup'),
    can_mention_group: permission('canMentionGroup'),
    can_remove_members_group: permission('canRemoveMembersGroup'),
    deactivated: group.isDeactivated,
  }
}

/** Every named group, in the order they were made; deactivated ones only where asked for. */
export function groupObjects(organization: Organization, withDeactivated: boolean) {
  return [...groupGraph(organization).byId.values()]
    .filter((group) => group.name !== null && (withDeactivated || !group.isDeactivated))
    .map((group) => groupObject(organization, group))
}

/** `realm_user_groups`. */
export const userGroupsState: StatePart = {
  types: ['realm_user_groups'],
  read: ({ organization, options }) => ({
    realm_user_groups: groupObjects(organization, options.includeDeactivatedGroups),
  }),
}

/** `user_group` `add_members` or `remove_members`. Clients without the capability don't know deactivated groups. */
export function membersEvent(
  op: 'add_members' | 'remove_members',
  group: Pick<UserGroup, 'id' | 'isDeactivated'>,
  userIds: readonly number[],
): ServerEvent {
  return {
    type: 'user_group',
    audience: 'everyone',
    accepts: ({ options }) => !group.isDeactivated || options.includeDeactivatedGroups,
    payload: () => ({ op, group_id: group.id, user_ids: userIds }),
  }
}

/** `user_group` `update`: what is different of a group now, by the protocol's names. */
export function groupChangedEvent(
  group: Pick<UserGroup, 'id' | 'isDeactivated'>,
  data: Readonly<Record<string, unknown>>,
): ServerEvent {
  return {
    type: 'user_group',
    audience: 'everyone',
    accepts: ({ options }) => !group.isDeactivated || options.includeDeactivatedGroups,
    payload: () => ({ op: 'update', group_id: group.id, data }),
  }
}

/** `user_group` `add`. */
export function groupAddedEvent(organization: Organization, group: UserGroup): ServerEvent {
  const object = groupObject(organization, group)
  return { type: 'user_group', audience: 'everyone', payload: () => ({ op: 'add', group: object }) }
}

/** `user_group` `add_subgroups` or `remove_subgroups`. */
export function subgroupsEvent(
  op: 'add_subgroups' | 'remove_subgroups',
  group: Pick<UserGroup, 'id' | 'isDeactivated'>,
  subgroupIds: readonly number[],
): ServerEvent {
  return {
    type: 'user_group',
    audience: 'everyone',
    accepts: ({ options }) => !group.isDeactivated || options.includeDeactivatedGroups,
    payload: () => ({ op, group_id: group.id, direct_subgroup_ids: subgroupIds }),
  }
}

/** A group is deactivated or taken up again: an `update`, or that it goes or comes (contract 4.17). */
export function groupActivityEvent(organization: Organization, group: UserGroup): ViewedEvent<boolean> {
  const object = groupObject(organization, group)
  const { id: group_id, deactivated } = object
  return {
    type: 'user_group',
    audience: 'everyone',
    view: ({ options }) => options.includeDeactivatedGroups,
    payload(knowsDeactivated) {
      if (knowsDeactivated) return { op: 'update', group_id, data: { deactivated } }
      return deactivated ? { op: 'remove', group_id } : { op: 'add', group: object }
    },
  }
}
