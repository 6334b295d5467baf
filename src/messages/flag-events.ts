// The event that tells a person's clients of flags that changed.
import type { ServerEvent } from '../events/event'

/** `update_message_flags`: messages got a flag. @param messageIds ascending. */
export function flagAddedEvent(userId: number, flag: string, messageIds: readonly number[]): ServerEvent {
  return {
    type: 'update_message_flags',
    audience: [userId],
    payload: () => ({ op: 'add', operation: 'add', flag, messages: messageIds, all: false }),
  }
}
