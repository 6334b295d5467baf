// Who belongs to a group: adding and taking out people and other groups (reference: update-user-group-members, -subgroups).
import { record } from '../../audit-log/recording'
import { emit } from '../../events/event'
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { canSeeUser } from '../../permissions/visibility'
import { changingSight } from '../../sight/changing'
import { directory, type User } from '../../users/repository'
import {
  addMembers,
  addSubgroups,
  groupGraph,
  memberIdsOf,
  removeMembers,
  removeSubgroups,
  withSubgroups,
  type UserGroup,
} from '../repository'
import { membersEvent, subgroupsEvent } from '../wire'
import { changeableGroup, insufficient, mayOver, namedGroup } from './rights'

/** Lists of IDs; an empty one changes nothing. */
export interface MembershipChange {
  add: readonly number[]
  remove: readonly number[]
  addSubgroups: readonly number[]
  removeSubgroups: readonly number[]
}

/**
 * Makes all of the changes or none, and tells everyone who sees what from then on.
 * @throws ApiError BAD_REQUEST
 */
export function changeMembership(
  organization: Organization,
  caller: User,
  groupId: number,
  change: MembershipChange,
): Promise<void> {
  return organization.write((tx) => {
    const group = changeableGroup(organization, groupId)
    if (Object.values(change).every((ids: readonly number[]) => ids.length === 0)) {
      throw badRequest(
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      )
    }
    assertMay(organization, caller, group, change)
    assertFits(organization, caller, group, change)
    // Whoever is named, or is in a group that is named, may see other channels than before.
    const concerned = new Set([...change.add, ...change.remove])
    for (const id of [...change.addSubgroups, ...change.removeSubgroups]) {
      for (const userId of memberIdsOf(organization, id)) concerned.add(userId)
    }
    changingSight(tx, { rolesOf: [...concerned] }, () => write(tx, group, change))
  })
}

function write(tx: Transaction, group: UserGroup, change: MembershipChange): void {
  const [add, remove] = [[...new Set(change.add)], [...new Set(change.remove)]]
  const [join, leave] = [[...new Set(change.addSubgroups)], [...new Set(change.removeSubgroups)]]
  addMembers(tx, group.id, add)
  removeMembers(tx, group.id, remove)
  addSubgroups(tx, group.id, join)
  removeSubgroups(tx, group.id, leave)
  recordMembership(tx, group, { add, remove, addSubgroups: join, removeSubgroups: leave })
  if (add.length > 0) emit(tx, membersEvent('add_members', group, add))
  if (remove.length > 0) emit(tx, membersEvent('remove_members', group, remove))
  if (join.length > 0) emit(tx, subgroupsEvent('add_subgroups', group, join))
  if (leave.length > 0) emit(tx, subgroupsEvent('remove_subgroups', group, leave))
}

function recordMembership(
  tx: Transaction,
  { id, name }: UserGroup,
  { add, remove, addSubgroups: join, removeSubgroups: leave }: MembershipChange,
): void {
  const group = { id, name: name ?? undefined }
  if (add.length > 0) record(tx, 'group.members_added', { ...group, people: add })
  if (remove.length > 0) record(tx, 'group.members_removed', { ...group, people: remove })
  const joined = { subgroups: { old: [], new: join } }
  const left = { subgroups: { old: leave, new: [] } }
  if (join.length > 0) record(tx, 'group.subgroups_added', { ...group, changes: joined })
  if (leave.length > 0) record(tx, 'group.subgroups_removed', { ...group, changes: left })
}

/** Adds a new person to the groups that they start in; those that are deactivated by now are left out. */
export function addNewcomerToGroups(tx: Transaction, user: User, groupIds: readonly number[]): void {
  const { byId } = groupGraph(tx.organization)
  const groups = groupIds.flatMap((id) => byId.get(id) ?? []).filter((group) => !group.isDeactivated)
  if (groups.length === 0) return
  changingSight(tx, { rolesOf: [user.id] }, () => {
    for (const group of groups) {
      addMembers(tx, group.id, [user.id])
      emit(tx, membersEvent('add_members', group, [user.id]))
    }
  })
}

/** People may join and leave by themselves where the group says so; the rest takes a permission over it. */
function assertMay(
  organization: Organization,
  caller: User,
  group: UserGroup,
  { add, remove, ...subgroups }: MembershipChange,
): void {
  const isOnlyOneself = (ids: readonly number[]): boolean => ids.every((id) => id === caller.id)
  const adds = add.length > 0 || subgroups.addSubgroups.length > 0
  const removes = remove.length > 0 || subgroups.removeSubgroups.length > 0
  const joins = subgroups.addSubgroups.length === 0 && isOnlyOneself(add)
  const leaves = subgroups.removeSubgroups.length === 0 && isOnlyOneself(remove)
  const may = (...names: Parameters<typeof mayOver>[3][]): boolean =>
    mayOver(organization, caller, group, ...names)
  if (adds && !may('can_add_members_group') && !(joins && may('can_join_group'))) throw insufficient()
  if (removes && !may('can_remove_members_group') && !(leaves && may('can_leave_group'))) throw insufficient()
}

function assertFits(
  organization: Organization,
  caller: User,
  group: UserGroup,
  change: MembershipChange,
): void {
  assertCanBeMembers(organization, caller, change.add)
  for (const id of change.add) {
    if (group.memberIds.has(id)) throw badRequest(`User ${id} is already a member of this group`)
  }
  for (const id of change.remove) {
    if (!group.memberIds.has(id)) throw badRequest(`There is no user '${id}' in this group`)
  }
  assertCanBeSubgroups(organization, group, change.addSubgroups)
  for (const id of change.removeSubgroups) {
    namedGroup(organization, id)
    if (!group.subgroupIds.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`)
  }
}

/** Active accounts that the caller knows. @throws ApiError BAD_REQUEST */
export function assertCanBeMembers(
  organization: Organization,
  caller: User,
  userIds: readonly number[],
): void {
  const { byId } = directory(organization)
  for (const id of userIds) {
    const user = byId.get(id)
    if (!user || !user.isActive || user.isSystemBot || !canSeeUser(organization, caller, user)) {
      throw badRequest(`Invalid user ID: ${id}`)
    }
  }
}

/**
 * Active groups that do not hold the group themselves.
 * @param group undefined for one that is not there yet
 * @throws ApiError BAD_REQUEST
 */
export function assertCanBeSubgroups(
  organization: Organization,
  group: UserGroup | undefined,
  subgroupIds: readonly number[],
): void {
  const { byId } = groupGraph(organization)
  for (const id of subgroupIds) {
    const subgroup = namedGroup(organization, id)
    if (subgroup.isDeactivated) throw badRequest(`User group ${id} is deactivated.`)
    if (subgroup.name === 'role:internet' || subgroup.name === 'role:nobody') {
      throw badRequest(`User group ${id} cannot be a subgroup.`)
    }
    if (!group) continue
    if (group.subgroupIds.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`)
    for (const inner of withSubgroups(byId, id)) {
      if (inner === group.id) throw badRequest(`User group ${id} holds this group: there can be no circles.`)
    }
  }
}
