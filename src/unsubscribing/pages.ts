// The page on which people end mails of a kind, with the link that came in one; mail programs do it by themselves (RFC 8058).
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { holderOf, mailKinds, type MailKind } from '../missed-messages/unsubscribe-link'
import type { Organization } from '../organization/organization'
import { formHtml } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse } from '../pages/page'
import { pageSpec } from '../pages/route'
import { directory, type User } from '../users/repository'
import { unsubscribe } from './actions'

const titles: Readonly<Record<MailKind, string>> = {
  missed_messages: 'Mail about messages that you missed',
  digest: 'The weekly digest',
}

export function unsubscribingPages(api: Api): void {
  const spec = {
    ...pageSpec('End mails of a kind', []),
    path: Type.Object({ kind: Type.String(), token: Type.String() }),
  }
  // Programs that merely look what a link leads to end nothing: that takes a POST.
  api.open.get('/unsubscribe/:kind/:token', spec, ({ organization, path }) => {
    const meant = meantBy(organization, path)
    return meant ? askingPage(organization, meant) : noticePage(organization, unknown)
  })
  // Mail programs call it from elsewhere, without a cookie: what is signed in the link is all that it takes.
  const parameters = Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String()) })
  api.open.post('/unsubscribe/:kind/:token', { ...spec, parameters }, async ({ organization, path }) => {
    const meant = meantBy(organization, path)
    if (!meant) return noticePage(organization, unknown)
    await unsubscribe(organization, meant.user, meant.kind)
    return noticePage(organization, {
      title: 'No more such mails',
      text: `${titles[meant.kind]}: it does not come to ${meant.user.email} any more. You can have it again by your settings.`,
      status: 200,
    })
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

function askingPage(organization: Organization, { kind, user }: Meant): Response {
  return pageResponse({
    organization,
    title: 'No more such mails?',
    body: html`<p>${titles[kind]} comes to ${user.email}. It can be ended here, without logging in.</p>
      ${formHtml({ fields: [], submit: 'Send no more such mails' })}`,
  })
}

/** Nothing is said of what might be wrong with it. */
const unknown = {
  title: 'This link is not complete',
  text: 'It may have been cut off. Your settings have the same to choose.',
  status: 404,
}
