// A push bouncer that takes all it is sent: `GET /` tells how many notifications that were.
let count = 0

const bouncer = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/': () => Response.json({ count }),
    '/api/v1/remotes/push/notify': {
      async POST(request) {
        await request.arrayBuffer()
        count++
        return Response.json({ result: 'success', msg: '', deleted_devices: {} })
      },
    },
  },
})
process.stdout.write(`${JSON.stringify({ port: bouncer.port })}\n`)
