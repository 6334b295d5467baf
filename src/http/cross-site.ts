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

function isOwn(origin: string, headers: Headers): boolean {
  return URL.parse(origin)?.host === headers.get('host')?.toLowerCase()
}

/** Old browsers don't tell the mode; what they send as JSON, they have asked for before. */
function isByFetch(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'cors'
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}
