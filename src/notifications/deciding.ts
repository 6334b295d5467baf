// Who is told of what: whether a person's devices and mailbox hear of a message, and why (protocol notes, "Notifications to devices").
import { subscribersOf, type Subscription } from '../channels/repository'
import { topicKey } from '../channels/topics'
import { flagBits } from '../messages/flags'
import type { StoredMessage } from '../messages/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { offlineThresholdSeconds, presenceBoard } from '../presence/board'
import { isInGroup } from '../user-groups/repository'
import type { SettingValues } from '../user-settings/catalogue'
import { settingsOf } from '../user-settings/repository'
import { choicesFor, visibility, type Visibility } from '../user-topics/repository'
import { isShown } from '../user-topics/visibility'
import { directory } from '../users/repository'
import type { Trigger } from './triggers'

/** By which ways a person is told of a message, and why; null is not at all. */
export interface Ways {
  readonly push: Trigger | null
  readonly mail: Trigger | null
}

/** Whom a message mentions: silent mentions and those in quotes are none. */
export interface Mentions {
  readonly userIds: ReadonlySet<number>
  /** In the order of the text. */
  readonly groupIds: readonly number[]
}

/** All that it depends on whether a person is told of a message. */
export interface Circumstances {
  readonly isDirect: boolean
  /** Whether the message was sent to the person, who has an active account and is no bot, by somebody else. */
  readonly isAddressee: boolean
  /** As is what people whom the person has muted send: it arrives so, and is so once they are muted. */
  readonly isRead: boolean
  /** Whether the person is at a client now. */
  readonly isActive: boolean
  readonly isMentioned: boolean
  readonly isGroupMentioned: boolean
  readonly isTopicMentioned: boolean
  readonly isChannelMentioned: boolean
  /** What the person chose for the topic. */
  readonly topic: Visibility
  /** What the person set for the channel; null is as everywhere. */
  readonly channel: Pick<
    Subscription,
    'isMuted' | 'pushNotifications' | 'emailNotifications' | 'wildcardMentionsNotify'
  >
  readonly settings: Readonly<Pick<SettingValues, NotificationSetting>>
}

type NotificationSetting =
  | 'enable_offline_push_notifications'
  | 'enable_online_push_notifications'
  | 'enable_offline_email_notifications'
  | 'enable_stream_push_notifications'
  | 'enable_stream_email_notifications'
  | 'enable_followed_topic_push_notifications'
  | 'enable_followed_topic_email_notifications'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'wildcard_mentions_notify'

const notAtAll: Ways = { push: null, mail: null }

/**
 * Decides by which ways a person is told of a message. Alert words are no reason: clients show those by themselves, of the
 * flag. Who is at a client needs no mail, and gets pushes only if they want to.
 */
export function waysToTell(circumstances: Circumstances): Ways {
  const { isAddressee, isRead, isActive, settings, channel } = circumstances
  if (!isAddressee || isRead) return notAtAll
  const isPushed = !isActive || settings.enable_online_push_notifications
  return {
    push: isPushed
      ? triggerOf(circumstances, {
          personal: settings.enable_offline_push_notifications,
          followedTopic: settings.enable_followed_topic_push_notifications,
          channel: channel.pushNotifications ?? settings.enable_stream_push_notifications,
        })
      : null,
    mail: isActive
      ? null
      : triggerOf(circumstances, {
          personal: settings.enable_offline_email_notifications,
          followedTopic: settings.enable_followed_topic_email_notifications,
          channel: channel.emailNotifications ?? settings.enable_stream_email_notifications,
        }),
  }
}

/** Of what a person wants to be told by one of the ways. */
interface Wanted {
  /** Direct messages, and all kinds of mentions. */
  personal: boolean
  followedTopic: boolean
  channel: boolean
}

/** The strongest reason to tell. Muting a topic or channel silences all but mentions of the person, or of their group. */
function triggerOf(circumstances: Circumstances, wanted: Wanted): Trigger | null {
  const { topic, channel } = circumstances
  const isFollowed = topic === visibility.followed
  if (wanted.personal) {
    const trigger = personalTrigger(circumstances, isFollowed)
    if (trigger !== null) return trigger
  }
  if (circumstances.isDirect) return null
  if (isFollowed && wanted.followedTopic) return 'followed_topic'
  return wanted.channel && isShown(topic, channel.isMuted) ? 'channel' : null
}

function personalTrigger(circumstances: Circumstances, isFollowed: boolean): Trigger | null {
  const { topic, channel, settings, isTopicMentioned, isChannelMentioned } = circumstances
  if (circumstances.isDirect) return 'direct_message'
  if (circumstances.isMentioned) return 'mention'
  if (circumstances.isGroupMentioned) return 'group_mention'
  if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (isTopicMentioned) return 'topic_wildcard_mention_in_followed_topic'
    if (isChannelMentioned) return 'stream_wildcard_mention_in_followed_topic'
  }
  const wildcards = channel.wildcardMentionsNotify ?? settings.wildcard_mentions_notify
  if (!wildcards || !isShown(topic, channel.isMuted)) return null
  if (isTopicMentioned) return 'topic_wildcard_mention'
  return isChannelMentioned ? 'stream_wildcard_mention' : null
}

/** By which ways a person is told, and which group's mention it is where that is the reason. */
export interface Decision extends Ways {
  readonly mentionedGroupId: number | null
}

/** What is decided by of a message. */
export type Told = Pick<StoredMessage, 'senderId' | 'channelId' | 'topic'>

/**
 * How it is decided who is told of a message, as everything is now: to be asked for many people at once.
 * @returns what decides for a person to whom it was sent, by the bits of their flags for it (`flags.ts`).
 */
export function deciding(
  organization: Organization,
  message: Told,
  mentions: Mentions,
): (userId: number, flags: number) => Decision {
  const { senderId, channelId } = message
  const { byId } = directory(organization)
  const subscribers = channelId === null ? undefined : subscribersOf(organization, channelId)
  const choices =
    channelId === null ? undefined : choicesFor(organization, channelId, topicKey(message.topic))
  const board = presenceBoard(organization)
  const activeAfter = seconds(organization.clock) - offlineThresholdSeconds
  return (userId, flags) => {
    const user = byId.get(userId)
    const subscription = subscribers?.get(userId)
    const isMentioned = (flags & flagBits.mentioned) !== 0 && mentions.userIds.has(userId)
    const groupId =
      (flags & flagBits.mentioned) === 0 || isMentioned
        ? undefined
        : mentions.groupIds.find((id) => isInGroup(organization, id, user))
    const isReached = channelId === null || subscription !== undefined
    const ways = waysToTell({
      isDirect: channelId === null,
      isAddressee: user?.isActive === true && user.botType === null && userId !== senderId && isReached,
      isRead: (flags & flagBits.unread) === 0,
      isActive: (board.get(userId)?.activeAt ?? 0) > activeAfter,
      isMentioned,
      isGroupMentioned: groupId !== undefined,
      isTopicMentioned: (flags & flagBits.topic_wildcard_mentioned) !== 0,
      isChannelMentioned: (flags & flagBits.stream_wildcard_mentioned) !== 0,
      topic: choices?.get(userId)?.visibility ?? visibility.inherit,
      channel: subscription ?? noChannel,
      settings: settingsOf(organization, userId),
    })
    const isByGroup = ways.push === 'group_mention' || ways.mail === 'group_mention'
    return { ...ways, mentionedGroupId: isByGroup ? (groupId ?? null) : null }
  }
}

const noChannel = {
  isMuted: false,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
} as const
