// The web client at the organization's address, and its files.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { hashedFileResponse } from '../http/hashed-files'
import { pageSpec } from '../pages/route'
import { seeOther } from '../pages/page'
import { browserSession } from '../sessions/credentials'
import { publicPath, workerName } from './bundle-paths'
import { clientFiles } from './files'
import { manifestResponse } from './manifest'
import { clientPage, pagePolicy } from './page'

export function webClientRoutes(api: Api): void {
  api.open.get('/', pageSpec('The web client', [browserSession]), async ({ caller }) =>
    // The part after `#` stays with the browser, through the log-in, too.
    caller ? page() : seeOther('/login?next=%2F'),
  )
  const spec = {
    ...pageSpec('A file of the web client', []),
    path: Type.Object({ name: Type.String() }),
    isFree: true,
    worksWhenDeactivated: true,
  } as const
  const free = { isFree: true, worksWhenDeactivated: true } as const
  api.open.get('/service-worker.js', { ...pageSpec('The service worker', []), ...free }, () =>
    workerResponse(),
  )
  api.open.get('/manifest.webmanifest', { ...pageSpec('The manifest', []), ...free }, ({ organization }) =>
    manifestResponse(organization),
  )
  api.open.get(`${publicPath}:name`, spec, async ({ path, request }) => {
    const { files } = await clientFiles()
    const file = files.get(path.name)
    if (!file) throw new ApiError('NOT_FOUND', 'There is no such file', {})
    return hashedFileResponse(path.name, file, request)
  })
}

/** Of another content another time, under the same name: browsers ask for it each time, and have all of the address under it. */
async function workerResponse(): Promise<Response> {
  const file = (await clientFiles()).files.get(workerName)
  if (!file) throw new ApiError('NOT_FOUND', 'There is no service worker', {})
  return new Response(file.content, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}

async function page(): Promise<Response> {
  const { page } = await clientFiles()
  return new Response(clientPage(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
    },
  })
}
