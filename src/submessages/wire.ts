// Submessages on the wire: the event of a new one.
import type { ServerEvent } from '../events/event'
import type { StoredSubmessage } from '../messages/repository'
import { submessageObject } from '../messages/wire'

/** `submessage`. */
export function submessageEvent(submessage: StoredSubmessage, audience: readonly number[]): ServerEvent {
  const { id, ...fields } = submessageObject(submessage)
  return { type: 'submessage', audience, payload: () => ({ ...fields, submessage_id: id }) }
}
