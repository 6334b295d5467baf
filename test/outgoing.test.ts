// The server's own way out to the web: where it does not go, whoever sends it there, and how much it takes.
import { afterAll, describe, expect, test } from 'bun:test'
import { generate } from 'selfsigned'
import { gzipSync } from 'node:zlib'
import { sendRequest } from '../src/outgoing/client'
import type { Limits, Network, Outcome, OutgoingRequest } from '../src/outgoing/request'
import { freePort } from './support/confab'
import { rawServer, redirect, webServer, type WebServer } from './support/web-servers'

const servers: WebServer[] = []
afterAll(() => servers.forEach((server) => server.stop()))

function serve(...parameters: Parameters<typeof webServer>): WebServer {
  const server = webServer(...parameters)
  servers.push(server)
  return server
}

async function serveRaw(...parameters: Parameters<typeof rawServer>): Promise<WebServer> {
  const server = await rawServer(...parameters)
  servers.push(server)
  return server
}

const internet: Network = { allowsPrivateAddresses: false }
const own: Network = { allowsPrivateAddresses: true }
/** A network where every name has these addresses. */
const named = (network: Network, ...addresses: string[]): Network => ({
  ...network,
  resolve: () => Promise.resolve(addresses),
})

const get = (url: string, network: Network, limits: Partial<Limits> = {}): Promise<Outcome> =>
  sendRequest({ url, limits }, network)
const kindOf = async (url: string, network: Network, limits: Partial<Limits> = {}) =>
  (await get(url, network, limits)).kind

/** What an answer says. @throws if there is none */
function textOf(outcome: Outcome): string {
  if (outcome.kind !== 'answered') throw new Error(`${outcome.kind}: ${outcome.reason}`)
  return new TextDecoder().decode(outcome.body)
}

/** A server that fails the test by being asked. */
const inside = serve(() => new Response('secret'))

describe('where it does not go', () => {
  test('private and special addresses, in whatever way they are written', async () => {
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '017700000001',
      '0x7f000001',
      '0x7f.0.0.1',
      '127.0.0.1.',
      '１２７.0.0.1',
      '0',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:8.8.8.8]',
      '[::127.0.0.1]',
      '[0:0:0:0:0:ffff:a00:1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::a00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
    ]
    const reached: string[] = []
    for (const host of hosts) {
      const kind = await kindOf(`http://${host}:${inside.port}/`, internet)
      if (kind !== 'refused') reached.push(`${host}: ${kind}`)
    }
    expect(reached).toEqual([])
    expect(inside.asked).toEqual([])
  })

  test('not even where private addresses are allowed: metadata, link-local, multicast, addresses for others', async () => {
    const hosts = [
      '169.254.169.254',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '0.0.0.0',
      '224.0.0.1',
      '[fe80::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
    ]
    for (const host of hosts) expect(await kindOf(`http://${host}:${inside.port}/`, own)).toBe('refused')
    expect(inside.asked).toEqual([])
  })

  test('names that have such addresses', async () => {
    const url = `http://harmless.example:${inside.port}/`
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', 'nonsense'])
      expect(await get(url, named(internet, address))).toEqual({
        kind: 'refused',
        reason: 'The address is not of the open Internet',
      })
    expect(await kindOf(`http://localhost:${inside.port}/`, internet)).toBe('refused')
    expect(await kindOf(url, named(internet))).toBe('unreachable')
    expect(inside.asked).toEqual([])
  })

  test('other schemes, ports of other services, addresses with a password', async () => {
    const refused = [
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:text/plain,hello',
      'javascript:alert(1)',
      '//example.com/',
      'no address',
      '',
      `http://example.com/${'a'.repeat(10_000)}`,
      'http://example.com:22/',
      'http://example.com:25/',
      'http://example.com:6667/',
      `http://user@127.0.0.1:${inside.port}/`,
      `http://user:password@127.0.0.1:${inside.port}/`,
    ]
    for (const url of refused) expect({ url, kind: await kindOf(url, own) }).toEqual({ url, kind: 'refused' })
    expect(inside.asked).toEqual([])
  })

  test('where a redirect leads: each is looked at as if it were the first', async () => {
    const outside = serve((path) => redirect(decodeURIComponent(path.slice(1))))
    // Only the first place is one that may be reached.
    const network: Network = {
      allowsPrivateAddresses: true,
      resolve: (name) => Promise.resolve([name === 'outside.example' ? '127.0.0.1' : '169.254.169.254']),
    }
    const from = (location: string) =>
      kindOf(`http://outside.example:${outside.port}/${encodeURIComponent(location)}`, network)
    expect(await from(`http://metadata.example:${inside.port}/`)).toBe('refused')
    expect(await from('http://169.254.169.254/latest/')).toBe('refused')
    expect(await from('file:///etc/passwd')).toBe('refused')
    expect(await from(`http://user:password@outside.example:${outside.port}/`)).toBe('refused')
    expect(outside.asked.length).toBe(4)
    expect(inside.asked).toEqual([])
  })

  test('a name that changes its address: what was checked is what is connected to, and it is asked once', async () => {
    let asked = 0
    const rebinding: Network = {
      allowsPrivateAddresses: true,
      resolve() {
        asked += 1
        return Promise.resolve([asked === 1 ? '127.0.0.1' : '169.254.169.254'])
      },
    }
    const there = serve(() => new Response('there'))
    expect(textOf(await get(`http://rebind.example:${there.port}/`, rebinding))).toBe('there')
    expect(asked).toBe(1)
    expect(await kindOf(`http://rebind.example:${there.port}/`, rebinding)).toBe('refused')
    expect(asked).toBe(2)
    expect(there.asked.length).toBe(1)
  })
})

