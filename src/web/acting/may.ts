// What a message's menu offers beside what the store knows as permissions.
import { now } from '../live/presence'
import { state } from '../live/state'
import { isMovableInTime, mayMoveOut, mayMoveWithin } from '../store/message-permissions'
import type { Message } from '../store/messages'

/** Whether the message can be moved anywhere. */
export function mayMove(message: Message): boolean {
  const channel = message.stream_id === undefined ? undefined : state().channels.get(message.stream_id)
  if (!channel) return false
  return (
    (mayMoveWithin(state(), channel) && isMovableInTime(state(), message, 'topic', now.value)) ||
    (mayMoveOut(state(), channel) && isMovableInTime(state(), message, 'channel', now.value))
  )
}

/** Whether something has become of the message that this organization lets people see. */
export function hasHistory({ last_edit_timestamp: edited, last_moved_timestamp: moved }: Message): boolean {
  const policy = state().organization.message_edit_history_visibility_policy
  if (policy === 'none') return false
  return moved !== undefined || (policy === 'all' && edited !== undefined)
}
