// Choices for topics on the wire: the user_topic and muted_topics events, and their part of the register state.
import { canSeeChannel } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import type { ViewedEvent } from '../events/event'
import type { QueueOptions } from '../events/queue'
import type { StatePart } from '../events/state'
import { shownTopic } from '../channels/topics'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { userTopicsOf, visibility, type UserTopic, type Visibility } from './repository'

/** `user_topics`. */
const userTopicsState: StatePart = {
  types: ['user_topic'],
  read: ({ organization, viewer, options }) => ({
    user_topics: viewer
      ? choicesOf(organization, viewer, options.archivedChannels).map((choice) =>
          userTopicObject(choice, options.emptyTopicName),
        )
      : [],
  }),
}

/** `muted_topics`, for clients from before `user_topics`. */
const mutedTopicsState: StatePart = {
  types: ['muted_topics'],
  replacedBy: 'user_topic',
  read: ({ organization, viewer, options }) => ({
    muted_topics: viewer ? mutedTopics(organization, viewer, options) : [],
  }),
}

export const userTopicStates: readonly StatePart[] = [userTopicsState, mutedTopicsState]

/** What is said of a choice; whoever is told knows that it is theirs. */
type ToldChoice = Omit<UserTopic, 'userId' | 'visibility'> & { visibility: Visibility }

/** `user_topic`: what each of these people chose for a topic, 0 if they took their choice back. */
export function userTopicEvent(
  organization: Organization,
  userIds: readonly number[],
  choice: ToldChoice,
): ViewedEvent<boolean> {
  const isArchived = channelDirectory(organization).byId.get(choice.channelId)?.isArchived === true
  return {
    type: 'user_topic',
    audience: userIds,
    accepts: ({ options }) => !isArchived || options.archivedChannels,
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => userTopicObject(choice, emptyTopicName),
  }
}

/** `muted_topics`: all topics the person has muted, for clients that don't name `user_topic`. */
export function mutedTopicsEvent(organization: Organization, user: User): ViewedEvent<TopicsView> {
  return {
    type: 'muted_topics',
    audience: [user.id],
    accepts: ({ options }) => options.eventTypes?.includes('user_topic') !== true,
    view: ({ options: { emptyTopicName, archivedChannels } }) => ({ emptyTopicName, archivedChannels }),
    payload: (view) => ({ muted_topics: mutedTopics(organization, user, view) }),
  }
}

type TopicsView = Pick<QueueOptions, 'emptyTopicName' | 'archivedChannels'>

function userTopicObject(choice: ToldChoice, emptyTopicName: boolean) {
  return {
    stream_id: choice.channelId,
    topic_name: shownTopic(choice.topic, emptyTopicName),
    last_updated: choice.updatedAt,
    visibility_policy: choice.visibility,
  }
}

/** Channel name, topic and time of each; without channels that the person can no longer see the name of. */
function mutedTopics(
  organization: Organization,
  user: User,
  { emptyTopicName, archivedChannels }: TopicsView,
): [name: string, topic: string, updatedAt: number][] {
  const { byId } = channelDirectory(organization)
  return choicesOf(organization, user, archivedChannels).flatMap((choice): [string, string, number][] => {
    const channel = byId.get(choice.channelId)
    if (choice.visibility !== visibility.muted || !channel) return []
    if (!canSeeChannel(organization, user, channel)) return []
    return [[channel.name, shownTopic(choice.topic, emptyTopicName), choice.updatedAt]]
  })
}

/** @param archivedChannels whether those in archived channels are among them */
function choicesOf(organization: Organization, user: User, archivedChannels: boolean): UserTopic[] {
  const { byId } = channelDirectory(organization)
  return [...userTopicsOf(organization, user.id)].flatMap(([channelId, choices]) =>
    byId.get(channelId)?.isArchived === true && !archivedChannels ? [] : [...choices.values()],
  )
}
