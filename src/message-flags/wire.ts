// Personal flags on the wire: the events of flags that changed, and the answers of the calls (contract 4.4).
import type { ServerEvent, ViewedEvent } from '../events/event'
import { conversation } from '../messages/conversations'
import { isCountedMention } from '../messages/flags'
import { shownTopic, topicKey } from '../channels/topics'
import type { Organization } from '../organization/organization'
import { isInHome } from '../user-topics/visibility'
import type { ChangedFlags, ChangedRange, FlagChange } from './actions'
import type { FlaggedMessage } from './repository'

/** `update_message_flags` `add`. @param messageIds ascending. */
export function flagAddedEvent(
  userIds: readonly number[],
  flag: string,
  messageIds: readonly number[],
): ServerEvent {
  return flagEvent(userIds, 'add', { flag, messages: messageIds, all: false })
}

/** `update_message_flags` `remove`, for any flag but `read`. @param messageIds ascending. */
export function flagRemovedEvent(userId: number, flag: string, messageIds: readonly number[]): ServerEvent {
  return flagEvent([userId], 'remove', { flag, messages: messageIds, all: false })
}

/** `update_message_flags` `add` of `read`, for everything that was unread. */
export function allReadEvent(userId: number): ServerEvent {
  return flagEvent([userId], 'add', { flag: 'read', messages: [], all: true })
}

function flagEvent(userIds: readonly number[], op: 'add' | 'remove', fields: object): ServerEvent {
  return {
    type: 'update_message_flags',
    audience: userIds,
    payload: () => ({ op, operation: op, ...fields }),
  }
}

/**
 * `update_message_flags` `remove` of `read`: with all that a client needs to count messages it may never have
 * seen among the unread ones. @param messages ascending, with their flags as they were.
 */
export function unreadAgainEvent(
  organization: Organization,
  userId: number,
  messages: readonly FlaggedMessage[],
): ViewedEvent<boolean> {
  const ids = messages.map(({ id }) => id)
  const details = messages.map((message) => unreadDetails(organization, userId, message))
  return {
    type: 'update_message_flags',
    audience: [userId],
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => ({
      op: 'remove',
      operation: 'remove',
      flag: 'read',
      messages: ids,
      message_details: Object.fromEntries(
        details.map((fields, index) => [
          ids[index],
          'topic' in fields ? { ...fields, topic: shownTopic(fields.topic, emptyTopicName) } : fields,
        ]),
      ),
      all: false,
    }),
  }
}

function unreadDetails(organization: Organization, userId: number, message: FlaggedMessage) {
  const { channelId, conversationId, topic, flags } = message
  const isMuted = channelId !== null && !isInHome(organization, userId, channelId, topicKey(topic))
  const mentioned = isCountedMention(flags, isMuted) ? { mentioned: true } : {}
  if (channelId === null) {
    const { memberIds } = conversation(organization, conversationId)
    return { type: 'private', ...mentioned, user_ids: memberIds.filter((id) => id !== userId) }
  }
  return { type: 'stream', ...mentioned, stream_id: channelId, topic, unmuted_stream_msg: !isMuted }
}

/** The answer of `POST /messages/flags` (reference: update-message-flags). */
export function listAnswer(change: FlagChange, { messageIds, ignoredChannelIds }: ChangedFlags): object {
  return { messages: messageIds, ...ignored(change, ignoredChannelIds) }
}

/** The answer of `POST /messages/flags/narrow` (contract 4.4). */
export function rangeAnswer(change: FlagChange, { range, changed }: ChangedRange): object {
  return {
    processed_count: range.ids.length,
    updated_count: changed.messageIds.length,
    first_processed_id: range.ids[0] ?? null,
    last_processed_id: range.ids.at(-1) ?? null,
    found_oldest: range.foundOldest,
    found_newest: range.foundNewest,
    ...ignored(change, changed.ignoredChannelIds),
  }
}

function ignored({ op, flag }: FlagChange, channelIds: readonly number[]): object {
  return op === 'remove' && flag === 'read' ? { ignored_because_not_subscribed_channels: channelIds } : {}
}
