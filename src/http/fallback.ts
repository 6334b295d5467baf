// What Bun's router takes for none of the routes: Elysia looks again, and what is nowhere gets an answer that says so.
import { Elysia } from 'elysia'
import type { Api } from './api'
import type { Application } from './application'
import type { ConnectionSource } from './proxies'
import type { PageOfFailure } from './route'
import { answerUnrouted } from './unrouted'

export function fallback(api: Api, page: PageOfFailure): Application['fetch'] {
  // Host names of one to three letters are names too.
  const app = new Elysia({ name: 'confab', handler: { standardHostname: false } })
  let connections: ConnectionSource | null = null
  for (const { method, path, handler } of api.routes) {
    app.route(method, path, ({ request }) => handler(request, connections), { parse: 'none' })
  }
  const unrouted = api.unrouted((request, server) =>
    api.counted(request, server, () => answerUnrouted(request, api.routes, page)),
  )
  app.onError(({ error, code, request }) =>
    code === 'NOT_FOUND' ? unrouted(request, connections) : api.fail(error, request),
  )
  return (request, server) => {
    connections = server
    return app.fetch(request)
  }
}
