// Routes of topics' visibility: /user_topics, and the older /users/me/subscriptions/muted_topics.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { chooseTopicVisibility, muteTopic } from './actions'

const choice = Type.Object({
  stream_id: Id(),
  topic: Type.String(),
  visibility_policy: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
})

const muting = Type.Object({
  stream_id: Type.Optional(Id()),
  stream: Type.Optional(Type.String()),
  topic: Type.String(),
  op: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
})

export function userTopicRoutes(api: Api): void {
  api.post(
    '/user_topics',
    { summary: 'Mute, unmute or follow a topic', parameters: choice },
    ({ organization, caller, parameters }) =>
      chooseTopicVisibility(organization, caller, {
        channelId: parameters.stream_id,
        topic: parameters.topic,
        visibility: parameters.visibility_policy,
      }),
  )
  api.patch(
    '/users/me/subscriptions/muted_topics',
    { summary: 'Mute or unmute a topic (deprecated)', parameters: muting },
    ({ organization, caller, parameters }) => muteTopic(organization, caller, parameters, parameters),
  )
}
