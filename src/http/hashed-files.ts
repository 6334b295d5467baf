// Files for browsers that are named by what is in them, so that they are kept for good; compressed where that was done ahead of time.

/** `brotli` is the same, compressed. */
export interface HashedFile {
  content: Blob | Uint8Array<ArrayBuffer>
  brotli: Blob | Uint8Array<ArrayBuffer> | undefined
}

export function hashedFileResponse(
  name: string,
  { content, brotli }: HashedFile,
  request: Request,
): Response {
  const takesBrotli = brotli && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response(takesBrotli ? brotli : content, {
    headers: {
      'content-type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      vary: 'accept-encoding',
      // Another content has another name.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
    },
  })
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
}
