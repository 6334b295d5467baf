// Submessages on the wire: as they hang on messages, and the event of a new one.
import type { StoredSubmessage } from './repository'
import type { ServerEvent } from '../events/event'

export function submessageObject({ id, messageId, senderId, kind, content }: StoredSubmessage) {
  return { id, message_id: messageId, sender_id: senderId, msg_type: kind, content }
}

/** `submessage`. */
export function submessageEvent(submessage: StoredSubmessage, audience: readonly number[]): ServerEvent {
  const { id, ...fields } = submessageObject(submessage)
  return { type: 'submessage', audience, payload: () => ({ ...fields, submessage_id: id }) }
}
