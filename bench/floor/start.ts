// The floor of a start: bare Bun that answers everything with one JSON object, made an executable as Confab is.
const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => Response.json({ result: 'success' }),
})
process.stdout.write(`${JSON.stringify({ port })}\n`)
