// The page on which somebody sets a new password, with the link for it.
import { Type } from '@sinclair/typebox'
import { passwordLength } from '../accounts/creating'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { formHtml, submitted, type Field, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse, seeOther } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
import { home, pageSpec } from '../pages/route'
import { sessionCookie } from '../sessions/cookie'
import type { User } from '../users/repository'
import { askingPages } from './asking-pages'
import { holderOfLink, resetPassword } from './actions'

export function passwordResetPages(api: Api): void {
  askingPages(api)
  const spec = { ...pageSpec('New password', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/reset-password/:token', spec, ({ organization, path, request }) => {
    const user = holderOfLink(organization, path.token)
    const reader = visitor(organization, request, user)
    return user ? resetPage(reader, user, undefined) : noticePage(reader, reader.texts.reset.ended, 410)
  })
  const parameters = Type.Object({ password: Type.String({ default: '' }) })
  api.open.post('/reset-password/:token', { ...spec, parameters }, (call) => {
    const { organization, path, parameters, request, address, origin } = call
    assertNotForged(request, origin)
    const user = holderOfLink(organization, path.token)
    const reader = visitor(organization, request, user)
    if (!user) return noticePage(reader, reader.texts.reset.ended, 410)
    const browser = { userAgent: request.headers.get('user-agent') ?? '', address }
    return submitted(
      reader.texts,
      async () => {
        const token = await resetPassword(organization, path.token, parameters.password, browser)
        return seeOther(home, sessionCookie(token, origin))
      },
      (problem) => resetPage(reader, user, problem),
    )
  })
}

function resetPage(reader: Visitor, user: User, problem: Problem | undefined): Response {
  const { fields: labels, reset } = reader.texts
  const fields: Field[] = [
    {
      name: 'email',
      label: labels.email,
      type: 'email',
      autocomplete: 'username',
      value: user.email,
      isReadonly: true,
    },
    {
      name: 'password',
      label: labels.newPassword,
      type: 'password',
      autocomplete: 'new-password',
      hint: labels.passwordHint(passwordLength.min),
      minLength: passwordLength.min,
    },
  ]
  return pageResponse(reader, {
    title: reset.title,
    body: html`<p>${reset.text}</p>
      ${formHtml({ fields, submit: reset.submit, problem })}`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}
