// Routes of muted users: /users/me/muted_users/{muted_user_id}.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { muteUser, unmuteUser } from './actions'

const route = '/users/me/muted_users/:muted_user_id'
const path = Type.Object({ muted_user_id: Type.Integer() })

export const mutedUserRoutes = (api: Api) =>
  new Elysia({ name: 'muted-users' })
    .post(
      route,
      ...api.call({ summary: 'Mute a user', path }, ({ organization, caller, path }) =>
        muteUser(organization, caller, path.muted_user_id),
      ),
    )
    .delete(
      route,
      ...api.call({ summary: 'Unmute a user', path }, ({ organization, caller, path }) =>
        unmuteUser(organization, caller, path.muted_user_id),
      ),
    )
