// The permissions of a channel: which groups each may be given to, and how they are stored and changed.
import { Type } from '@sinclair/typebox'
import { badRequest } from '../http/errors'
import { mayIn } from '../permissions/permissions'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import {
  assertExpected,
  permissionGroupFor,
  permissionOnWire,
  PermissionChange,
  PermissionValue,
  releasePermissionGroup,
  type PermissionRule,
} from '../user-groups/permission-values'
import { systemGroupId, type SystemGroupName } from '../user-groups/repository'
import type { User } from '../users/repository'
import { channelPermissions, isForGuestsToo, type ChannelPermission } from './access'
import type { Channel } from './repository'
import { permissionNames } from './wire'

/** Who has a permission in a new channel unless its creator says otherwise. */
const defaults: Readonly<Record<ChannelPermission, SystemGroupName>> = {
  canAddSubscribersGroup: 'role:nobody',
  /** Unless there is a creator, who then has it alone. */
  canAdministerChannelGroup: 'role:nobody',
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

/** Which groups a channel's permission can be given to. */
export function channelPermissionRule(permission: ChannelPermission): PermissionRule {
  return {
    defaultGroup: defaults[permission],
    requireSystemGroup: false,
    allowInternet: false,
    allowNobody: true,
    allowEveryone: isForGuestsToo(permission),
    allowedSystemGroups: [],
  }
}

const optionalValue = Type.Optional(PermissionValue)
const optionalChange = Type.Optional(PermissionChange)

/** The permissions as parameters of a new channel. */
export const permissionParameters = {
  can_add_subscribers_group: optionalValue,
  can_administer_channel_group: optionalValue,
  can_create_topics_group: optionalValue,
  can_delete_any_message_group: optionalValue,
  can_delete_own_message_group: optionalValue,
  can_move_messages_out_of_channel_group: optionalValue,
  can_move_messages_within_channel_group: optionalValue,
  can_remove_subscribers_group: optionalValue,
  can_resolve_topics_group: optionalValue,
  can_send_message_group: optionalValue,
  can_subscribe_group: optionalValue,
}

/** The permissions as parameters of a change. */
export const permissionChangeParameters = {
  can_add_subscribers_group: optionalChange,
  can_administer_channel_group: optionalChange,
  can_create_topics_group: optionalChange,
  can_delete_any_message_group: optionalChange,
  can_delete_own_message_group: optionalChange,
  can_move_messages_out_of_channel_group: optionalChange,
  can_move_messages_within_channel_group: optionalChange,
  can_remove_subscribers_group: optionalChange,
  can_resolve_topics_group: optionalChange,
  can_send_message_group: optionalChange,
  can_subscribe_group: optionalChange,
}

type ParameterName = keyof typeof permissionParameters
export type PermissionParameters = { [Name in ParameterName]?: PermissionValue }
export type PermissionChanges = { [Name in ParameterName]?: PermissionChange }
export type PermissionColumns = Record<ChannelPermission, number>

/** The groups that hold a new channel's permissions. @throws ApiError if the creator may not choose them so. */
export function storePermissions(
  tx: Transaction,
  creator: User,
  parameters: PermissionParameters,
): PermissionColumns {
  const group = (permission: ChannelPermission): number =>
    storePermission(tx, creator, permission, parameters)
  return {
    canAddSubscribersGroup: group('canAddSubscribersGroup'),
    canAdministerChannelGroup: group('canAdministerChannelGroup'),
    canCreateTopicGroup: group('canCreateTopicGroup'),
    canDeleteAnyMessageGroup: group('canDeleteAnyMessageGroup'),
    canDeleteOwnMessageGroup: group('canDeleteOwnMessageGroup'),
    canMoveMessagesOutOfChannelGroup: group('canMoveMessagesOutOfChannelGroup'),
    canMoveMessagesWithinChannelGroup: group('canMoveMessagesWithinChannelGroup'),
    canRemoveSubscribersGroup: group('canRemoveSubscribersGroup'),
    canResolveTopicsGroup: group('canResolveTopicsGroup'),
    canSendMessageGroup: group('canSendMessageGroup'),
    canSubscribeGroup: group('canSubscribeGroup'),
  }
}

function storePermission(
  tx: Transaction,
  creator: User,
  permission: ChannelPermission,
  parameters: PermissionParameters,
): number {
  const rule = channelPermissionRule(permission)
  const name = permissionNames[permission]
  const value = parameters[name]
  if (value !== undefined) {
    assertMayDecide(tx.organization, creator, permission)
    return permissionGroupFor(tx, name, rule, value)
  }
  if (permission === 'canAdministerChannelGroup') {
    return permissionGroupFor(tx, name, rule, { direct_member_ids: [creator.id] })
  }
  return systemGroupId(tx.organization, rule.defaultGroup)
}

function assertMayDecide(organization: Organization, user: User, permission: ChannelPermission): void {
  const isDeletion = permission === 'canDeleteAnyMessageGroup' || permission === 'canDeleteOwnMessageGroup'
  if (isDeletion && !mayIn(organization, user, 'can_set_delete_message_policy_group')) {
    throw badRequest(`Insufficient permission: you cannot set ${permissionNames[permission]}`)
  }
}

/**
 * Stores the groups for the permissions that really change. The groups they had are to be released once the
 * channel no longer refers to them.
 * @throws ApiError EXPECTATION_MISMATCH, or if a value is not one, or the person may not choose it.
 */
export function storePermissionChanges(
  tx: Transaction,
  user: User,
  channel: Channel,
  changes: PermissionChanges,
): Partial<PermissionColumns> {
  const columns: Partial<PermissionColumns> = {}
  for (const permission of channelPermissions) {
    const name = permissionNames[permission]
    const change = changes[name]
    if (change === undefined) continue
    const current = channel[permission]
    assertExpected(tx.organization, name, current, change.old)
    const next = permissionGroupFor(tx, name, channelPermissionRule(permission), change.new)
    if (isSame(tx.organization, current, next)) {
      if (next !== current) releasePermissionGroup(tx, next)
      continue
    }
    assertMayDecide(tx.organization, user, permission)
    columns[permission] = next
  }
  return columns
}

function isSame(organization: Organization, groupId: number, other: number): boolean {
  return (
    JSON.stringify(permissionOnWire(organization, groupId)) ===
    JSON.stringify(permissionOnWire(organization, other))
  )
}

/** Permissions that only those may change who can read the channel: who gets in, and who lets in. */
export const accessPermissions: readonly ChannelPermission[] = ['canAddSubscribersGroup', 'canSubscribeGroup']
