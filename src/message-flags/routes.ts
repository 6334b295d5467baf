// Routes of personal flags: /messages/flags, and the older calls that mark all there is as read (contract 4.4 and 4.5).
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { Id } from '../http/parameters'
import { parseAnchor } from '../messages/reading/range'
import { narrowParameter } from '../narrow/parse'
import { changeFlags, changeFlagsInNarrow, maxMessagesChanged } from './actions'
import { markAllAsRead, markChannelAsRead, markTopicAsRead } from './clearing'
import { listAnswer, rangeAnswer } from './wire'

const change = {
  op: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
  flag: Type.Union([Type.Literal('read'), Type.Literal('starred'), Type.Literal('collapsed')]),
}
const channelId = Id()

const listParameters = Type.Object({
  messages: Type.Array(Id(), { maxItems: maxMessagesChanged }),
  ...change,
})

const rangeParameters = Type.Object({
  anchor: Type.String({ maxLength: 100 }),
  include_anchor: Type.Boolean({ default: true }),
  num_before: Type.Integer({ minimum: 0 }),
  num_after: Type.Integer({ minimum: 0 }),
  narrow: narrowParameter,
  ...change,
})

export function messageFlagRoutes(api: Api): void {
  api.post(
    '/messages/flags',
    { summary: 'Update personal message flags', maxBodyBytes: longBody, parameters: listParameters },
    async ({ organization, caller, parameters: { messages, op, flag } }) =>
      listAnswer({ op, flag }, await changeFlags(organization, caller, { op, flag }, messages)),
  )
  api.post(
    '/messages/flags/narrow',
    { summary: 'Update personal message flags for a narrow', parameters: rangeParameters },
    async ({ organization, caller, parameters: { op, flag, ...parameters }, inTurns }) => {
      const changed = await changeFlagsInNarrow(
        organization,
        caller,
        { op, flag },
        {
          narrow: parameters.narrow,
          anchor: parseAnchor(parameters.anchor),
          includeAnchor: parameters.include_anchor,
          numBefore: parameters.num_before,
          numAfter: parameters.num_after,
        },
        inTurns,
      )
      return rangeAnswer({ op, flag }, changed)
    },
  )
  api.post(
    '/mark_all_as_read',
    { summary: 'Mark all messages as read' },
    async ({ organization, caller }) => ({
      complete: await markAllAsRead(organization, caller),
    }),
  )
  api.post(
    '/mark_stream_as_read',
    { summary: 'Mark a channel as read', parameters: Type.Object({ stream_id: channelId }) },
    ({ organization, caller, parameters, inTurns }) =>
      markChannelAsRead(organization, caller, parameters.stream_id, inTurns),
  )
  api.post(
    '/mark_topic_as_read',
    {
      summary: 'Mark a topic as read',
      parameters: Type.Object({ stream_id: channelId, topic_name: Type.String() }),
    },
    ({ organization, caller, parameters, inTurns }) =>
      markTopicAsRead(organization, caller, parameters.stream_id, parameters.topic_name, inTurns),
  )
}
