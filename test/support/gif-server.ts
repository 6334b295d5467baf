// A server in GIPHY's place: it answers searches as GIPHY does, and has the pictures.
import { webServer, type WebServer } from './web-servers'

/** A GIF of one pixel that moves. */
const picture = Buffer.from(
  'R0lGODlhAgACAIAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAgACAAACAoRRACH5BAAKAAAALAAAAAACAAIAAAICjFMAOw==',
  'base64',
)

export interface GifServer extends WebServer {
  /** What it answers to the next searches instead of what it found; undefined for what it found. */
  fault: (() => Response) | undefined
}

/** @param total how many GIFs it has, whatever is looked for */
export function gifServer(total = 20): GifServer {
  const server: GifServer = {
    ...webServer((path) => {
      const { pathname, searchParams } = new URL(path, 'http://giphy.example')
      if (pathname.endsWith('.gif'))
        return new Response(picture, { headers: { 'content-type': 'image/gif' } })
      if (server.fault) return server.fault()
      return found(searchParams)
    }),
    fault: undefined,
  }
  function found(query: URLSearchParams): Response {
    const offset = Number(query.get('offset'))
    const count = Math.max(0, Math.min(Number(query.get('limit')), total - offset))
    const words = query.get('q') ?? 'liked'
    const data = Array.from({ length: count }, (_, index) => gif(`${words} ${offset + index}`))
    return Response.json({ data, pagination: { total_count: total, count, offset } })
  }
  function gif(title: string) {
    const url = `${server.url}/${encodeURIComponent(title)}.gif`
    return { title, images: { fixed_width: { url, width: '200', height: '100' }, downsized_medium: { url } } }
  }
  return server
}
