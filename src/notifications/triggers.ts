// Why somebody is told of a message: what pushes, mails and texts are made from.

/** Why a person is told of a message, the strongest reason first. */
export const triggers = [
  'direct_message',
  'mention',
  'group_mention',
  'topic_wildcard_mention_in_followed_topic',
  'stream_wildcard_mention_in_followed_topic',
  'topic_wildcard_mention',
  'stream_wildcard_mention',
  'followed_topic',
  'channel',
] as const

export type Trigger = (typeof triggers)[number]

/** That a person is told of a message. */
export interface Notification {
  userId: number
  messageId: number
  trigger: Trigger
  /** The group whose mention reached the person, where `trigger` is `group_mention`. */
  mentionedGroupId: number | null
}
