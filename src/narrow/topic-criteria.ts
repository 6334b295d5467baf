// Terms about how a person sees a topic: followed, muted, shown at home (notes: narrow).
import type { Organization } from '../organization/organization'
import { visibility } from '../user-topics/repository'
import { homeRules, isInHome, topicsOf, topicVisibility } from '../user-topics/visibility'
import type { User } from '../users/repository'
import { inSql, type MessageCriterion } from './criterion'
import { byTopics } from './lookup'

/** Messages of topics the viewer follows. */
export function followed(organization: Organization, viewer: User | undefined): MessageCriterion {
  const userId = viewer?.id ?? 0
  const topics = viewer ? topicsOf(organization, userId, visibility.followed) : []
  const channelIds = new Set(topics.map(({ channelId }) => channelId))
  return {
    level: 'message',
    condition: inSql(
      `EXISTS (SELECT 1 FROM user_topics t WHERE t.user_id = ? AND t.channel_id = m.channel_id
        AND t.topic_key = m.topic_key AND t.visibility = ${visibility.followed})`,
      [userId],
    ),
    lookup: byTopics(topics),
    state: topics,
    mayBeIn: ({ channelId }) => channelId !== null && channelIds.has(channelId),
    matches: ({ conversation: { channelId }, topicKey }) =>
      channelId !== null &&
      topicVisibility(organization, userId, channelId, topicKey) === visibility.followed,
  }
}

/** Messages that are left out of home, or those that are not. */
export function muted(
  organization: Organization,
  viewer: User | undefined,
  isMuted: boolean,
): MessageCriterion {
  const userId = viewer?.id ?? 0
  const rules = viewer
    ? homeRules(organization, userId)
    : { mutedChannelIds: [], mutedTopics: [], shownTopics: [] }
  const mutedChannels = new Set(rules.mutedChannelIds)
  const channelsWith = (topics: readonly { channelId: number }[]) =>
    new Set(topics.map(({ channelId }) => channelId))
  const withMuted = channelsWith(rules.mutedTopics)
  const withShown = channelsWith(rules.shownTopics)
  const sql = `coalesce((SELECT t.visibility = ${visibility.muted} FROM user_topics t WHERE t.user_id = ?
    AND t.channel_id = m.channel_id AND t.topic_key = m.topic_key),
    m.channel_id IN (SELECT value FROM json_each(?)), false)`
  return {
    level: 'message',
    condition: inSql(isMuted ? sql : `NOT ${sql}`, [userId, JSON.stringify(rules.mutedChannelIds)]),
    state: rules,
    mayBeIn: ({ channelId }) =>
      channelId === null
        ? !isMuted
        : isMuted
          ? mutedChannels.has(channelId) || withMuted.has(channelId)
          : !mutedChannels.has(channelId) || withShown.has(channelId),
    matches: ({ conversation: { channelId }, topicKey }) =>
      isMuted === (channelId !== null && !isInHome(organization, userId, channelId, topicKey)),
  }
}
