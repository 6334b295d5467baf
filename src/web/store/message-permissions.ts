// What this person may do with messages: change their text, delete, move and resolve them, and until when.
import type { Channel, ChannelPermission } from './channels'
import type { Message } from './messages'
import { channelOf } from './names'
import type { OrganizationPermission } from './organization'
import { isModerator, may, mayInChannel } from './permissions'
import type { State } from './state'

/** @param now UNIX seconds */
export function mayEditText(state: State, message: Message, now: number): boolean {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = state.organization
  if (!allow_message_editing || message.sender_id !== state.ownUser.user_id) return false
  return message.submessages.length === 0 && isInTime(message, limit, now)
}

/** @param now UNIX seconds */
export function mayDelete(state: State, message: Message, now: number): boolean {
  const channel = channelAt(state, message)
  if (mayDeleteAny(state, channel)) return true
  const { message_content_delete_limit_seconds: limit } = state.organization
  if (!isOwn(state, message) || !isInTime(message, limit, now)) return false
  return hasEither(state, channel, 'can_delete_own_message_group', 'can_delete_own_message_group')
}

/** Whether this person may delete all that they can read there, whole topics too. @param channel undefined for direct messages */
export function mayDeleteAny(state: State, channel: Channel | undefined): boolean {
  return hasEither(state, channel, 'can_delete_any_message_group', 'can_delete_any_message_group')
}

/** Whether this person may move messages of the channel to other topics. */
export function mayMoveWithin(state: State, channel: Channel): boolean {
  if (channel.is_archived) return false
  return hasEither(
    state,
    channel,
    'can_move_messages_between_topics_group',
    'can_move_messages_within_channel_group',
  )
}

/** Whether this person may move messages of the channel to other channels. */
export function mayMoveOut(state: State, channel: Channel): boolean {
  if (channel.is_archived) return false
  return hasEither(
    state,
    channel,
    'can_move_messages_between_channels_group',
    'can_move_messages_out_of_channel_group',
  )
}

/** Whether this person may mark topics of the channel as resolved, and no longer; the empty topic can't be. */
export function mayResolve(state: State, channel: Channel): boolean {
  if (channel.is_archived) return false
  return hasEither(state, channel, 'can_resolve_topics_group', 'can_resolve_topics_group')
}

/**
 * Whether the message is young enough to be moved; moderators move any, and resolving has no limit.
 * @param now UNIX seconds
 */
export function isMovableInTime(
  state: State,
  message: Message,
  to: 'topic' | 'channel',
  now: number,
): boolean {
  const {
    move_messages_within_stream_limit_seconds: within,
    move_messages_between_streams_limit_seconds: between,
  } = state.organization
  return isModerator(state) || isInTime(message, to === 'topic' ? within : between, now)
}

function channelAt(state: State, { stream_id: id }: Message): Channel | undefined {
  return id === undefined ? undefined : channelOf(state, id)
}

function hasEither(
  state: State,
  channel: Channel | undefined,
  inOrganization: OrganizationPermission,
  inChannel: ChannelPermission,
): boolean {
  return may(state, inOrganization) || (channel !== undefined && mayInChannel(state, channel, inChannel))
}

/** The messages of one's bots are one's own, too. */
function isOwn({ ownUser, users }: State, { sender_id: sender }: Message): boolean {
  return sender === ownUser.user_id || users.get(sender)?.bot_owner_id === ownUser.user_id
}

/** @param limit seconds; null is none */
function isInTime({ timestamp }: Message, limit: number | null, now: number): boolean {
  return limit === null || now - timestamp <= limit
}
