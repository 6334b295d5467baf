// What reminders events change.
import { items, removeWhere, sortBy, type FeatureRules } from './rules'

export const reminderRules: FeatureRules = {
  apply: {
    reminders(state, event) {
      const reminders = items(state['reminders'])
      if (event.op === 'add') reminders.push(...items(event['reminders']))
      if (event.op === 'remove') removeWhere(reminders, 'reminder_id', event['reminder_id'])
    },
  },
  normalize: (state) => sortBy(state, 'reminders', 'reminder_id'),
}
