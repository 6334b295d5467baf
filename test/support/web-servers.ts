// Servers elsewhere on the web, for tests: on this machine, so whoever asks them must be allowed private addresses.
import { createServer, type Socket } from 'node:net'

/** A server that answers by itself. */
export interface WebServer {
  /** Without a slash at its end. */
  readonly url: string
  readonly port: number
  /** Paths that were asked for, in order, with their queries. */
  readonly asked: string[]
  stop(): void
}

/**
 * @param answer by the path and query that is asked for
 * @param atPort a free one if it is not said
 */
export function webServer(
  answer: (path: string, request: Request) => Response | Promise<Response>,
  tls?: { key: string; cert: string },
  atPort = 0,
): WebServer {
  const asked: string[] = []
  const server = Bun.serve({
    port: atPort,
    hostname: '127.0.0.1',
    ...(tls ? { tls } : {}),
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      asked.push(pathname + search)
      return answer(pathname + search, request)
    },
  })
  const port = Number(server.port)
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  return { url, port, asked, stop: () => void server.stop(true) }
}

/** A server that says what HTTP has no words for. @param answer once the request has come */
export async function rawServer(answer: (socket: Socket) => void): Promise<WebServer> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      asked.push(String(request).split(' ')[1] ?? '')
      answer(socket)
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, port, asked, stop }
}

/** A redirect. */
export function redirect(location: string, status = 302): Response {
  return new Response('elsewhere', { status, headers: { location } })
}