describe('how it asks', () => {
  test('with its own name, the host of the address, and nothing that says who somebody is', async () => {
    const echo = serve((path, { headers, method }) => Response.json({ path, method, ...headers.toJSON() }))
    const answer = await get(`http://somewhere.example:${echo.port}/a%20b?c=d#e`, named(own, '127.0.0.1'))
    expect(JSON.parse(textOf(answer))).toEqual({
      path: '/a%20b?c=d',
      method: 'GET',
      host: `somewhere.example:${echo.port}`,
      connection: 'close',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': expect.stringMatching(/^Confab\/\d/),
    })
  })

  test('posts a body with headers of the caller; a redirect takes neither to another origin', async () => {
    const echo = serve(async (path, request) =>
      Response.json({
        path,
        method: request.method,
        body: await request.text(),
        token: request.headers.get('x-token'),
        accept: request.headers.get('accept'),
      }),
    )
    const start = serve((path) => redirect(`${echo.url}/end`, Number(path.slice(1))))
    const post: Omit<OutgoingRequest, 'url'> = {
      method: 'POST',
      body: '{"a":"é"}',
      headers: { 'Content-Type': 'application/json', 'X-Token': 'secret', Accept: 'application/json' },
    }
    const said = async (url: string, more: Partial<OutgoingRequest> = {}): Promise<unknown> =>
      JSON.parse(textOf(await sendRequest({ ...post, ...more, url }, own)))
    const direct = { method: 'POST', body: '{"a":"é"}', token: 'secret', accept: 'application/json' }
    expect(await said(`${echo.url}/end`)).toEqual({ path: '/end', ...direct })
    expect(await said(`${start.url}/307`)).toEqual({ path: '/end', ...direct, token: null })
    const asGet = { method: 'GET', body: '', token: null }
    expect(await said(`${start.url}/302`)).toEqual({ path: '/end', ...direct, ...asGet })
    const unfollowed = await sendRequest({ ...post, url: `${start.url}/307`, limits: { redirects: 0 } }, own)
    expect(unfollowed).toMatchObject({ kind: 'answered', status: 307 })
  })

  test('over TLS to the address that was checked, with a certificate for the name', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'good.example' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'good.example' }] }],
    })
    const { port } = serve(() => new Response('safe'), { key, cert })
    const trusting: Network = { ...named(own, '127.0.0.1'), authorities: cert }
    expect(textOf(await get(`https://good.example:${port}/`, trusting))).toBe('safe')
    expect(await kindOf(`https://bad.example:${port}/`, trusting)).toBe('unreachable')
    expect(await kindOf(`https://127.0.0.1:${port}/`, trusting)).toBe('unreachable')
    expect(await kindOf(`https://good.example:${port}/`, named(own, '127.0.0.1'))).toBe('unreachable')
  })

  test('tries the next address where nobody is at the first', async () => {
    const { port } = serve(() => new Response('at last'))
    expect(textOf(await get(`http://two.example:${port}/`, named(own, '::1', '127.0.0.1')))).toBe('at last')
  })
})

