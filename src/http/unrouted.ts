// Answers for requests that no route takes: preflights, wrong methods, unknown paths.
import { failure } from './envelope'
import { ApiError } from './errors'

/** A route of the application, as Elysia knows it. */
export interface Route {
  method: string
  path: string
}

/** 204 to a CORS preflight, 405 with `Allow` where the path has other methods, else 404. */
export function answerUnrouted(request: Request, routes: readonly Route[]): Response {
  const path = withoutSlash(URL.parse(request.url)?.pathname ?? '')
  const methods = routes.filter((route) => matches(route.path, path)).map((route) => route.method)
  if (methods.length === 0) return failure(new ApiError('NOT_FOUND', `There is nothing at ${path}`, {}))
  const more = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
  const allow = [...new Set([...methods, ...more])].join(', ')
  if (request.method === 'OPTIONS') return preflight(request, allow)
  const error = new ApiError(
    'METHOD_NOT_ALLOWED',
    `Method ${request.method} is not allowed here`,
    {},
    { allow },
  )
  return failure(error)
}

function preflight(request: Request, methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': allowedHeaders(request),
      'access-control-max-age': '86400',
      allow: methods,
    },
  })
}

/** A browser may send what it asks to send: credentials are in a header that other sites don't know. */
function allowedHeaders(request: Request): string {
  const asked = request.headers.get('access-control-request-headers') ?? ''
  return /^[\w\-, ]{1,1000}$/.test(asked) ? asked : 'Authorization, Content-Type'
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
