// The pages of a server that has no organization for the address: it is new, it has several, or the address is nobody's.
import type { NoOrganizationError } from '../http/errors'
import { formHtml, type Problem } from './form'
import { html } from './html'
import { pageResponse } from './page'
import { stranger } from './reader'

/** Where the form goes that asks for an organization's address. */
export const finderPath = '/find-organization'

/** Says which of it is the case; at the server's own name people say where they want to go. */
export function serverPage(request: Request, { why, base, status }: NoOrganizationError): Response {
  if (why === 'several' && base !== undefined) return askingPage(request, base, undefined)
  const reader = stranger(request)
  const { title, text } = reader.texts.server[why]
  return pageResponse(reader, {
    title,
    body: html`<p>${text}</p>
      ${why === 'several' && html`<p>${reader.texts.server.openYourself}</p>`}`,
    status,
  })
}

/** What was typed, and what is wrong with it. */
interface Asked {
  address: string
  problem: Problem
}

/** @param base the host, with its port, that organizations have their names before */
export function askingPage(request: Request, base: string, asked: Asked | undefined): Response {
  const reader = stranger(request)
  const { several, organization, organizationHint, go } = reader.texts.server
  return pageResponse(reader, {
    title: several.title,
    body: html`<p>${several.text}</p>
      ${formHtml({
        fields: [
          {
            name: 'address',
            label: organization,
            type: 'text',
            autocomplete: 'url',
            hint: organizationHint(`team.${base}`),
            value: asked?.address ?? '',
          },
        ],
        submit: go,
        action: finderPath,
        problem: asked?.problem,
      })}`,
    status: asked?.problem.status ?? 200,
    headers: asked?.problem.headers ?? {},
    // The answer to the form leads to the organization, which is a neighbour.
    formTarget: `http://*.${base} https://*.${base}`,
  })
}
