// The floor of a fan-out: bare Bun that holds GET requests and answers them all at a POST.
const waiting: ((response: Response) => void)[] = []
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    if (request.method === 'GET') return new Promise<Response>((resolve) => waiting.push(resolve))
    const text = await request.text()
    for (const resolve of waiting.splice(0)) resolve(new Response(text))
    return new Response('done')
  },
})
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`)
