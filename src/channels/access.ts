// Who may see, read, post to and change a channel: the one place that knows (notes: who sees what).
import { badRequest, noSuchChannel, type ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { channelPermissionRules, type ChannelPermission } from '../user-groups/permission-catalogue'
import { isInGroup } from '../user-groups/repository'
import { activeOwner, asOfNow, type User } from '../users/repository'
import {
  channelDirectory,
  channelNameKey,
  periodsOf,
  subscriberIdsOf,
  subscriptionsOf,
  type Channel,
  type Period,
} from './repository'
import { isAdministrator, isGuest } from '../users/rank'

/** All of a channel's messages, none, or those of these periods (`from < id`, and `id <= to` unless null). */
export type HistoryAccess = 'all' | 'nothing' | readonly Period[]

/** Whether the person is subscribed now. */
export function isSubscribed(organization: Organization, user: User, channel: Channel): boolean {
  return subscriptionsOf(organization, user.id).get(channel.id)?.isActive === true
}

/** `isSubscribed` for many people: who is subscribed is looked up once. */
export function subscribedAmong(organization: Organization, channel: Channel): (user: User) => boolean {
  const active = new Set(subscriberIdsOf(organization, channel.id))
  return (user) => active.has(user.id) || (!user.isActive && isSubscribed(organization, user, channel))
}

/**
 * Whether the viewer may know that the channel exists, and what it is called. Private channels are known to
 * their subscribers, to administrators, and to those whom a permission lets in or lets manage it.
 */
export function canSeeChannel(
  organization: Organization,
  person: User | undefined,
  channel: Channel,
): boolean {
  if (!person) return isOpenToSpectators(organization, channel)
  if (channel.isWebPublic) return true
  const viewer = asOfNow(organization, person)
  if (isGuest(viewer)) return isSubscribed(organization, viewer, channel)
  if (!channel.isPrivate || isAdministrator(viewer)) return true
  return (
    isSubscribed(organization, viewer, channel) ||
    isInGroup(organization, channel.canAdministerChannelGroup, viewer) ||
    mayJoin(organization, viewer, channel)
  )
}

/** Whether the viewer may know who is subscribed: guests only where they are subscribed themselves. */
export function canSeeSubscribers(
  organization: Organization,
  viewer: User | undefined,
  channel: Channel,
): boolean {
  if (!viewer) return false
  if (isGuest(asOfNow(organization, viewer))) return isSubscribed(organization, viewer, channel)
  return canSeeChannel(organization, viewer, channel)
}

function isOpenToSpectators(organization: Organization, channel: Channel): boolean {
  return channel.isWebPublic && !channel.isArchived && settings(organization).enable_spectator_access
}

/** Whether a permission lets the person into a private channel that they are not in. */
function mayJoin(organization: Organization, user: User, channel: Channel): boolean {
  return (
    isInGroup(organization, channel.canSubscribeGroup, user) ||
    isInGroup(organization, channel.canAddSubscribersGroup, user)
  )
}

/** How much of the channel's messages the viewer may read. @param isIn whether somebody is subscribed to it */
export function historyAccess(
  organization: Organization,
  viewer: User | undefined,
  channel: Channel,
  isIn = (user: User): boolean => isSubscribed(organization, user, channel),
): HistoryAccess {
  if (!viewer) return isOpenToSpectators(organization, channel) ? 'all' : 'nothing'
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(asOfNow(organization, viewer)))) return 'all'
  if (!isIn(viewer)) return 'nothing'
  if (channel.isHistoryShared) return 'all'
  return periodsOf(organization, viewer.id).get(channel.id) ?? 'nothing'
}

/** Whether the viewer may read that message of the channel. */
export function canReadMessage(
  organization: Organization,
  viewer: User | undefined,
  channel: Channel,
  messageId: number,
): boolean {
  return includes(historyAccess(organization, viewer, channel), messageId)
}

/** Whether the message is among those. */
export function includes(access: HistoryAccess, messageId: number): boolean {
  if (access === 'all') return true
  return access !== 'nothing' && isWithin(access, messageId)
}

/** Whether the message falls into one of the periods. */
export function isWithin(periods: readonly Period[], messageId: number): boolean {
  return periods.some(
    ({ fromMessageId, toMessageId }) =>
      fromMessageId < messageId && (toMessageId === null || messageId <= toMessageId),
  )
}

