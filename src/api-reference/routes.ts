// Routes of the reference: the page at /api/docs, its script, and the OpenAPI document at /api/docs/json.
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { hashedFileResponse } from '../http/hashed-files'
import type { Route } from '../http/route'

/** All is made when it is first asked for; a start loads nothing of it. */
export function apiReferenceRoutes(api: Api): void {
  let document: Promise<Document> | undefined
  const readDocument = (): Promise<Document> => (document ??= madeDocument(api.routes))
  api.ofServer('/api/docs/json', async (request) => documentResponse(await readDocument(), request))
  api.ofServer('/api/docs', async () => {
    const [{ referencePage }, { pageScript }] = await Promise.all([import('./page'), import('./script')])
    return referencePage((await pageScript()).name)
  })
  const isFree = true
  api.ofServer(
    '/api/docs/:script',
    async (request) => {
      const { pageScript } = await import('./script')
      const script = await pageScript()
      if (new URL(request.url).pathname !== `/api/docs/${script.name}`)
        throw new ApiError('NOT_FOUND', 'There is no such file', {})
      return hashedFileResponse(script.name, script, request)
    },
    isFree,
  )
}

/** The same twice: as it is, and a tenth as long. */
interface Document {
  text: string
  compressed: Uint8Array<ArrayBuffer>
}

async function madeDocument(routes: readonly Route[]): Promise<Document> {
  const { openApiDocument } = await import('./document')
  const text = openApiDocument(routes)
  return { text, compressed: Bun.gzipSync(text) }
}

function documentResponse({ text, compressed }: Document, request: Request): Response {
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  return takesGzip
    ? new Response(compressed, { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(text, { headers })
}
