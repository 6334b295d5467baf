// Routes of typing: /typing, /messages/{message_id}/typing.
import { Type, type Static } from '@sinclair/typebox'
import { badRequest, missingParameter } from '../http/errors'
import type { Api } from '../http/api'
import type { Call } from '../http/route'
import { Id } from '../http/parameters'
import { typeDirectly, typeEdit, typeInChannel } from './actions'

const op = Type.Union([Type.Literal('start'), Type.Literal('stop')])

const typing = Type.Object({
  type: Type.Union(
    [Type.Literal('direct'), Type.Literal('private'), Type.Literal('stream'), Type.Literal('channel')],
    { default: 'direct' },
  ),
  op,
  /** Some clients send a single person's ID without a list. */
  to: Type.Optional(Type.Union([Id(), Type.Array(Id(), { minItems: 1, maxItems: 200 })])),
  stream_id: Type.Optional(Id()),
  topic: Type.Optional(Type.String()),
})

export function typingRoutes(api: Api): void {
  api.post('/typing', { summary: 'Say that one is typing a message', parameters: typing }, tell)
  api.post(
    '/messages/:message_id/typing',
    {
      summary: 'Say that one is editing a message',
      path: Type.Object({ message_id: Id() }),
      parameters: Type.Object({ op }),
    },
    ({ organization, caller, path, parameters }) =>
      typeEdit(organization, caller, parameters.op, path.message_id),
  )
}

function tell({ organization, caller, parameters }: Call<object, Static<typeof typing>>): void {
  const { type, op, to, stream_id, topic } = parameters
  if (type === 'direct' || type === 'private') {
    if (to === undefined) throw missingParameter('to')
    return typeDirectly(organization, caller, op, typeof to === 'number' ? [to] : to)
  }
  if (stream_id === undefined) throw badRequest('Missing channel ID: stream_id is required')
  if (topic === undefined) throw badRequest('Missing topic')
  return typeInChannel(organization, caller, op, { channelId: stream_id, topic })
}
