// Who may edit, move, resolve and delete messages, and until when they may be edited and deleted (reference: update-message, delete-message).
import { hasChannelPermission } from '../../channels/access'
import type { Channel } from '../../channels/repository'
import { badRequest } from '../../http/errors'
import { isLongerThan } from '../../http/text-length'
import { isBlank } from '../../http/visible-text'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import { mayIn } from '../../permissions/permissions'
import { directory, type User } from '../../users/repository'
import type { PropagateMode } from './change-events'
import { historyBytes } from '../edits-repository'
import type { StoredMessage } from '../repository'
import { emptyTopicDisplayName, maxTopicLength, resolvedMark } from '../../channels/topics'

/** How much of earlier texts a message may have: whoever reads its history gets all of it. */
const mostHistoryBytes = 16 * 1024 * 1024

/**
 * Checks that the person may change the text of a message they can read.
 * @throws ApiError BAD_REQUEST saying why not.
 */
export function assertMayEditContent(organization: Organization, user: User, message: StoredMessage): void {
  const { allow_message_editing, message_content_edit_limit_seconds } = settings(organization)
  if (message.senderId !== user.id) throw badRequest("You don't have permission to edit this message")
  if (!allow_message_editing) throw badRequest('Your organization has turned off message editing')
  if (message.hasSubmessage) throw badRequest('Widgets cannot be edited')
  if (isOlderThan(organization, message, message_content_edit_limit_seconds)) {
    throw badRequest('The time limit for editing this message has passed')
  }
  if (message.hasEdits && historyBytes(organization.db, message.id) > mostHistoryBytes) {
    throw badRequest('This message has been edited too often')
  }
}

/** A move that somebody asks for. */
export interface MoveRequest {
  from: Channel
  /** The same as `from` where the channel stays. */
  to: Channel
  /** Undefined where the topic stays. */
  newTopic: string | undefined
  mode: PropagateMode
}

/** Whether the whole topic is merely to be marked as resolved, or no longer. */
export function isResolving(message: StoredMessage, move: MoveRequest): boolean {
  return move.mode === 'change_all' && isMarkingMove(message, move)
}

/** Whether messages only come under the same topic marked as resolved, or without the mark. */
export function isMarkingMove(message: StoredMessage, { from, to, newTopic }: MoveRequest): boolean {
  return from === to && newTopic !== undefined && isMarking(message.topic, newTopic)
}

/** Whether the new name only marks the topic as resolved, or takes the mark away. */
function isMarking(before: string, after: string): boolean {
  return after === resolvedTopic(before) || (before.startsWith(resolvedMark) && after === unresolved(before))
}

/** The name of the topic once it is resolved: cut where it would become too long. */
export function resolvedTopic(topic: string): string {
  const marked = resolvedMark + topic
  if (!isLongerThan(marked, maxTopicLength)) return marked
  return `${[...marked].slice(0, maxTopicLength - 3).join('')}...`
}

function unresolved(topic: string): string {
  return topic.replace(/^[✔ ]*✔ +/, '')
}

/**
 * Checks that the person may move a message they can read. Where the message goes is checked apart.
 * @throws ApiError BAD_REQUEST saying why not.
 */
export function assertMayMove(
  organization: Organization,
  user: User,
  message: StoredMessage,
  move: MoveRequest,
): void {
  const { from, to, newTopic } = move
  if (from.isArchived) throw badRequest(`Channel '${from.name}' is archived`)
  if (from !== to && !mayMoveOut(organization, user, from)) {
    throw badRequest("You don't have permission to move this message to another channel")
  }
  if (newTopic === undefined) return
  if (isMarkingMove(message, move)) {
    assertCanBeResolved(message.topic)
    if (!mayResolve(organization, user, from)) throw badRequest("You don't have permission to resolve topics")
  }
  if (from === to && isEmptyMarked(message.topic, newTopic)) assertCanBeResolved(message.topic)
  if (!isResolving(message, move) && !mayMoveWithin(organization, user, from)) {
    throw badRequest("You don't have permission to move this message to another topic")
  }
}

/** Marking the empty topic comes as the mark alone, or before one of the names that stand for it. */
function isEmptyMarked(before: string, after: string): boolean {
  if (before !== '' || !after.startsWith(resolvedMark.trim())) return false
  return after === resolvedMark + emptyTopicDisplayName || isBlank(after.slice(resolvedMark.trim().length))
}

function assertCanBeResolved(topic: string): void {
  if (topic === '') throw badRequest(`The topic "${emptyTopicDisplayName}" can't be marked as resolved`)
}

function mayMoveOut(organization: Organization, user: User, channel: Channel): boolean {
  return (
    mayIn(organization, user, 'can_move_messages_between_channels_group') ||
    hasChannelPermission(organization, user, channel, 'canMoveMessagesOutOfChannelGroup')
  )
}

function mayMoveWithin(organization: Organization, user: User, channel: Channel): boolean {
  return (
    mayIn(organization, user, 'can_move_messages_between_topics_group') ||
    hasChannelPermission(organization, user, channel, 'canMoveMessagesWithinChannelGroup')
  )
}

function mayResolve(organization: Organization, user: User, channel: Channel): boolean {
  return (
    mayIn(organization, user, 'can_resolve_topics_group') ||
    hasChannelPermission(organization, user, channel, 'canResolveTopicsGroup')
  )
}

/**
 * Checks that the person may delete a message they can read.
 * @throws ApiError BAD_REQUEST saying why not.
 */
export function assertMayDelete(
  organization: Organization,
  user: User,
  message: StoredMessage,
  channel: Channel | undefined,
): void {
  if (mayDeleteAny(organization, user, channel)) return
  if (!isOwn(organization, user, message) || !mayDeleteOwn(organization, user, channel)) {
    throw badRequest("You don't have permission to delete this message")
  }
  if (isOlderThan(organization, message, settings(organization).message_content_delete_limit_seconds)) {
    throw badRequest('The time limit for deleting this message has passed')
  }
}

/** Whether the person may delete whatever they can read there; undefined for direct messages. */
export function mayDeleteAny(organization: Organization, user: User, channel: Channel | undefined): boolean {
  if (mayIn(organization, user, 'can_delete_any_message_group')) return true
  return (
    channel !== undefined && hasChannelPermission(organization, user, channel, 'canDeleteAnyMessageGroup')
  )
}

function mayDeleteOwn(organization: Organization, user: User, channel: Channel | undefined): boolean {
  if (mayIn(organization, user, 'can_delete_own_message_group')) return true
  return (
    channel !== undefined && hasChannelPermission(organization, user, channel, 'canDeleteOwnMessageGroup')
  )
}

/** The messages of people's bots are theirs, too. */
function isOwn(organization: Organization, user: User, { senderId }: StoredMessage): boolean {
  return senderId === user.id || directory(organization).byId.get(senderId)?.botOwnerId === user.id
}

/** Whether a message was sent longer ago than that. @param limit in seconds; null is none. */
export function isOlderThan(
  organization: Organization,
  { sentAt }: { sentAt: number },
  limit: number | null,
): boolean {
  return limit !== null && seconds(organization.clock) - sentAt > limit
}
