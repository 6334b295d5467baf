// What a person's clients do while the person types: they tell those who would get the message.
import { assertMayPost, visibleChannel } from '../channels/access'
import { subscriberIdsOf } from '../channels/repository'
import { deliver } from '../events/event'
import { badRequest } from '../http/errors'
import { openChannelOf, readableMessage } from '../messages/access'
import { holdersOf } from '../messages/audience'
import { conversation } from '../messages/conversations'
import { assertMayWriteTo } from '../messages/sending/destinations'
import { checkedTopic } from '../channels/topics'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { canSeeUser } from '../permissions/visibility'
import { channelTypingEvent, directTypingEvent, editTypingEvent, type TypingOp } from './wire'

/**
 * Tells the people of a direct conversation, the typing person's other clients among them.
 * @param to their user IDs, with or without the sender's.
 * @throws ApiError BAD_REQUEST if the sender does not want to be seen typing, or for people who can't be written to.
 */
export function typeDirectly(
  organization: Organization,
  sender: User,
  op: TypingOp,
  to: readonly number[],
): void {
  assertSeenTyping(organization, sender, 'direct')
  const ids = [...new Set([sender.id, ...to])].sort((a, b) => a - b)
  const members = ids.map((id) => known(organization, sender, id))
  assertMayWriteTo(organization, sender, ids)
  const audience = those(organization, ids)
  deliver(organization, directTypingEvent(organization, op, { sender, members, audience }))
}

/**
 * Tells the subscribers of a channel.
 * @throws ApiError STREAM_DOES_NOT_EXIST; BAD_REQUEST if the sender may not post there or does not want to be seen
 * typing; REQUEST_VARIABLE_INVALID for a topic that can't be one.
 */
export function typeInChannel(
  organization: Organization,
  sender: User,
  op: TypingOp,
  place: { channelId: number; topic: string },
): void {
  assertSeenTyping(organization, sender, 'channel')
  const channel = visibleChannel(organization, sender, place.channelId)
  assertMayPost(organization, sender, channel)
  const topic = checkedTopic(place.topic)
  const audience = those(organization, subscriberIdsOf(organization, channel.id))
  deliver(
    organization,
    channelTypingEvent(organization, op, { sender, channelId: channel.id, topic, audience }),
  )
}

/**
 * Tells those who hold a message that its sender is changing its text.
 * @throws ApiError BAD_REQUEST for a message that the person can't read or edit, or if they do not want to be seen
 * typing.
 */
export function typeEdit(organization: Organization, editor: User, op: TypingOp, messageId: number): void {
  const message = readableMessage(organization, editor, messageId)
  const channel = openChannelOf(organization, message)
  assertSeenTyping(organization, editor, channel ? 'channel' : 'direct')
  if (message.senderId !== editor.id || !settings(organization).allow_message_editing) {
    throw badRequest("You don't have permission to edit this message")
  }
  const audience = those(organization, holdersOf(organization, message))
  const { memberIds } = conversation(organization, message.conversationId)
  deliver(organization, editTypingEvent(op, { editor, message, memberIds, audience }))
}

/** @throws ApiError BAD_REQUEST if the person does not want others to see them type there. */
function assertSeenTyping(organization: Organization, user: User, kind: 'direct' | 'channel'): void {
  const { send_private_typing_notifications, send_stream_typing_notifications } = settingsOf(
    organization,
    user.id,
  )
  const wants = kind === 'direct' ? send_private_typing_notifications : send_stream_typing_notifications
  if (!wants) throw badRequest(`You have turned off typing notifications for ${kind} messages`)
}

function known(organization: Organization, sender: User, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user || !canSeeUser(organization, sender, user)) throw badRequest(`Invalid user ID ${id}`)
  return user
}

/** Those who want to see others type. */
function those(organization: Organization, userIds: readonly number[]): number[] {
  return userIds.filter((id) => settingsOf(organization, id).receives_typing_notifications)
}
