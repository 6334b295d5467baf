// What a person missed in channels while they were away: the topics in which most happened.
import { channelDirectory, subscriptionsOf } from '../channels/repository'
import { readableOf } from '../messages/access'
import { mutedBy } from '../muted-users/repository'
import type { Organization } from '../organization/organization'
import { isInHome } from '../user-topics/visibility'
import type { User } from '../users/repository'
import { saidLately, type Said } from './repository'

/** Of an organization where more is said, the newest count: reading these takes some milliseconds. */
const mostRead = 10_000

export interface LivelyTopic {
  channelId: number
  /** Of its messages that the person may read, ascending. */
  messageIds: number[]
  /** Who wrote them. */
  writers: Set<number>
}

/** The topics of the person's channels in which anything was said since then, the liveliest first. */
export function livelyTopics(organization: Organization, person: User, since: number): LivelyTopic[] {
  const channels = channelDirectory(organization).byId
  const subscribed = [...subscriptionsOf(organization, person.id).values()].filter(
    ({ isActive, channelId }) => isActive && channels.get(channelId)?.isArchived === false,
  )
  const channelIds = subscribed.map(({ channelId }) => channelId)
  const said = saidLately(organization.db, channelIds, { since, last: mostRead })
  const muted = mutedBy(organization, person.id)
  const wanted = readableOf(organization, person, said).filter(
    ({ senderId, channelId, topicKey }) =>
      senderId !== person.id &&
      !muted.has(senderId) &&
      isInHome(organization, person.id, channelId, topicKey),
  )
  return byTopic(wanted).sort((a, b) => weight(b) - weight(a))
}

function byTopic(said: readonly Said[]): LivelyTopic[] {
  const topics = new Map<string, LivelyTopic>()
  for (const { id, channelId, topicKey, senderId } of said) {
    const key = `${channelId} ${topicKey}`
    const topic = topics.get(key) ?? { channelId, messageIds: [], writers: new Set() }
    topic.messageIds.push(id)
    topic.writers.add(senderId)
    topics.set(key, topic)
  }
  return [...topics.values()]
}

/** What many take part in matters more than what few write much in. */
function weight({ messageIds, writers }: LivelyTopic): number {
  return messageIds.length + 5 * writers.size
}
