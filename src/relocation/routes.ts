// Routes by which another server brings an organization: each call says the token that `confab organization receive` gave.
import { type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Api } from '../http/api'
import { success } from '../http/envelope'
import { ApiError, badRequest } from '../http/errors'
import { readBody } from '../http/raw-parameters'
import type { Method } from '../http/route'
import { subdomainOf } from '../organization/organizations'
import { UnreadableListError } from './listing'
import { MovedFile, pieceSize, relocationPath } from './protocol'
import { moveOf, type Receiving } from './receiving'

const longestFile = 16 * 1024

type Answer = (receiving: Receiving, request: Request, url: URL) => object | Promise<object>

const listType = 'application/x-ndjson'

export function relocationRoutes(api: Api): void {
  const add = (method: Method, below: string, answer: Answer): void => {
    const path = `${relocationPath}/:name${below}`
    api.serve({
      method,
      path,
      described: undefined,
      handler: (request, server) => {
        const url = new URL(request.url)
        const name = url.pathname.slice(relocationPath.length + 1).split('/')[0] ?? ''
        const receiving = moveOf(api.context.organizations, subdomainOf(name), tokenOf(request))
        // Those who know the token are not counted: a large organization comes in thousands of pieces.
        if (!receiving) return api.counted(request, server, refuse)
        return Promise.resolve()
          .then(() => answer(receiving, request, url))
          .then((answered) => (answered instanceof Response ? answered : success(answered, [], undefined)))
          .catch((error: unknown) => api.fail(error, request))
      },
    })
  }
  add('GET', '', (receiving) => receiving.tell())
  add('DELETE', '', async (receiving) => {
    await receiving.drop()
    return {}
  })
  add('PUT', '/pieces', async (receiving, request, { searchParams }) => {
    const offset = Number(searchParams.get('offset'))
    if (!Number.isSafeInteger(offset) || offset < 0) throw badRequest('offset is no number of bytes')
    const piece = await readBody(request, pieceSize)
    await receiving.takePiece(searchParams.get('path') ?? '', offset, piece)
    return {}
  })
  add('GET', '/files', async (receiving) => {
    return new Response(await receiving.list(), { headers: { 'content-type': listType } })
  })
  add('POST', '/files', async (receiving, request) => {
    await receiving.finishFile(await bodyAs(MovedFile, request, longestFile))
    return {}
  })
  add('POST', '/adopt', async (receiving, request, { searchParams }) => {
    try {
      await receiving.adopt(request.body ?? new ReadableStream(), Number(searchParams.get('count')))
    } catch (error) {
      throw error instanceof UnreadableListError ? badRequest(error.message) : error
    }
    return {}
  })
}

function refuse(): never {
  throw new ApiError(
    'UNAUTHORIZED',
    'No organization is expected with this token',
    {},
    { 'www-authenticate': 'Bearer' },
  )
}

function tokenOf(request: Request): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
}

async function bodyAs<Schema extends TSchema>(schema: Schema, request: Request, longest: number) {
  const text = new TextDecoder().decode(await readBody(request, longest))
  try {
    return Value.Parse(schema, JSON.parse(text))
  } catch {
    throw badRequest('The body is not what belongs there')
  }
}
