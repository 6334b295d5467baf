// Requests that another site has a browser make, with credentials that the browser keeps (notes: errors, CSRF_FAILED).
import { ApiError } from './errors'

/**
 * Refuses what a page elsewhere could have a browser send by itself. Whoever has answered the browser's own password
 * dialog has it add `Authorization` to every form that any page submits here; only forms and `no-cors` requests
 * reach us unasked, and these are always POST. A page that has credentials of its own can only say them by `fetch` in
 * mode `cors`, after a preflight: it passes, and so does every program that is no browser, as it names no origin.
 * (In mode `cors`, too, a page can ask for what the browser keeps. Browsers that would add it for another site say
 * so by `Sec-Fetch-Storage-Access`; others keep credentials apart by site.)
 * @throws ApiError CSRF_FAILED
 */
export function refuseForged({ method, headers }: Request): void {
  if (method !== 'POST') return
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = headers.get('origin')
  if (site === null && (origin === null || isOwn(origin, headers))) return
  if (isByFetch(headers) && !headers.has('sec-fetch-storage-access')) return
  throw new ApiError('CSRF_FAILED', 'This request was made by another site, with credentials not its own', {})
}

/**
 * Refuses a request by cookie, or of a form that logs somebody in, unless a page of this very organization made it.
 * Browsers of today say so by `Sec-Fetch-Site`, whatever stands between them and us; a page of a sister organization,
 * on a neighbouring name, is `same-site` and refused. To plain HTTP they don't say it, and old ones never: then `Origin`
 * counts, or else `Referer`, whose host and port must be those that the request went to, and https where we know of
 * https. (Behind a proxy that takes no part of TLS from us, we don't know.) Who says nothing at all is refused.
 * @param origin the base address the caller used
 * @throws ApiError CSRF_FAILED
 */
export function assertOwnPage({ headers }: Request, origin: string): void {
  const site = headers.get('sec-fetch-site')
  const from = headers.get('origin') ?? headers.get('referer')
  const isOwn =
    site === null ? from !== null && isSamePlace(from, origin) : site === 'same-origin' || site === 'none'
  if (isOwn) return
  const message = 'This request was not made by a page of this organization, whose cookie it would use'
  throw new ApiError('CSRF_FAILED', message, {})
}

/**
 * The same for what anybody may send who has no cookie yet, such as the form to log in: only that a page elsewhere
 * made it is refused, as that would log people in as somebody else. Programs name no page.
 * @throws ApiError CSRF_FAILED
 */
export function assertNotForged(request: Request, origin: string): void {
  const signs = ['sec-fetch-site', 'origin', 'referer']
  if (signs.some((name) => request.headers.has(name))) assertOwnPage(request, origin)
}

function isSamePlace(from: string, origin: string): boolean {
  const [theirs, own] = [URL.parse(from), URL.parse(origin)]
  if (!theirs || !own) return false
  // Behind a proxy that we don't trust, https looks like http.
  const isSecureEnough = theirs.protocol === 'https:' || own.protocol === 'http:'
  return isSecureEnough && theirs.host === own.host
}

function isOwn(origin: string, headers: Headers): boolean {
  return URL.parse(origin)?.host === headers.get('host')?.toLowerCase()
}

/** Old browsers don't tell the mode; what they send as JSON, or with a header of tus, they have asked for before. */
function isByFetch(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'cors'
  return headers.has('tus-resumable') || /^application\/json\b/i.test(headers.get('content-type') ?? '')
}
