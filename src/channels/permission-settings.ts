// The permissions of a channel: which groups each may be given to, and how they are checked and stored.
import { Type } from '@sinclair/typebox'
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import {
  checkedGroupSetting,
  checkedGroupSettingUpdate,
  GroupSettingParameter,
  GroupSettingUpdate,
  storeGroupSetting,
  type GroupSettingRules,
  type GroupSettingValue,
} from '../user-groups/group-setting'
import { systemGroupId, type SystemGroupName } from '../user-groups/repository'
import type { User } from '../users/repository'
import { channelPermissions, isForGuestsToo, type ChannelPermission } from './access'
import { maySetDeletionRights } from './rights'
import type { Channel } from './repository'
import { permissionNames } from './wire'

/** Who has a permission in a new channel unless its creator says otherwise. */
const defaults: Readonly<Record<ChannelPermission, SystemGroupName | 'creator'>> = {
  canAddSubscribersGroup: 'role:nobody',
  canAdministerChannelGroup: 'creator',
  canCreateTopicGroup: 'role:everyone',
  canDeleteAnyMessageGroup: 'role:nobody',
  canDeleteOwnMessageGroup: 'role:nobody',
  canMoveMessagesOutOfChannelGroup: 'role:nobody',
  canMoveMessagesWithinChannelGroup: 'role:nobody',
  canRemoveSubscribersGroup: 'role:administrators',
  canResolveTopicsGroup: 'role:nobody',
  canSendMessageGroup: 'role:everyone',
  canSubscribeGroup: 'role:nobody',
}

function rulesOf(permission: ChannelPermission): GroupSettingRules {
  const group = defaults[permission]
  return {
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: isForGuestsToo(permission),
    default_group_name: group === 'creator' ? 'channel_creator' : group,
    default_for_system_groups: null,
    allowed_system_groups: [],
  }
}

/** For `server_supported_permission_settings.stream` of the register state. */
export function supportedChannelPermissions(): Record<string, GroupSettingRules> {
  return Object.fromEntries(
    channelPermissions.map((permission) => [permissionNames[permission], rulesOf(permission)]),
  )
}

const optionalSetting = Type.Optional(GroupSettingParameter)
const optionalUpdate = Type.Optional(GroupSettingUpdate)

/** The permissions as parameters of a new channel. */
export const permissionParameters = {
  can_add_subscribers_group: optionalSetting,
  can_administer_channel_group: optionalSetting,
  can_create_topics_group: optionalSetting,
  can_delete_any_message_group: optionalSetting,
  can_delete_own_message_group: optionalSetting,
  can_move_messages_out_of_channel_group: optionalSetting,
  can_move_messages_within_channel_group: optionalSetting,
  can_remove_subscribers_group: optionalSetting,
  can_resolve_topics_group: optionalSetting,
  can_send_message_group: optionalSetting,
  can_subscribe_group: optionalSetting,
}

/** The permissions as parameters of a change. */
export const permissionUpdateParameters = {
  can_add_subscribers_group: optionalUpdate,
  can_administer_channel_group: optionalUpdate,
  can_create_topics_group: optionalUpdate,
  can_delete_any_message_group: optionalUpdate,
  can_delete_own_message_group: optionalUpdate,
  can_move_messages_out_of_channel_group: optionalUpdate,
  can_move_messages_within_channel_group: optionalUpdate,
  can_remove_subscribers_group: optionalUpdate,
  can_resolve_topics_group: optionalUpdate,
  can_send_message_group: optionalUpdate,
  can_subscribe_group: optionalUpdate,
}

type PermissionParameterName = keyof typeof permissionParameters
export type PermissionParameters = { [Name in PermissionParameterName]?: GroupSettingParameter }
export type PermissionUpdates = { [Name in PermissionParameterName]?: GroupSettingUpdate }

/** A checked value for every permission, ready for a new channel. */
export type NewPermissions = Readonly<Record<ChannelPermission, GroupSettingValue>>

