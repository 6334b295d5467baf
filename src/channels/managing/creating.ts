// Makes channels: what is asked for is checked, then written. Subscribing people and telling everyone is up to the caller.
import { changesBetween, record } from '../../audit-log/recording'
import { allChannelFolders } from '../../channel-folders/repository'
import { badRequest, invalidParameter } from '../../http/errors'
import { mayIn } from '../../permissions/permissions'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { renderDescription } from '../../messages/rendering/description'
import { storePermissions, type PermissionParameters } from '../permission-settings'
import { insertChannel, type Channel } from '../repository'
import { assertMayCreate, assertPrivacyMakesSense, type Privacy } from '../rights'
import { assertAdministrator, assertOwner } from '../../http/roles'
import { isGuest } from '../../users/rank'

export const topicsPolicies = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const
export type TopicsPolicy = (typeof topicsPolicies)[number]

/** What may be asked of a new channel beside its name and description. */
export interface ChannelRequest {
  isPrivate: boolean
  isWebPublic: boolean
  /** Undefined: everyone sees the history of public channels, and nobody that of private ones. */
  isHistoryShared: boolean | undefined
  isDefault: boolean
  /** Days, `unlimited` or `realm_default`. */
  messageRetentionDays: number | string | undefined
  topicsPolicy: TopicsPolicy
  folderId: number | null
  permissions: PermissionParameters
}

/** A request that has been checked, but for its permissions. */
export interface ChannelSettings extends Privacy {
  isDefault: boolean
  messageRetentionDays: number | null
  topicsPolicy: TopicsPolicy
  folderId: number | null
  permissions: PermissionParameters
}

/** @throws ApiError if the person may not make such a channel, or there can be none. */
export function checkedChannelRequest(
  organization: Organization,
  creator: User,
  request: ChannelRequest,
): ChannelSettings {
  const { isPrivate, isWebPublic, isDefault, topicsPolicy } = request
  if (isGuest(creator)) throw badRequest('Insufficient permission: guests cannot create channels')
  const privacy = { isPrivate, isWebPublic, isHistoryShared: request.isHistoryShared ?? !isPrivate }
  assertPrivacyMakesSense(organization, privacy)
  assertMayCreate(organization, creator, privacy)
  if (isDefault) assertAdministrator(creator)
  if (isDefault && isPrivate) throw badRequest('Private channels cannot be made default')
  if (request.messageRetentionDays !== undefined) assertOwner(creator)
  if (topicsPolicy !== 'inherit') assertMaySetTopicsPolicy(organization, creator)
  assertFolderExists(organization, request.folderId)
  return {
    ...privacy,
    isDefault,
    topicsPolicy,
    folderId: request.folderId,
    messageRetentionDays: checkedRetention(request.messageRetentionDays ?? 'realm_default'),
    permissions: request.permissions,
  }
}

/** @throws ApiError BAD_REQUEST */
export function assertMaySetTopicsPolicy(organization: Organization, user: User): void {
  if (!mayIn(organization, user, 'can_set_topics_policy_group')) {
    throw badRequest('Insufficient permission: you cannot set the topics policy of channels')
  }
}

/**
 * A channel can be put into any folder that is not archived; where it is already, it may stay.
 * @throws ApiError BAD_REQUEST
 */
export function assertFolderExists(
  organization: Organization,
  folderId: number | null,
  presentId: number | null = null,
): void {
  if (folderId === null || folderId === presentId) return
  const folder = allChannelFolders(organization).find(({ id }) => id === folderId)
  if (!folder || folder.isArchived) throw badRequest(`Invalid channel folder ID ${folderId}`)
}

/**
 * Days of retention as stored: null inherits the organization's, -1 is forever.
 * @throws ApiError REQUEST_VARIABLE_INVALID
 */
export function checkedRetention(value: number | string): number | null {
  if (value === 'realm_default') return null
  if (value === 'unlimited') return -1
  // Some clients put the number into quotes.
  const days = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (Number.isInteger(days) && days >= 1 && days <= 1_000_000) return days
  throw invalidParameter(
    'message_retention_days',
    "message_retention_days must be a positive integer, 'unlimited' or 'realm_default'",
  )
}

/** What the audit log says of channels beside their permissions. */
export const recordedProperties = [
  'name',
  'description',
  'isPrivate',
  'isWebPublic',
  'isHistoryShared',
  'topicsPolicy',
  'messageRetentionDays',
  'folderId',
] as const satisfies readonly (keyof Channel)[]

/** Writes a channel. Name and description have been checked. @throws ApiError for permissions that can't be so. */
export function makeChannel(
  tx: Transaction,
  creator: User,
  { name, description }: { name: string; description: string },
  { permissions, ...settings }: ChannelSettings,
): Channel {
  const channel = insertChannel(tx, {
    ...settings,
    ...storePermissions(tx, creator, permissions),
    name,
    description,
    renderedDescription: renderDescription(tx.organization, creator, description),
    creatorId: creator.id,
    dateCreated: seconds(tx.organization.clock),
  })
  const changes = changesBetween(undefined, channel, recordedProperties)
  record(tx, 'channel.created', { id: channel.id, name, changes })
  return channel
}
