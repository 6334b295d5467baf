// The examples of `deploy/` in front of a server: Debian's Caddy and HAProxy, with nothing in them changed but names and places.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heartbeatMilliseconds } from '../src/events/queues'
import { defaultRules } from '../src/organization/rules'
import { ownPage } from './support/browser'
import { freePort } from './support/confab'
import { debianProgram } from './support/debian-programs'
import { ownCertificate, requestsLeft } from './support/https'
import { password, TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

const caddy = await debianProgram('caddy')
const haproxy = await debianProgram('haproxy')
const folder = mkdtempSync(join(tmpdir(), 'confab-proxies-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ports {
  https: number
  http: number
  server: number
}

const proxies = {
  Caddy: async ({ https, http, server }: Ports) => {
    const config = example('Caddyfile', {
      '\nchat.example.com {': `\n{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n}\nchat.test {\n\ttls internal`,
      '127.0.0.1:8420': `127.0.0.1:${server}`,
    })
    return [caddy.executable, 'run', '--adapter', 'caddyfile', '--config', config]
  },
  HAProxy: async ({ https, http, server }: Ports) => {
    const { key, cert } = await ownCertificate(['chat.test'])
    writeFileSync(join(folder, 'chat.pem'), key + cert)
    const config = example('haproxy.cfg', {
      'bind :80': `bind 127.0.0.1:${http}`,
      'bind :443': `bind 127.0.0.1:${https}`,
      '/etc/haproxy/confab.pem': join(folder, 'chat.pem'),
      '127.0.0.1:8420': `127.0.0.1:${server}`,
    })
    return [haproxy.executable, '-db', '-f', config]
  },
} as const

describe.each(Object.entries(proxies))('behind %s', (_, commandFor) => {
  let server: TestServer
  let proxy: Bun.Subprocess
  let url = ''
  let httpUrl = ''
  let port = 0

  beforeAll(async () => {
    server = await TestServer.start({
      trustedProxies: ['127.0.0.1'],
      userRateLimit: { limit: 100, windowSeconds: 60 },
      rules: { ...defaultRules, publicUrl: 'https://chat.test' },
    })
    port = await freePort()
    const ports = { https: port, http: await freePort(), server: server.server.port }
    const env = {
      ...process.env,
      ...caddy.environment,
      ...haproxy.environment,
      HOME: folder,
      XDG_DATA_HOME: folder,
    }
    proxy = Bun.spawn(await commandFor(ports), { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    url = `https://127.0.0.1:${port}`
    httpUrl = `http://127.0.0.1:${ports.http}`
    while (!(await isUp())) await Bun.sleep(50)
  })
  afterAll(async () => {
    proxy.kill('SIGKILL')
    await proxy.exited
    await server.stop()
  })

  const tls = { rejectUnauthorized: false, serverName: 'chat.test' }
  const ask = (path: string, init: BunFetchRequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, tls, headers: { host: 'chat.test', ...init.headers } })

  async function isUp(): Promise<boolean> {
    try {
      return (await ask('/health')).ok
    } catch {
      if (proxy.exitCode !== null) throw new Error('The proxy has ended')
      return false
    }
  }

  test('the server knows who is behind it and that they come by HTTPS, whatever they claim', async () => {
    const remaining = (from: string, headers = {}) => requestsLeft(port, from, headers)
    expect(await remaining('127.0.0.2')).toBe('99')
    expect(await remaining('127.0.0.2')).toBe('98')
    expect(await remaining('127.0.0.3')).toBe('99')
    expect(await remaining('127.0.0.3', { 'x-forwarded-for': '192.0.2.1' })).toBe('98')
    const body = new URLSearchParams({ username: 'owner@example.com', password })
    const login = await ask('/json/accounts/login', { method: 'POST', body, headers: ownPage })
    expect(login.headers.get('set-cookie')).toStartWith('__Host-confab-session=')
    expect(login.headers.get('strict-transport-security')).toBe('max-age=2592000')
    expect(await (await ask('/api/v1/server_settings')).json()).toMatchObject({
      realm_url: 'https://chat.test',
    })
  })

  test('a poll waits as long as it has to', async () => {
    const { authorization } = server.owner
    const headers = { authorization }
    const { body } = await server.owner.post('/register', { event_types: ['message'] })
    const poll = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`
    const first = ask(poll, { headers }).then((answer) => answer.text())
    await untilWaiting(server, body['queue_id'])
    await server.owner.post('/messages', {
      type: 'direct',
      to: [server.owner.id],
      content: 'through the proxy',
    })
    expect(await first).toContain('through the proxy')
  })

  test('large files go both ways', async () => {
    const { authorization } = server.owner
    const contents = Buffer.alloc(60 * 1024 * 1024, 'Confab ')
    const form = new FormData()
    form.append('file', new File([contents], 'large.bin'))
    const sent: unknown = await (
      await ask('/api/v1/user_uploads', { method: 'POST', body: form, headers: { authorization } })
    ).json()
    const path = typeof sent === 'object' && sent !== null && 'url' in sent ? String(sent.url) : ''
    const file = await ask(path, { headers: { authorization } })
    expect(Buffer.from(await file.arrayBuffer()).equals(contents)).toBe(true)
  })

  test('browsers get HTTP/2', async () => {
    const session = connect(url, { rejectUnauthorized: false, servername: 'chat.test' })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    session.on('error', reject)
    const stream = session.request({ ':path': '/health', ':authority': 'chat.test' })
    stream.on('response', (headers) => resolve(headers[':status'])).end()
    expect(await promise).toBe(200)
    session.destroy()
  })

  test('plain HTTP is sent on', async () => {
    const answer = await fetch(`${httpUrl}/login?next=/`, {
      headers: { host: 'chat.test' },
      redirect: 'manual',
    })
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/chat\.test(:\d+)?\/login\?next=\/$/)
  })
})

test('HAProxy waits longer for an answer than a poll takes', () => {
  const text = readFileSync(join(import.meta.dir, '../deploy/haproxy.cfg'), 'utf8')
  for (const side of ['client', 'server'])
    expect(Number(new RegExp(`timeout ${side} (\\d+)s`).exec(text)?.[1])).toBeGreaterThan(
      heartbeatMilliseconds / 1000,
    )
})

/** Writes an example with what is of this machine in its place. @returns the file */
function example(name: string, changes: Record<string, string>): string {
  let text = readFileSync(join(import.meta.dir, '../deploy', name), 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not have ${from}`)
    text = text.replace(from, to)
  }
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
