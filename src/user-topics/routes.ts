// Routes of topics' visibility: /user_topics, and the older /users/me/subscriptions/muted_topics.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { chooseTopicVisibility, muteTopic } from './actions'

const choice = Type.Object({
  stream_id: Type.Integer(),
  topic: Type.String(),
  visibility_policy: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)]),
})

const muting = Type.Object({
  stream_id: Type.Optional(Type.Integer()),
  stream: Type.Optional(Type.String()),
  topic: Type.String(),
  op: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
})

export const userTopicRoutes = (api: Api) =>
  new Elysia({ name: 'user-topics' })
    .post(
      '/user_topics',
      ...api.call(
        { summary: 'Mute, unmute or follow a topic', parameters: choice },
        ({ organization, caller, parameters }) =>
          chooseTopicVisibility(organization, caller, {
            channelId: parameters.stream_id,
            topic: parameters.topic,
            visibility: parameters.visibility_policy,
          }),
      ),
    )
    .patch(
      '/users/me/subscriptions/muted_topics',
      ...api.call(
        { summary: 'Mute or unmute a topic (deprecated)', parameters: muting },
        ({ organization, caller, parameters }) => muteTopic(organization, caller, parameters, parameters),
      ),
    )
