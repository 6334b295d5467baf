// Changes channels: names, descriptions, privacy, permissions, and whether they are archived.
import { changesBetween, record } from '../../audit-log/recording'
import { ApiError, badRequest, invalidChannel } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import { channelPermissionRules, channelPermissions } from '../../user-groups/permission-catalogue'
import { permissionOnWire, releasePermissionGroup } from '../../user-groups/permission-values'
import type { User } from '../../users/repository'
import { hasChannelPermission, hasContentAccess, visibleChannel } from '../access'
import { leaveDefaultGroups } from '../../default-channel-groups/actions'
import {
  assertFolderExists,
  assertMaySetTopicsPolicy,
  checkedRetention,
  recordedProperties,
  type TopicsPolicy,
} from './creating'
import { renderDescription } from '../../messages/rendering/description'
import { tellDefaultChannels } from '../events'
import { assertNameFree, checkedDescription, checkedName } from '../names'
import {
  accessPermissions,
  storePermissionChanges,
  type PermissionChanges,
  type PermissionColumns,
} from '../permission-settings'
import { updateChannel, type Channel, type NewChannel } from '../repository'
import { assertMayCreate, assertPrivacyMakesSense } from '../rights'
import { changingSight } from '../../sight/changing'
import { tellOfReturned } from './returning'
import { assertAdministrator, assertOwner } from '../../http/roles'

/** What is to change; undefined stays as it is. */
export interface ChannelUpdate {
  name?: string | undefined
  description?: string | undefined
  isPrivate?: boolean | undefined
  isWebPublic?: boolean | undefined
  isHistoryShared?: boolean | undefined
  isDefault?: boolean | undefined
  isArchived?: boolean | undefined
  /** Days, `unlimited` or `realm_default`. */
  messageRetentionDays?: number | string | undefined
  topicsPolicy?: TopicsPolicy | undefined
  folderId?: number | null | undefined
  permissions: PermissionChanges
}

type Columns = Partial<Omit<NewChannel, 'nameKey'>>

/**
 * Changes a channel and tells everyone who sees it.
 * @throws ApiError CANNOT_ADMINISTER_CHANNEL, EXPECTATION_MISMATCH, BAD_REQUEST …; then
 *   nothing has changed.
 */
export function update(
  organization: Organization,
  caller: User,
  channelId: number,
  request: ChannelUpdate,
): Promise<void> {
  return organization.write((tx) => {
    const channel = visibleChannel(organization, caller, channelId, invalidChannel)
    assertMayAdminister(organization, caller, channel)
    const columns = onlyChanged(channel, {
      ...checkedTexts(organization, caller, channel, request),
      ...checkedPrivacy(organization, caller, channel, request),
      ...checkedPolicies(organization, caller, channel, request),
    })
    write(tx, caller, channel, columns, request.permissions)
  })
}

/** Archives a channel: it stays to be read. Archiving an archived one changes nothing. */
export function archive(organization: Organization, caller: User, channelId: number): Promise<void> {
  return update(organization, caller, channelId, { isArchived: true, permissions: {} })
}

function assertMayAdminister(organization: Organization, caller: User, channel: Channel): void {
  if (hasChannelPermission(organization, caller, channel, 'canAdministerChannelGroup')) return
  throw new ApiError(
    'CANNOT_ADMINISTER_CHANNEL',
    `You do not have permission to administer channel '${channel.name}'`,
    {},
  )
}

function checkedTexts(
  organization: Organization,
  caller: User,
  channel: Channel,
  request: ChannelUpdate,
): Columns {
  const columns: Columns = {}
  if (request.name !== undefined) {
    columns.name = checkedName('new_name', request.name)
    assertNameFree(organization, columns.name, channel)
  }
  if (request.description !== undefined) {
    columns.description = checkedDescription('description', request.description)
    columns.renderedDescription = renderDescription(organization, caller, columns.description)
  }
  return columns
}

/** A channel can't be private and web-public: what is asked for wins over what it was. */
function checkedPrivacy(
  organization: Organization,
  caller: User,
  channel: Channel,
  request: ChannelUpdate,
): Columns {
  const { isPrivate, isWebPublic, isHistoryShared } = request
  if (isPrivate === undefined && isWebPublic === undefined && isHistoryShared === undefined) return {}
  const privacy = {
    isPrivate: isPrivate ?? (isWebPublic === true ? false : channel.isPrivate),
    isWebPublic: isWebPublic ?? (isPrivate === true ? false : channel.isWebPublic),
    isHistoryShared: true,
  }
  const kept = channel.isPrivate && channel.isHistoryShared
  privacy.isHistoryShared = isHistoryShared ?? (!privacy.isPrivate || kept)
  assertPrivacyMakesSense(organization, privacy)
  const isOtherKind = privacy.isPrivate !== channel.isPrivate || privacy.isWebPublic !== channel.isWebPublic
  if (isOtherKind) assertMayCreate(organization, caller, privacy)
  if (privacy.isPrivate && (request.isDefault ?? channel.isDefault)) {
    throw badRequest('A default channel cannot be private')
  }
  if (!privacy.isPrivate && settings(organization).moderation_request_channel_id === channel.id) {
    throw badRequest('A moderation request channel cannot be public.')
  }
  return privacy
}

