// What administrators do with default channel groups, and what becomes of them when channels change.
import type { AuditAction } from '../audit-log/catalogue'
import { changesBetween, record } from '../audit-log/recording'
import { visibleChannel } from '../channels/access'
import { checkedDescription } from '../channels/names'
import type { Channel } from '../channels/repository'
import { badRequest, invalidChannel, invalidParameter } from '../http/errors'
import { assertAdministrator } from '../http/roles'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import {
  addChannels,
  allDefaultChannelGroups,
  deleteGroup,
  groupNameKey,
  insertGroup,
  maxGroups,
  removeChannels,
  removeFromAll,
  updateGroup,
  type DefaultChannelGroup,
} from './repository'
import { tellGroups } from './wire'

/** @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID; then nothing has changed, here and below. */
export function createGroup(
  organization: Organization,
  caller: User,
  request: { name: string; description: string; channelNames: readonly string[] },
): Promise<void> {
  return asAdministrator(organization, caller, (tx) => {
    if (allDefaultChannelGroups(organization).length >= maxGroups) {
      throw badRequest(`There can be at most ${maxGroups} default channel groups`)
    }
    const name = checkedName(organization, 'group_name', request.name)
    const description = checkedDescription('description', request.description)
    const channels = newMembers(organization, caller, { name, channelIds: [] }, request.channelNames)
    const id = insertGroup(tx, { name, description })
    addChannels(tx, id, idsOf(channels))
    recordGroup(tx, 'default_channel_group.created', undefined, existing(organization, id))
    return true
  })
}

/** What is not given stays as it is. */
export function changeGroup(
  organization: Organization,
  caller: User,
  id: number,
  { name, description }: { name: string | undefined; description: string | undefined },
): Promise<void> {
  return asAdministrator(organization, caller, (tx) => {
    const group = existing(organization, id)
    const after = {
      name: name === undefined ? group.name : checkedName(organization, 'new_group_name', name, group),
      description:
        description === undefined ? group.description : checkedDescription('new_description', description),
    }
    if (after.name === group.name && after.description === group.description) return false
    updateGroup(tx, id, after)
    recordGroup(tx, 'default_channel_group.changed', group, { ...group, ...after })
    return true
  })
}

/** Adds channels to a group, none of which is there, or takes out channels that all are. */
export function changeGroupChannels(
  organization: Organization,
  caller: User,
  id: number,
  { op, channelNames }: { op: 'add' | 'remove'; channelNames: readonly string[] },
): Promise<void> {
  return asAdministrator(organization, caller, (tx) => {
    const group = existing(organization, id)
    if (op === 'add') addChannels(tx, id, idsOf(newMembers(organization, caller, group, channelNames)))
    else removeChannels(tx, id, idsOf(members(organization, caller, group, channelNames)))
    if (channelNames.length === 0) return false
    recordGroup(tx, 'default_channel_group.changed', group, existing(organization, id))
    return true
  })
}

export function removeGroup(organization: Organization, caller: User, id: number): Promise<void> {
  return asAdministrator(organization, caller, (tx) => {
    const group = existing(organization, id)
    deleteGroup(tx, id)
    recordGroup(tx, 'default_channel_group.removed', group, undefined)
    return true
  })
}

function recordGroup(
  tx: Transaction,
  action: AuditAction,
  before: DefaultChannelGroup | undefined,
  after: DefaultChannelGroup | undefined,
): void {
  const { id, name } = after ?? before ?? {}
  record(tx, action, {
    id,
    name,
    changes: changesBetween(before, after, ['name', 'description', 'channelIds']),
  })
}

/** A channel that was archived, or that not everybody may join any more, is nothing to start in. */
export function leaveDefaultGroups(tx: Transaction, channelId: number): void {
  if (removeFromAll(tx, channelId)) tellGroups(tx)
}

/** @param change tells whether anything is different now */
function asAdministrator(
  organization: Organization,
  caller: User,
  change: (tx: Transaction) => boolean,
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    if (change(tx)) tellGroups(tx)
  })
}

function existing(organization: Organization, id: number): DefaultChannelGroup {
  const group = allDefaultChannelGroups(organization).find((each) => each.id === id)
  if (!group) throw badRequest(`Invalid default channel group ID ${id}`)
  return group
}

/** @param own the group itself, which may keep its name. */
function checkedName(
  organization: Organization,
  parameter: string,
  name: string,
  own?: DefaultChannelGroup,
): string {
  const clean = trimmed(name)
  if (clean === '') throw invalidParameter(parameter, `${parameter} must not be empty`)
  const holder = allDefaultChannelGroups(organization).find(
    (group) => group.nameKey === groupNameKey(clean) && group.id !== own?.id,
  )
  if (holder) throw badRequest(`Default channel group '${clean}' already exists`)
  return clean
}

type Members = Pick<DefaultChannelGroup, 'name' | 'channelIds'>

/** The channels of these names, each once. */
function channelsOf(organization: Organization, caller: User, names: readonly string[]): Channel[] {
  return [...new Set(names.map((name) => visibleChannel(organization, caller, name, invalidChannel)))]
}

/** New people are in default channels anyway, and may not join private ones by themselves. */
function newMembers(
  organization: Organization,
  caller: User,
  { name, channelIds }: Members,
  channelNames: readonly string[],
): Channel[] {
  const channels = channelsOf(organization, caller, channelNames)
  for (const channel of channels) {
    if (channelIds.includes(channel.id)) {
      throw badRequest(`Channel '${channel.name}' is already in default channel group '${name}'`)
    }
    if (channel.isDefault) {
      throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${name}'`)
    }
    if (channel.isPrivate) throw badRequest(`'${channel.name}' is private and cannot be added to '${name}'`)
    if (channel.isArchived) throw badRequest(`'${channel.name}' is archived and cannot be added to '${name}'`)
  }
  return channels
}

function members(
  organization: Organization,
  caller: User,
  { name, channelIds }: Members,
  channelNames: readonly string[],
): Channel[] {
  const channels = channelsOf(organization, caller, channelNames)
  const missing = channels.find(({ id }) => !channelIds.includes(id))
  if (missing) throw badRequest(`Channel '${missing.name}' is not in default channel group '${name}'`)
  return channels
}

function idsOf(channels: readonly Channel[]): number[] {
  return channels.map(({ id }) => id)
}
