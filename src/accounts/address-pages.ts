// The page on which somebody confirms a new e-mail address. Opening it changes nothing: mail programs open links, too.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertNotForged } from '../http/cross-site'
import type { Organization } from '../organization/organization'
import { formHtml, submitted, type Problem } from '../pages/form'
import { html } from '../pages/html'
import { noticePage, pageResponse } from '../pages/page'
import { pageSpec } from '../pages/route'
import { changeOfLink, confirmAddress } from './address-changes'

export function addressPages(api: Api): void {
  const spec = { ...pageSpec('Confirm an e-mail address', []), path: Type.Object({ token: Type.String() }) }
  api.open.get('/confirm-address/:token', spec, ({ organization, path }) => {
    const change = changeOfLink(organization, path.token)
    return change
      ? confirmationPage(organization, change.address, undefined)
      : noticePage(organization, ended)
  })
  api.open.post('/confirm-address/:token', spec, (call) => {
    const { organization, path, request, origin } = call
    assertNotForged(request, origin)
    const change = changeOfLink(organization, path.token)
    if (!change) return noticePage(organization, ended)
    return submitted(
      async () => {
        await confirmAddress(organization, path.token)
        const text = `${change.address} is the address of your account from now on. You log in with it.`
        return noticePage(organization, { title: 'Your address is confirmed', text, status: 200 })
      },
      (problem) => confirmationPage(organization, change.address, problem),
    )
  })
}

function confirmationPage(
  organization: Organization,
  address: string,
  problem: Problem | undefined,
): Response {
  return pageResponse({
    organization,
    title: 'Confirm your address',
    body: html`<p>${address} is to become the address of your account.</p>
      ${formHtml({ fields: [], submit: 'Confirm', problem })}`,
    status: problem?.status ?? 200,
    headers: problem?.headers ?? {},
  })
}

/** Shown for a link that never was one, too. */
const ended = {
  title: 'This link has ended',
  text: 'It was used already, or is more than a day old, or your password has changed since. Ask for another one in your settings.',
  status: 410,
}
