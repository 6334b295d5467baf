// Routes of statuses: one's own and others'.
import { Type } from '@sinclair/typebox'
import { reactionTypeOf, reactionTypeParameter } from '../emoji/reaction-type'
import type { Api } from '../http/api'
import { readsPublicNames } from '../http/client-names'
import { invalidParameter } from '../http/errors'
import { namedUser } from '../permissions/people'
import { updateOwnStatus, updateStatusOf } from './status'
import { statusObject } from '../user-status/wire'

const path = Type.Object({ user_id: Type.String() })
const status = {
  status_text: Type.Optional(Type.String()),
  emoji_name: Type.Optional(Type.String({ maxLength: 100 })),
  emoji_code: Type.Optional(Type.String({ maxLength: 100 })),
  /** Empty where the emoji is cleared. */
  reaction_type: Type.Optional(Type.Union([...reactionTypeParameter.anyOf, Type.Literal('')])),
}
const ofAnyone = Type.Object(status)
const ownStatus = Type.Object({ ...status, away: Type.Optional(Type.Boolean()) })

export function userStatusRoutes(api: Api): void {
  api.post(
    '/users/me/status',
    { summary: 'Update your status', parameters: ownStatus },
    ({ organization, caller, parameters }) =>
      updateOwnStatus(organization, caller, { ...update(parameters), away: parameters.away }),
  )
  api.get(
    '/users/:user_id/status',
    { summary: "Get a user's status", path },
    ({ organization, caller, client, path }) => ({
      status: statusObject(
        organization,
        namedUser(organization, caller, path.user_id).id,
        readsPublicNames(client),
      ),
    }),
  )
  api.post(
    '/users/:user_id/status',
    { summary: "Update a user's status", path, parameters: ofAnyone },
    ({ organization, caller, path, parameters }) =>
      updateStatusOf(organization, caller, path.user_id, update(parameters)),
  )
}

/** @throws ApiError REQUEST_VARIABLE_INVALID for an emoji of no kind */
function update(parameters: typeof ofAnyone.static) {
  const { status_text: text, emoji_name: name, emoji_code: code, reaction_type: type } = parameters
  if (type === '' && name !== '') {
    throw invalidParameter('reaction_type', 'reaction_type can be empty only where emoji_name is')
  }
  return { text, emoji: { name, code, type: type === '' ? undefined : reactionTypeOf(type) } }
}
