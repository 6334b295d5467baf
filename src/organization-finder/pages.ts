// Where the page of a server with several organizations sends people: to the address of theirs.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { invalidParameter, NoOrganizationError } from '../http/errors'
import { fault } from '../http/faults'
import { RateLimiter } from '../http/rate-limits'
import { serverPage } from '../http/server-page'
import { failurePage } from '../pages/failure'
import { submitted } from '../pages/form'
import { seeOther } from '../pages/page'
import { stranger } from '../pages/reader'
import { askingPage, finderPath } from '../pages/server-page'

/** Addresses that may be tried from one network address: it is for somebody who has one, not for guessing. */
const limit = { limit: 30, windowSeconds: 600 }

export function finderPages(api: Api): void {
  const { organizations, userRateLimit, clock } = api.context
  const attempts = new RateLimiter(userRateLimit && limit, clock)
  const parameters = Type.Object({ address: Type.String({ default: '' }) })
  serverPage(api, 'POST', finderPath, { parameters, page: failurePage }, (call) => {
    const {
      request,
      parameters: { address: typed },
      address,
      origin,
    } = call
    const { base } = organizations.ownName(request.headers.get('host') ?? '')
    if (organizations.isEmpty) throw new NoOrganizationError('empty', undefined)
    if (base === undefined) throw new NoOrganizationError('unknown', undefined)
    return submitted(
      stranger(request).texts,
      async () => {
        attempts.hit(() => address)
        const subdomain = organizations.subdomainMeant(typed)
        if (subdomain === undefined || !organizations.has(subdomain)) {
          const message = 'There is no such organization'
          throw invalidParameter('address', message, fault('noSuchOrganization'))
        }
        const { protocol } = new URL(origin)
        return seeOther(subdomain === '' ? '/' : `${protocol}//${subdomain}.${base}/`)
      },
      (problem) => askingPage(request, base, { address: typed, problem }),
    )
  })
}
