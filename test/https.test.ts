// HTTPS of the server's own, with certificates in files: who is behind it, what it carries, and how it starts.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateError } from '../src/https/errors'
import { ownPage } from './support/browser'
import { Confab, createAcme } from './support/confab'
import { httpsOf, httpsSettings, ownCertificate, requestsLeft, shown, Visitor } from './support/https'
import { password, TestServer } from './support/server'
import { eventually, untilWaiting } from './support/waiting'

// Handshakes take what the processor has left for them.
setDefaultTimeout(240_000)

const folder = mkdtempSync(join(tmpdir(), 'confab-https-'))
afterAll(() => rmSync(folder, { recursive: true }))
const certificate = join(folder, 'chat.pem')
const key = join(folder, 'chat.key')
const files = [{ certificate, key }]

/** Writes a certificate as programs do that renew them. */
async function renewed(names: readonly string[], validUntil?: Date) {
  const pair = await ownCertificate(names, validUntil)
  writeFileSync(`${key}.new`, pair.key)
  renameSync(`${key}.new`, key)
  writeFileSync(`${certificate}.new`, pair.cert)
  renameSync(`${certificate}.new`, certificate)
  return pair
}

test("a certificate of one's own is shown, and the next one when the files have changed", async () => {
  await renewed(['chat.test', '*.chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const { port } = httpsOf(server)
  const first = await shown(port, { name: 'chat.test' })
  for (const name of ['acme.chat.test', undefined]) expect(await shown(port, { name })).toEqual(first)

  const pair = await renewed(['chat.test'])
  await server.advance(11_000)
  const second = await shown(port, { name: 'chat.test' })
  expect(second.fingerprint).not.toBe(first.fingerprint)
  // A name that is no longer in it has the usual one.
  expect(await shown(port, { name: 'acme.chat.test' })).toEqual(second)

  // Half of what is to come, or something else altogether.
  writeFileSync(certificate, (await ownCertificate(['chat.test'])).cert)
  await server.advance(11_000)
  writeFileSync(key, 'no key')
  await server.advance(11_000)
  expect(await shown(port, { name: 'chat.test' })).toEqual(second)
  writeFileSync(key, pair.key)
  writeFileSync(certificate, pair.cert)
  await server.advance(11_000)
  expect(await shown(port, { name: 'chat.test' })).toEqual(second)
  // Nothing is ordered for what there is.
  expect((await server.server.snapshot()).certificates).toEqual({
    shown: 1,
    failing: 0,
    firstEnd: second.until / 1000,
  })
  await server.stop()
})

test('a certificate that has expired is shown all the same', async () => {
  await renewed(['chat.test'], new Date('2026-01-01'))
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  expect((await shown(httpsOf(server).port, { name: 'chat.test' })).until).toBe(Date.parse('2026-01-01'))
  await server.stop()
})

test('files that make no certificate stop the start, with the reason', async () => {
  await renewed(['chat.test'])
  const start = async (changed: () => void): Promise<string> => {
    await renewed(['chat.test'])
    changed()
    const error = await TestServer.start({ https: httpsSettings({ files }) }).catch(
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof CertificateError)) throw new Error('It has started', { cause: error })
    return error.message
  }
  const other = await ownCertificate(['chat.test'])
  expect(await start(() => writeFileSync(key, other.key))).toContain(
    'the key is not the one of the certificate',
  )
  expect(await start(() => writeFileSync(key, 'x'))).toContain('no private key')
  expect(await start(() => writeFileSync(certificate, 'x'))).toContain('no certificate')
  expect(await start(() => rmSync(certificate))).toContain(certificate)
})

test('the server knows who is behind it, and that they came by HTTPS', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({
    https: httpsSettings({ files }),
    userRateLimit: { limit: 100, windowSeconds: 60 },
  })
  const { port } = httpsOf(server)
  const remaining = (from: string, headers = {}) => requestsLeft(port, from, headers)
  expect(await remaining('127.0.0.2')).toBe('99')
  expect(await remaining('127.0.0.2')).toBe('98')
  expect(await remaining('127.0.0.3')).toBe('99')
  // Nobody can say that they are somebody else.
  expect(await remaining('127.0.0.3', { 'x-forwarded-for': '192.0.2.1' })).toBe('98')

  const login = await fetch(`https://127.0.0.1:${port}/json/accounts/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'owner@example.com', password }),
    headers: ownPage,
    tls: { rejectUnauthorized: false },
  })
  expect(login.headers.get('set-cookie')).toStartWith('__Host-confab-session=')
  await server.stop()
})

test('certificates change under load, and nobody is refused or cut off', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const { port } = httpsOf(server)
  const fingerprints = new Set<string>()
  const over = new AbortController()
  const answers = [0, 0, 0, 0]
  const visit = async (index: number, isNew: boolean): Promise<void> => {
    let visitor: Visitor | undefined
    while (!over.signal.aborted) {
      visitor ??= await Visitor.connect(port, { name: 'chat.test' })
      fingerprints.add(visitor.certificate.fingerprint)
      expect(await visitor.ask('/health')).toContain('200 OK')
      answers[index] = (answers[index] ?? 0) + 1
      if (!isNew) continue
      visitor.leave()
      visitor = undefined
    }
    visitor?.leave()
  }
  // Two stay, the others come anew each time.
  const visits = answers.map((_, index) => visit(index, index > 1))
  for (let change = 0; change < 4; change++) {
    await renewed(['chat.test'])
    await server.advance(11_000)
    const before = [...answers]
    await eventually(() => answers.every((count, index) => count > (before[index] ?? 0) + 1))
  }
  over.abort()
  await Promise.all(visits)
  expect(fingerprints.size).toBe(5)
  await server.stop()
})

test('who waits when the server stops gets an answer', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const visitor = await Visitor.connect(httpsOf(server).port, { name: 'chat.test' })
  const { authorization } = server.owner
  const { body } = await server.owner.post('/register', { event_types: ['message'] })
  const path = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`
  const polled = visitor.ask(path, { authorization })
  await untilWaiting(server, body['queue_id'])
  await server.stop()
  expect(await polled).toContain('200 OK')
})

test('large files go both ways, beside polls that wait and visitors who leave', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const { port } = httpsOf(server)
  const { authorization } = server.owner
  const tls = { rejectUnauthorized: false }
  const { body } = await server.owner.post('/register', { event_types: ['message'] })
  const polls = await Promise.all(
    Array.from({ length: 20 }, async () => Visitor.connect(port, { name: 'chat.test' })),
  )
  const path = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`
  for (const poll of polls) void poll.ask(path, { authorization }).catch(() => 'gone')

  const contents = Buffer.alloc(20 * 1024 * 1024, 'Confab ')
  const form = new FormData()
  form.append('file', new File([contents], 'large.bin'))
  const request = { method: 'POST', body: form, headers: { authorization }, tls }
  const sent: unknown = await (await fetch(`https://127.0.0.1:${port}/api/v1/user_uploads`, request)).json()
  const url = typeof sent === 'object' && sent !== null && 'url' in sent ? String(sent.url) : ''
  const file = await fetch(`https://127.0.0.1:${port}${url}`, { headers: { authorization }, tls })
  expect(Buffer.from(await file.arrayBuffer()).equals(contents)).toBe(true)

  for (const poll of polls) poll.leave()
  await server.stop()
})

