// The permissions of a channel as parameters, and how they are stored and changed.
import { Type } from '@sinclair/typebox'
import { badRequest } from '../http/errors'
import { mayIn } from '../permissions/permissions'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import {
  channelPermissionRules,
  channelPermissions,
  forChannelPermissions,
  type ChannelPermission,
} from '../user-groups/permission-catalogue'
import {
  assertExpected,
  isSamePermission,
  permissionGroupFor,
  PermissionChange,
  PermissionValue,
  releasePermissionGroup,
} from '../user-groups/permission-values'
import { systemGroupId } from '../user-groups/repository'
import type { User } from '../users/repository'
import type { Channel } from './repository'

type ParameterName = (typeof channelPermissionRules)[ChannelPermission]['name']
export type PermissionParameters = { [Name in ParameterName]?: PermissionValue }
export type PermissionChanges = { [Name in ParameterName]?: PermissionChange }
export type PermissionColumns = Record<ChannelPermission, number>

/** The permissions as parameters of a new channel. */
export const permissionParameters = forChannelPermissions(({ name, allows }) => [
  name,
  Type.Optional({ ...PermissionValue, description: `Who may ${allows}` }),
])

/** The permissions as parameters of a change. */
export const permissionChangeParameters = forChannelPermissions(({ name, allows }) => [
  name,
  Type.Optional({ ...PermissionChange, description: `Who may ${allows}` }),
])

/** The groups that hold a new channel's permissions. @throws ApiError if the creator may not choose them so. */
export function storePermissions(
  tx: Transaction,
  creator: User,
  parameters: PermissionParameters,
): PermissionColumns {
  return forChannelPermissions((_, permission) => [
    permission,
    storePermission(tx, creator, permission, parameters),
  ])
}

function storePermission(
  tx: Transaction,
  creator: User,
  permission: ChannelPermission,
  parameters: PermissionParameters,
): number {
  const rule = channelPermissionRules[permission]
  const { name } = rule
  const value = parameters[name]
  if (value !== undefined) {
    assertMayDecide(tx.organization, creator, permission)
    return permissionGroupFor(tx, name, rule, value)
  }
  if (rule.startsWithCreator) {
    return permissionGroupFor(tx, name, rule, { direct_member_ids: [creator.id] })
  }
  return systemGroupId(tx.organization, rule.defaultGroup)
}

function assertMayDecide(organization: Organization, user: User, permission: ChannelPermission): void {
  const { name, changedBy } = channelPermissionRules[permission]
  if (changedBy !== undefined && !mayIn(organization, user, changedBy)) {
    throw badRequest(`Insufficient permission: you cannot set ${name}`)
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
    const rule = channelPermissionRules[permission]
    const { name } = rule
    const change = changes[name]
    if (change === undefined) continue
    const current = channel[permission]
    assertExpected(tx.organization, name, current, change.old)
    const next = permissionGroupFor(tx, name, rule, change.new)
    if (isSamePermission(tx.organization, current, next)) {
      if (next !== current) releasePermissionGroup(tx, next)
      continue
    }
    assertMayDecide(tx.organization, user, permission)
    columns[permission] = next
  }
  return columns
}

/** Permissions that only those may change who can read the channel: who gets in, and who lets in. */
export const accessPermissions = channelPermissions.filter((each) => channelPermissionRules[each].letsIn)
