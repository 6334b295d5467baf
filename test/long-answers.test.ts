// Long answers: they arrive whole, and who reads none of them gets no more.
import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import type { Client } from './support/client'
import { scenario } from './support/scenario'
import { until } from './support/waiting'

const { server } = await scenario({})

/** As long as a draft may be, in characters that are two units in memory and four bytes in an answer. */
const content = '👍'.repeat(10_000)

/** Together they make an answer of so many times 40 KB. */
async function keepDrafts(person: Client, count: number): Promise<void> {
  const draft = { type: '', to: [], topic: '', content, timestamp: 0 }
  for (let kept = 0; kept < count; kept += 25) {
    const body = JSON.stringify({ drafts: Array.from({ length: 25 }, () => draft) })
    const headers = { 'content-type': 'application/json' }
    expect((await person.request('/drafts', { method: 'POST', body, headers })).status).toBe(200)
  }
}

test('a long answer arrives whole, with every character', async () => {
  const ann = await server.addPerson('Ann')
  await keepDrafts(ann, 50)
  for (const path of ['/drafts', '/drafts?more=1']) {
    const { body, headers } = await ann.get(path)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(body).toMatchObject({ result: 'success', count: 50 })
    const drafts = Array.isArray(body['drafts']) ? body['drafts'] : []
    expect(new Set(drafts.map((draft: { content: string }) => draft.content))).toEqual(new Set([content]))
  }
  expect((await ann.request('/drafts', { method: 'HEAD' })).status).toBe(200)
})

test('who does not read what they asked for gets nothing more until they do', async () => {
  const ben = await server.addPerson('Ben')
  await keepDrafts(ben, 300)
  const idle = Array.from({ length: 8 }, () => askAndNotRead(ben, '/api/v1/drafts'))
  await until(async () => (await ben.get('/users/me')).status === 429)
  const refused = await ben.get('/users/me')
  expect([refused.body['code'], refused.headers.get('retry-after')]).toEqual(['RATE_LIMIT_HIT', '1'])
  expect((await server.owner.get('/users/me')).status).toBe(200)
  for (const socket of idle) socket.destroy()
  await until(async () => (await ben.get('/users/me')).status === 200)
  expect((await ben.get('/drafts')).body['count']).toBe(300)
  expect((await ben.get('/users/me')).status).toBe(200)
})

function askAndNotRead(person: Client, path: string): Socket {
  const socket = connect(server.server.port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.authorization}\r\n\r\n`),
  )
  socket.pause()
  return socket
}
