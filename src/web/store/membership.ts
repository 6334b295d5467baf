// Who is in which group, directly or through subgroups.
import type { GroupSetting } from './group-settings'
import type { Groups } from './groups'
import { append } from './records'
import type { State } from './state'

/** What a question of groups is answered from; a `State` has it. */
export type GroupsAndPeople = Pick<State, 'groups' | 'users'>

/** The groups that hold each person who was asked for; for as long as the groups are the same. */
const known = new WeakMap<Groups, Map<number, ReadonlySet<number>>>()

/** IDs of all groups that hold the person, directly or through subgroups, deactivated ones too. */
export function groupIdsOf(groups: Groups, userId: number): ReadonlySet<number> {
  const ofPeople = known.get(groups) ?? new Map<number, ReadonlySet<number>>()
  known.set(groups, ofPeople)
  const found = ofPeople.get(userId) ?? holders(groups, directGroups(groups, userId))
  ofPeople.set(userId, found)
  return found
}

function* directGroups(groups: Groups, userId: number): Iterable<number> {
  for (const { id, members } of groups.values()) if (members.includes(userId)) yield id
}

/** These groups and all that hold them, however deep. */
function holders(groups: Groups, ids: Iterable<number>): ReadonlySet<number> {
  const above = new Map<number, number[]>()
  for (const { id, direct_subgroup_ids: within } of groups.values())
    for (const each of within) append(above, each, id)
  const found = new Set(ids)
  for (const id of found) for (const holder of above.get(id) ?? []) found.add(holder)
  return found
}

export function isInGroup({ groups }: GroupsAndPeople, groupId: number, userId: number): boolean {
  return groupIdsOf(groups, userId).has(groupId)
}

/** Whether a permission's value names the person: as member of its group, or of one within, or outright. */
export function isAmong({ groups, users }: GroupsAndPeople, setting: GroupSetting, userId: number): boolean {
  const ids = groupIdsOf(groups, userId)
  if (typeof setting === 'number') return ids.has(setting) || groups.get(setting)?.name === 'role:internet'
  const isNamed = setting.direct_member_ids.includes(userId) && users.get(userId)?.is_active !== false
  return isNamed || setting.direct_subgroup_ids.some((id) => ids.has(id))
}

/** IDs of the active people in a group, directly or through subgroups. */
export function memberIdsOf({ groups }: GroupsAndPeople, groupId: number): ReadonlySet<number> {
  const within = new Set([groupId])
  for (const id of within) for (const each of groups.get(id)?.direct_subgroup_ids ?? []) within.add(each)
  return new Set([...within].flatMap((id) => groups.get(id)?.members ?? []))
}
