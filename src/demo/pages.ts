// Where the links of the demo lead: in.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { noteLogin } from '../login-notices/noticing'
import { noticePage, seeOther } from '../pages/page'
import { visitor } from '../pages/reader'
import { home, pageSpec } from '../pages/route'
import { beginSession } from '../sessions/actions'
import { sessionCookie } from '../sessions/cookie'
import { demoPath, holderOfDemoLink } from './links'

export function demoPages(api: Api): void {
  const spec = { ...pageSpec('Into the demo', []), path: Type.Object({ token: Type.String() }) }
  api.open.get(`${demoPath}/:token`, spec, async ({ organization, path, request, address, origin }) => {
    const user = holderOfDemoLink(organization, api.context.demoRun, path.token)
    const reader = visitor(organization, request)
    if (!user) return noticePage(reader, reader.texts.demo.ended, 410)
    const browser = { userAgent: request.headers.get('user-agent') ?? '', address }
    const token = await organization.write((tx) => {
      noteLogin(tx, user.id, browser)
      return beginSession(tx, user, browser)
    })
    return seeOther(home, sessionCookie(token, origin))
  })
}
