// The page on which somebody confirms a new e-mail address. Opening it changes nothing: mail programs open links, too.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse } from '../pages/page'
import { visitor, type Visitor } from '../pages/reader'
import { pageSpec } from '../pages/route'
import { changeOfLink, confirmAddress } from './address-changes'

export function addressPages(api: Api): void {
  const spec = { ...pageSpec('Confirm an e-mail address', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/confirm-address/:token', spec, ({ organization, path, request }) => {
    const change = changeOfLink(organization, path.token)
    const reader = visitor(organization, request, change?.user)
    return change
      ? confirmationPage(reader, change.address, undefined)
      : noticePage(reader, reader.texts.address.ended, 410)
  })
  api.open.post('/confirm-address/:token', spec, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const change = changeOfLink(organization, path.token)
    const reader = visitor(organization, request, change?.user)
    const { confirmedTitle: title, confirmedText, ended } = reader.texts.address
    if (!change) return noticePage(reader, ended, 410)
    return submitted(
      reader.texts,
      async () => {
        await confirmAddress(organization, path.token)
        return noticePage(reader, { title, text: confirmedText(change.address) }, 200)
      },
      (problem) => confirmationPage(reader, change.address, problem),
    )
  })
}

function confirmationPage(reader: Visitor, address: string, problem: Problem | undefined): Response {
  const { title, text, submit } = reader.texts.address
  return pageResponse(reader, {
    title,
    body: html`<p>${text(address)}</p>
      ${formHtml({ fields: [], submit, problem })}`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}
