// Routes of statuses: one's own and others'.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { namedUser } from '../users/accounts'
import { updateOwnStatus, updateStatusOf } from './actions'
import { statusObject } from './wire'

const path = Type.Object({ user_id: Type.String() })
const status = {
  status_text: Type.Optional(Type.String()),
  emoji_name: Type.Optional(Type.String({ maxLength: 100 })),
  emoji_code: Type.Optional(Type.String({ maxLength: 100 })),
  reaction_type: Type.Optional(
    Type.Union([
      Type.Literal('unicode_emoji'),
      Type.Literal('realm_emoji'),
      Type.Literal('chat_extra_emoji'),
    ]),
  ),
}
const ofAnyone = Type.Object(status)
const ownStatus = Type.Object({ ...status, away: Type.Optional(Type.Boolean()) })

export const userStatusRoutes = (api: Api) =>
  new Elysia({ name: 'user-status' })
    .post(
      '/users/me/status',
      ...api.call(
        { summary: 'Update your status', parameters: ownStatus },
        ({ organization, caller, parameters }) =>
          updateOwnStatus(organization, caller, { ...update(parameters), away: parameters.away }),
      ),
    )
    .get(
      '/users/:user_id/status',
      ...api.call({ summary: "Get a user's status", path }, ({ organization, caller, path }) => ({
        status: statusObject(organization, namedUser(organization, caller, path.user_id).id),
      })),
    )
    .post(
      '/users/:user_id/status',
      ...api.call(
        { summary: "Update a user's status", path, parameters: ofAnyone },
        ({ organization, caller, path, parameters }) =>
          updateStatusOf(organization, caller, path.user_id, update(parameters)),
      ),
    )

function update(parameters: typeof ofAnyone.static) {
  return {
    text: parameters.status_text,
    emoji: { name: parameters.emoji_name, code: parameters.emoji_code, type: parameters.reaction_type },
  }
}
