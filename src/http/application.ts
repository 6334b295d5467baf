// What Bun serves: its own router answers all that the routes match to the letter, Elysia the rest.
import { Elysia } from 'elysia'
import type { Api } from './api'
import type { ConnectionSource } from './proxies'
import type { Handler, Method } from './route'

/** The part of Bun's options that answers requests. */
export interface Application {
  /** By path, then by method. */
  readonly routes: Record<string, Partial<Record<Method, Handler>>>
  /** `HEAD`, paths with a slash at the end, methods that a path has not, what is nowhere. */
  readonly fetch: (request: Request, server: ConnectionSource) => Response | Promise<Response>
}

export function application(api: Api): Application {
  const routes: Application['routes'] = {}
  for (const { method, path, handler } of api.routes) (routes[path] ??= {})[method] = handler
  return { routes, fetch: fallback(api) }
}

function fallback(api: Api): Application['fetch'] {
  // Host names of one to three letters are names too.
  const app = new Elysia({ name: 'confab', handler: { standardHostname: false } })
  let connections: ConnectionSource | null = null
  for (const { method, path, handler } of api.routes) {
    app.route(method, path, ({ request }) => handler(request, connections), { parse: 'none' })
  }
  app.onError(({ error, code, request }) =>
    code === 'NOT_FOUND' ? api.unrouted(request, connections) : api.fail(error, request),
  )
  return (request, server) => {
    connections = server
    return app.fetch(request)
  }
}
