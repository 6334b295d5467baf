// Routes of pages that belong to no organization: of a server that has none yet, or several.
import type { Static, TObject } from '@sinclair/typebox'
import { showing, usualBody, type Api } from './api'
import { decoder, repeatedParameters } from './parameters'
import { gather, pathReader, readBody } from './raw-parameters'
import { noFields, type NoFields, type PageOfFailure } from './route'

/** A request to such a page, decoded. */
export interface ServerCall<Path, Parameters> {
  path: Path
  parameters: Parameters
  request: Request
  /** Where the caller is, as far as trusted proxies tell. */
  address: string
  /** The base address the caller used, such as `https://chat.example.com`. */
  origin: string
}

interface ServerPageSpec<Path extends TObject, Parameters extends TObject> {
  path?: Path
  parameters?: Parameters
  /** How it says that it failed. */
  page: PageOfFailure
}

/** Adds such a page to the routes. @param path the whole path */
export function serverPage<Path extends TObject = NoFields, Parameters extends TObject = NoFields>(
  api: Api,
  method: 'GET' | 'POST',
  path: string,
  spec: ServerPageSpec<Path, Parameters>,
  answer: (call: ServerCall<Static<Path>, Static<Parameters>>) => Response | Promise<Response>,
): void {
  const makeReader = () => {
    const readPath = pathReader(path)
    const pathDecoder = decoder<Path | NoFields>(spec.path ?? noFields)
    const parameters = decoder<Parameters | NoFields>(spec.parameters ?? noFields)
    const repeated = repeatedParameters(parameters.schema)
    return async (request: Request, url: string) => {
      const body = method === 'POST' ? await readBody(request, usualBody) : undefined
      const raw = await gather(request, url, body, repeated)
      return { path: pathDecoder.decode(readPath(url)), parameters: parameters.decode(raw) }
    }
  }
  // As those of all routes, it is made when the first request comes: a start is sooner without.
  let read: ReturnType<typeof makeReader> | undefined
  api.serve({
    method,
    path,
    described: undefined,
    handler: (request, server) =>
      api.counted(
        request,
        server,
        async ({ url, address, origin }) => {
          read ??= makeReader()
          return answer({ ...(await read(request, url)), request, address, origin })
        },
        showing(spec.page),
      ),
  })
}
