// Topics that are followed or unmuted for people by themselves, because of what they or others do there.
import { isSubscribed } from '../channels/access'
import { subscriptionsOf, type Channel } from '../channels/repository'
import type { Transaction } from '../organization/writer'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { topicKey } from '../channels/topics'
import { changeForMany, changeTopicVisibility } from './actions'
import { choicesFor, visibility } from './repository'
import { topicVisibility } from './visibility'

/** What a person did in a topic, from the most to the least: whose policy asks for less is served too. */
export type Involvement = 'started' | 'sent' | 'participated'

/** The policies' numbers (reference: update-settings) that each involvement satisfies. */
const satisfied: Readonly<Record<Involvement, readonly number[]>> = {
  started: [1, 2, 3],
  sent: [1, 2],
  participated: [1],
}

/**
 * Follows or unmutes a topic for somebody who wrote, reacted or voted in it, as their settings say. A topic they
 * had muted they evidently want to see again. Bots and people who are not subscribed are left alone.
 * @returns the new choice, 2 unmuted or 3 followed, if there is one (`automatic_new_visibility_policy`).
 */
export function notePersonInvolved(
  tx: Transaction,
  user: User,
  channel: Channel,
  topic: string,
  involvement: Involvement,
): 2 | 3 | undefined {
  const { organization } = tx
  if (user.botType !== null || !isSubscribed(organization, user, channel)) return undefined
  const settings = settingsOf(organization, user.id)
  const wants = (policy: number) => satisfied[involvement].includes(policy)
  const current = topicVisibility(organization, user.id, channel.id, topicKey(topic))
  if (wants(settings.automatically_follow_topics_policy)) {
    return raise(tx, user, channel, topic, current, visibility.followed)
  }
  const isMuted = subscriptionsOf(organization, user.id).get(channel.id)?.isMuted ?? false
  if (isMuted && wants(settings.automatically_unmute_topics_in_muted_streams_policy)) {
    return raise(tx, user, channel, topic, current, visibility.unmuted)
  }
  return undefined
}

/**
 * Follows a topic for those who were mentioned there by name, where their settings say so. Those who had muted
 * the topic did so knowing that they may be mentioned, and are left alone.
 */
export function notePeopleMentioned(
  tx: Transaction,
  userIds: Iterable<number>,
  channel: Channel,
  topic: string,
): void {
  const { organization } = tx
  const { byId } = directory(organization)
  const choices = choicesFor(organization, channel.id, topicKey(topic))
  const following = [...userIds].filter((userId) => {
    const user = byId.get(userId)
    if (!user || user.botType !== null || !isSubscribed(organization, user, channel)) return false
    const current = choices.get(userId)?.visibility ?? visibility.inherit
    if (current === visibility.muted || current === visibility.followed) return false
    return settingsOf(organization, userId).automatically_follow_topics_where_mentioned
  })
  changeForMany(tx, following, { channelId: channel.id, topic, visibility: visibility.followed }, choices)
}

function raise(
  tx: Transaction,
  user: User,
  channel: Channel,
  topic: string,
  current: number,
  wanted: 2 | 3,
): 2 | 3 | undefined {
  if (current >= wanted) return undefined
  changeTopicVisibility(tx, user, { channelId: channel.id, topic, visibility: wanted })
  return wanted
}
