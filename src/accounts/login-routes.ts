// Routes of logging in: /fetch_api_key and one's API key.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { readBasic } from '../http/basic'
import { unauthenticated } from '../http/credentials'
import { logIn, regenerateApiKey } from './login'
import { LoginAttempts } from './login-attempts'

export function loginRoutes(api: Api): void {
  const attempts = new LoginAttempts(api.context.loginLimits, api.context.clock)
  api.open.post(
    '/fetch_api_key',
    {
      summary: 'Fetch an API key with a password',
      parameters: Type.Object({
        username: Type.String({ description: 'The e-mail address of the account' }),
        password: Type.String(),
      }),
      credentials: [],
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
  )
  api.post(
    '/users/me/api_key/regenerate',
    { summary: 'Exchange the API key in use for a new one' },
    async ({ organization, caller, request, client }) => {
      const used = readBasic(request)
      if (!used) throw unauthenticated()
      return { api_key: await regenerateApiKey(organization, caller, used, client) }
    },
  )
}
