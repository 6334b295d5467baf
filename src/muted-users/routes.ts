// Routes of muted users: /users/me/muted_users/{muted_user_id}.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { muteUser, unmuteUser } from './actions'

const route = '/users/me/muted_users/:muted_user_id'
const path = Type.Object({ muted_user_id: Id() })

export function mutedUserRoutes(api: Api): void {
  api.post(route, { summary: 'Mute a user', bots: 'none', path }, ({ organization, caller, path }) =>
    muteUser(organization, caller, path.muted_user_id),
  )
  api.delete(route, { summary: 'Unmute a user', bots: 'none', path }, ({ organization, caller, path }) =>
    unmuteUser(organization, caller, path.muted_user_id),
  )
}
