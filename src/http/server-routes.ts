// Routes of the server itself, beside the API: its health, and the reference of its calls.
import { version } from '../version'
import type { Api } from './api'
import { success } from './envelope'

/** GET /health: answers once every organization's database does. */
export function healthRoute(api: Api): void {
  const isFree = true
  api.ofServer('/health', () => success({ version, ...api.context.checkHealth() }, [], undefined), isFree)
}

/** The reference at /api/docs, and as OpenAPI document at /api/docs/json. Both are made when first asked for. */
export function docsRoutes(api: Api): void {
  let document: Promise<string> | undefined
  const readDocument = (): Promise<string> =>
    (document ??= import('./openapi').then(({ openApiDocument }) => openApiDocument(api.routes)))
  let page: Promise<string> | undefined
  const readPage = async (): Promise<string> => {
    const { docsPage } = await import('./docs')
    return docsPage(JSON.parse(await readDocument()))
  }
  api.ofServer(
    '/api/docs/json',
    async () => new Response(await readDocument(), { headers: { 'content-type': 'application/json' } }),
  )
  api.ofServer('/api/docs', async () => new Response(await (page ??= readPage()), { headers: pageHeaders }))
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
