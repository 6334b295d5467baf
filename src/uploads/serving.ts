// Serving what is in the file store: to browsers that must not run it, in parts where they ask for parts (notes: files).
import { create as disposition } from 'content-disposition'
import parseRange from 'range-parser'
import { fileStore } from '../file-store/file-store'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'

/** Something in the file store, and how it is served. */
export interface Content {
  key: string
  contentType: string
  /** What it is called when it is saved, and the same in plain ASCII for old browsers. */
  name: string
  plainName: string
  /** Whether it is to be saved, even if browsers could show it. */
  isDownload?: boolean
  /** Always `private`; if it is not said, it is asked for each time whether it is still there for whoever asks. */
  cacheControl?: string
}

/**
 * The answer to a GET or HEAD of a content that the caller may see: all of it, the part that is asked for, or that it is what
 * the client has already.
 * @throws ApiError NOT_FOUND if it is not in the store; BAD_REQUEST with status 416 for a part that it has not
 */
export async function serveContent(
  organization: Organization,
  request: Request,
  content: Content,
): Promise<Response> {
  const store = fileStore(organization)
  const size = await store.size(content.key)
  if (size === undefined) throw noSuchFile()
  const etag = `"${content.key}"`
  const headers = headersOf(content, etag)
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  // Nothing is fetched for a HEAD.
  if (request.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': `${size}` } })
  const part = askedPart(request.headers, etag, size)
  if (!part) return new Response(store.body(content.key, 0, size), { headers })
  const { start, end } = part
  headers['content-range'] = `bytes ${start}-${end}/${size}`
  const body = store.body(content.key, start, end + 1)
  return new Response(body, { status: 206, headers })
}

/** One answer, whether there is no such file or the caller may not know of it. */
export function noSuchFile(): ApiError<'NOT_FOUND'> {
  return new ApiError('NOT_FOUND', 'This file does not exist or has been deleted.', {})
}

function headersOf(
  { contentType, name, plainName, isDownload = false, cacheControl }: Content,
  etag: string,
): Record<string, string> {
  const type = isDownload || !isShown(contentType) ? 'attachment' : 'inline'
  return {
    'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    'content-disposition': disposition(name, { type, fallback: plainName }),
    'content-security-policy': policyOf(contentType),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl ?? 'private, no-cache',
    etag,
  }
}

/** What browsers show by themselves, and run nothing of. What could be run is never of these types. */
function isShown(type: string): boolean {
  return (
    /^(audio|video)\//.test(type) ||
    (type.startsWith('image/') && type !== 'image/svg+xml') ||
    type === 'application/pdf' ||
    type === 'text/plain'
  )
}

/**
 * Whatever a browser makes of it, it runs no script, sends no form and loads nothing but itself. A player loads its film
 * again, for which it needs the cookies of the organization.
 */
function policyOf(type: string): string {
  return /^(audio|video)\//.test(type) ? `sandbox allow-same-origin; ${itself}` : `sandbox; ${itself}`
}

const itself =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false
  const known = header.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

/** The one part that is asked for; undefined for all of it, also where several parts are asked for. */
function askedPart(headers: Headers, etag: string, size: number): { start: number; end: number } | undefined {
  const range = headers.get('range')
  const condition = headers.get('if-range')
  if (range === null || (condition !== null && condition !== etag)) return undefined
  const parts = parseRange(size, range)
  if (parts === -1) {
    const rangeOfAll = { 'content-range': `bytes */${size}` }
    throw new ApiError('BAD_REQUEST', 'The file has no such part', {}, rangeOfAll, 416)
  }
  return parts !== -2 && parts.type === 'bytes' && parts.length === 1 ? parts[0] : undefined
}
