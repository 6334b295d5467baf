// Routes of people: /users.
import { Type } from '@sinclair/typebox'
import { profileEntries } from '../profile-fields/wire'
import type { Api } from '../http/api'
import { newestReceivedId } from '../messages/reading/newest'
import { personToAdminister, assertMayLook, namedUser } from '../permissions/people'
import { createPerson } from './creating'
import { Id, Text } from '../http/parameters'
import { Role } from '../http/roles'
import { deactivateByAdministrator, deactivateOneself, reactivateByCaller } from './activation'
import { updatePerson } from './updating'
import { members, userWithProfile } from './listing'
import { ownUserObject } from '../users/wire'

const UserInPath = Type.Object({
  user_id: Type.String({ description: 'User ID, or the e-mail address where the caller may see it' }),
})
const viewParameters = {
  client_gravatar: Type.Boolean({
    default: true,
    description: 'Whether the client makes gravatar addresses itself',
  }),
  include_custom_profile_fields: Type.Boolean({ default: false }),
}

export function userRoutes(api: Api): void {
  api.open.get(
    '/users',
    {
      summary: 'Get all users',
      parameters: Type.Object({
        ...viewParameters,
        user_ids: Type.Optional(Type.Array(Id(), { maxItems: 10_000 })),
      }),
    },
    ({ organization, caller, parameters }) => {
      assertMayLook(organization, caller)
      return members(organization, caller, parameters)
    },
  )
  api.post(
    '/users',
    {
      summary: 'Create a user',
      parameters: Type.Object({
        email: Type.String(),
        password: Type.String(),
        full_name: Type.String(),
      }),
    },
    async ({ organization, caller, parameters: { email, password, full_name } }) => {
      const person = { email, password, fullName: full_name }
      const user = await createPerson(organization, caller, person)
      return { user_id: user.id }
    },
  )
  api.get('/users/me', { summary: 'Get own user' }, ({ organization, caller }) => ({
    ...ownUserObject(organization, caller),
    max_message_id: newestReceivedId(organization, caller),
  }))
  api.delete('/users/me', { summary: 'Deactivate own user', bots: 'none' }, ({ organization, caller }) =>
    deactivateOneself(organization, caller),
  )
  api.get(
    '/users/:user_id',
    { summary: 'Get a user', path: UserInPath, parameters: Type.Object(viewParameters) },
    ({ organization, caller, path, parameters }) => ({
      user: userWithProfile(organization, caller, namedUser(organization, caller, path.user_id), parameters),
    }),
  )
  api.patch(
    '/users/:user_id',
    {
      summary: 'Update a user',
      path: UserInPath,
      parameters: Type.Object({
        full_name: Type.Optional(Type.String()),
        role: Type.Optional(Role),
        new_email: Type.Optional(Type.String()),
        profile_data: Type.Optional(profileEntries),
      }),
    },
    ({ organization, caller, path, parameters }) =>
      updatePerson(organization, caller, personToAdminister(organization, caller, path.user_id), parameters),
  )
  api.delete(
    '/users/:user_id',
    {
      summary: 'Deactivate a user',
      path: UserInPath,
      parameters: Type.Object({
        deactivation_notification_comment: Type.Optional(
          Text({
            maxLength: 2000,
            description:
              'Has an e-mail tell the person, with this text in it; empty for none. Without it, no mail is sent',
          }),
        ),
        revoke_invitations: Type.Boolean({
          default: false,
          description: 'Whether the invitations that the person has out end, too',
        }),
      }),
    },
    ({ organization, caller, path, parameters }) =>
      deactivateByAdministrator(organization, caller, path.user_id, {
        endsInvitations: parameters.revoke_invitations,
        comment: parameters.deactivation_notification_comment,
      }),
  )
  api.post(
    '/users/:user_id/reactivate',
    { summary: 'Reactivate a user', path: UserInPath },
    ({ organization, caller, path }) => reactivateByCaller(organization, caller, path.user_id),
  )
}
