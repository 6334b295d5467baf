// Routes of people's pictures: /avatar, for clients that don't take the address with every person.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { assertMayLook, namedUser } from './accounts'
import { avatarUrl, mediumAvatarUrl, userView } from './wire'

const UserInPath = Type.Object({ user_id: Type.String({ description: 'User ID or e-mail address' }) })

export const avatarRoutes = (api: Api) =>
  new Elysia({ name: 'avatars' })
    .get(
      '/avatar/:user_id',
      ...api.open(
        { summary: "Go to a person's picture", path: UserInPath },
        ({ organization, caller, path }) => {
          assertMayLook(organization, caller)
          const user = namedUser(organization, caller, path.user_id)
          return redirect(avatarUrl(user, userView(user, { viewer: caller, clientGravatar: false })) ?? '')
        },
      ),
    )
    .get(
      '/avatar/:user_id/medium',
      ...api.open(
        { summary: "Go to a person's picture, 500 by 500 pixels", path: UserInPath },
        ({ organization, caller, path }) => {
          assertMayLook(organization, caller)
          const user = namedUser(organization, caller, path.user_id)
          return redirect(mediumAvatarUrl(user, userView(user, { viewer: caller, clientGravatar: false })))
        },
      ),
    )

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
