// POST /users/{user_id}/password_reset: a link with which somebody sets a new password.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { makeResetLinkFor } from './actions'

export function passwordResetRoutes(api: Api): void {
  api.post(
    '/users/:user_id/password_reset',
    {
      summary: 'Make a link with which somebody sets a new password',
      bots: 'none',
      description:
        'For administrators, who pass reset_url on; it works once, until expiry_date (UNIX seconds), and only as long ' +
        'as the password is the present one. Setting the new password ends all API keys and sessions of the person.',
      path: Type.Object({
        user_id: Type.String({
          description: 'User ID, or the e-mail address where the caller may see it',
        }),
      }),
    },
    async ({ organization, caller, path, origin }) => {
      const link = await makeResetLinkFor(organization, caller, path.user_id)
      return { reset_url: origin + link.path, expiry_date: link.expiresAt }
    },
  )
}
