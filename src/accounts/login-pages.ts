// The pages to log in and out.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { ApiError } from '../http/errors'
import { isMailConfigured } from '../mail/queueing'
import { settings } from '../organization/settings'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { pageResponse, seeOther } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
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
  api.open.get('/login', spec, ({ organization, caller, parameters: { email, next }, request }) =>
    caller
      ? seeOther(localPath(next) ?? home)
      : loginPage(visitor(organization, request), { email, next: localPath(next), problem: undefined }),
  )
  api.open.post('/login', spec, ({ organization, parameters, request, address, origin }) => {
    assertNotForged(request, origin)
    const { email, password } = parameters
    const next = localPath(parameters.next)
    const reader = visitor(organization, request)
    return submitted(
      reader.texts,
      async () => {
        const userAgent = request.headers.get('user-agent') ?? ''
        const login = { email, password, userAgent, address: address }
        try {
          const { token } = await logInForSession(organization, attempts, login)
          return seeOther(next ?? home, sessionCookie(token, origin))
        } catch (error) {
          // Only who has said the right password learns it.
          if (error instanceof ApiError && error.code === 'USER_DEACTIVATED')
            return deactivatedPage(reader, email, error.status)
          throw error
        }
      },
      (problem) => loginPage(reader, { email, next, problem }),
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

interface Filled {
  email: string
  next: string | undefined
  problem: Problem | undefined
}

function loginPage(reader: Visitor, { email, next, problem }: Filled): Response {
  const { organization, texts } = reader
  const { fields, login, logIn } = texts
  return pageResponse(reader, {
    title: logIn,
    body: html`${formHtml({
        fields: [
          { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', value: email },
          { name: 'password', label: fields.password, type: 'password', autocomplete: 'current-password' },
        ],
        submit: logIn,
        // To the page's own address: what stands behind # in it then goes along, to where the answer leads.
        hidden: next === undefined ? {} : { next },
        problem,
      })}
      <footer>
        ${login.forgot}
        ${isMailConfigured(organization) ? html`<a href="/reset-password">${login.setAnother}</a>` : login.askAdministrator}
        ${!settings(organization).invite_required && html`<br />${login.newHere} <a href="/register">${login.createAccount}</a>`}
      </footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

function deactivatedPage(reader: Visitor, email: string, status: number): Response {
  const { title, text, another } = reader.texts.deactivatedAccount
  return pageResponse(reader, {
    title,
    body: html`<p>${text(email)}</p>
      <footer><a href="/login">${another}</a></footer>`,
    status,
  })
}