/** @throws ApiError if a value is not one, or the creator may not choose it. */
export function checkedNewPermissions(
  organization: Organization,
  creator: User,
  parameters: PermissionParameters,
): NewPermissions {
  const checked = (permission: ChannelPermission): GroupSettingValue => {
    const name = permissionNames[permission]
    const value = parameters[name]
    if (value === undefined) return defaultValue(organization, creator, permission)
    assertMayDecide(organization, creator, permission)
    return checkedGroupSetting(organization, name, value, rulesOf(permission))
  }
  return {
    canAddSubscribersGroup: checked('canAddSubscribersGroup'),
    canAdministerChannelGroup: checked('canAdministerChannelGroup'),
    canCreateTopicGroup: checked('canCreateTopicGroup'),
    canDeleteAnyMessageGroup: checked('canDeleteAnyMessageGroup'),
    canDeleteOwnMessageGroup: checked('canDeleteOwnMessageGroup'),
    canMoveMessagesOutOfChannelGroup: checked('canMoveMessagesOutOfChannelGroup'),
    canMoveMessagesWithinChannelGroup: checked('canMoveMessagesWithinChannelGroup'),
    canRemoveSubscribersGroup: checked('canRemoveSubscribersGroup'),
    canResolveTopicsGroup: checked('canResolveTopicsGroup'),
    canSendMessageGroup: checked('canSendMessageGroup'),
    canSubscribeGroup: checked('canSubscribeGroup'),
  }
}

function defaultValue(
  organization: Organization,
  creator: User,
  permission: ChannelPermission,
): GroupSettingValue {
  const group = defaults[permission]
  return group === 'creator'
    ? { memberIds: [creator.id], subgroupIds: [] }
    : systemGroupId(organization, group)
}

function assertMayDecide(organization: Organization, user: User, permission: ChannelPermission): void {
  const isDeletion = permission === 'canDeleteAnyMessageGroup' || permission === 'canDeleteOwnMessageGroup'
  if (isDeletion && !maySetDeletionRights(organization, user)) {
    throw badRequest(`Insufficient permission: you cannot set ${permissionNames[permission]}`)
  }
}

/** The groups that hold a new channel's permissions, as its columns. */
export function storePermissions(tx: Transaction, values: NewPermissions): Record<ChannelPermission, number> {
  return {
    canAddSubscribersGroup: storeGroupSetting(tx, values.canAddSubscribersGroup),
    canAdministerChannelGroup: storeGroupSetting(tx, values.canAdministerChannelGroup),
    canCreateTopicGroup: storeGroupSetting(tx, values.canCreateTopicGroup),
    canDeleteAnyMessageGroup: storeGroupSetting(tx, values.canDeleteAnyMessageGroup),
    canDeleteOwnMessageGroup: storeGroupSetting(tx, values.canDeleteOwnMessageGroup),
    canMoveMessagesOutOfChannelGroup: storeGroupSetting(tx, values.canMoveMessagesOutOfChannelGroup),
    canMoveMessagesWithinChannelGroup: storeGroupSetting(tx, values.canMoveMessagesWithinChannelGroup),
    canRemoveSubscribersGroup: storeGroupSetting(tx, values.canRemoveSubscribersGroup),
    canResolveTopicsGroup: storeGroupSetting(tx, values.canResolveTopicsGroup),
    canSendMessageGroup: storeGroupSetting(tx, values.canSendMessageGroup),
    canSubscribeGroup: storeGroupSetting(tx, values.canSubscribeGroup),
  }
}

/** Permissions that only those may change who can read the channel. */
const needContentAccess: ReadonlySet<ChannelPermission> = new Set([
  'canAddSubscribersGroup',
  'canSubscribeGroup',
])

/** The permissions that really change, checked. */
export interface PermissionChanges {
  values: ReadonlyMap<ChannelPermission, GroupSettingValue>
  needContentAccess: boolean
}

/** @throws ApiError EXPECTATION_MISMATCH, or if a value is not one, or the person may not choose it. */
export function checkedPermissionChanges(
  organization: Organization,
  user: User,
  channel: Channel,
  updates: PermissionUpdates,
): PermissionChanges {
  const values = new Map<ChannelPermission, GroupSettingValue>()
  for (const permission of channelPermissions) {
    const name = permissionNames[permission]
    const update = updates[name]
    if (update === undefined) continue
    const rules = rulesOf(permission)
    const value = checkedGroupSettingUpdate(organization, name, update, channel[permission], rules)
    if (value === undefined) continue
    assertMayDecide(organization, user, permission)
    values.set(permission, value)
  }
  return { values, needContentAccess: [...values.keys()].some((each) => needContentAccess.has(each)) }
}
