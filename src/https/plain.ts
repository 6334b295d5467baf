// What plain HTTP gets where there is HTTPS: answers to challenges of an authority, and for all else the address to go to.
import { challengePath } from './challenges'
import { nameOf } from './names'

export interface PlainContext {
  /** What an authority gets that asks for this token. */
  answerTo(token: string): string | undefined
  /** Somebody has come for this name, and will be back by HTTPS. */
  onVisit(name: string): void
}

/** A host name, or an address, with or without a port. */
const host = /^(?:[a-z0-9](?:[a-z0-9.-]{0,253})|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * @param hostname undefined is all addresses
 * @param httpsPort asked at each request
 */
export function servePlain(
  hostname: string | undefined,
  port: number,
  httpsPort: () => number,
  context: PlainContext,
): Bun.Server<undefined> {
  return Bun.serve({
    ...(hostname === undefined ? {} : { hostname }),
    port,
    idleTimeout: 10,
    development: false,
    maxRequestBodySize: 64 * 1024,
    routes: {
      [`${challengePath}/:token`]: ({ params }: Bun.BunRequest<`${string}/:token`>) => {
        const answer = context.answerTo(params.token)
        return answer === undefined
          ? new Response('No such challenge', { status: 404 })
          : new Response(answer)
      },
    },
    fetch: (request) => redirected(request, httpsPort(), context),
  })
}

/** Permanently, and with the method and body that it had. */
function redirected(request: Request, httpsPort: number, context: PlainContext): Response {
  const header = request.headers.get('host') ?? ''
  const url = host.test(header) ? URL.parse(request.url) : null
  if (!url) return new Response('Which host?', { status: 400 })
  const name = header.startsWith('[') ? header.replace(/\]:\d+$/, ']') : nameOf(header)
  context.onVisit(name)
  const target = `https://${name}${httpsPort === 443 ? '' : `:${httpsPort}`}${url.pathname}${url.search}`
  return new Response(null, { status: 308, headers: { location: target, connection: 'close' } })
}
