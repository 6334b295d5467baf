// Channels and subscriptions on the wire (reference: BasicChannel, Subscription).
import type { QueueOptions } from '../events/queue'
import type { Organization } from '../organization/organization'
import { keyedCache } from '../organization/cache'
import { channelPermissionRules, channelPermissions } from '../user-groups/permission-catalogue'
import { permissionOnWire, type PermissionOnWire } from '../user-groups/permission-values'
import { groupGraph } from '../user-groups/repository'
import { userGroupMembers, userGroups, userGroupSubgroups } from '../user-groups/tables'
import type { User } from '../users/repository'
import { users } from '../users/tables'
import { canSeeSubscribers } from './access'
import { inheritedNotifications } from './notification-settings'
import { peopleAround } from './recent-people'
import { channelDirectory, subscriberIdsOf, type Channel, type Subscription } from './repository'
import { channels } from './tables'

export type ChannelObject = ReturnType<typeof makeChannelObject>

/** A channel as everyone who may see it sees it. */
export function channelObject(organization: Organization, channel: Channel): ChannelObject {
  return knownObject(organization, channel.id)
}

const knownObject = keyedCache(
  [channels.id, userGroups, userGroupMembers, userGroupSubgroups, { ifChanged: users.isActive }],
  (organization, channelId: number): ChannelObject => {
    const channel = channelDirectory(organization).byId.get(channelId)
    if (!channel) throw new Error(`There is no channel ${channelId}`)
    return makeChannelObject(organization, channel)
  },
  100_000,
)

function makeChannelObject(organization: Organization, channel: Channel) {
  const postPolicy = postPolicyOf(organization, channel)
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.dateCreated,
    creator_id: channel.creatorId,
    folder_id: channel.folderId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.isHistoryShared,
    topics_policy: channel.topicsPolicy,
    message_retention_days: channel.messageRetentionDays,
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === 2,
    ...permissionsOnWire(organization, channel),
  }
}

function permissionsOnWire(organization: Organization, channel: Channel): Record<string, PermissionOnWire> {
  const values: Record<string, PermissionOnWire> = {}
  for (const permission of channelPermissions) {
    values[channelPermissionRules[permission].name] = permissionOnWire(organization, channel[permission])
  }
  return values
}

/** The old way to say who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators. */
export function postPolicyOf(organization: Organization, channel: Channel): number {
  const group = groupGraph(organization).byId.get(channel.canSendMessageGroup)
  return (group?.isSystem && postPolicies[group.name ?? '']) || 1
}

const postPolicies: Readonly<Record<string, number>> = {
  'role:nobody': 2,
  'role:owners': 2,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
}

/** A channel as the viewer sees it; the count is 0 for those who may not know its subscribers. */
export function channelFor(
  organization: Organization,
  viewer: User | undefined,
  channel: Channel,
): CountedChannel {
  return counted(channelObject(organization, channel), knownSubscribers(organization, viewer, channel).length)
}

type CountedChannel = ChannelObject & { subscriber_count: number }

/** Most viewers see the same count, so the object of the last one is kept. */
const lastCounted = new WeakMap<ChannelObject, CountedChannel>()

function counted(object: ChannelObject, count: number): CountedChannel {
  const known = lastCounted.get(object)
  if (known?.subscriber_count === count) return known
  const made = { ...object, subscriber_count: count }
  lastCounted.set(object, made)
  return made
}

const texts = new WeakMap<CountedChannel, string>()

/** `channelFor` as JSON text: everybody's clients read every channel, so it is kept. */
export function channelText(organization: Organization, viewer: User | undefined, channel: Channel): string {
  const object = channelFor(organization, viewer, channel)
  const text = texts.get(object) ?? JSON.stringify(object)
  texts.set(object, text)
  return text
}

/** What a client asked for that decides how it sees subscriptions. */
export type SubscriptionOptions = Pick<QueueOptions, 'includeSubscribers' | 'notificationSettingsNull'>

/** How subscriptions and subscribers are shown to a client. */
export interface SubscriptionView extends SubscriptionOptions {
  /** By user ID: 1 for those who are in `partial_subscribers`. */
  around(): Uint8Array
}

/** The view that a queue's options ask for. Who is around is looked up once, and only if it matters. */
export function subscriptionView(organization: Organization, options: SubscriptionOptions): SubscriptionView {
  const { includeSubscribers, notificationSettingsNull } = options
  let known: Uint8Array | undefined
  return {
    includeSubscribers,
    notificationSettingsNull,
    around: () => (known ??= peopleAround(organization)),
  }
}

/**
 * A subscription, active or not, as its owner sees it. What it shows is fixed at once; how it is shown
 * depends on the queue that gets it.
 */
export function subscriptionObject(
  organization: Organization,
  viewer: User,
  channel: Channel,
  subscription: Subscription,
): (view: SubscriptionView) => object {
  const fixed = channelFor(organization, viewer, channel)
  const subscribers = knownSubscribers(organization, viewer, channel)
  return (view) => ({
    ...fixed,
    color: subscription.color,
    is_muted: subscription.isMuted,
    in_home_view: !subscription.isMuted,
    pin_to_top: subscription.isPinned,
    ...notificationsOnWire(organization, subscription, view),
    ...subscriberFields(subscribers, view),
  })
}

/** Null inherits the person's own setting; clients that don't know null get that setting. */
function notificationsOnWire(
  organization: Organization,
  subscription: Subscription,
  { notificationSettingsNull }: SubscriptionView,
) {
  const own = {
    desktop_notifications: subscription.desktopNotifications,
    audible_notifications: subscription.audibleNotifications,
    push_notifications: subscription.pushNotifications,
    email_notifications: subscription.emailNotifications,
    wildcard_mentions_notify: subscription.wildcardMentionsNotify,
  }
  if (notificationSettingsNull) return own
  const inherited = inheritedNotifications(organization, subscription.userId)
  return {
    desktop_notifications: own.desktop_notifications ?? inherited.desktop_notifications,
    audible_notifications: own.audible_notifications ?? inherited.audible_notifications,
    push_notifications: own.push_notifications ?? inherited.push_notifications,
    email_notifications: own.email_notifications ?? inherited.email_notifications,
    wildcard_mentions_notify: own.wildcard_mentions_notify ?? inherited.wildcard_mentions_notify,
  }
}

/** The subscribers as far as the viewer may know them: those who may not are given none. */
export function knownSubscribers(
  organization: Organization,
  viewer: User | undefined,
  channel: Channel,
): readonly number[] {
  return canSeeSubscribers(organization, viewer, channel) ? subscriberIdsOf(organization, channel.id) : []
}

/** From this many subscribers on, `partial` leaves out people who have been away. */
const largeChannel = 250

/** `subscribers`, or for a large channel `partial_subscribers` if that is asked for, or neither (contract 4.17). */
export function subscriberFields(
  subscribers: readonly number[],
  { includeSubscribers, around }: SubscriptionView,
): { subscribers?: readonly number[]; partial_subscribers?: readonly number[] } {
  if (includeSubscribers === 'false') return {}
  if (includeSubscribers === 'true' || subscribers.length < largeChannel) return { subscribers }
  const isAround = around()
  return { partial_subscribers: subscribers.filter((id) => isAround[id] === 1) }
}
