// Making groups (reference: create-user-group).
import { record } from '../../audit-log/recording'
import { emit } from '../../events/event'
import { badRequest } from '../../http/errors'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { mayIn } from '../../permissions/permissions'
import type { User } from '../../users/repository'
import { groupPermissionNames, groupPermissions, type GroupPermissionName } from '../permission-catalogue'
import { permissionGroupFor, type PermissionValue } from '../permission-values'
import { addMembers, addSubgroups, groupGraph, insertGroup, systemGroupId } from '../repository'
import { groupAddedEvent } from '../wire'
import { assertCanBeMembers, assertCanBeSubgroups } from './membership'
import { checkedGroupDescription, checkedGroupName, groupNameKey } from './names'
import { insufficient, namedGroup } from './rights'

/** Every client holds them all. */
const maxGroups = 5000

export interface GroupRequest {
  name: string
  description: string
  memberIds: readonly number[]
  subgroupIds: readonly number[]
  permissions: { readonly [Name in GroupPermissionName]?: PermissionValue }
}

/** @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID. @returns the group's ID. */
export function createGroup(
  organization: Organization,
  caller: User,
  request: GroupRequest,
): Promise<number> {
  if (!mayIn(organization, caller, 'can_create_groups')) throw insufficient()
  return organization.write((tx) => {
    const named = [...groupGraph(organization).byId.values()].filter(({ name }) => name !== null)
    if (named.length >= maxGroups) throw badRequest(`There can be at most ${maxGroups} user groups`)
    const name = checkedGroupName(organization, request.name)
    const members = [...new Set(request.memberIds)]
    const subgroups = [...new Set(request.subgroupIds)]
    assertCanBeMembers(organization, caller, members)
    assertCanBeSubgroups(organization, undefined, subgroups)
    const id = insertGroup(tx, {
      name,
      nameKey: groupNameKey(name),
      description: checkedGroupDescription(request.description),
      creatorId: caller.id,
      dateCreated: seconds(organization.clock),
      ...permissionColumns(tx, caller, request.permissions),
    })
    addMembers(tx, id, members)
    addSubgroups(tx, id, subgroups)
    const changes = { subgroups: { old: [], new: subgroups } }
    record(tx, 'group.created', { id, name, people: members, changes })
    emit(tx, groupAddedEvent(organization, namedGroup(organization, id)))
    return id
  })
}

function permissionColumns(tx: Transaction, creator: User, values: GroupRequest['permissions']) {
  return Object.fromEntries(
    groupPermissionNames.map((name) => {
      const rule = groupPermissions[name]
      const initial: PermissionValue = rule.startsWithCreator
        ? { direct_member_ids: [creator.id] }
        : systemGroupId(tx.organization, rule.defaultGroup)
      return [rule.column, permissionGroupFor(tx, name, rule, values[name] ?? initial)]
    }),
  )
}
