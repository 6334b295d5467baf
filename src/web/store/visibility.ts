// How this person sees topics: by what they chose for each, else as its channel is.
import type { Subscriptions } from './subscriptions'
import { topicKey } from './topic-names'
import { visibility, type UserTopics } from './user-topics'

/** What decides how topics are seen; a `State` has it. */
export interface Sight {
  readonly userTopics: UserTopics
  readonly subscriptions: Subscriptions
}

/** What the person chose for the topic, one of `visibility`; `inherit` without a choice. */
export function visibilityOf(
  { userTopics }: Pick<Sight, 'userTopics'>,
  channelId: number,
  topic: string,
): number {
  return userTopics.get(channelId)?.get(topicKey(topic))?.visibility_policy ?? visibility.inherit
}

/** Whether the topic's messages don't count: it is muted itself, or its channel is and it has not been unmuted or followed. */
export function isMuted(sight: Sight, channelId: number, topic: string): boolean {
  const choice = visibilityOf(sight, channelId, topic)
  if (choice !== visibility.inherit) return choice === visibility.muted
  return isChannelMuted(sight, channelId)
}

export function isChannelMuted({ subscriptions }: Pick<Sight, 'subscriptions'>, channelId: number): boolean {
  return subscriptions.get(channelId)?.is_muted === true
}

export function isFollowed(sight: Sight, channelId: number, topic: string): boolean {
  return visibilityOf(sight, channelId, topic) === visibility.followed
}
