// The floor of a request: a bare Elysia route that answers with the given JSON.
import { Elysia } from 'elysia'

const answer: object = JSON.parse(process.argv[2] ?? '{}')
const app = new Elysia().get('/messages/:id', () => answer).listen({ port: 0, hostname: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ port: app.server?.port })}\n`)
