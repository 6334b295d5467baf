// Routes of reminders: /reminders.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { createReminder, removeReminder } from './actions'
import { remindersOf } from './repository'
import { reminderObject } from './wire'

export const reminderRoutes = (api: Api) =>
  new Elysia({ name: 'reminders' })
    .get(
      '/reminders',
      ...api.call({ summary: 'Get reminders' }, ({ organization, caller }) => ({
        reminders: remindersOf(organization.db, caller.id).map(reminderObject),
      })),
    )
    .post(
      '/reminders',
      ...api.call(
        {
          summary: 'Create a reminder of a message',
          parameters: Type.Object({
            message_id: Type.Integer(),
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
      ),
    )
    .delete(
      '/reminders/:reminder_id',
      ...api.call(
        { summary: 'Delete a reminder', path: Type.Object({ reminder_id: Type.Integer() }) },
        ({ organization, caller, path }) => removeReminder(organization, caller, path.reminder_id),
      ),
    )
