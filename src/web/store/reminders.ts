// Reminders: messages that somebody wants to be shown again later (reference: since-372, level 381).
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isBoolean, isNumber, isText, listOf, shape, type Checked, type Fields } from './shapes'

const isReminder = shape({
  reminder_id: isNumber,
  content: isText,
  rendered_content: isText,
  scheduled_delivery_timestamp: isNumber,
  failed: isBoolean,
  reminder_target_message_id: isNumber,
})
export type Reminder = Checked<typeof isReminder>

export type Reminders = IdMap<Reminder>

export function remindersFrom(register: Fields): Reminders {
  return IdMap.by(listOf(isReminder, register['reminders']), ({ reminder_id }) => reminder_id)
}

/** `reminders`: `add`, `remove`. */
export function remindersAfter(reminders: Reminders, event: ServerEvent): Reminders {
  if (event.type !== 'reminders') return reminders
  const id = event['reminder_id']
  if (event['op'] === 'remove') return isNumber(id) ? reminders.without(id) : reminders
  return reminders.withAll(listOf(isReminder, event['reminders']).map((each) => [each.reminder_id, each]))
}
