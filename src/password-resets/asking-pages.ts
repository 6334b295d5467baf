// The page on which somebody who has forgotten their password has a link sent to their address.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { RateLimiter } from '../http/rate-limits'
import { isMailConfigured } from '../mail/queueing'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse, seeOther } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
import { pageSpec } from '../pages/route'
import { emailAddress } from '../users/email-address'
import { emailKey } from '../users/repository'
import { mailResetLink } from './actions'

/** Links that may be asked for in an hour, from one network address and for one e-mail address. */
const limits = {
  perSource: { limit: 20, windowSeconds: 3600 },
  perAddress: { limit: 3, windowSeconds: 3600 },
}

export function askingPages(api: Api): void {
  const { userRateLimit, clock } = api.context
  const bySource = new RateLimiter(userRateLimit && limits.perSource, clock)
  const byAddress = new RateLimiter(userRateLimit && limits.perAddress, clock)
  const spec = pageSpec('Forgotten password', [])
  api.open.get('/reset-password', spec, ({ organization, request }) => {
    const reader = visitor(organization, request)
    return isMailConfigured(organization) ? askingPage(reader, '', undefined) : withoutMailPage(reader)
  })
  // Where the apps that there are send people.
  api.open.get('/accounts/password/reset', spec, () => seeOther('/reset-password'))
  const parameters = Type.Object({ email: Type.String({ default: '' }) })
  api.open.post('/reset-password', { ...spec, parameters }, (call) => {
    const { organization, parameters, request, address: source, origin } = call
    assertNotForged(request, origin)
    const reader = visitor(organization, request)
    if (!isMailConfigured(organization)) return withoutMailPage(reader)
    return submitted(
      reader.texts,
      async () => {
        bySource.hit(() => source)
        const address = emailAddress(parameters.email)
        if (address !== undefined && byAddress.takes(() => `${organization.subdomain}/${emailKey(address)}`))
          await mailResetLink(organization, address)
        return noticePage(reader, reader.texts.reset.sent, 200)
      },
      (problem) => askingPage(reader, parameters.email, problem),
    )
  })
}

function askingPage(reader: Visitor, email: string, problem: Problem | undefined): Response {
  const { reset, fields, logIn } = reader.texts
  return pageResponse(reader, {
    title: reset.askTitle,
    body: html`<p>${reset.askText}</p>
      ${formHtml({
        fields: [
          { name: 'email', label: fields.email, type: 'email', autocomplete: 'username', value: email },
        ],
        submit: reset.sendLink,
        problem,
      })}
      <footer><a href="/login">${logIn}</a></footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

function withoutMailPage(reader: Visitor): Response {
  const { askTitle: title, withoutMail: text } = reader.texts.reset
  return noticePage(reader, { title, text }, 200)
}
