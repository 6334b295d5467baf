// Routes of people's pictures: /users/me/avatar, and /avatar for clients that don't take the address with every person.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { UploadedFile } from '../http/parameters'
import { maxPictureBody } from '../pictures/limits'
import { removeOwnAvatar, replaceOwnAvatar } from './avatars'
import { assertMayLook, namedUser } from '../permissions/people'
import { avatarUrl, mediumAvatarUrl, userView } from '../users/wire'

const UserInPath = Type.Object({ user_id: Type.String({ description: 'User ID or e-mail address' }) })

export function avatarRoutes(api: Api): void {
  api.post(
    '/users/me/avatar',
    {
      summary: 'Replace your picture',
      description: 'The file may have any field name; PNG, JPEG, GIF or WebP, of up to 5 MiB.',
      maxBodyBytes: maxPictureBody,
      parameters: Type.Object({ filename: UploadedFile }),
    },
    async ({ organization, caller, parameters }) => ({
      avatar_url: await replaceOwnAvatar(organization, caller, parameters.filename),
    }),
  )
  api.delete(
    '/users/me/avatar',
    { summary: 'Go back to the picture that everybody has at first' },
    async ({ organization, caller }) => ({
      avatar_url: await removeOwnAvatar(organization, caller),
    }),
  )
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
