// The cookie of a session as credentials: what it is good for, and what it takes for a page to use it.
import type { CredentialKind } from '../http/credentials'
import { assertOwnPage } from '../http/cross-site'
import { directory } from '../users/repository'
import { isAlive, noteSeen } from './activity'
import { plainName, tokenOf } from './cookie'
import { sessionByHash } from './repository'

/** Methods that change nothing: that another site makes a browser send them does no harm, as it can't read the answers. */
const harmless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A cookie that is no session's, or of one that has ended, is as good as none. */
export const browserSession: CredentialKind = {
  name: 'session',
  scheme: {
    type: 'apiKey',
    in: 'cookie',
    name: plainName,
    description:
      'The cookie of POST /accounts/login, whose name begins with __Host- over HTTPS. Requests other than GET are ' +
      'taken from pages of the organization itself, as Sec-Fetch-Site, Origin or Referer tell.',
  },
  identify(organization, request, origin) {
    const token = tokenOf(request, origin)
    if (token === undefined) return undefined
    const session = sessionByHash(organization, Bun.SHA256.hash(token, 'hex'))
    const user = session && directory(organization).byId.get(session.userId)
    if (!session || !user?.isActive || !isAlive(organization, session)) return undefined
    if (!harmless.has(request.method)) assertOwnPage(request, origin())
    noteSeen(organization, session)
    return { user, sessionId: session.id, apiKeyId: undefined }
  },
}
