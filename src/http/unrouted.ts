// Answers for requests that no route takes: preflights, wrong methods, unknown paths.
import { failure } from './envelope'
import { ApiError } from './errors'

interface Route {
  method: string
  path: string
}

/** 204 to a CORS preflight, 405 with `Allow` where the path has other methods, else 404. */
export function answerUnrouted(request: Request, routes: readonly Route[]): Response {
  const path = new URL(request.url).pathname
  const methods = routes.filter((route) => matches(route.path, path)).map((route) => route.method)
  if (methods.length === 0) return failure(new ApiError('NOT_FOUND', `There is nothing at ${path}`, {}))
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ')
  if (request.method === 'OPTIONS') return preflight(allow)
  const error = new ApiError(
    'METHOD_NOT_ALLOWED',
    `Method ${request.method} is not allowed here`,
    {},
    { allow },
  )
  return failure(error)
}

function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
      allow: methods,
    },
  })
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === '*' || part === given[index])
  )
}
