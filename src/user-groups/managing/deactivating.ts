// Deactivating a group: only one that nothing refers to; else the answer says what does (reference: deactivate-user-group).
import { record } from '../../audit-log/recording'
import { channelDirectory } from '../../channels/repository'
import { emit } from '../../events/event'
import { ApiError } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { permissionGroupId, permissionNames } from '../../permissions/permissions'
import type { User } from '../../users/repository'
import { badRequest } from '../../http/errors'
import {
  channelPermissionRules,
  channelPermissions,
  groupPermissionNames,
  groupPermissions,
} from '../permission-catalogue'
import { groupGraph, updateGroup } from '../repository'
import { groupActivityEvent } from '../wire'
import { assertManages, changeableGroup, namedGroup } from './rights'

/** @throws ApiError BAD_REQUEST; CANNOT_DEACTIVATE_GROUP_IN_USE with what refers to the group. */
export function deactivateGroup(organization: Organization, caller: User, groupId: number): Promise<void> {
  return organization.write((tx) => {
    const group = changeableGroup(organization, groupId)
    assertManages(organization, caller, group)
    if (group.isDeactivated) throw badRequest('User group is already deactivated')
    const objections = [...usesOf(organization, groupId)]
    if (objections.length > 0) {
      throw new ApiError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
        objections,
      })
    }
    updateGroup(tx, groupId, { isDeactivated: true })
    record(tx, 'group.deactivated', { id: groupId, name: group.name ?? undefined })
    emit(tx, groupActivityEvent(organization, namedGroup(organization, groupId)))
  })
}

/** What refers to a group: groups that hold it, and permissions that it has, by itself or among others. */
function* usesOf(organization: Organization, groupId: number): Generator<object> {
  const { byId } = groupGraph(organization)
  const others = [...byId.values()].filter(
    (group) => group.name !== null && !group.isDeactivated && group.id !== groupId,
  )
  const supergroups = others.filter((group) => group.subgroupIds.has(groupId))
  if (supergroups.length > 0) yield { type: 'subgroup', supergroup_ids: supergroups.map(({ id }) => id) }
  const isGivenTo = (holderId: number): boolean => {
    const holder = byId.get(holderId)
    return holderId === groupId || (holder?.name === null && holder.subgroupIds.has(groupId))
  }
  const settings = permissionNames.filter((name) => isGivenTo(permissionGroupId(organization, name)))
  if (settings.length > 0) yield { type: 'realm', settings }
  for (const channel of channelDirectory(organization).all) {
    const given = channelPermissions.filter((permission) => isGivenTo(channel[permission]))
    if (given.length === 0) continue
    yield {
      type: 'channel',
      channel_id: channel.id,
      settings: given.map((permission) => channelPermissionRules[permission].name),
    }
  }
  for (const group of others) {
    const given = groupPermissionNames.filter((name) => isGivenTo(group[groupPermissions[name].column]))
    if (given.length > 0) yield { type: 'user_group', group_id: group.id, settings: given }
  }
}
