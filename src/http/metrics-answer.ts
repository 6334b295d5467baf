// What Prometheus scrapes, for whoever may.
import { isSameSecret } from '../organization/signing'
import type { Metrics } from './api'
import { ApiError } from './errors'

/** The answer to a scrape. @throws ApiError UNAUTHORIZED without the token */
export async function metricsAnswer(request: Request, { read, token }: Metrics): Promise<Response> {
  if (token !== undefined && !isBearer(request, token))
    throw new ApiError('UNAUTHORIZED', 'A token is needed: Authorization: Bearer …', {}, challenge)
  // Loaded when somebody asks: a start is sooner without.
  const { prometheusContentType, prometheusText } = await import('../metrics/prometheus')
  return new Response(await prometheusText(await read()), {
    headers: { 'content-type': prometheusContentType },
  })
}

const challenge = { 'www-authenticate': 'Bearer' }

function isBearer(request: Request, token: string): boolean {
  const given = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return isSameSecret(given, token)
}