test('plain HTTP is sent on, wherever it wanted to go', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const { port, httpPort } = httpsOf(server)
  const location = async (host: string, path = '/', method = 'GET'): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${httpPort}${path}`, {
      method,
      headers: { host },
      redirect: 'manual',
    })
    return `${answer.status} ${answer.headers.get('location')}`
  }
  expect(await location('chat.test', '/#a')).toBe(`308 https://chat.test:${port}/`)
  expect(await location('Chat.Test:80', '/login?next=%2F', 'POST')).toBe(
    `308 https://chat.test:${port}/login?next=%2F`,
  )
  expect(await location('[::1]:80')).toBe(`308 https://[::1]:${port}/`)
  expect(await location('a_b')).toBe('400 null')
  expect(await location('chat.test', '/.well-known/acme-challenge/nothing')).toBe('404 null')
  await server.stop()
})

test('plain HTTP is sent on to the port that people come to', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files, publicPort: 443 }) })
  const { httpPort } = httpsOf(server)
  const headers = { host: `chat.test:${httpPort}` }
  const answer = await fetch(`http://127.0.0.1:${httpPort}/`, { headers, redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('https://chat.test/')
  await server.stop()
})

test('whoever speaks no TLS is let go, and keeps nobody waiting', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files }) })
  const { port } = httpsOf(server)
  const ended = new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'))
    socket.on('close', resolve).on('error', () => undefined)
  })
  const silent = connect(port, '127.0.0.1')
  await ended
  const visitor = await Visitor.connect(port, { name: 'chat.test', protocols: ['h2', 'http/1.1'] })
  expect(visitor.socket.alpnProtocol).toBe('http/1.1')
  expect(await visitor.ask('/health')).toContain('200 OK')
  silent.destroy()
  await server.stop()
})

