// The floor of files: a bare server that writes the bodies it is sent to disk, with one sync each, and serves what it wrote.
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
let count = 0
const last = (): string => join(folder, `file-${count}`)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  routes: {
    '/file': {
      GET: () => new Response(Bun.file(last())),
      async POST(request) {
        count++
        const file = await open(last(), 'w')
        for await (const part of request.body ?? []) await file.writeFile(part)
        await file.sync()
        await file.close()
        return new Response('stored')
      },
    },
  },
})
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`)