/**
 * The channel of that ID or name.
 * @param refusal `invalidChannel` in calls about this one channel
 * @throws ApiError the refusal, STREAM_DOES_NOT_EXIST: the same if there is none and if the viewer may not see it.
 */
export function visibleChannel(
  organization: Organization,
  viewer: User | undefined,
  ref: number | string,
  refusal = noSuchChannel,
): Channel {
  const channel = channelOf(organization, ref)
  if (!channel || !canSeeChannel(organization, viewer, channel)) {
    throw refusal(typeof ref === 'number' ? { stream_id: ref } : { stream: ref })
  }
  return channel
}

function channelOf(organization: Organization, ref: number | string): Channel | undefined {
  const { byId, byNameKey } = channelDirectory(organization)
  return typeof ref === 'number' ? byId.get(ref) : byNameKey.get(channelNameKey(ref.trim()))
}

/**
 * The channel of that ID or name, for a message to it: where its owner sees it, a bot may name it, too.
 * @throws ApiError STREAM_DOES_NOT_EXIST
 */
export function channelToPostIn(organization: Organization, sender: User, ref: number | string): Channel {
  const owner = activeOwner(organization, sender)
  const channel = owner && channelOf(organization, ref)
  return visibleChannel(
    organization,
    channel && canSeeChannel(organization, owner, channel) ? owner : sender,
    ref,
  )
}

/**
 * Checks that the person may send messages to the channel; a bot may where its owner may. Whether a new topic may be begun
 * is another permission, `canCreateTopicGroup`.
 * @throws ApiError BAD_REQUEST saying why not; STREAM_DOES_NOT_EXIST where they may not see it.
 */
export function assertMayPost(organization: Organization, person: User, channel: Channel): void {
  if (person.isSystemBot) return
  const owner = activeOwner(organization, person)
  if (owner && !refusalToPost(organization, owner, channel)) return
  const refusal = refusalToPost(organization, asOfNow(organization, person), channel)
  if (refusal) throw refusal
}

function refusalToPost(organization: Organization, sender: User, channel: Channel): ApiError | undefined {
  if (!canSeeChannel(organization, sender, channel)) return noSuchChannel({ stream_id: channel.id })
  if (channel.isArchived) return badRequest(`Channel '${channel.name}' is archived`)
  const mustSubscribe = channel.isPrivate || isGuest(sender)
  if (mustSubscribe && !isSubscribed(organization, sender, channel)) {
    return badRequest(`Not authorized to send to channel '${channel.name}': you are not subscribed to it`)
  }
  if (!isInGroup(organization, channel.canSendMessageGroup, sender)) {
    return badRequest(`You do not have permission to post in channel '${channel.name}'`)
  }
  return undefined
}

/** Whether the person may read messages of the channel at all. */
export function hasContentAccess(organization: Organization, user: User, channel: Channel): boolean {
  return historyAccess(organization, user, channel) !== 'nothing'
}

/**
 * Whether the person has a permission in the channel: by its group, or as the administrator that the
 * protocol lets do it anyway. That they can see the channel is checked apart, by `visibleChannel`.
 */
export function hasChannelPermission(
  organization: Organization,
  person: User,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  const user = asOfNow(organization, person)
  const { allowEveryone, administratorsToo } = channelPermissionRules[permission]
  if (isGuest(user) && !allowEveryone) return false
  if (isInGroup(organization, channel[permission], user)) return true
  if (administratorsToo) return isAdministrator(user)
  if (permission === 'canSubscribeGroup') {
    return !channel.isPrivate || isInGroup(organization, channel.canAddSubscribersGroup, user)
  }
  if (permission === 'canAddSubscribersGroup') return mayAddAsAdministrator(organization, user, channel)
  return false
}

/** Those who administer a channel may add people to it, to a private one only if they can read it themselves. */
function mayAddAsAdministrator(organization: Organization, user: User, channel: Channel): boolean {
  if (channel.isPrivate && !hasContentAccess(organization, user, channel)) return false
  return hasChannelPermission(organization, user, channel, 'canAdministerChannelGroup')
}