test('HTTP/2 is spoken where that is wanted: polls and calls share a connection', async () => {
  await renewed(['chat.test'])
  const server = await TestServer.start({ https: httpsSettings({ files, http2: true }) })
  const { port } = httpsOf(server)
  const session = connectHttp2(`https://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
    servername: 'chat.test',
  })
  const { authorization } = server.owner
  const ask = async (path: string): Promise<string> => {
    const stream = session.request({ ':path': path, ':authority': 'chat.test', authorization })
    return Buffer.concat(await Array.fromAsync<Buffer>(stream)).toString()
  }
  const { body } = await server.owner.post('/register', { event_types: ['message'] })
  const poll = ask(`/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`)
  await untilWaiting(server, body['queue_id'])
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/v1/users/me')))
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('owner@example.com')
  await server.owner.post('/messages', {
    type: 'direct',
    to: [server.owner.id],
    content: 'beside the others',
  })
  expect(await poll).toContain('beside the others')
  // The others speak what they can.
  const visitor = await Visitor.connect(port, { name: 'chat.test', protocols: ['http/1.1'] })
  expect(await visitor.ask('/health')).toContain('200 OK')
  visitor.leave()
  // Whoever is still connected keeps nobody from stopping.
  await server.stop()
  session.destroy()
})

test('confab serve --https says where it is reached, and why it is not', async () => {
  await renewed(['chat.test'])
  await using confab = new Confab()
  await confab.json(createAcme, 'correct horse battery')
  const own = ['--https', 'chat.test', '--https-certificate', certificate, '--https-key', key]
  const free = ['--https-host', '127.0.0.1', '--https-port', '0', '--http-port', '0']
  const running = await confab.serve([...own, ...free, '--json'])
  const said: Record<string, unknown> = JSON.parse(running.out())
  expect(said['https_url']).toBe(`https://chat.test:${String(said['https_port'])}`)
  expect((await shown(Number(said['https_port']), { name: 'chat.test' })).names).toBe('DNS:chat.test')

  await using second = new Confab()
  const taken = [
    '--https-host',
    '127.0.0.1',
    '--https-port',
    String(said['https_port']),
    '--http-port',
    'off',
  ]
  const { code, err } = await second.run(['serve', '--port', '0', ...own, ...taken])
  expect([code, err]).toEqual([3, expect.stringContaining(`Port ${String(said['https_port'])} is taken`)])
  running.kill('SIGTERM')
  expect(await running.exited).toBe(0)

  writeFileSync(key, 'x')
  const wrong = await second.run(['serve', '--port', '0', ...own, ...free])
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('no private key')])
  const lonely = await second.run(['serve', '--https-key', key])
  expect([lonely.code, lonely.err]).toEqual([
    2,
    expect.stringContaining('--https does not say for which names'),
  ])
})

test('browsers are told to come by HTTPS alone only where the certificate is trusted and no other way is open', async () => {
  const { cert } = await renewed(['chat.test'])
  const root = join(folder, 'root.pem')
  writeFileSync(root, cert)
  const told = async (trusted: string, ...more: string[]): Promise<string | null> => {
    await using confab = new Confab()
    const program = ['/usr/bin/env', `NODE_EXTRA_CA_CERTS=${trusted}`, ...confab.program]
    const own = ['--https', 'chat.test', '--https-certificate', certificate, '--https-key', key]
    const free = ['--https-host', '127.0.0.1', '--https-port', '0', '--http-port', '0', '--json']
    const running = await confab.serve([...own, ...free, ...more], /"port":(\d+)/, program)
    const said: Record<string, unknown> = JSON.parse(running.out())
    const tls = { rejectUnauthorized: false }
    const ask = async (host: string): Promise<string | null> => {
      const url = `https://127.0.0.1:${String(said['https_port'])}/health`
      return (await fetch(url, { headers: { host }, tls })).headers.get('strict-transport-security')
    }
    expect(await ask('other.test')).toBeNull()
    return await ask('chat.test')
  }
  expect(await told(root)).toBe(`max-age=${30 * 24 * 3600}`)
  expect(await told(root, '--hsts-days', '0')).toBeNull()
  expect(await told(root, '--host', '0.0.0.0')).toBeNull()
  expect(await told('/dev/null')).toBeNull()
})
