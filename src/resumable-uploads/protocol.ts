// A request in tus 1.0.0, answered by @tus/server: with the caller's uploads, and with our errors.
import { Server, type Lock } from '@tus/server'
import { ApiError, badRequest } from '../http/errors'
import type { Call } from '../http/route'
import { noSuchUpload, ownUpload } from './actions'
import { readChecksum } from './chunks'
import { locks } from './room'
import { OwnUploads } from './store'
import { completed, tusHeaders, tusVersion } from './wire'

/** A call with the ID of an upload, or without one where one is begun. */
export type TusCall = Call<{ upload_id?: string }, unknown>

/** What @tus/server is to see of a request. Its body goes another way, and what proxies say is known already. */
const seen = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/** @throws ApiError with the headers of tus, too: BAD_REQUEST with the status that tus has for it, and what the actions throw */
export async function answerTus(call: TusCall): Promise<Response> {
  try {
    return await answered(call)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(
      error.code,
      error.message,
      error.fields,
      { ...tusHeaders, ...error.headers },
      error.status,
    )
  }
}

async function answered({
  organization,
  caller,
  request,
  path: { upload_id: id },
}: TusCall): Promise<Response> {
  const method = methodOf(request)
  assertSpoken(method, request, id)
  // Before anything else: whoever asks for another's upload must not cut it off.
  if (id !== undefined) ownUpload(organization, caller, id)
  const cut = new AbortController()
  const uploads = new OwnUploads(organization, caller, {
    body: request.body,
    checksum: readChecksum(request.headers.get('upload-checksum')),
    cut: cut.signal,
  })
  const lockOf = (id: string): Lock => {
    let unlock: (() => void) | undefined
    return {
      async lock() {
        unlock = await locks(organization).take(id, () => cut.abort())
      },
      async unlock() {
        unlock?.()
      },
    }
  }
  const path = new URL(request.url).pathname
  let failed: unknown
  const server = new Server({
    path: id === undefined ? path : path.slice(0, path.lastIndexOf('/')),
    relativeLocation: true,
    datastore: uploads,
    locker: { newLock: lockOf },
    // The same for whichever request has made it whole.
    onUploadFinish: async (_, { id }) => ({
      ...(method === 'PATCH' ? { status_code: 200 } : {}),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(completed(await uploads.finish(id))),
    }),
    onResponseError(_, error) {
      failed = error
      return undefined
    },
  })
  const answer = await server.handleWeb(headOf(request, method))
  if (answer.status >= 400) {
    // Where that fails, too, it is forgotten tomorrow.
    if (id === undefined) await uploads.giveUp().catch(() => undefined)
    throw failed instanceof Error ? failed : await refusal(answer)
  }
  for (const [name, value] of Object.entries(tusHeaders)) answer.headers.set(name, value)
  if (uploads.expiry) answer.headers.set('upload-expires', uploads.expiry.toUTCString())
  return answer
}

/** Clients that can say no other method than POST name the one that they mean in a header. */
function methodOf({ method, headers }: Request): string {
  return (method === 'POST' && headers.get('x-http-method-override')?.toUpperCase()) || method
}

/** @throws ApiError for what is no tus, or of another version, with the statuses of the protocol */
function assertSpoken(method: string, { headers }: Request, id: string | undefined): void {
  if (headers.get('tus-resumable') !== tusVersion) {
    const message = `Tus-Resumable must be ${tusVersion}`
    throw new ApiError('BAD_REQUEST', message, {}, { 'tus-version': tusVersion }, 412)
  }
  const methods = id === undefined ? ['POST'] : ['HEAD', 'PATCH', 'DELETE']
  if (!methods.includes(method)) {
    const allow = ['OPTIONS', 'POST', ...methods].join(', ')
    throw new ApiError('METHOD_NOT_ALLOWED', `Method ${method} is not allowed here`, {}, { allow })
  }
  if (method !== 'PATCH') return
  if (headers.get('content-type') !== partType) {
    throw new ApiError('BAD_REQUEST', `Content-Type must be ${partType}`, {}, {}, 415)
  }
  if (!headers.has('upload-offset')) throw badRequest('Upload-Offset is missing')
}

const partType = 'application/offset+octet-stream'

/** A request without its body. */
function headOf({ url, headers }: Request, method: string): Request {
  const { origin, pathname } = new URL(url)
  const given = seen.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Request(origin + pathname, { method, headers: given })
}

/** What @tus/server refuses, in our envelope. */
async function refusal(answer: Response): Promise<ApiError> {
  const { status } = answer
  if (status === 404 || status === 410) return noSuchUpload()
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'
  return new ApiError(code, (await answer.text()).trim(), {}, {}, status)
}
