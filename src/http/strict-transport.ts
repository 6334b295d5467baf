// HSTS (RFC 6797): browsers that are told so come back by HTTPS alone.
import type { Handler } from './route'

/** @param valueFor the header for whoever has come for a host, if it is safe that browsers remember it; undefined is none */
export function withStrictTransport(
  handler: Handler,
  valueFor: (host: string) => string | undefined,
): Handler {
  return (request, server) => {
    const value = valueFor(request.headers.get('host') ?? '')
    if (value === undefined) return handler(request, server)
    const answer = handler(request, server)
    const add = (given: Response): Response => {
      given.headers.set('strict-transport-security', value)
      return given
    }
    return answer instanceof Promise ? answer.then(add) : add(answer)
  }
}
