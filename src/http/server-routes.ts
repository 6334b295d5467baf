// Routes of the server itself, beside the API: its health, and the reference of its calls.
import { openapi } from '@elysiajs/openapi'
import { Elysia } from 'elysia'
import { version } from '../version'
import type { Api } from './api'
import { docsPage, type ApiDocument } from './docs'
import { success, withCommonHeaders } from './envelope'
import { sharedSchemas } from './openapi'

/** GET /health: answers once every organization's database does. Without credentials or limits. */
export const healthRoute = (api: Api) =>
  new Elysia({ name: 'health' }).get('/health', ({ request }) => {
    try {
      return success({ version, organizations: api.context.checkHealth() }, [], undefined)
    } catch (error) {
      return api.fail(error, request)
    }
  })

/** The OpenAPI document at /api/docs/json, from the schemas of the routes. */
export const openApiDocument = openapi({
  provider: null,
  specPath: '/api/docs/json',
  exclude: { paths: ['/health', '/api/docs', '/api/docs/json'], staticFile: false },
  documentation: {
    info: { title: 'Confab API', version, description: 'The calls of this server, feature level 420.' },
    components: {
      schemas: sharedSchemas,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'E-mail address and API key' },
      },
    },
  },
})

/** The page at /api/docs. @param readDocument asks for the OpenAPI document */
export const docsRoute = (readDocument: () => Promise<ApiDocument>) => {
  let page: string | undefined
  return new Elysia({ name: 'docs' }).get('/api/docs', async () => {
    page ??= docsPage(await readDocument())
    return withCommonHeaders(new Response(page, { headers: pageHeaders }))
  })
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
