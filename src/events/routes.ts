// Routes of the event queue: /events.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { JsonFields } from '../http/envelope'
import { deleteQueue, poll } from './actions'

export function eventRoutes(api: Api): void {
  api.get(
    '/events',
    {
      summary: 'Get events from an event queue',
      waits: true,
      parameters: Type.Object({
        queue_id: Type.String(),
        last_event_id: Type.Optional(Type.Integer({ minimum: -1 })),
        dont_block: Type.Boolean({ default: false }),
      }),
    },
    async ({ organization, caller, parameters, request }) => {
      const events = await poll(organization, caller, {
        queueId: parameters.queue_id,
        lastEventId: parameters.last_event_id,
        dontBlock: parameters.dont_block,
        signal: request.signal,
      })
      return new JsonFields(`"events":${events},"queue_id":${JSON.stringify(parameters.queue_id)}`)
    },
  )
  api.delete(
    '/events',
    { summary: 'Delete an event queue', parameters: Type.Object({ queue_id: Type.String() }) },
    ({ organization, caller, parameters }) => deleteQueue(organization, caller, parameters.queue_id),
  )
}
