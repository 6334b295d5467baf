// Moving messages to another topic or channel: which ones, and whether they may go there (reference: update-message).
import { assertMayPost, hasChannelPermission, historyAccess, visibleChannel } from '../../../channels/access'
import type { Channel } from '../../../channels/repository'
import { badRequest } from '../../../http/errors'
import type { Organization } from '../../../organization/organization'
import type { User } from '../../../users/repository'
import type { PropagateMode } from '../change-events'
import { topicsPolicy } from '../../sending/destinations'
import { assertSomebodyKeeps } from './kept'
import { assertMayMove, isMarkingMove, isResolving, type MoveRequest } from '../editing-rights'
import { topicExists, type StoredMessage } from '../../repository'
import { assertMoveInTime } from './time-limits'
import { isWholeTopic, newestWithin, readablePart, type TopicPart } from './topic-part'
import { assertTopicAllowed, topicKey } from '../../../channels/topics'

/** Where somebody wants messages to be; undefined stays as it is. */
export interface Wish {
  channelId: number | undefined
  topic: string | undefined
  mode: PropagateMode
}

/** A move that may be made. */
export interface Move extends MoveRequest {
  topicBefore: string
  topicAfter: string
  /** What moves. */
  part: TopicPart
  /** Nothing is left behind. */
  isWholeTopic: boolean
  /** The new topic has messages already. */
  isMerge: boolean
  /** The topic is merely marked as resolved, or no longer; whatever the mode, nothing of it is left behind. */
  isResolving: boolean
}

/**
 * Finds out what a wish amounts to for a channel message that the person can read.
 * @returns undefined if the message is there already.
 * @throws ApiError STREAM_DOES_NOT_EXIST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, or BAD_REQUEST saying why not.
 */
export function checkedMove(
  organization: Organization,
  user: User,
  message: StoredMessage,
  from: Channel,
  wish: Wish,
): Move | undefined {
  const to = wish.channelId === undefined ? from : visibleChannel(organization, user, wish.channelId)
  const newTopic = wish.topic === message.topic ? undefined : wish.topic
  if (to === from && newTopic === undefined) return undefined
  const request = { from, to, newTopic, mode: wish.mode }
  assertMayMove(organization, user, message, request)
  const topicAfter = newTopic ?? message.topic
  const resolves = isResolving(message, request)
  if (!resolves) assertMayGoTo(organization, user, request, topicAfter)
  const part = movedPart(organization, user, message, from, wish.mode)
  assertMoveInTime(organization, user, message, request, part)
  const { db } = organization
  assertSomebodyKeeps(organization, from, to, (stretch, limit) => newestWithin(db, part, stretch, limit))
  const isAll = isWholeTopic(db, part)
  const isSameTopic = to === from && topicKey(topicAfter) === part.topicKey
  return {
    ...request,
    topicBefore: message.topic,
    topicAfter,
    part,
    isWholeTopic: isAll && !isSameTopic,
    isMerge: topicExists(db, to.id, topicKey(topicAfter)),
    isResolving: resolves || (isMarkingMove(message, request) && isAll),
  }
}

function assertMayGoTo(organization: Organization, user: User, request: MoveRequest, topic: string): void {
  const { from, to } = request
  if (from !== to) assertMayPost(organization, user, to)
  assertTopicAllowed(topic, topicsPolicy(organization, to))
  const mayBegin = hasChannelPermission(organization, user, to, 'canCreateTopicGroup')
  if (!mayBegin && !topicExists(organization.db, to.id, topicKey(topic))) {
    throw badRequest('You do not have permission to create new topics in this channel')
  }
}

/** What the mode names, as far as the person can read it. */
function movedPart(
  organization: Organization,
  user: User,
  message: StoredMessage,
  from: Channel,
  mode: PropagateMode,
): TopicPart {
  const topic = { channelId: from.id, topicKey: topicKey(message.topic) }
  if (mode === 'change_one') return { ...topic, stretches: [[message.id, message.id]] }
  const firstId = mode === 'change_later' ? message.id : 0
  return readablePart(organization.db, topic, historyAccess(organization, user, from), firstId)
}
