// What a person can do about single topics: mute, unmute and follow them, or take that back.
import { visibleChannel } from '../channels/access'
import { emit } from '../events/event'
import { invalidParameter } from '../http/errors'
import { checkedTopic, topicKey } from '../channels/topics'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import {
  deleteUserTopic,
  storeForMany,
  storeUserTopic,
  userTopicsOf,
  visibility,
  type UserTopic,
  type Visibility,
} from './repository'
import { topicVisibility } from './visibility'
import { mutedTopicsEvent, userTopicEvent } from './wire'

export interface TopicChoice {
  channelId: number
  topic: string
  visibility: Visibility
}

/**
 * Chooses how to see a topic, whether or not it has messages; `inherit` takes the choice back, even in a
 * channel one can no longer see.
 * @throws ApiError STREAM_DOES_NOT_EXIST; REQUEST_VARIABLE_INVALID for a topic that can't be one.
 */
export function chooseTopicVisibility(
  organization: Organization,
  caller: User,
  choice: TopicChoice,
): Promise<void> {
  const topic = checkedTopic(choice.topic)
  return organization.write((tx) => {
    const isKept =
      choice.visibility === visibility.inherit &&
      topicVisibility(organization, caller.id, choice.channelId, topicKey(topic)) !== visibility.inherit
    if (!isKept) visibleChannel(organization, caller, choice.channelId)
    changeTopicVisibility(tx, caller, { ...choice, topic })
  })
}

/**
 * The old way: mutes a topic, or unmutes it if it is muted.
 * @param ref the channel's ID or name, just one of them.
 * @throws ApiError STREAM_DOES_NOT_EXIST; REQUEST_VARIABLE_INVALID for a topic that can't be one.
 */
export function muteTopic(
  organization: Organization,
  caller: User,
  ref: { stream_id?: number | undefined; stream?: string | undefined },
  { topic: named, op }: { topic: string; op: 'add' | 'remove' },
): Promise<void> {
  const topic = checkedTopic(named)
  return organization.write((tx) => {
    const channelId = visibleChannel(organization, caller, oneChannel(ref)).id
    const isMuted = topicVisibility(organization, caller.id, channelId, topicKey(topic)) === visibility.muted
    if (isMuted === (op === 'add')) return
    const chosen = op === 'add' ? visibility.muted : visibility.inherit
    changeTopicVisibility(tx, caller, { channelId, topic, visibility: chosen })
  })
}

function oneChannel({ stream_id, stream }: { stream_id?: number | undefined; stream?: string | undefined }) {
  if (stream_id !== undefined && stream !== undefined) {
    throw invalidParameter('stream', "Only one of 'stream_id' and 'stream' can be given")
  }
  const ref = stream_id ?? stream
  if (ref === undefined) throw invalidParameter('stream_id', "One of 'stream_id' and 'stream' is required")
  return ref
}

/** Makes a choice that has been checked, and tells the person's clients. @returns whether it is a new one. */
export function changeTopicVisibility(tx: Transaction, user: User, choice: TopicChoice): boolean {
  const { organization } = tx
  const { channelId, topic } = choice
  const key = topicKey(topic)
  const before = userTopicsOf(organization, user.id).get(channelId)?.get(key)
  if ((before?.visibility ?? visibility.inherit) === choice.visibility) return false
  const updatedAt = seconds(organization.clock)
  if (choice.visibility === visibility.inherit) {
    if (before) {
      deleteUserTopic(tx, before)
      emit(
        tx,
        userTopicEvent(organization, [user.id], { ...before, updatedAt, visibility: visibility.inherit }),
      )
    }
  } else {
    const row = { userId: user.id, channelId, topicKey: key, topic, visibility: choice.visibility, updatedAt }
    emit(tx, userTopicEvent(organization, [user.id], storeUserTopic(tx, row)))
  }
  const mutedBefore = before?.visibility === visibility.muted
  if (mutedBefore !== (choice.visibility === visibility.muted)) {
    emit(tx, mutedTopicsEvent(organization, user))
  }
  return true
}

/**
 * Has many people follow a topic, and tells their clients.
 * @param before what people have chosen for it so far, by user ID; none of these people has muted it
 */
export function followForMany(
  tx: Transaction,
  userIds: readonly number[],
  { channelId, topic }: Omit<TopicChoice, 'visibility'>,
  before: ReadonlyMap<number, UserTopic>,
): void {
  const { organization } = tx
  const updatedAt = seconds(organization.clock)
  const choice = { channelId, topicKey: topicKey(topic), topic, visibility: visibility.followed, updatedAt }
  storeForMany(tx, userIds, choice)
  // An earlier choice keeps its spelling of the topic.
  for (const [spelling, alike] of Map.groupBy(userIds, (userId) => before.get(userId)?.topic ?? topic)) {
    emit(tx, userTopicEvent(organization, alike, { ...choice, topic: spelling }))
  }
}
