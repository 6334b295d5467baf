// Scheduled messages: what the server is to send for somebody later (contract 2.1).
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import {
  either,
  isBoolean,
  isNumber,
  isNumbers,
  isText,
  listOf,
  oneOf,
  optional,
  shape,
  type Checked,
  type Fields,
} from './shapes'

/** `to` is a channel's ID, or those of the people. */
const isScheduledMessage = shape({
  scheduled_message_id: isNumber,
  type: oneOf('stream', 'private'),
  to: either(isNumber, isNumbers),
  topic: optional(isText),
  content: isText,
  rendered_content: isText,
  scheduled_delivery_timestamp: isNumber,
  failed: isBoolean,
})
export type ScheduledMessage = Checked<typeof isScheduledMessage>

export type ScheduledMessages = IdMap<ScheduledMessage>

export function scheduledMessagesFrom(register: Fields): ScheduledMessages {
  return IdMap.by(
    listOf(isScheduledMessage, register['scheduled_messages']),
    (each) => each.scheduled_message_id,
  )
}

/** `scheduled_messages`: `add`, `update`, `remove`. */
export function scheduledMessagesAfter(messages: ScheduledMessages, event: ServerEvent): ScheduledMessages {
  if (event.type !== 'scheduled_messages') return messages
  const id = event['scheduled_message_id']
  if (event['op'] === 'remove') return isNumber(id) ? messages.without(id) : messages
  const said = event['op'] === 'add' ? event['scheduled_messages'] : [event['scheduled_message']]
  const news = listOf(isScheduledMessage, said).filter(
    (each) => !isEqual(messages.get(each.scheduled_message_id), each),
  )
  return messages.withAll(news.map((each) => [each.scheduled_message_id, each]))
}
