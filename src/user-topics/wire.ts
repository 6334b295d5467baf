// Choices for topics on the wire: the user_topic and muted_topics events, and their part of the register state.
import { canSeeChannel } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import type { ViewedEvent } from '../events/event'
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
      ? choicesOf(organization, viewer).map((choice) => userTopicObject(choice, options.emptyTopicName))
      : [],
  }),
}

/** `muted_topics`, for clients from before `user_topics`. */
const mutedTopicsState: StatePart = {
  types: ['muted_topics'],
  read: ({ organization, viewer, options }) => ({
    muted_topics: viewer ? mutedTopics(organization, viewer, options.emptyTopicName) : [],
  }),
}

export const userTopicStates: readonly StatePart[] = [userTopicsState, mutedTopicsState]

/** `user_topic`: what the person chose for a topic, 0 if they took their choice back. */
export function userTopicEvent(
  choice: Omit<UserTopic, 'visibility'> & { visibility: Visibility },
): ViewedEvent<boolean> {
  return {
    type: 'user_topic',
    audience: [choice.userId],
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => userTopicObject(choice, emptyTopicName),
  }
}

/** `muted_topics`: all topics the person has muted. */
export function mutedTopicsEvent(organization: Organization, user: User): ViewedEvent<boolean> {
  return {
    type: 'muted_topics',
    audience: [user.id],
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => ({ muted_topics: mutedTopics(organization, user, emptyTopicName) }),
  }
}

function userTopicObject(
  choice: Omit<UserTopic, 'visibility'> & { visibility: Visibility },
  emptyTopicName: boolean,
) {
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
  emptyTopicName: boolean,
): [name: string, topic: string, updatedAt: number][] {
  const { byId } = channelDirectory(organization)
  return choicesOf(organization, user).flatMap((choice): [string, string, number][] => {
    const channel = byId.get(choice.channelId)
    if (choice.visibility !== visibility.muted || !channel) return []
    if (!canSeeChannel(organization, user, channel)) return []
    return [[channel.name, shownTopic(choice.topic, emptyTopicName), choice.updatedAt]]
  })
}

function choicesOf(organization: Organization, user: User): UserTopic[] {
  return [...userTopicsOf(organization, user.id).values()].flatMap((choices) => [...choices.values()])
}
