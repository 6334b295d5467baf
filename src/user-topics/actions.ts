// What a person can do about single topics: mute, unmute and follow them, or take that back.
import { visibleChannel } from '../channels/access'
import { emit } from '../events/event'
import { invalidParameter } from '../http/errors'
import { checkedTopic, topicKey } from '../channels/topics'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import {
  deleteUserTopics,
  storeUserTopics,
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

/** Makes a choice that has been checked, and tells the person's clients. */
export function changeTopicVisibility(tx: Transaction, user: User, choice: TopicChoice): void {
  const before = userTopicsOf(tx.organization, user.id).get(choice.channelId)?.get(topicKey(choice.topic))
  changeForMany(tx, [user.id], choice, new Map(before ? [[user.id, before]] : []))
}

/**
 * The same choice for many people, by one statement and one event: a topic may be everybody's.
 * @param before what people have chosen for it so far, by user ID
 */
export function changeForMany(
  tx: Transaction,
  userIds: readonly number[],
  { channelId, topic, visibility: chosen }: TopicChoice,
  before: ReadonlyMap<number, UserTopic>,
): void {
  const { organization } = tx
  const changing = userIds.filter((id) => (before.get(id)?.visibility ?? visibility.inherit) !== chosen)
  if (changing.length === 0) return
  const place = { channelId, topicKey: topicKey(topic) }
  const updatedAt = seconds(organization.clock)
  if (chosen === visibility.inherit) deleteUserTopics(tx, changing, place)
  else storeUserTopics(tx, changing, { ...place, topic, visibility: chosen, updatedAt })
  // An earlier choice keeps its spelling of the topic.
  for (const [spelling, alike] of Map.groupBy(changing, (userId) => before.get(userId)?.topic ?? topic)) {
    const choice = { ...place, topic: spelling, visibility: chosen, updatedAt }
    emit(tx, userTopicEvent(organization, alike, choice))
  }
  const { byId } = directory(organization)
  for (const userId of changing) {
    const user = byId.get(userId)
    const wasMuted = before.get(userId)?.visibility === visibility.muted
    if (user && wasMuted !== (chosen === visibility.muted)) emit(tx, mutedTopicsEvent(organization, user))
  }
}
