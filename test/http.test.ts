// What every call shares: paths, methods, headers, limits, proxies, browsers, failures (contract 1, 7, 9).
import { afterEach, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { TrustedProxies } from '../src/http/proxies'
import type { ServerSettings } from '../src/server'
import { anonymous, type Reply } from './support/client'
import { TestServer } from './support/server'
import { scenario } from './support/scenario'

const { server, owner } = await scenario({})

const extra: TestServer[] = []
afterEach(async () => {
  for (const each of extra.splice(0)) await each.stop()
})

async function another(changes: Partial<ServerSettings>): Promise<TestServer> {
  const started = await TestServer.start(changes)
  extra.push(started)
  return started
}

const codeOf = (reply: Reply) => [reply.status, reply.body['code']]

describe('paths and methods', () => {
  test('request lines may be 64 KiB long', async () => {
    const message_ids = Array.from({ length: 5000 }, (_, index) => 1_000_000_000 + index)
    const line = `/messages?message_ids=${JSON.stringify(message_ids)}`
    expect(line.length).toBeGreaterThan(54_000)
    expect(await owner.get(line)).toMatchObject({ status: 200, body: { messages: [] } })
    expect(codeOf(await owner.request(`/${'x'.repeat(64_000)}`))).toEqual([404, 'NOT_FOUND'])
  })

  test('whoever opens an address where nothing is in a browser gets a page, in their language; programs get JSON', async () => {
    const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'accept-language': 'de' }
    const page = await fetch(new URL('/nothing', server.url), { headers: html })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toStartWith('text/html')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(await page.text()).toContain('Hier ist nichts')
    for (const [path, accept] of [
      ['/nothing', '*/*'],
      ['/nothing', 'application/json, text/html'],
      ['/api/v1/nothing', html.accept],
      ['/json/nothing', html.accept],
    ] as const) {
      const answer = await fetch(new URL(path, server.url), { headers: { accept } })
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('nothing there: 404; not that method: 405 with those there are', async () => {
    for (const path of ['/nothing', '/users//reactivate', '/users/1/2/3', '/%zz']) {
      expect(codeOf(await owner.request(path))).toEqual([404, 'NOT_FOUND'])
    }
    const reply = await owner.request('/users/5', { method: 'PUT' })
    expect(codeOf(reply)).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(reply.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS')
    expect(codeOf(await owner.request('/users', { method: 'PROPFIND' }))).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  test('HEAD answers as GET does, without a body', async () => {
    const reply = await owner.request('/users/me', { method: 'HEAD' })
    expect([reply.status, reply.body]).toEqual([200, {}])
    expect((await owner.request('/nothing', { method: 'HEAD' })).status).toBe(404)
  })

  test('a browser of another site may call with Basic credentials', async () => {
    const preflight = await fetch(`${server.url}/api/v1/users/5`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example.com',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,x-mine',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-mine')
    for (const path of ['/users/me', '/nothing']) {
      const { headers } = await owner.request(path)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

test('another site can’t have a browser act with the credentials that it keeps', async () => {
  const host = new URL(server.url).host
  const form = 'application/x-www-form-urlencoded'
  const elsewhere = 'https://elsewhere.example.com'
  const fetched = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: elsewhere }
  const submitted = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: elsewhere }
  for (const [passes, headers] of [
    [true, {}],
    [true, fetched],
    [true, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', origin: `http://${host}` }],
    [true, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    [true, { origin: `http://${host}` }],
    [true, { origin: elsewhere, 'content-type': 'application/json' }],
    [false, { origin: elsewhere }],
    [false, { origin: 'null' }],
    [false, submitted],
    [false, { ...submitted, 'sec-fetch-site': 'same-site' }],
    [false, { ...submitted, 'sec-fetch-mode': 'no-cors' }],
    [false, { ...fetched, 'sec-fetch-storage-access': 'active' }],
  ] as const) {
    const reply = await owner.request('/users/me/presence', {
      method: 'POST',
      body: 'content-type' in headers ? '{"status":"active"}' : 'status=active',
      headers: { 'content-type': form, ...headers },
    })
    expect([headers, ...codeOf(reply)]).toEqual(
      passes ? [headers, 200, undefined] : [headers, 403, 'CSRF_FAILED'],
    )
  }
  expect((await owner.request('/users/me', { headers: submitted })).status).toBe(200)
})

describe('limits on requests', () => {
  const limited = { userRateLimit: { limit: 3, windowSeconds: 60 }, trustedProxies: ['127.0.0.1'] }

  test('are told on every answer, and end with the window', async () => {
    const { owner: client, clock } = await another(limited)
    const first = await client.get('/users/me')
    expect(first.headers.get('x-ratelimit-limit')).toBe('3')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('2')
    expect(first.headers.get('x-ratelimit-reset')).toBe(String(Date.UTC(2026, 0, 15, 12, 1) / 1000))
    expect((await client.get('/messages/x')).headers.get('x-ratelimit-remaining')).toBe('1')
    await client.get('/users/me')
    const refused = await client.get('/users/me')
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMIT_HIT'])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(refused.body['retry-after']).toBe(60)
    clock.advance(60_000)
    expect((await client.get('/users/me')).status).toBe(200)
  })

  test('do not outlast a clock that is put back', async () => {
    const { owner: client, clock } = await another(limited)
    for (let count = 0; count < 3; count++) await client.get('/users/me')
    expect((await client.get('/users/me')).status).toBe(429)
    clock.advance(-3_600_000)
    expect((await client.get('/users/me')).status).toBe(200)
  })

  test('count for the address where nobody is logged in, also for wrong keys and wrong paths', async () => {
    const { url } = await another(limited)
    const from = (address: string, path: string, more: Record<string, string> = {}) =>
      anonymous(url, path, { headers: { 'x-forwarded-for': address, ...more } })
    const wrong = { authorization: `Basic ${btoa('owner@example.com:wrong')}` }
    expect((await from('192.0.2.1', '/users/me', wrong)).headers.get('x-ratelimit-remaining')).toBe('2')
    expect((await from('192.0.2.1', '/nothing')).headers.get('x-ratelimit-remaining')).toBe('1')
    expect((await from('192.0.2.1', '/server_settings')).headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await from('192.0.2.1', '/nothing')).status).toBe(429)
    expect((await from('192.0.2.1', '/users/me', wrong)).status).toBe(429)
    expect((await from('192.0.2.2', '/server_settings')).status).toBe(200)
  })

  test('count all addresses of an IPv6 /64 as one', async () => {
    const { url } = await another(limited)
    const from = async (address: string) => {
      const { headers } = await anonymous(url, '/server_settings', {
        headers: { 'x-forwarded-for': address },
      })
      return headers.get('x-ratelimit-remaining')
    }
    expect(await from('2001:db8::1')).toBe('2')
    expect(await from('2001:0db8:0:0:ffff:1:2:3')).toBe('1')
    expect(await from('2001:db8:0:1::1')).toBe('2')
    expect(await from('::1')).toBe('2')
    expect(await from('2001:db8:0:0::192.0.2.1')).toBe('0')
  })
})

describe('trusted proxies', () => {
  const asked = (forwarded: string | undefined, direct: string, trusted: readonly string[]) => {
    const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
    headers.set('host', 'chat.example.com')
    headers.set('x-forwarded-proto', 'https')
    const request = new Request('http://chat.example.com/', { headers })
    const source = { requestIP: () => ({ address: direct, port: 1234 }) }
    const proxies = new TrustedProxies(trusted)
    return [proxies.address(request, source), proxies.origin(request, source)]
  }

  test('say where a request comes from; nobody else does', () => {
    const http = 'http://chat.example.com'
    const https = 'https://chat.example.com'
    expect(asked('192.0.2.1', '10.0.0.1', [])).toEqual(['10.0.0.1', http])
    expect(asked('192.0.2.1', '10.0.0.1', ['10.0.0.0/8'])).toEqual(['192.0.2.1', https])
    expect(asked('192.0.2.1', '11.0.0.1', ['10.0.0.0/8'])).toEqual(['11.0.0.1', http])
    expect(asked('6.6.6.6, 192.0.2.1, 10.1.1.1', '10.0.0.1', ['10.0.0.0/8'])[0]).toBe('192.0.2.1')
    expect(asked('10.1.1.1', '10.0.0.1', ['10.0.0.0/8'])[0]).toBe('10.1.1.1')
    expect(asked('192.0.2.1:4711', '10.0.0.1', ['10.0.0.1'])[0]).toBe('192.0.2.1')
    expect(asked('6.6.6.6, [2001:db8::9]:4711', '10.0.0.1', ['10.0.0.1'])[0]).toBe('2001:db8::9')
    expect(asked('6.6.6.6, nonsense, 10.1.1.1', '10.0.0.1', ['10.0.0.0/8'])[0]).toBe('10.1.1.1')
    expect(asked('nonsense', '::ffff:10.0.0.1', ['10.0.0.1'])[0]).toBe('10.0.0.1')
    expect(asked('2001:db8::9', '2001:db8:1::1', ['2001:db8:1::/48'])[0]).toBe('2001:db8::9')
    expect(asked(undefined, '10.0.0.1', ['10.0.0.1'])[0]).toBe('10.0.0.1')
  })

  test('are addresses or networks', () => {
    for (const entry of ['proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '::/129', '']) {
      expect(() => new TrustedProxies([entry])).toThrow('neither an address nor a network')
    }
  })
})

describe('failures and the log', () => {
  test('a bug is logged with an ID that the caller gets, and nothing else of it', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const broken = await another({ log })
    broken.organization.db.sqlite.run('DROP TABLE drafts')
    const reply = await broken.owner.get('/drafts', { secret: 'mine' })
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual({
      result: 'error',
      code: 'INTERNAL_SERVER_ERROR',
      msg: 'Internal server error',
      request_id: expect.any(String),
    })
    const ours = lines.filter((line) => line['requestId'] === reply.body['request_id'])
    expect(ours).toMatchObject([
      { msg: 'request failed', method: 'GET', path: '/api/v1/drafts', err: { message: expect.any(String) } },
      { msg: 'request', status: 500, milliseconds: expect.any(Number) },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('health asks every database', async () => {
    const healthy = await another({})
    const ask = async () => await fetch(`${healthy.url}/health`)
    expect(await (await ask()).json()).toMatchObject({ result: 'success', organizations: 1 })
    // The first write makes the triggers of caches, which needs all tables.
    await healthy.organization.write(() => undefined)
    healthy.organization.db.sqlite.run('PRAGMA foreign_keys = OFF')
    healthy.organization.db.sqlite.run('DROP TABLE users')
    const sick = await ask()
    expect([sick.status, await sick.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' }),
    ])
  })
})

describe('the reference', () => {
  test('documents every call with its parameters, as a document and as a page that loads nothing', async () => {
    const limited = await another({ userRateLimit: { limit: 3, windowSeconds: 60 } })
    const document = await (await fetch(`${server.url}/api/docs/json`)).json()
    expect(document).toMatchObject({
      paths: {
        '/api/v1/users': {
          get: {
            parameters: expect.arrayContaining([expect.objectContaining({ name: 'user_ids', in: 'query' })]),
          },
          post: {
            security: [{ basic: [] }, { session: [] }],
            requestBody: {
              required: true,
              content: {
                'application/x-www-form-urlencoded': {
                  schema: {
                    required: ['email', 'password', 'full_name'],
                    properties: { email: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
        '/api/v1/messages/{message_id}': {
          get: {
            security: [{}, { basic: [] }, { session: [] }],
            parameters: [
              expect.objectContaining({ name: 'message_id', in: 'path', required: true }),
              expect.objectContaining({ name: 'apply_markdown', in: 'query', required: false }),
              expect.objectContaining({ name: 'allow_empty_topic_name', in: 'query' }),
            ],
          },
        },
        '/api/v1/server_settings': { get: { security: [{}] } },
      },
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          session: { type: 'apiKey', in: 'cookie', name: 'confab-session' },
        },
      },
    })
    const { headers } = await fetch(`${limited.url}/api/docs/json`)
    expect(headers.get('x-ratelimit-remaining')).toBe('2')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-security-policy')).toStartWith("default-src 'none'")
    const page = await fetch(`${server.url}/api/docs`)
    expect(page.headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self';")
    expect(await page.text()).not.toMatch(/<script>|<style|https?:/)
  })
})
