// The pages to log in and out.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { pageResponse, seeOther } from '../pages/page'
import { home, localPath, pageSpec } from '../pages/route'
import { endThisSession } from '../sessions/actions'
import { noSessionCookie, sessionCookie } from '../sessions/cookie'
import { browserSession } from '../sessions/credentials'
import { logInForSession } from './login'
import { loginAttempts } from './login-attempts'

const parameters = Type.Object({
  email: Type.String({ default: '' }),
  password: Type.String({ default: '' }),
  next: Type.Optional(Type.String()),
})

export function loginPages(api: Api): void {
  const attempts = loginAttempts(api.context)
  const spec = { ...pageSpec('Log in', [browserSession]), parameters }
  api.open.get('/login', spec, ({ organization, caller, parameters: { email, next } }) =>
    caller
      ? seeOther(localPath(next) ?? home)
      : loginPage({ organization, email, next: localPath(next), problem: undefined }),
  )
  api.open.post('/login', spec, ({ organization, parameters, request, address, origin }) => {
    assertNotForged(request, origin)
    const { email, password } = parameters
    const next = localPath(parameters.next)
    return submitted(
      async () => {
        const userAgent = request.headers.get('user-agent') ?? ''
        const login = { email, password, userAgent, address: address }
        const { token } = await logInForSession(organization, attempts, login)
        return seeOther(next ?? home, sessionCookie(token, origin))
      },
      (problem) => loginPage({ organization, email, next, problem }),
    )
  })
  api.open.post(
    '/logout',
    pageSpec('Log out', [browserSession]),
    async ({ organization, caller, sessionId, request, origin }) => {
      assertNotForged(request, origin)
      if (caller && sessionId !== undefined) await endThisSession(organization, caller, sessionId)
      return seeOther('/login', noSessionCookie(origin))
    },
  )
}

interface LoginPage {
  organization: Organization
  email: string
  next: string | undefined
  problem: Problem | undefined
}

function loginPage({ organization, email, next, problem }: LoginPage): Response {
  return pageResponse({
    organization,
    title: 'Log in',
    body: html`${formHtml({
        fields: [
          { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email },
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ],
        submit: 'Log in',
        action: '/login',
        hidden: next === undefined ? {} : { next },
        problem,
      })}
      <footer>
        Forgot your password?
        ${isMailConfigured(organization) ? html`<a href="/reset-password">Set another one</a>` : 'An administrator can send you a link to set another one.'}
        ${!settings(organization).invite_required && html`<br />New here? <a href="/register">Create an account</a>`}
      </footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}
