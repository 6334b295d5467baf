// A push bouncer that takes all it is sent: `GET /` tells how many devices it was told of, and how many notifications it got.
const counts = { devices: 0, notifications: 0 }

const bouncer = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return Response.json(counts)
    await request.arrayBuffer()
    if (pathname.endsWith('/push/notify')) counts.notifications++
    if (pathname.endsWith('/push/register')) counts.devices++
    return Response.json({ result: 'success', msg: '', deleted_devices: {} })
  },
})
process.stdout.write(`${JSON.stringify({ port: bouncer.port })}\n`)
