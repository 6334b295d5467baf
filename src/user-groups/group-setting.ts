// Permissions as group-setting values: a group's ID, or people and groups listed (notes: who sees what).
import { Type, type Static } from '@sinclair/typebox'
import { ApiError, badRequest, invalidParameter } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import {
  addMembers,
  addSubgroups,
  groupGraph,
  insertGroup,
  systemGroupId,
  type UserGroup,
} from './repository'

const ids = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 })

/** As a parameter: a group's ID, a system group's name, or who is in an unnamed group; both spellings of its fields. */
export const GroupSettingParameter = Type.Union([
  Type.Integer(),
  Type.Object({
    direct_member_ids: Type.Optional(ids),
    direct_subgroup_ids: Type.Optional(ids),
    direct_members: Type.Optional(ids),
    direct_subgroups: Type.Optional(ids),
  }),
  Type.String({ maxLength: 100 }),
])
export type GroupSettingParameter = Static<typeof GroupSettingParameter>

/** A change of one: `old`, if given, must be what it is now. */
export const GroupSettingUpdate = Type.Object({
  new: GroupSettingParameter,
  old: Type.Optional(GroupSettingParameter),
})
export type GroupSettingUpdate = Static<typeof GroupSettingUpdate>

/** A checked value, ready to be stored: the ID of a group, or an unnamed group to be made. */
export type GroupSettingValue = number | { memberIds: readonly number[]; subgroupIds: readonly number[] }

/** How it looks to clients. */
export type GroupSettingOnWire = number | { direct_member_ids: number[]; direct_subgroup_ids: number[] }

/** Which groups a permission may be given to; as in `server_supported_permission_settings`. */
export interface GroupSettingRules {
  require_system_group: boolean
  allow_internet_group: boolean
  allow_nobody_group: boolean
  /** False: guests can't have the permission, whatever group they are in. */
  allow_everyone_group: boolean
  default_group_name: string
  /** Null but for permissions of groups. */
  default_for_system_groups: string | null
  /** If any, no other system groups. */
  allowed_system_groups: readonly string[]
}

/**
 * Checks a parameter against the groups and people there are and the permission's rules.
 * @param name the parameter, as errors name it.
 * @throws ApiError REQUEST_VARIABLE_INVALID, BAD_REQUEST, SYSTEM_GROUP_REQUIRED.
 */
export function checkedGroupSetting(
  organization: Organization,
  name: string,
  value: GroupSettingParameter,
  rules: GroupSettingRules,
): GroupSettingValue {
  const checked = simplified(organization, name, value)
  assertExist(organization, name, checked)
  const groups = typeof checked === 'number' ? [checked] : checked.subgroupIds
  if (rules.require_system_group && !isSystemGroup(organization, checked)) {
    throw new ApiError('SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group`, {
      setting_name: name,
    })
  }
  for (const id of groups) assertAllowed(name, groupGraph(organization).byId.get(id), rules)
  return checked
}

function isSystemGroup(organization: Organization, value: GroupSettingValue): boolean {
  return typeof value === 'number' && groupGraph(organization).byId.get(value)?.isSystem === true
}

function assertAllowed(name: string, group: UserGroup | undefined, rules: GroupSettingRules): void {
  if (!group?.isSystem || group.name === null) return
  const isRefused =
    (group.name === 'role:internet' && !rules.allow_internet_group) ||
    (group.name === 'role:nobody' && !rules.allow_nobody_group) ||
    (group.name === 'role:everyone' && !rules.allow_everyone_group) ||
    (rules.allowed_system_groups.length > 0 && !rules.allowed_system_groups.includes(group.name))
  if (isRefused) throw badRequest(`'${name}' setting cannot be set to '${group.name}' group`)
}

/** The value in its simplest form: a lone group is itself, nobody at all is `role:nobody`. */
function simplified(
  organization: Organization,
  name: string,
  value: GroupSettingParameter,
): GroupSettingValue {
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    const group = groupGraph(organization).byNameKey.get(value)
    if (!group?.isSystem) throw invalidParameter(name, `${name} is not a group-setting value`)
    return group.id
  }
  const memberIds = sorted(value.direct_member_ids ?? value.direct_members)
  const subgroupIds = sorted(value.direct_subgroup_ids ?? value.direct_subgroups)
  if (memberIds.length > 0 || subgroupIds.length > 1) return { memberIds, subgroupIds }
  return subgroupIds[0] ?? systemGroupId(organization, 'role:nobody')
}

function assertExist(organization: Organization, name: string, value: GroupSettingValue): void {
  const groups = groupGraph(organization).byId
  for (const id of typeof value === 'number' ? [value] : value.subgroupIds) {
    const group = groups.get(id)
    if (!group || group.name === null) throw badRequest(`${name}: invalid user group ID ${id}`)
    if (group.isDeactivated) throw badRequest(`${name}: user group ${id} is deactivated`)
  }
  const people = directory(organization).byId
  for (const id of typeof value === 'number' ? [] : value.memberIds) {
    if (people.get(id)?.isSystemBot !== false) throw badRequest(`${name}: invalid user ID ${id}`)
  }
}

function sorted(list: readonly number[] | undefined): number[] {
  return [...new Set(list)].sort((a, b) => a - b)
}

/**
 * Checks a change against the present value.
 * @returns undefined when nothing changes.
 * @throws ApiError EXPECTATION_MISMATCH when `old` is not what it is now, and what `checkedGroupSetting` throws.
 */
export function checkedGroupSettingUpdate(
  organization: Organization,
  name: string,
  update: GroupSettingUpdate,
  currentGroupId: number,
  rules: GroupSettingRules,
): GroupSettingValue | undefined {
  const current = storedGroupSetting(organization, currentGroupId)
  if (update.old !== undefined && !isSame(simplified(organization, name, update.old), current)) {
    throw new ApiError('EXPECTATION_MISMATCH', `'old' value of ${name} does not match the current value`, {})
  }
  const checked = checkedGroupSetting(organization, name, update.new, rules)
  return isSame(checked, current) ? undefined : checked
}

function isSame(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function storedGroupSetting(organization: Organization, groupId: number): GroupSettingValue {
  const group = groupGraph(organization).byId.get(groupId)
  if (!group || group.name !== null) return groupId
  return { memberIds: sorted([...group.memberIds]), subgroupIds: sorted([...group.subgroupIds]) }
}

/** The ID of the group that holds the permission, to be stored; makes the unnamed group if it is one. */
export function storeGroupSetting(tx: Transaction, value: GroupSettingValue): number {
  if (typeof value === 'number') return value
  const id = insertGroup(tx, { name: null, nameKey: null })
  addMembers(tx, id, value.memberIds)
  addSubgroups(tx, id, value.subgroupIds)
  return id
}

/** A stored permission as clients see it: an ID, or what an unnamed group holds. */
export function groupSettingOnWire(organization: Organization, groupId: number): GroupSettingOnWire {
  const value = storedGroupSetting(organization, groupId)
  if (typeof value === 'number') return value
  return { direct_member_ids: [...value.memberIds], direct_subgroup_ids: [...value.subgroupIds] }
}
