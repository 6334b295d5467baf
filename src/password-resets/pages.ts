// The page on which somebody sets a new password, with the link for it.
import { Type } from '@sinclair/typebox'
import { passwordLength } from '../accounts/creating'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import type { Organization } from '../organization/organization'
import { formHtml, submitted, type Field, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse, seeOther } from '../pages/page'
import { home, pageSpec } from '../pages/route'
import { sessionCookie } from '../sessions/cookie'
import type { User } from '../users/repository'
import { askingPages } from './asking-pages'
import { holderOfLink, resetPassword } from './actions'

export function passwordResetPages(api: Api): void {
  askingPages(api)
  const spec = { ...pageSpec('New password', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/reset-password/:token', spec, ({ organization, path }) => {
    const user = holderOfLink(organization, path.token)
    return user ? resetPage(organization, user, undefined) : noticePage(organization, ended)
  })
  const parameters = Type.Object({ password: Type.String({ default: '' }) })
  api.open.post('/reset-password/:token', { ...spec, parameters }, (call) => {
    const { organization, path, parameters, request, address, origin } = call
    assertNotForged(request, origin)
    const user = holderOfLink(organization, path.token)
    if (!user) return noticePage(organization, ended)
    const browser = { userAgent: request.headers.get('user-agent') ?? '', address }
    return submitted(
      async () => {
        const token = await resetPassword(organization, path.token, parameters.password, browser)
        return seeOther(home, sessionCookie(token, origin))
      },
      (problem) => resetPage(organization, user, problem),
    )
  })
}

function resetPage(organization: Organization, user: User, problem: Problem | undefined): Response {
  const fields: Field[] = [
    {
      name: 'email',
      label: 'E-mail address',
      type: 'email',
      autocomplete: 'username',
      value: user.email,
      isReadonly: true,
    },
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      hint: `At least ${passwordLength.min} characters.`,
      minLength: passwordLength.min,
    },
  ]
  return pageResponse({
    organization,
    title: 'Set a new password',
    body: html`<p>You will be logged out everywhere else, apps included.</p>
      ${formHtml({ fields, submit: 'Set password', problem })}`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** Shown for a link that never was one, too. */
const ended = {
  title: 'This link has ended',
  text: 'It was used already, or is more than a day old. Ask for another one, or have an administrator give you one.',
  status: 410,
}