function checkedPolicies(
  organization: Organization,
  caller: User,
  channel: Channel,
  request: ChannelUpdate,
): Columns {
  const columns: Columns = {}
  if (request.messageRetentionDays !== undefined) {
    assertOwner(caller)
    columns.messageRetentionDays = checkedRetention(request.messageRetentionDays)
  }
  if (request.topicsPolicy !== undefined) {
    if (request.topicsPolicy !== channel.topicsPolicy) assertMaySetTopicsPolicy(organization, caller)
    columns.topicsPolicy = request.topicsPolicy
  }
  if (request.folderId !== undefined) {
    assertFolderExists(organization, request.folderId, channel.folderId)
    columns.folderId = request.folderId
  }
  if (request.isDefault !== undefined) {
    assertAdministrator(caller)
    if (request.isDefault && channel.isPrivate && request.isPrivate !== false) {
      throw badRequest('A default channel cannot be private')
    }
    if (request.isDefault && channel.isArchived && request.isArchived !== false) {
      throw badRequest('Archived channels cannot be made default')
    }
    columns.isDefault = request.isDefault
  }
  if (request.isArchived !== undefined) columns.isArchived = request.isArchived
  if (request.isArchived === true) columns.isDefault = false
  return columns
}

function onlyChanged(channel: Channel, columns: Columns): Columns {
  const before: Record<string, unknown> = channel
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => before[name] !== value))
}

/** Who gets in, and who may let in, is only for those to change who can read the channel themselves. */
function assertHasAccessFor(
  organization: Organization,
  caller: User,
  channel: Channel,
  columns: Columns,
): void {
  const concerned = ['isPrivate', 'isWebPublic', 'isHistoryShared', ...accessPermissions]
  if (!concerned.some((name) => name in columns)) return
  if (!hasContentAccess(organization, caller, channel)) {
    throw badRequest(`Channel content access is required: you are not subscribed to '${channel.name}'`)
  }
}

function write(
  tx: Transaction,
  caller: User,
  channel: Channel,
  columns: Columns,
  permissions: PermissionChanges,
): void {
  const groups = storePermissionChanges(tx, caller, channel, permissions)
  const changes = { ...columns, ...groups }
  if (Object.keys(changes).length === 0) return
  assertHasAccessFor(tx.organization, caller, channel, changes)
  recordChanges(tx, channel, columns, groups)
  changingSight(tx, { channels: new Set([channel.id]) }, () => updateChannel(tx, channel.id, changes))
  if (columns.isArchived === false) tellOfReturned(tx, channel.id)
  for (const permission of channelPermissions) {
    if (permission in groups) releasePermissionGroup(tx, channel[permission])
  }
  if (columns.isDefault !== undefined) tellDefaultChannels(tx)
  if (columns.isArchived === true || columns.isPrivate === true) leaveDefaultGroups(tx, channel.id)
}

function recordChanges(
  tx: Transaction,
  channel: Channel,
  columns: Columns,
  groups: Partial<PermissionColumns>,
): void {
  const properties = changesBetween(channel, { ...channel, ...columns }, recordedProperties)
  const permissions = channelPermissions.flatMap((permission) => {
    const next = groups[permission]
    if (next === undefined) return []
    const shown = (groupId: number) => permissionOnWire(tx.organization, groupId)
    const change = { old: shown(channel[permission]), new: shown(next) }
    return [[channelPermissionRules[permission].name, change] as const]
  })
  const changes = { ...properties, ...Object.fromEntries(permissions) }
  const { id } = channel
  const name = columns.name ?? channel.name
  if (Object.keys(changes).length > 0) record(tx, 'channel.changed', { id, name, changes })
  if (columns.isArchived === true) record(tx, 'channel.archived', { id, name })
  if (columns.isArchived === false) record(tx, 'channel.unarchived', { id, name })
  if (columns.isDefault !== undefined) recordDefault(tx, { id, name }, columns.isDefault)
}

function recordDefault(
  tx: Transaction,
  { id, name }: { id: number; name: string },
  isDefault: boolean,
): void {
  record(tx, isDefault ? 'channel.default_added' : 'channel.default_removed', { id, name })
}

/** Adds a channel to those that new people are subscribed to, or takes it out. */
export function setDefault(
  organization: Organization,
  caller: User,
  channelId: number,
  isDefault: boolean,
): Promise<void> {
  return organization.write((tx) => {
    assertAdministrator(caller)
    const channel = visibleChannel(organization, caller, channelId, invalidChannel)
    if (isDefault && channel.isPrivate) throw badRequest('Private channels cannot be made default')
    if (isDefault && channel.isArchived) throw badRequest('Archived channels cannot be made default')
    if (channel.isDefault === isDefault) return
    updateChannel(tx, channel.id, { isDefault })
    recordDefault(tx, channel, isDefault)
    tellDefaultChannels(tx)
  })
}
