// Typing on the wire: the events that say who is typing where.
import type { ServerEvent, ViewedEvent } from '../events/event'
import type { StoredMessage } from '../messages/repository'
import { shownTopic } from '../channels/topics'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { apiEmail } from '../users/wire'

export type TypingOp = 'start' | 'stop'

/** `typing` in a direct conversation. @param members everybody in it, the sender too. */
export function directTypingEvent(
  organization: Organization,
  op: TypingOp,
  { sender, members, audience }: { sender: User; members: readonly User[]; audience: readonly number[] },
): ServerEvent {
  const recipients = members.map((member) => person(organization, member))
  return {
    type: 'typing',
    audience,
    payload: () => ({ op, message_type: 'direct', sender: person(organization, sender), recipients }),
  }
}

/** `typing` in a channel; only for clients with `stream_typing_notifications`. */
export function channelTypingEvent(
  organization: Organization,
  op: TypingOp,
  place: { sender: User; channelId: number; topic: string; audience: readonly number[] },
): ViewedEvent<boolean> {
  return {
    type: 'typing',
    audience: place.audience,
    accepts: ({ options }) => options.streamTypingNotifications,
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => ({
      op,
      message_type: 'stream',
      sender: person(organization, place.sender),
      stream_id: place.channelId,
      topic: shownTopic(place.topic, emptyTopicName),
    }),
  }
}

/** `typing_edit_message`. @param memberIds of a direct conversation */
export function editTypingEvent(
  op: TypingOp,
  place: {
    editor: User
    message: StoredMessage
    memberIds: readonly number[]
    audience: readonly number[]
  },
): ViewedEvent<boolean> {
  const { editor, message, memberIds, audience } = place
  const { id, channelId, topic } = message
  return {
    type: 'typing_edit_message',
    audience,
    view: ({ options }) => options.emptyTopicName,
    payload: (emptyTopicName) => ({
      op,
      sender_id: editor.id,
      message_id: id,
      recipient:
        channelId === null
          ? { type: 'direct', user_ids: memberIds }
          : { type: 'channel', channel_id: channelId, topic: shownTopic(topic, emptyTopicName) },
    }),
  }
}

function person(organization: Organization, user: User) {
  return { user_id: user.id, email: apiEmail(organization, user) }
}
