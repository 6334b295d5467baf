// Groups of people, those that follow from roles among them (contract 2.5).
import type { ServerEvent } from './events'
import { isGroupSetting } from './group-settings'
import { IdMap } from './id-map'
import { changed, isEqual } from './records'
import {
  isBoolean,
  isFields,
  isNumber,
  isNumbers,
  isText,
  listOf,
  nullable,
  optional,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const permissions = {
  can_add_members_group: isGroupSetting,
  can_join_group: isGroupSetting,
  can_leave_group: isGroupSetting,
  can_manage_group: isGroupSetting,
  can_mention_group: isGroupSetting,
  can_remove_members_group: isGroupSetting,
}
export type GroupPermission = keyof typeof permissions

const isGroup = shape({
  id: isNumber,
  /** `role:…` for system groups. */
  name: isText,
  description: isText,
  /** Without those of subgroups. */
  members: isNumbers,
  direct_subgroup_ids: isNumbers,
  is_system_group: isBoolean,
  creator_id: nullable(isNumber),
  date_created: nullable(isNumber),
  deactivated: isBoolean,
  ...permissions,
})
export type Group = Checked<typeof isGroup>

const isChange = shape({
  name: optional(isText),
  description: optional(isText),
  deactivated: optional(isBoolean),
})

export type Groups = IdMap<Group>

export function groupsFrom(register: Fields): Groups {
  return IdMap.by(listOf(isGroup, register['realm_user_groups']), ({ id }) => id)
}

/** `user_group`, and that somebody was deactivated, which takes them out of all groups. */
export function groupsAfter(groups: Groups, event: ServerEvent): Groups {
  if (event.type === 'realm_user') return withoutDeactivated(groups, event)
  if (event.type !== 'user_group') return groups
  const { op, group: said, group_id: id, data } = event
  if (op === 'add')
    return isGroup(said) && !isEqual(groups.get(said.id), said) ? groups.with(said.id, said) : groups
  if (!isNumber(id)) return groups
  if (op === 'remove') return groups.without(id)
  const group = groups.get(id)
  if (!group) return groups
  if (op === 'update') return isFields(data) ? groups.with(id, updated(group, data)) : groups
  return groups.with(id, withMembership(group, event))
}

function updated(group: Group, data: Fields): Group {
  const now: Fields = { ...group, ...data }
  return isGroup(now) && isChange(data) ? changed(group, now) : group
}

/** `add_members`, `remove_members`, `add_subgroups`, `remove_subgroups` */
function withMembership(group: Group, { op, user_ids, direct_subgroup_ids }: ServerEvent): Group {
  const isOfPeople = op === 'add_members' || op === 'remove_members'
  const ids = isOfPeople ? user_ids : direct_subgroup_ids
  if (!isNumbers(ids)) return group
  const listed = isOfPeople ? group.members : group.direct_subgroup_ids
  const now = op === 'add_members' || op === 'add_subgroups' ? union(listed, ids) : difference(listed, ids)
  return changed(group, isOfPeople ? { members: now } : { direct_subgroup_ids: now })
}

function union(ids: readonly number[], more: readonly number[]): readonly number[] {
  return [...new Set([...ids, ...more])]
}

function difference(ids: readonly number[], gone: readonly number[]): readonly number[] {
  const set = new Set(gone)
  return ids.filter((id) => !set.has(id))
}

function withoutDeactivated(groups: Groups, { op, person }: ServerEvent): Groups {
  if (op !== 'update' || !isFields(person) || person['is_active'] !== false) return groups
  const id = person['user_id']
  if (!isNumber(id)) return groups
  const changes: [number, Group][] = []
  for (const [groupId, group] of groups) {
    if (group.members.includes(id))
      changes.push([groupId, { ...group, members: difference(group.members, [id]) }])
  }
  return groups.withAll(changes)
}
