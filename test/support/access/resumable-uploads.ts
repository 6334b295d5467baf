// Calls of the access table about files that come in parts.
import { Tus, type HeaderFields } from '../tus'
import type { Client } from '../client'
import { byKey } from './calling'
import { plain, type Calls, type Make } from './given'
import type { AccessWorld } from './world'

const version = { 'tus-resumable': '1.0.0' }

/** One of the caller's own; the member's for those who can have none. */
async function begun({ server, callers }: AccessWorld, who: Client): Promise<string> {
  const own = await new Tus(server.url, byKey(who)).begin(5).catch(() => undefined)
  return own ?? new Tus(server.url, byKey(callers.member)).begin(5)
}

const ofOwn =
  (headers: HeaderFields = {}): Make =>
  async (world, who) => {
    const path = await begun(world, who)
    return {
      path: { upload_id: path.slice(path.lastIndexOf('/') + 1) },
      headers: { ...version, ...headers },
    }
  }

export const resumableUploadCalls: Calls = {
  'OPTIONS /api/v1/tus': plain,
  'OPTIONS /api/v1/tus/:upload_id': ofOwn(),
  'POST /api/v1/tus': () => ({ headers: { ...version, 'upload-length': '5' } }),
  'POST /api/v1/tus/:upload_id': ofOwn({ 'x-http-method-override': 'DELETE' }),
  'HEAD /api/v1/tus/:upload_id': ofOwn(),
  'PATCH /api/v1/tus/:upload_id': ofOwn({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  }),
  'DELETE /api/v1/tus/:upload_id': ofOwn(),
}
