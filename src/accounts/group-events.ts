// What other features' lists of people lose or regain with an account: groups, and permissions given to people outright.
import { canSeeChannel } from '../channels/access'
import { channelUpdatedEvent } from '../channels/events'
import { channelDirectory } from '../channels/repository'
import { emit, type Audience, type ServerEvent } from '../events/event'
import { queues } from '../events/queues'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { permissionGroupId, permissionNames } from '../permissions/permissions'
import { settingOnWire, settingsChangedEvent } from '../organization-settings/wire'
import {
  channelPermissionRules,
  channelPermissions,
  groupPermissions,
} from '../user-groups/permission-catalogue'
import { permissionOnWire } from '../user-groups/permission-values'
import { groupGraph, roleGroupNames, systemGroupId } from '../user-groups/repository'
import { groupChangedEvent, membersEvent } from '../user-groups/wire'
import { directory, type User } from '../users/repository'
import { canSeeUser, limitsGuests } from '../permissions/visibility'
import { isGuest } from '../users/rank'

/** The account was reactivated: everyone is told where it is again. */
export function tellOfRegained(tx: Transaction, user: User): void {
  for (const event of membershipEvents(tx.organization, 'add_members', user)) emit(tx, event)
}

/**
 * The account was deactivated: clients take it out of groups and permissions by themselves, but for guests who
 * are not told of it, because it is out of their sight.
 */
export function tellBlindOfLost(tx: Transaction, user: User): void {
  const { organization } = tx
  if (!limitsGuests(organization)) return
  const blind = directory(organization)
    .all.filter((viewer) => isGuest(viewer) && !canSeeUser(organization, viewer, user))
    .map((viewer) => viewer.id)
  for (const event of membershipEvents(organization, 'remove_members', user, blind)) emit(tx, event)
}

/** New accounts join the groups of their role. */
export function tellOfRoleGroups(tx: Transaction, user: User): void {
  for (const id of roleGroupIds(tx.organization, user)) {
    emit(tx, membersEvent('add_members', { id, isDeactivated: false }, [user.id]))
  }
}

function membershipEvents(
  organization: Organization,
  op: 'add_members' | 'remove_members',
  user: User,
  audience: Audience = 'everyone',
): ServerEvent[] {
  const { byId } = groupGraph(organization)
  const groups = [...byId.values()].filter(
    (group) => !group.isSystem && group.name !== null && group.memberIds.has(user.id),
  )
  const roleGroups = roleGroupIds(organization, user).map((id) => ({ id, isDeactivated: false }))
  const events = [...groups, ...roleGroups].map((group) => membersEvent(op, group, [user.id]))
  const isListed = (groupId: number): boolean => {
    const group = byId.get(groupId)
    return group?.name === null && group.memberIds.has(user.id)
  }
  const permissions = permissionNames.filter((name) => isListed(permissionGroupId(organization, name)))
  if (permissions.length > 0) {
    const changed = permissions.map((name) => settingOnWire(organization, name))
    events.push(settingsChangedEvent(Object.assign({}, ...changed)))
  }
  for (const group of byId.values()) {
    if (group.name === null) continue
    const data = Object.entries(groupPermissions)
      .filter(([, { column }]) => isListed(group[column]))
      .map(([name, { column }]) => [name, permissionOnWire(organization, group[column])])
    if (data.length > 0) events.push(groupChangedEvent(group, Object.fromEntries(data)))
  }
  const told = events.map((event) => ({ ...event, audience }))
  return [...told, ...channelEvents(organization, isListed, audience)]
}

/** Of channels in which one of the people with a permission is the person, to those of the audience who see them. */
function channelEvents(
  organization: Organization,
  isListed: (groupId: number) => boolean,
  audience: Audience,
): ServerEvent[] {
  const people = directory(organization).byId
  const listeners = [...(audience === 'everyone' ? queues(organization).userIds : audience)]
  return channelDirectory(organization).all.flatMap((channel) => {
    const listed = channelPermissions.filter((permission) => isListed(channel[permission]))
    if (listed.length === 0) return []
    const viewers = listeners.filter((id) => canSeeChannel(organization, people.get(id), channel))
    return listed.map((permission) =>
      channelUpdatedEvent(channel, viewers, {
        property: channelPermissionRules[permission].name,
        value: permissionOnWire(organization, channel[permission]),
      }),
    )
  })
}

function roleGroupIds(organization: Organization, user: User): number[] {
  return user.isSystemBot ? [] : roleGroupNames(user).map((name) => systemGroupId(organization, name))
}
