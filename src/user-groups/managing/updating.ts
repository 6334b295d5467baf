// Changing a group: its name, its description, who may do what with it (reference: update-user-group).
import { newValues, record, type Change } from '../../audit-log/recording'
import { emit } from '../../events/event'
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { groupPermissionNames, groupPermissions, type GroupPermissionName } from '../permission-catalogue'
import {
  assertExpected,
  permissionGroupFor,
  permissionOnWire,
  releasePermissionGroup,
  type PermissionChange,
} from '../permission-values'
import { updateGroup, type UserGroup } from '../repository'
import { groupActivityEvent, groupChangedEvent } from '../wire'
import { checkedGroupDescription, checkedGroupName, groupNameKey } from './names'
import { assertManages, changeableGroup, namedGroup } from './rights'

/** What is to change; undefined stays as it is. */
export interface GroupUpdate {
  name: string | undefined
  description: string | undefined
  /** False takes a deactivated group up again. */
  isDeactivated: boolean | undefined
  permissions: { readonly [Name in GroupPermissionName]?: PermissionChange }
}

/** @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID, EXPECTATION_MISMATCH; then nothing has changed. */
export function changeGroup(
  organization: Organization,
  caller: User,
  groupId: number,
  { name, description, isDeactivated, permissions }: GroupUpdate,
): Promise<void> {
  return organization.write((tx) => {
    const group = changeableGroup(organization, groupId)
    assertManages(organization, caller, group)
    const changes: Record<string, Change> = {}
    if (name !== undefined) rename(tx, group, name, changes)
    if (description !== undefined) describe(tx, group, description, changes)
    for (const permission of groupPermissionNames) {
      const change = permissions[permission]
      if (change) changePermission(tx, group, permission, change, changes)
    }
    if (Object.keys(changes).length > 0) {
      record(tx, 'group.changed', { id: group.id, name: group.name ?? undefined, changes })
      emit(tx, groupChangedEvent(group, newValues(changes)))
    }
    if (isDeactivated === true && !group.isDeactivated) {
      throw badRequest('A user group is deactivated by a call of its own')
    }
    if (isDeactivated === false && group.isDeactivated) {
      updateGroup(tx, group.id, { isDeactivated })
      record(tx, 'group.reactivated', { id: group.id, name: group.name ?? undefined })
      emit(tx, groupActivityEvent(organization, namedGroup(organization, group.id)))
    }
  })
}

function rename(tx: Transaction, group: UserGroup, name: string, changes: Record<string, Change>): void {
  const clean = checkedGroupName(tx.organization, name, group.id)
  if (clean === group.name) return
  updateGroup(tx, group.id, { name: clean, nameKey: groupNameKey(clean) })
  changes['name'] = { old: group.name, new: clean }
}

function describe(tx: Transaction, group: UserGroup, text: string, changes: Record<string, Change>): void {
  const clean = checkedGroupDescription(text)
  if (clean === group.description) return
  updateGroup(tx, group.id, { description: clean })
  changes['description'] = { old: group.description, new: clean }
}

function changePermission(
  tx: Transaction,
  group: UserGroup,
  permission: GroupPermissionName,
  change: PermissionChange,
  changes: Record<string, Change>,
): void {
  const { organization } = tx
  const rule = groupPermissions[permission]
  const before = group[rule.column]
  assertExpected(organization, permission, before, change.old)
  const shown = permissionOnWire(organization, before)
  const after = permissionGroupFor(tx, permission, rule, change.new)
  const value = permissionOnWire(organization, after)
  if (Bun.deepEquals(value, shown)) {
    if (after !== before) releasePermissionGroup(tx, after)
    return
  }
  updateGroup(tx, group.id, { [rule.column]: after })
  releasePermissionGroup(tx, before)
  changes[permission] = { old: shown, new: value }
}
