// What a person's clients do while the person types: they tell those who would get the message.
import { assertMayPost, visibleChannel } from '../channels/access'
import { subscriberIdsOf } from '../channels/repository'
import { deliver } from '../events/event'
import { badRequest } from '../http/errors'
import { checkedTopic } from '../messages/topics'
import type { Organization } from '../organization/organization'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { canSeeUser } from '../users/visibility'
import { channelTypingEvent, directTypingEvent, type TypingOp } from './wire'

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
  if (!settingsOf(organization, sender.id).send_private_typing_notifications) {
    throw badRequest('You have turned off typing notifications for direct messages')
  }
  const ids = [...new Set([sender.id, ...to])].sort((a, b) => a - b)
  const members = ids.map((id) => reachable(organization, sender, id))
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
  if (!settingsOf(organization, sender.id).send_stream_typing_notifications) {
    throw badRequest('You have turned off typing notifications for channel messages')
  }
  const channel = visibleChannel(organization, sender, place.channelId)
  assertMayPost(organization, sender, channel)
  const topic = checkedTopic(place.topic)
  const audience = those(organization, subscriberIdsOf(organization, channel.id))
  deliver(
    organization,
    channelTypingEvent(organization, op, { sender, channelId: channel.id, topic, audience }),
  )
}

function reachable(organization: Organization, sender: User, id: number): User {
  const user = directory(organization).byId.get(id)
  if (!user || !canSeeUser(organization, sender, user)) throw badRequest(`Invalid user ID ${id}`)
  if (!user.isActive) throw badRequest(`User ${id} is no longer using Confab`)
  return user
}

/** Those who want to see others type. */
function those(organization: Organization, userIds: readonly number[]): number[] {
  return userIds.filter((id) => settingsOf(organization, id).receives_typing_notifications)
}
