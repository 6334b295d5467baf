// Long answers: they arrive whole, and who reads none of them gets no more.
import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Client } from './support/client'
import { scenario } from './support/scenario'
import { until } from './support/waiting'

const { server } = await scenario({})

/** As long as a draft may be, in characters that are two units in memory and four bytes in an answer. */
const content = '👍'.repeat(10_000)

/** Together they make an answer of so many times 40 KB. */
async function keepDrafts(person: Client, count: number, text = content): Promise<void> {
  const draft = { type: '', to: [], topic: '', content: text, timestamp: 0 }
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

test('what slow readers get is theirs to the end, whatever is answered to others meanwhile', async () => {
  const texts = ['👍', '👎'].map((sign) => sign.repeat(10_000))
  const people = await Promise.all(
    texts.map(async (text, number) => {
      const person = await server.addPerson(`Reader ${number}`)
      await keepDrafts(person, 200, text)
      return { person, text }
    }),
  )
  await keepDrafts(server.owner, 200)
  const slow = people.map(({ person, text }) => ({ text, socket: askAndNotRead(person, '/api/v1/drafts') }))
  const goesAway = askAndNotRead(server.owner, '/api/v1/drafts')
  // Some is on its way to each: the rest of it waits in the server.
  await Promise.all(slow.map(({ socket }) => once(socket, 'readable')))
  for (const { person, text } of people) expect(contentsIn(await person.get('/drafts'))).toEqual([text])
  // What somebody had who goes away in the middle is used again.
  goesAway.destroy()
  for (const { person, text } of people) expect(contentsIn(await person.get('/drafts'))).toEqual([text])
  for (const { socket, text } of slow) {
    const answer = await wholeAnswer(socket)
    expect(answer.split(text).length - 1).toBe(200)
    expect(texts.filter((each) => answer.includes(each))).toEqual([text])
  }
})

/** The different contents in an answer with drafts. */
function contentsIn({ body }: { body: Record<string, unknown> }): string[] {
  const drafts = Array.isArray(body['drafts']) ? body['drafts'] : []
  return [...new Set(drafts.map((draft: { content: string }) => draft.content))]
}

/** What comes until the end of the answer, without the lengths of its pieces. */
async function wholeAnswer(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk)
    if (Buffer.concat(chunks.slice(-2)).toString('latin1').endsWith('\r\n0\r\n\r\n')) break
  }
  const sent = Buffer.concat(chunks)
  const pieces: Buffer[] = []
  for (let at = sent.indexOf('\r\n\r\n') + 4; ;) {
    const start = sent.indexOf('\r\n', at) + 2
    const length = parseInt(sent.toString('latin1', at, start), 16)
    if (length === 0) return Buffer.concat(pieces).toString()
    pieces.push(sent.subarray(start, start + length))
    at = start + length + 2
  }
}

function askAndNotRead(person: Client, path: string): Socket {
  const socket = connect(server.server.port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.authorization}\r\n\r\n`),
  )
  socket.pause()
  return socket
}
