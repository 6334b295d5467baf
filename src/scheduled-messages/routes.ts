// Routes of scheduled messages: /scheduled_messages.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { Id } from '../http/parameters'
import { messageTypeParameter } from '../messages/recipients'
import { reschedule, schedule, unschedule } from './actions'
import { scheduledOf } from './repository'
import { scheduledObject } from './wire'

const route = '/scheduled_messages/:scheduled_message_id'
const path = Type.Object({ scheduled_message_id: Id() })
const to = Type.Union([Id(), Type.Array(Id(), { minItems: 1, maxItems: 1000 })])
const topic = Type.Optional(Type.String())
/** To the end of the year 9999. */
const timestamp = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })

export function scheduledMessageRoutes(api: Api): void {
  api.get('/scheduled_messages', { summary: 'Get scheduled messages' }, ({ organization, caller }) => ({
    scheduled_messages: scheduledOf(organization.db, caller.id).map((message) =>
      scheduledObject(message, true),
    ),
  }))
  api.post(
    '/scheduled_messages',
    {
      summary: 'Create a scheduled message',
      maxBodyBytes: longBody,
      parameters: Type.Object({
        type: messageTypeParameter,
        to,
        content: Type.String(),
        topic,
        scheduled_delivery_timestamp: timestamp,
        read_by_sender: Type.Optional(Type.Boolean()),
      }),
    },
    async ({ organization, caller, client, parameters }) => {
      const message = await schedule(organization, caller, {
        address: { type: parameters.type, to: parameters.to, topic: parameters.topic },
        content: parameters.content,
        deliverAt: parameters.scheduled_delivery_timestamp,
        readBySender: parameters.read_by_sender,
        client,
      })
      return { scheduled_message_id: message.id }
    },
  )
  api.patch(
    route,
    {
      summary: 'Edit a scheduled message',
      maxBodyBytes: longBody,
      path,
      parameters: Type.Object({
        type: Type.Optional(messageTypeParameter),
        to: Type.Optional(to),
        content: Type.Optional(Type.String()),
        topic,
        scheduled_delivery_timestamp: Type.Optional(timestamp),
      }),
    },
    ({ organization, caller, path, parameters }) =>
      reschedule(organization, caller, path.scheduled_message_id, {
        type: parameters.type,
        to: parameters.to,
        topic: parameters.topic,
        content: parameters.content,
        deliverAt: parameters.scheduled_delivery_timestamp,
      }),
  )
  api.delete(route, { summary: 'Delete a scheduled message', path }, ({ organization, caller, path }) =>
    unschedule(organization, caller, path.scheduled_message_id),
  )
}
