// What Bun serves: its own router answers all that the routes match to the letter, Elysia the rest.
import type { Api } from './api'
import type { ConnectionSource } from './proxies'
import type { Handler, Method, PageOfFailure } from './route'
import { withStrictTransport } from './strict-transport'
import { together } from './together'

/** The part of Bun's options that answers requests. */
export interface Application {
  /** By path, then by method. */
  readonly routes: Record<string, Partial<Record<Method, Handler>>>
  /** `HEAD`, paths with a slash at the end, methods that a path has not, what is nowhere. */
  readonly fetch: (request: Request, server: ConnectionSource | null) => Response | Promise<Response>
}

/** @param page what browsers are shown at addresses where nothing is */
export function application(api: Api, page: PageOfFailure): Application {
  const { strictTransport } = api.context
  const strict = (handler: Handler): Handler =>
    strictTransport ? withStrictTransport(handler, strictTransport) : handler
  const routes: Application['routes'] = {}
  for (const { method, path, handler } of api.routes)
    (routes[path] ??= {})[method] = strict(together(handler))
  // Loaded when the first request needs it: a start is sooner without.
  let rest: Promise<Application['fetch']> | undefined
  const loadRest = (): Promise<Application['fetch']> =>
    (rest ??= import('./fallback').then(({ fallback }) => fallback(api, page)))
  const answerRest = strict(async (request, server) => (await loadRest())(request, server))
  return { routes, fetch: answerRest }
}
