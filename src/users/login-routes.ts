// Routes of logging in: /fetch_api_key and one's API key.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { readCredentials, unauthenticated } from '../http/authentication'
import { logIn, regenerateApiKey } from './login'
import { LoginAttempts } from './login-attempts'

export const loginRoutes = (api: Api) => {
  const attempts = new LoginAttempts(api.context.loginLimits, api.context.clock)
  return new Elysia({ name: 'login' })
    .post(
      '/fetch_api_key',
      ...api.open(
        {
          summary: 'Fetch an API key with a password',
          parameters: Type.Object({
            username: Type.String({ description: 'The e-mail address of the account' }),
            password: Type.String(),
          }),
        },
        async ({ organization, parameters, client, address }) => {
          const { user, apiKey } = await logIn(organization, attempts, {
            email: parameters.username,
            password: parameters.password,
            client,
            address: address(),
          })
          return { api_key: apiKey, email: user.email, user_id: user.id }
        },
      ),
    )
    .post(
      '/users/me/api_key/regenerate',
      ...api.call(
        { summary: 'Exchange the API key in use for a new one' },
        async ({ organization, caller, request, client }) => {
          const used = readCredentials(request.headers.get('authorization'))
          if (!used) throw unauthenticated()
          return { api_key: await regenerateApiKey(organization, caller, used, client) }
        },
      ),
    )
}
