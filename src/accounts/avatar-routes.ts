// Routes of people's pictures: /avatar, for clients that don't take the address with every person.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertMayLook, namedUser } from '../permissions/people'
import { avatarUrl, mediumAvatarUrl, userView } from '../users/wire'

const UserInPath = Type.Object({ user_id: Type.String({ description: 'User ID or e-mail address' }) })

export function avatarRoutes(api: Api): void {
  api.open.get(
    '/avatar/:user_id',
    { summary: "Go to a person's picture", path: UserInPath, besideApi: true },
    ({ organization, caller, path }) => {
      assertMayLook(organization, caller)
      const user = namedUser(organization, caller, path.user_id)
      return redirect(avatarUrl(user, userView(user, { viewer: caller, clientGravatar: false })) ?? '')
    },
  )
  api.open.get(
    '/avatar/:user_id/medium',
    { summary: "Go to a person's picture, 500 by 500 pixels", path: UserInPath, besideApi: true },
    ({ organization, caller, path }) => {
      assertMayLook(organization, caller)
      const user = namedUser(organization, caller, path.user_id)
      return redirect(mediumAvatarUrl(user, userView(user, { viewer: caller, clientGravatar: false })))
    },
  )
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
