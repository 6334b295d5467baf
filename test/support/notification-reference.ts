// Who is told of what, once more: slow and obvious, as sentences about one reason after another. What the server decides must agree.
import type { Circumstances } from '../../src/notifications/deciding'
import { triggers, type Trigger } from '../../src/notifications/triggers'

type Way = 'push' | 'mail'

/** The reason for which a person is told by one of the ways; null if they are not. */
export function expectedTrigger(c: Circumstances, way: Way): Trigger | null {
  const isSilent = [
    !c.isAddressee,
    c.isRead,
    way === 'mail' && c.isActive,
    way === 'push' && c.isActive && !c.settings.enable_online_push_notifications,
  ]
  if (isSilent.includes(true)) return null
  return triggers.find((trigger) => sentences[trigger](c, way).every((holds) => holds)) ?? null
}

/** Of each reason all that has to hold. */
const sentences: Record<Trigger, (c: Circumstances, way: Way) => boolean[]> = {
  direct_message: (c, way) => [c.isDirect, wantsPersonal(c, way)],
  mention: (c, way) => [!c.isDirect, c.isMentioned, wantsPersonal(c, way)],
  group_mention: (c, way) => [!c.isDirect, c.isGroupMentioned, wantsPersonal(c, way)],
  topic_wildcard_mention_in_followed_topic: (c, way) => [
    !c.isDirect,
    c.isTopicMentioned,
    follows(c),
    c.settings.enable_followed_topic_wildcard_mentions_notify,
    wantsPersonal(c, way),
  ],
  stream_wildcard_mention_in_followed_topic: (c, way) => [
    !c.isDirect,
    c.isChannelMentioned,
    follows(c),
    c.settings.enable_followed_topic_wildcard_mentions_notify,
    wantsPersonal(c, way),
  ],
  topic_wildcard_mention: (c, way) => [
    !c.isDirect,
    c.isTopicMentioned,
    hears(c),
    wantsWildcards(c),
    wantsPersonal(c, way),
  ],
  stream_wildcard_mention: (c, way) => [
    !c.isDirect,
    c.isChannelMentioned,
    hears(c),
    wantsWildcards(c),
    wantsPersonal(c, way),
  ],
  followed_topic: (c, way) => [
    !c.isDirect,
    follows(c),
    way === 'push'
      ? c.settings.enable_followed_topic_push_notifications
      : c.settings.enable_followed_topic_email_notifications,
  ],
  channel: (c, way) => [!c.isDirect, hears(c), wantsChannel(c, way)],
}

function wantsPersonal({ settings }: Circumstances, way: Way): boolean {
  return way === 'push'
    ? settings.enable_offline_push_notifications
    : settings.enable_offline_email_notifications
}

function follows({ topic }: Circumstances): boolean {
  return topic === 3
}

/** Nothing of a muted topic, and of a muted channel only topics that the person has unmuted or follows. */
function hears({ topic, channel }: Circumstances): boolean {
  if (topic === 1) return false
  if (topic === 2 || topic === 3) return true
  return !channel.isMuted
}

function wantsWildcards({ channel, settings }: Circumstances): boolean {
  if (channel.wildcardMentionsNotify === true) return true
  if (channel.wildcardMentionsNotify === false) return false
  return settings.wildcard_mentions_notify
}

function wantsChannel({ channel, settings }: Circumstances, way: Way): boolean {
  const [own, everywhere] =
    way === 'push'
      ? [channel.pushNotifications, settings.enable_stream_push_notifications]
      : [channel.emailNotifications, settings.enable_stream_email_notifications]
  if (own === true) return true
  return own === null && everywhere
}
