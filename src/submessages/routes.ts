// Routes of submessages: /submessage.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { Id } from '../http/parameters'
import { addSubmessage } from './actions'

const submessage = Type.Object({
  message_id: Id(),
  msg_type: Type.Union([Type.Literal('widget')]),
  content: Type.String({ minLength: 1, maxLength: 10_000 }),
})

export function submessageRoutes(api: Api): void {
  api.post(
    '/submessage',
    { summary: 'Vote in a poll, change a todo list', maxBodyBytes: longBody, parameters: submessage },
    ({ organization, caller, parameters }) =>
      addSubmessage(organization, caller, {
        messageId: parameters.message_id,
        content: parameters.content,
      }),
  )
}
