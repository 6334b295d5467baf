// The page on which people end mails of a kind, with the link that came in one; mail programs do it by themselves (RFC 8058).
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { holderOf, mailKinds, type MailKind } from '../missed-messages/unsubscribe-link'
import type { Organization } from '../organization/organization'
import { formHtml } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
import { pageSpec } from '../pages/route'
import { directory, type User } from '../users/repository'
import { unsubscribe } from './actions'

/** The texts of each kind: what asks, and what says that it is done. */
const textsOf = {
  missed_messages: ['missedMessages', 'missedMessagesDone'],
  digest: ['digest', 'digestDone'],
} as const satisfies Readonly<Record<MailKind, unknown>>

export function unsubscribingPages(api: Api): void {
  const spec = {
    ...pageSpec('End mails of a kind', []),
    path: Type.Object({ kind: Type.String(), token: Type.String() }),
  }
  // Programs that merely look what a link leads to end nothing: that takes a POST.
  api.open.get('/unsubscribe/:kind/:token', spec, ({ organization, path, request }) => {
    const meant = meantBy(organization, path)
    const reader = visitor(organization, request, meant?.user)
    return meant ? askingPage(reader, meant) : noticePage(reader, reader.texts.unsubscribe.unknown, 404)
  })
  // Mail programs call it from elsewhere, without a cookie: what is signed in the link is all that it takes.
  const parameters = Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String()) })
  api.open.post('/unsubscribe/:kind/:token', { ...spec, parameters }, async (call) => {
    const { organization, path, request } = call
    const meant = meantBy(organization, path)
    const reader = visitor(organization, request, meant?.user)
    const { unsubscribe: texts } = reader.texts
    if (!meant) return noticePage(reader, texts.unknown, 404)
    await unsubscribe(organization, meant.user, meant.kind)
    const text = texts[textsOf[meant.kind][1]](meant.user.email)
    return noticePage(reader, { title: texts.doneTitle, text }, 200)
  })
}

interface Meant {
  kind: MailKind
  user: User
}

function meantBy(organization: Organization, path: { kind: string; token: string }): Meant | undefined {
  const kind = mailKinds.find((each) => each === path.kind)
  const id = kind && holderOf(organization, kind, path.token)
  const user = id === undefined ? undefined : directory(organization).byId.get(id)
  return kind && user && { kind, user }
}

function askingPage(reader: Visitor, { kind, user }: Meant): Response {
  const { unsubscribe: texts } = reader.texts
  return pageResponse(reader, {
    title: texts.title,
    body: html`<p>${texts[textsOf[kind][0]](user.email)}</p>
      ${formHtml({ fields: [], submit: texts.submit })}`,
  })
}
