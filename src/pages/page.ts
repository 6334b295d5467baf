// The server's own pages: plain HTML with one style sheet inside, no script, the organization's icon, nothing from elsewhere.
import type { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { organizationPicture } from '../organization/own-pictures'
import { pictureUrl } from '../organization/picture-urls'
import { settings } from '../organization/settings'
import { html, type Content, Html } from './html'
import type { Reader, Visitor } from './reader'
import { style } from './style'
import type { Notice } from './texts/english'

/** A page to be sent. */
export interface Page {
  title: string
  body: Content
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Where its forms may lead beside this server, as a source of a content security policy. */
  formTarget?: string | undefined
}

const styleElement = new Html(`<style>${style}</style>`)
/** Styles are taken that have this hash, the icon where there is one; scripts, frames and everything else not at all. */
const styleHash = new Bun.CryptoHasher('sha256').update(style).digest('base64')

function pageHeaders(formTarget: string | undefined, hasIcon: boolean): Record<string, string> {
  const targets = formTarget === undefined ? "'self'" : `'self' ${formTarget}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${styleHash}'; ${hasIcon ? "img-src 'self'; " : ''}` +
      `form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    vary: 'accept-language',
  }
}

export function pageResponse(
  { organization, texts }: Reader,
  { title, body, status = 200, headers = {}, formTarget }: Page,
): Response {
  const name = organization && settings(organization).name
  const icon = organization && organizationPicture(organization, 'icon')
  const whole = html`<!doctype html>
    <html lang="${texts.locale}" dir="${new Intl.Locale(texts.locale).getTextInfo().direction ?? 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}${name !== undefined && ` – ${name}`}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          ${organization && html`<header>${signOf(organization, icon)}${name}</header> `}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `
  return new Response(whole.text, {
    status,
    headers: { ...pageHeaders(formTarget, icon !== undefined), ...headers },
  })
}

/** The icon that it has uploaded, or else the first letter of its name. */
function signOf(organization: Organization, icon: string | undefined): Html {
  if (icon !== undefined) return html`<img class="sign" src="${pictureUrl('organization', icon)}" alt="" />`
  const [first] = new Intl.Segmenter().segment(settings(organization).name.trim())
  return html`<span class="sign" aria-hidden="true">${first?.segment.toUpperCase() ?? ''}</span>`
}

/** A page that says why there is nothing to be done here, and where those go who have an account. */
export function noticePage(visitor: Visitor, { title, text }: Notice, status: number): Response {
  const { haveAccount, logIn } = visitor.texts
  return pageResponse(visitor, {
    title,
    body: html`<p>${text}</p>
      <footer>${haveAccount} <a href="/login">${logIn}</a></footer>`,
    status,
  })
}

/** Sends the browser on to another page, which it gets with GET. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { location: path, ...headers } })
}

/** When it makes sense to try again, where the error tells. */
export function waitHeader({ headers }: ApiError): Readonly<Record<string, string>> {
  const wait = headers['retry-after']
  return wait === undefined ? {} : { 'retry-after': wait }
}

/** How long that is. @returns minutes, at least 1 */
export function minutesToWait({ headers }: ApiError): number {
  return Math.max(1, Math.ceil(Number(headers['retry-after'] ?? 0) / 60))
}
