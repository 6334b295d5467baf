// Routes of reminders: /reminders.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { createReminder, removeReminder } from './actions'
import { remindersOf } from './repository'
import { reminderObject } from './wire'

export function reminderRoutes(api: Api): void {
  api.get('/reminders', { summary: 'Get reminders', bots: 'none' }, ({ organization, caller }) => ({
    reminders: remindersOf(organization.db, caller.id).map(reminderObject),
  }))
  api.post(
    '/reminders',
    {
      summary: 'Create a reminder of a message',
      bots: 'none',
      parameters: Type.Object({
        message_id: Id(),
        scheduled_delivery_timestamp: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
        note: Type.String({ default: '' }),
      }),
    },
    async ({ organization, caller, parameters }) => {
      const reminder = await createReminder(organization, caller, {
        messageId: parameters.message_id,
        deliverAt: parameters.scheduled_delivery_timestamp,
        note: parameters.note,
      })
      return { reminder_id: reminder.id }
    },
  )
  api.delete(
    '/reminders/:reminder_id',
    { summary: 'Delete a reminder', bots: 'none', path: Type.Object({ reminder_id: Id() }) },
    ({ organization, caller, path }) => removeReminder(organization, caller, path.reminder_id),
  )
}
