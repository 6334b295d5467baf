// Routes of the reference: the page at /api/docs, its script, and the OpenAPI document at /api/docs/json.
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { hashedFileResponse } from '../http/hashed-files'

/** All is made when it is first asked for; a start loads nothing of it. */
export function apiReferenceRoutes(api: Api): void {
  let document: Promise<string> | undefined
  const readDocument = (): Promise<string> =>
    (document ??= import('./document').then(({ openApiDocument }) => openApiDocument(api.routes)))
  api.ofServer(
    '/api/docs/json',
    async () => new Response(await readDocument(), { headers: { 'content-type': 'application/json' } }),
  )
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