describe('how much it takes', () => {
  test('so many redirects; then the last one is the answer', async () => {
    const round = serve((path) => redirect(`/${Number(path.slice(1)) + 1}`))
    expect(await get(`${round.url}/0`, own, { redirects: 3 })).toMatchObject({
      kind: 'answered',
      status: 302,
      url: `${round.url}/3`,
    })
    expect(round.asked).toEqual(['/0', '/1', '/2', '/3'])
  })

  test('only so long: for the first word, and for all of it', async () => {
    const silent = await serveRaw(() => undefined)
    expect(await kindOf(silent.url, own, { firstByte: 50 })).toBe('timedOut')
    const drip = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write('a'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await kindOf(drip.url, own, { whole: 100 })).toBe('timedOut')
    const dripping = await serveRaw((socket) => {
      const timer = setInterval(() => socket.write('H'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await kindOf(dripping.url, own, { firstByte: 100 })).not.toBe('answered')
    const never: Network = { ...own, resolve: () => new Promise(() => undefined) }
    expect(await kindOf('http://slow.example/', never, { connect: 20 })).toBe('timedOut')
  })

  test('until the caller has had enough', async () => {
    const silent = await serveRaw(() => undefined)
    const enough = new Error('enough')
    const request = { url: silent.url, signal: AbortSignal.abort(enough) }
    expect(await sendRequest(request, own).catch((error: unknown) => error)).toBe(enough)
    const abort = new AbortController()
    const later = sendRequest({ url: silent.url, signal: abort.signal }, own).catch((error: unknown) => error)
    abort.abort(enough)
    expect(await later).toBe(enough)
  })

  test('only so many bytes, of a body without an end, too', async () => {
    let written = 0
    const endless = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length
      }
      socket.on('drain', pump)
      pump()
    })
    expect(await kindOf(endless.url, own, { bytes: 100_000 })).toBe('tooLarge')
    // What the kernel holds on both ends, too.
    expect(written).toBeLessThan(32 * 1024 * 1024)
    const cut = await get(endless.url, own, { bytes: 100_000, longer: 'cut' })
    expect(textOf(cut)).toBe('a'.repeat(100_000))
  })

  test('after it was unpacked: a small file that holds a big one is one', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const packed = serve((path) => {
      const [, encoding = '', size] = path.split('/')
      const body = size === 'bomb' ? bomb : gzipSync('unpacked')
      return new Response(body, { headers: { 'content-encoding': encoding } })
    })
    expect(textOf(await get(`${packed.url}/gzip/small`, own))).toBe('unpacked')
    expect(bomb.length).toBeLessThan(100_000)
    expect(await kindOf(`${packed.url}/gzip/bomb`, own)).toBe('tooLarge')
    expect(textOf(await get(`${packed.url}/gzip/bomb`, own, { bytes: 1000, longer: 'cut' })).length).toBe(
      1000,
    )
    expect(await kindOf(`${packed.url}/br/small`, own)).toBe('unreachable')
    expect(await kindOf(`${packed.url}/rot13/small`, own)).toBe('unreachable')
  })

  test('a body that nobody wants is not read', async () => {
    const film = serve(() => new Response('much too long', { headers: { 'content-type': 'video/mp4' } }))
    const wantsBody: OutgoingRequest['wantsBody'] = ({ headers }) =>
      headers.get('content-type') === 'text/html'
    const answer = await sendRequest({ url: film.url, limits: { bytes: 5 }, wantsBody }, own)
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(textOf(answer)).toBe('')
  })

  test('what breaks off or is no HTTP is no answer', async () => {
    const answers = [
      '',
      'garbage\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
    ]
    for (const text of answers) {
      const broken = await serveRaw((socket) => socket.end(text))
      expect({ text: text.slice(0, 60), kind: await kindOf(broken.url, own) }).toEqual({
        text: text.slice(0, 60),
        kind: 'unreachable',
      })
    }
    expect(await kindOf(`http://nobody.example:${await freePort()}/`, named(own, '127.0.0.1'))).toBe(
      'unreachable',
    )
  })
})
