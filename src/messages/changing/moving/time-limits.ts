// Until when messages may be moved (reference: update-message).
import { ApiError, badRequest } from '../../../http/errors'
import { seconds } from '../../../organization/clock'
import type { Organization } from '../../../organization/organization'
import { settings } from '../../../organization/settings'
import { isModerator } from '../../../users/rank'
import type { User } from '../../../users/repository'
import { firstMessageSince } from '../../activity/channel-activity'
import type { StoredMessage } from '../../repository'
import { isOlderThan, isResolving, type MoveRequest } from '../editing-rights'
import { countOf, oldestOf, partFrom, type TopicPart } from './topic-part'

/**
 * Checks the time limits of a move. They hold neither for moderators nor for resolving.
 * @param moved everything that is to move, `message` among it.
 * @throws ApiError BAD_REQUEST; MOVE_MESSAGES_TIME_LIMIT_EXCEEDED where only a part of a topic may still be moved.
 */
export function assertMoveInTime(
  organization: Organization,
  user: User,
  message: StoredMessage,
  move: MoveRequest,
  moved: TopicPart,
): void {
  if (isModerator(user) || isResolving(message, move)) return
  const limit = moveLimit(organization, move)
  if (limit === null) return
  if (isOlderThan(organization, message, limit)) {
    throw badRequest('The time limit for moving this message has passed')
  }
  const { db, clock } = organization
  const since = firstMessageSince(db, seconds(clock) - limit)
  const oldest = oldestOf(db, moved)
  if (oldest === undefined || oldest >= since) return
  const recent = partFrom(moved, since)
  const [allowed, total] = [countOf(db, recent), countOf(db, moved)]
  throw new ApiError(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: oldestOf(db, recent) ?? message.id,
      total_messages_in_topic: total,
      total_messages_allowed_to_move: allowed,
    },
  )
}

/** In seconds; the stricter one where channel and topic change. */
function moveLimit(organization: Organization, { from, to, newTopic }: MoveRequest): number | null {
  const { move_messages_between_streams_limit_seconds, move_messages_within_stream_limit_seconds } =
    settings(organization)
  const limits = [
    from === to ? null : move_messages_between_streams_limit_seconds,
    newTopic === undefined ? null : move_messages_within_stream_limit_seconds,
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}
