// How a person sees a topic: by their choice for it, else as its channel is.
import { subscriptionsOf } from '../channels/repository'
import type { Organization } from '../organization/organization'
import { userTopicsOf, visibility, type TopicRef, type Visibility } from './repository'

/** What the person chose for the topic; `inherit` (0) without a choice. */
export function topicVisibility(
  organization: Organization,
  userId: number,
  channelId: number,
  topicKey: string,
): Visibility {
  return userTopicsOf(organization, userId).get(channelId)?.get(topicKey)?.visibility ?? visibility.inherit
}

/**
 * Whether channel messages of the topic count and are shown to the person by default: `in:home`, the opposite
 * of `is:muted`. A muted topic does not, a muted channel's do only in topics that are unmuted or followed.
 */
export function isInHome(
  organization: Organization,
  userId: number,
  channelId: number,
  topicKey: string,
): boolean {
  const choice = topicVisibility(organization, userId, channelId, topicKey)
  const subscription = subscriptionsOf(organization, userId).get(channelId)
  return isShown(choice, subscription?.isActive === true && subscription.isMuted)
}

/** The same of somebody of whom it is known what they chose, and whether they are in the channel and have muted it. */
export function isShown(choice: Visibility, isChannelMuted: boolean): boolean {
  return choice === visibility.inherit ? !isChannelMuted : choice !== visibility.muted
}

/** The topics for which the person chose one of these. */
export function topicsOf(
  organization: Organization,
  userId: number,
  ...chosen: readonly Visibility[]
): TopicRef[] {
  const topics: TopicRef[] = []
  for (const [channelId, choices] of userTopicsOf(organization, userId)) {
    for (const [topicKey, choice] of choices) {
      if (chosen.includes(choice.visibility)) topics.push({ channelId, topicKey })
    }
  }
  return topics
}

/** What `isInHome` is made of, for queries over many messages. */
export interface HomeRules {
  /** Channels the person has muted. */
  mutedChannelIds: readonly number[]
  /** Topics that are left out, whatever their channel. */
  mutedTopics: readonly TopicRef[]
  /** Topics that are in, even if their channel is muted. */
  shownTopics: readonly TopicRef[]
}

export function homeRules(organization: Organization, userId: number): HomeRules {
  const muted = [...subscriptionsOf(organization, userId).values()].filter(
    ({ isActive, isMuted }) => isActive && isMuted,
  )
  return {
    mutedChannelIds: muted.map(({ channelId }) => channelId),
    mutedTopics: topicsOf(organization, userId, visibility.muted),
    shownTopics: topicsOf(organization, userId, visibility.unmuted, visibility.followed),
  }
}
