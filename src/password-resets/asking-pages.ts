// The page on which somebody who has forgotten their password has a link sent to their address.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { RateLimiter } from '../http/rate-limits'
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse, seeOther } from '../pages/page'
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
  api.open.get('/reset-password', spec, ({ organization }) =>
    isMailConfigured(organization)
      ? askingPage(organization, '', undefined)
      : noticePage(organization, withoutMail),
  )
  // Where the apps that there are send people.
  api.open.get('/accounts/password/reset', spec, () => seeOther('/reset-password'))
  const parameters = Type.Object({ email: Type.String({ default: '' }) })
  api.open.post('/reset-password', { ...spec, parameters }, (call) => {
    const { organization, parameters, request, address: source, origin } = call
    assertNotForged(request, origin)
    if (!isMailConfigured(organization)) return noticePage(organization, withoutMail)
    return submitted(
      async () => {
        bySource.hit(() => source)
        const address = emailAddress(parameters.email)
        if (address !== undefined && byAddress.takes(() => `${organization.subdomain}/${emailKey(address)}`))
          await mailResetLink(organization, address)
        return noticePage(organization, sent)
      },
      (problem) => askingPage(organization, parameters.email, problem),
    )
  })
}

function askingPage(organization: Organization, email: string, problem: Problem | undefined): Response {
  return pageResponse({
    organization,
    title: 'Forgotten your password?',
    body: html`<p>We send a link to the address of your account, with which you set another one.</p>
      ${formHtml({
        fields: [
          { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email },
        ],
        submit: 'Send the link',
        problem,
      })}
      <footer><a href="/login">Log in</a></footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** The same whether there is such an account or not. */
const sent = {
  title: 'Look into your mail',
  text:
    'If there is an account with that address here, a link is on its way to it. It works once, for a day. ' +
    'If nothing comes within some minutes, look among the unwanted mail, or ask an administrator for a link.',
  status: 200,
}

const withoutMail = {
  title: 'Forgotten your password?',
  text: 'This server sends no mail. An administrator can give you a link with which you set another password.',
  status: 200,
}
