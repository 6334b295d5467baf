// The cookie of a session as credentials: what it is good for, and what it takes for a page to use it.
import type { CredentialKind } from '../http/credentials'
import { assertOwnPage } from '../http/cross-site'
import { safeMethods } from '../http/route'
import { directory } from '../users/repository'
import { isAlive, noteSeen } from './activity'
import { plainName, tokenOf } from './cookie'
import { sessionByHash } from './repository'

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
    // What changes nothing does no harm where another site makes a browser send it: that site can't read the answer.
    if (!safeMethods.has(request.method)) {
      assertOwnPage(request, origin())
      if (!isTheirPage(request, user.id)) return undefined
    }
    noteSeen(organization, session)
    return { user, sessionId: session.id, apiKeyId: undefined }
  },
}

/** A page may still be open of whoever was logged in before: what it would change is not done in the name of whoever is now. */
function isTheirPage({ headers }: Request, userId: number): boolean {
  const whose = headers.get('x-confab-user')
  return whose === null || whose === String(userId)
}
