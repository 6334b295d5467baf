// Routes of logging in: /fetch_api_key, /accounts/login, and one's API key.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { WithHeaders } from '../http/envelope'
import { sessionCookie } from '../sessions/cookie'
import { logInForKey, logInForSession, regenerateApiKey } from './login'
import { loginAttempts } from './login-attempts'
import { keepOtherLogins, loginOf } from './other-logins'

const loginParameters = Type.Object({
  username: Type.String({ description: 'The e-mail address of the account' }),
  password: Type.String(),
})

export function loginRoutes(api: Api): void {
  const attempts = loginAttempts(api.context)
  api.open.post(
    '/fetch_api_key',
    { summary: 'Fetch an API key with a password', parameters: loginParameters, credentials: [] },
    async ({ organization, parameters: { username, password }, request, client, address }) => {
      const userAgent = request.headers.get('user-agent') ?? ''
      const login = { email: username, password, client, userAgent, address }
      const { user, apiKey } = await logInForKey(organization, attempts, login)
      return { api_key: apiKey, email: user.email, user_id: user.id }
    },
  )
  api.open.post(
    '/accounts/login',
    { summary: 'Log a browser in with a password', parameters: loginParameters, credentials: [] },
    async ({ organization, parameters: { username, password }, request, address, origin }) => {
      assertNotForged(request, origin)
      const userAgent = request.headers.get('user-agent') ?? ''
      const login = { email: username, password, userAgent, address }
      const { user, token } = await logInForSession(organization, attempts, login)
      return new WithHeaders({ email: user.email, user_id: user.id }, sessionCookie(token, origin))
    },
  )
  api.post(
    '/users/me/api_key/regenerate',
    {
      summary: 'Get a new API key instead of those that there are',
      bots: 'none',
      parameters: Type.Object({ keep_other_logins: keepOtherLogins }),
    },
    async ({ organization, caller, parameters, request, sessionId, client }) => {
      const login = loginOf(request, sessionId)
      const options = { login, keepsOthers: parameters.keep_other_logins, client }
      return { api_key: await regenerateApiKey(organization, caller, options) }
    },
  )
}
