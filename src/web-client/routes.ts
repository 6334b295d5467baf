// The web client at the organization's address, and its files.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { hashedFileResponse } from '../http/hashed-files'
import { pageSpec } from '../pages/route'
import { seeOther } from '../pages/page'
import { browserSession } from '../sessions/credentials'
import { publicPath } from './bundle-paths'
import { clientFiles } from './files'
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
  api.open.get(`${publicPath}:name`, spec, async ({ path, request }) => {
    const { files } = await clientFiles()
    const file = files.get(path.name)
    if (!file) throw new ApiError('NOT_FOUND', 'There is no such file', {})
    return hashedFileResponse(path.name, file, request)
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
