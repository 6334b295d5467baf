// Routes of sessions: /users/me/sessions, and /accounts/logout. (Logging in is among the accounts.)
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { WithHeaders } from '../http/envelope'
import { Id } from '../http/parameters'
import { endOwnSession, endThisSession } from './actions'
import { isAlive } from './activity'
import { noSessionCookie } from './cookie'
import { browserSession } from './credentials'
import { sessionsOf } from './repository'
import { sessionObject } from './wire'

export function sessionRoutes(api: Api): void {
  api.get(
    '/users/me/sessions',
    { summary: 'Get the browsers one is logged in with', bots: 'none' },
    ({ organization, caller, sessionId }) => ({
      sessions: sessionsOf(organization.db, caller.id)
        .filter((session) => isAlive(organization, session))
        .map((session) => sessionObject(organization, session, sessionId)),
    }),
  )
  api.delete(
    '/users/me/sessions/:session_id',
    { summary: 'Log one of those browsers out', bots: 'none', path: Type.Object({ session_id: Id() }) },
    ({ organization, caller, path }) => endOwnSession(organization, caller, path.session_id),
  )
  api.open.post(
    '/accounts/logout',
    { summary: 'Log the browser out that calls', credentials: [browserSession] },
    async ({ organization, caller, sessionId, origin }) => {
      if (caller && sessionId !== undefined) await endThisSession(organization, caller, sessionId)
      return new WithHeaders(undefined, noSessionCookie(origin))
    },
  )
}
