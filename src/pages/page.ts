// The server's own pages: plain HTML with one style sheet inside, no script, nothing from elsewhere.
import type { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { html, type Content, Html } from './html'
import { style } from './style'

/** A page to be sent. */
export interface Page {
  /** Undefined where it is unknown which one is meant, or nobody's business. */
  organization: Organization | undefined
  title: string
  body: Content
  status?: number
  headers?: Readonly<Record<string, string>>
}

const styleElement = new Html(`<style>${style}</style>`)
/** Styles are taken that have this hash; scripts, frames and everything else not at all. */
const styleHash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; ` +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
}

export function pageResponse({ organization, title, body, status = 200, headers = {} }: Page): Response {
  const name = organization && settings(organization).name
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}${name !== undefined && ` – ${name}`}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          ${name !== undefined && html`<header><span class="sign" aria-hidden="true">${initialOf(name)}</span>${name}</header> `}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `
  return new Response(whole.text, { status, headers: { ...pageHeaders, ...headers } })
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}

/** A page that says why there is nothing to be done here, and where those go who have an account. */
export function noticePage(
  organization: Organization,
  { title, text, status }: { title: string; text: string; status: number },
): Response {
  return pageResponse({
    organization,
    title,
    body: html`<p>${text}</p>
      <footer>You have an account here? <a href="/login">Log in</a></footer>`,
    status,
  })
}

/** Sends the browser on to another page, which it gets with GET. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { location: path, ...headers } })
}

/** The page that says that a page failed. */
export function failurePage(error: ApiError): Response {
  return pageResponse({
    organization: undefined,
    title: titles[error.code] ?? (error.status < 500 ? 'This can’t be done' : 'Something went wrong'),
    body: html`<p>${explanations[error.code] ?? error.message}</p>`,
    status: error.status,
    headers: waitHeader(error),
  })
}

/** When it makes sense to try again, where the error tells. */
export function waitHeader({ headers }: ApiError): Readonly<Record<string, string>> {
  const wait = headers['retry-after']
  return wait === undefined ? {} : { 'retry-after': wait }
}

const titles: Readonly<Record<string, string>> = {
  CSRF_FAILED: 'Please try again',
  RATE_LIMIT_HIT: 'Too many attempts',
  REALM_DEACTIVATED: 'This organization is closed',
  NONEXISTENT_SUBDOMAIN: 'Nothing here',
}

const explanations: Readonly<Record<string, string>> = {
  CSRF_FAILED:
    'What you sent did not come from a page of this server, or your browser does not say so. ' +
    'Open the page again, and send it from there.',
  RATE_LIMIT_HIT: 'Please wait a while before you try again.',
}
