// Answers for requests that no route takes: preflights of browsers, wrong methods, unknown paths.
import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { corsHeaders, failure } from './envelope'
import { ApiError } from './errors'
import type { PageOfFailure } from './route'

interface KnownRoute {
  readonly method: string
  readonly path: string
}

/** Any site may call with credentials it knows; a browser's own, of which it does not know, are never taken. */
const preflights = new Elysia({ name: 'preflights' }).use(
  cors({
    origin: corsHeaders['access-control-allow-origin'],
    exposeHeaders: corsHeaders['access-control-expose-headers'],
    credentials: false,
    maxAge: 24 * 60 * 60,
  }),
)

/** 204 to a CORS preflight, 405 with `Allow` where the path has other methods, else 404: to people as a page. */
export function answerUnrouted(
  request: Request,
  routes: readonly KnownRoute[],
  page: PageOfFailure,
): Response | Promise<Response> {
  const path = withoutSlash(URL.parse(request.url)?.pathname ?? '')
  const methods = routes.filter((route) => matches(route.path, path)).map((route) => route.method)
  if (methods.length === 0) {
    const error = new ApiError('NOT_FOUND', `There is nothing at ${path}`, {})
    return isOpened(request, path) ? page(error, request) : failure(error)
  }
  if (request.method === 'OPTIONS') return answerPreflight(request)
  const more = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
  const allow = [...new Set([...methods, ...more])].join(', ')
  const message = `Method ${request.method} is not allowed here`
  return failure(new ApiError('METHOD_NOT_ALLOWED', message, {}, { allow }))
}

/** 204 with what browsers have to hear before they let a page of another site call, if one asks. */
export function answerPreflight(request: Request): Response | Promise<Response> {
  if (!request.headers.has('access-control-request-method')) return new Response(null, { status: 204 })
  return preflights.handle(request)
}

/** Whether somebody has opened the address in a browser; what stands below `/api` and `/json` is for programs. */
function isOpened({ method, headers }: Request, path: string): boolean {
  return (
    method === 'GET' && !/^\/(api|json)\//.test(path) && /^text\/html\b/.test(headers.get('accept') ?? '')
  )
}

/** A slash at the end makes no difference, as it makes none to the routes. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  )
}
