// Permissions as group-setting values: a group's ID, or people and groups listed outright (notes: who sees what).
import { Type, type Static } from '@sinclair/typebox'
import { ApiError, badRequest, invalidParameter } from '../http/errors'
import { Id } from '../http/parameters'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { addMembers, addSubgroups, deleteGroup, groupGraph, insertGroup, systemGroupId } from './repository'
import type { PermissionRule } from './permission-catalogue'

const ids = Type.Array(Id(), { maxItems: 10_000 })

/** A permission as a parameter: a group's ID, or the members of an unnamed group. Both spellings are in use. */
export const PermissionValue = Type.Union([
  Id(),
  Type.Object(
    {
      direct_members: Type.Optional(ids),
      direct_subgroups: Type.Optional(ids),
      direct_member_ids: Type.Optional(ids),
      direct_subgroup_ids: Type.Optional(ids),
    },
    { additionalProperties: false },
  ),
])
export type PermissionValue = Static<typeof PermissionValue>

/** A change of a permission as a parameter: the new value, and what the client thought was the old one. */
export const PermissionChange = Type.Object(
  { new: PermissionValue, old: Type.Optional(PermissionValue) },
  { additionalProperties: false },
)
export type PermissionChange = Static<typeof PermissionChange>

/** A permission on the wire: the ID of a named group, or who is in an unnamed one, under both spellings. */
export type PermissionOnWire =
  | number
  | {
      direct_members: number[]
      direct_subgroups: number[]
      direct_member_ids: number[]
      direct_subgroup_ids: number[]
    }

/** How the group that has a permission is shown to clients: without those who are deactivated. */
export function permissionOnWire(organization: Organization, groupId: number): PermissionOnWire {
  const group = groupGraph(organization).byId.get(groupId)
  if (!group || group.name !== null) return groupId
  const { byId } = directory(organization)
  const members = [...group.memberIds].filter((id) => byId.get(id)?.isActive).sort(ascending)
  const subgroups = [...group.subgroupIds].sort(ascending)
  return {
    direct_members: members,
    direct_subgroups: subgroups,
    direct_member_ids: members,
    direct_subgroup_ids: subgroups,
  }
}

/**
 * The ID of the group that a permission's value stands for; an unnamed group is made for listed people.
 * @param parameter the name of the parameter, for errors
 * @throws ApiError BAD_REQUEST for unknown groups or people, or a group the permission can't be given to;
 *   SYSTEM_GROUP_REQUIRED.
 */
export function permissionGroupFor(
  tx: Transaction,
  parameter: string,
  rule: PermissionRule,
  value: PermissionValue,
): number {
  const { organization } = tx
  if (typeof value === 'number') {
    assertAllowed(organization, parameter, rule, value)
    return value
  }
  const { members, subgroups } = listed(value)
  const [only] = subgroups
  if (members.length === 0 && subgroups.length <= 1) {
    // A list of one group is that group, an empty list is nobody.
    const id = only ?? systemGroupId(organization, 'role:nobody')
    assertAllowed(organization, parameter, rule, id)
    return id
  }
  if (rule.requireSystemGroup) throw systemGroupRequired(parameter)
  for (const id of subgroups) assertAllowed(organization, parameter, rule, id)
  const { byId } = directory(organization)
  for (const id of members) {
    if (!byId.get(id)?.isActive) throw badRequest(`Invalid user ID in '${parameter}': ${id}`)
  }
  const groupId = insertGroup(tx, {})
  addMembers(tx, groupId, members)
  addSubgroups(tx, groupId, subgroups)
  return groupId
}

/**
 * Checks that a permission still is what the client thought it was.
 * @throws ApiError EXPECTATION_MISMATCH
 */
export function assertExpected(
  organization: Organization,
  parameter: string,
  currentGroupId: number,
  expected: PermissionValue | undefined,
): void {
  if (expected === undefined) return
  const current = permissionOnWire(organization, currentGroupId)
  const same =
    typeof current === 'number' || typeof expected === 'number'
      ? sameAsGroup(organization, current, expected)
      : sameIds(current.direct_members, listed(expected).members) &&
        sameIds(current.direct_subgroups, listed(expected).subgroups)
  if (!same) {
    throw new ApiError('EXPECTATION_MISMATCH', `'old' of '${parameter}' does not match the present value`, {})
  }
}

/** Whether two groups are one, or are unnamed and hold the same: those too who are deactivated, and may return. */
export function isSamePermission(organization: Organization, groupId: number, otherId: number): boolean {
  const { byId } = groupGraph(organization)
  const [group, other] = [byId.get(groupId), byId.get(otherId)]
  if (groupId === otherId || group?.name !== null || other?.name !== null) return groupId === otherId
  return (
    group.memberIds.symmetricDifference(other.memberIds).size === 0 &&
    group.subgroupIds.symmetricDifference(other.subgroupIds).size === 0
  )
}

/** Deletes the unnamed group that a permission no longer refers to; named groups stay. */
export function releasePermissionGroup(tx: Transaction, groupId: number): void {
  if (groupGraph(tx.organization).byId.get(groupId)?.name === null) deleteGroup(tx, groupId)
}

function listed(value: Exclude<PermissionValue, number>): { members: number[]; subgroups: number[] } {
  const members = value.direct_members ?? value.direct_member_ids ?? []
  const subgroups = value.direct_subgroups ?? value.direct_subgroup_ids ?? []
  return { members: [...new Set(members)], subgroups: [...new Set(subgroups)] }
}

function sameAsGroup(
  organization: Organization,
  current: PermissionOnWire,
  expected: PermissionValue,
): boolean {
  if (typeof current !== 'number') return false
  if (typeof expected === 'number') return current === expected
  const { members, subgroups } = listed(expected)
  if (members.length > 0 || subgroups.length > 1) return false
  return current === (subgroups[0] ?? systemGroupId(organization, 'role:nobody'))
}

function sameIds(current: readonly number[], expected: readonly number[]): boolean {
  return current.length === expected.length && expected.every((id) => current.includes(id))
}

function assertAllowed(
  organization: Organization,
  parameter: string,
  rule: PermissionRule,
  groupId: number,
): void {
  const group = groupGraph(organization).byId.get(groupId)
  if (!group || group.name === null || group.isDeactivated) {
    throw invalidParameter(parameter, `Invalid user group ID in '${parameter}': ${groupId}`)
  }
  if (!group.isSystem) {
    if (rule.requireSystemGroup) throw systemGroupRequired(parameter)
    return
  }
  const { name } = group
  const refused =
    (name === 'role:internet' && !rule.allowInternet) ||
    (name === 'role:nobody' && !rule.allowNobody) ||
    (name === 'role:everyone' && !rule.allowEveryone) ||
    rule.refusedSystemGroups.some((each) => each === name) ||
    (rule.allowedSystemGroups.length > 0 && !rule.allowedSystemGroups.some((allowed) => allowed === name))
  if (refused) throw badRequest(`'${parameter}' can't be given to the group '${name}'`)
}

function systemGroupRequired(parameter: string): ApiError<'SYSTEM_GROUP_REQUIRED'> {
  return new ApiError('SYSTEM_GROUP_REQUIRED', `'${parameter}' must be a system group`, {
    setting_name: parameter,
  })
}

function ascending(a: number, b: number): number {
  return a - b
}
