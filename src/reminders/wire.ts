// Reminders on the wire: the object, its events, and their part of the register state (reference: since-372, level 381).
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { remindersOf, type Reminder } from './repository'

export function reminderObject(reminder: Reminder) {
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [reminder.userId],
    content: reminder.content,
    rendered_content: reminder.renderedContent,
    scheduled_delivery_timestamp: reminder.deliverAt,
    failed: reminder.hasFailed,
    reminder_target_message_id: reminder.messageId,
  }
}

/** `reminders`. */
export const remindersState: StatePart = {
  types: ['reminders'],
  read: ({ organization, viewer }) => ({
    reminders: viewer ? remindersOf(organization.db, viewer.id).map(reminderObject) : [],
  }),
}

/** `reminders` `add`. */
export function reminderAddedEvent(reminder: Reminder): ServerEvent {
  return {
    type: 'reminders',
    audience: [reminder.userId],
    payload: () => ({ op: 'add', reminders: [reminderObject(reminder)] }),
  }
}

/** `reminders` `remove`: it has come, or is not wanted any more. */
export function reminderRemovedEvent({ userId, id }: Reminder): ServerEvent {
  return {
    type: 'reminders',
    audience: [userId],
    payload: () => ({ op: 'remove', reminder_id: id }),
  }
}
