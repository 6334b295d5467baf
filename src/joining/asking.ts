// The page that asks who wants to join for their address, and sends a link to it.
import { assertNotForged } from '../http/cross-site'
import { RateLimiter } from '../http/rate-limits'
import type { OpenCall } from '../http/route'
import type { Invitation } from '../invitations/repository'
import { isMailConfigured } from '../mail/queueing'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html, type Content } from '../pages/html'
import { noticePage, pageResponse } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
import { emailKey } from '../users/repository'
import { claimableAddress, mailRegistrationLink } from './registering'

/** Links that may be asked for in an hour, from one network address and for one e-mail address. */
const limits = {
  perSource: { limit: 30, windowSeconds: 3600 },
  perAddress: { limit: 3, windowSeconds: 3600 },
}

export interface AskingLimits {
  bySource: RateLimiter
  byAddress: RateLimiter
}

export function askingLimits(isLimited: boolean, clock: Clock): AskingLimits {
  return {
    bySource: new RateLimiter(isLimited ? limits.perSource : undefined, clock),
    byAddress: new RateLimiter(isLimited ? limits.perAddress : undefined, clock),
  }
}

/** Whether who joins with the invitation has yet to show that the address is theirs. */
export function mustProve(organization: Organization, { email }: Invitation): boolean {
  return email === null && isMailConfigured(organization)
}

/** Sends the link; the answer is the same whether there is an account with the address or not. */
export function askFor(
  {
    organization,
    parameters: { email },
    request,
    address: source,
    origin,
  }: OpenCall<object, { email: string }>,
  { bySource, byAddress }: AskingLimits,
  invitation: Invitation | undefined,
): Promise<Response> {
  assertNotForged(request, origin)
  const reader = visitor(organization, request)
  return submitted(
    reader.texts,
    async () => {
      const address = claimableAddress(organization, email)
      bySource.hit(() => source)
      if (byAddress.takes(() => `${organization.subdomain}/${emailKey(address)}`))
        await mailRegistrationLink(organization, address, invitation)
      return noticePage(reader, reader.texts.join.sent, 200)
    },
    (problem) => askingPage(reader, undefined, email, problem),
  )
}

export function askingPage(reader: Visitor, about: Content, email: string, problem?: Problem): Response {
  const { join, fields, haveAccount, logIn } = reader.texts
  return pageResponse(reader, {
    title: join.title(settings(reader.organization).name),
    body: html`${about}
      ${formHtml({
        fields: [
          {
            name: 'email',
            label: fields.email,
            type: 'email',
            autocomplete: 'username',
            value: email,
            hint: fields.linkHint,
          },
        ],
        submit: join.sendLink,
        problem,
      })}
      <footer>${haveAccount} <a href="/login">${logIn}</a></footer>`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}
