// HTTPS by certificates that are ordered from an authority: Debian's pebble, which comes and looks at every challenge.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, mkdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpsSettings } from '../src/https/settings'
import { found } from '../src/administration/founding'
import { defaultRules } from '../src/organization/rules'
import { httpsOf, httpsSettings, shown, Visitor } from './support/https'
import { MailServer, type Received } from './support/mail-server'
import { Pebble, type PebbleSettings } from './support/pebble'
import { password, TestServer } from './support/server'
import { redirect, webServer } from './support/web-servers'

// An authority is started in each, and the machine may be busy.
setDefaultTimeout(240_000)

const day = 24 * 3600 * 1000
const daySeconds = 24 * 3600
const minute = 60_000

test('a name gets a certificate by plain HTTP, which is kept and shown after a restart', async () => {
  await using world = await ordering()
  const { server, pebble } = world
  await server.advance(0)
  expect(await shown(world.port, { name: 'chat.test' })).toMatchObject({ names: 'DNS:chat.test' })
  const ca = await pebble.root()
  const answer = await fetch(`https://127.0.0.1:${world.port}/health`, {
    tls: { ca, serverName: 'chat.test' },
  })
  expect(await answer.json()).toMatchObject({ certificates_failing: 0 })

  const files = world.files()
  expect(files.map(({ name }) => name)).toEqual(['account.json', 'chat.test.pem', 'failures.json'])
  for (const { mode } of files) expect(mode).toBe(0o600)

  await pebble.stop()
  await server.restart()
  expect(await shown(world.port, { name: 'chat.test' })).toMatchObject({ names: 'DNS:chat.test' })
  expect(httpsOf(server).status()).toMatchObject([{ name: 'chat.test', failures: undefined }])
})

test('without plain HTTP it gets one by TLS-ALPN-01, which visitors never see', async () => {
  await using world = await ordering({ httpPort: undefined })
  const visitor = Visitor.connect(world.port, { name: 'chat.test', protocols: ['http/1.1'] })
  await world.server.advance(0)
  // Who comes before there is one waits for it.
  const { certificate } = await visitor
  expect(certificate.names).toBe('DNS:chat.test')
  expect(certificate.until).toBe(world.status().validUntil ?? 0)
})

test('a certificate is renewed in time, and whoever is connected goes on', async () => {
  await using world = await ordering({}, { lifetime: 60 })
  const { server } = world
  await server.advance(0)
  const first = await shown(world.port, { name: 'chat.test' })
  // From when a third of its time is left.
  server.clock.set(first.until - 30_000)
  await server.advance(0)
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(first)

  const idle = await Visitor.connect(world.port, { name: 'chat.test' })
  await idle.ask('/health')
  const polling = await Visitor.connect(world.port, { name: 'chat.test' })
  const { body } = await server.owner.post('/register', { event_types: ['message'] })
  const { authorization } = server.owner
  const path = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`
  const polled = polling.ask(path, { authorization })

  await server.advance(20_000)
  const second = await shown(world.port, { name: 'chat.test' })
  expect(second.fingerprint).not.toBe(first.fingerprint)
  await server.owner.post('/messages', { type: 'direct', to: [server.owner.id], content: 'still here' })
  expect(await polled).toContain('still here')
  expect(await idle.ask('/health')).toContain('200 OK')
  expect(idle.certificate).toEqual(first)
  idle.leave()
  polling.leave()
})

test("organizations get certificates of their own when somebody comes for them; strangers' names cost nothing", async () => {
  await using world = await ordering()
  const { server, pebble } = world
  await server.advance(0)
  await server.server.organizations.create('acme', async (draft) => {
    await found(draft, { name: 'Acme', owner: { email: 'o@example.com', fullName: 'Olga', password } })
  })
  expect(world.names()).toEqual(['chat.test'])
  const [acme, again] = await Promise.all([
    shown(world.port, { name: 'acme.chat.test' }),
    shown(world.port, { name: 'ACME.chat.test' }),
  ])
  expect(acme.names).toBe('DNS:acme.chat.test')
  expect(again).toEqual(acme)
  for (const name of ['other.chat.test', 'acme.example.com', 'x'.repeat(60), 'chat.test.', undefined])
    expect((await shown(world.port, { name })).names).toBe('DNS:chat.test')
  expect(world.names()).toEqual(['acme.chat.test', 'chat.test'])

  // It is renewed like the others, until the organization is gone.
  await pebble.stop()
  await world.begin({ lifetime: 180 * daySeconds })
  await server.advance(61 * day)
  expect((await shown(world.port, { name: 'acme.chat.test' })).fingerprint).not.toBe(acme.fingerprint)
  const organization = server.server.organizations.get('acme')
  if (organization) await server.server.organizations.remove(organization)
  await server.advance(120 * day)
  expect(world.names()).toEqual(['chat.test'])
  expect(world.files().map(({ name }) => name)).not.toContain('acme.chat.test.pem')
})

test('plain HTTP of an organization that has none yet gets it one, too', async () => {
  await using world = await ordering({ names: ['chat.test', 'team.test'] })
  const { server } = world
  const answer = await fetch(`http://127.0.0.1:${world.httpPort}/a?b=c`, {
    headers: { host: 'team.test' },
    redirect: 'manual',
  })
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe(`https://team.test:${world.port}/a?b=c`)
  await server.server.settled()
  expect(world.names()).toEqual(['team.test'])
})

test('while the authority is down the old certificate is shown, and it is tried again, later each time', async () => {
  await using world = await ordering()
  const { server, pebble } = world
  await server.advance(0)
  const first = await shown(world.port, { name: 'chat.test' })
  await pebble.stop()
  await server.advance(61 * day)
  expect(world.status().failures).toMatchObject({
    count: 1,
    why: expect.stringContaining("can't be reached"),
  })
  expect((await server.owner.request('/../../health')).body).toMatchObject({ certificates_failing: 1 })
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(first)

  const attempts = async (wait: number): Promise<number> => {
    await server.advance(wait)
    return world.status().failures?.count ?? 0
  }
  expect(await attempts(0.9 * minute)).toBe(1)
  expect(await attempts(0.2 * minute)).toBe(2)
  expect(await attempts(4.5 * minute)).toBe(2)
  expect(await attempts(minute)).toBe(3)
  // A restart does not begin anew.
  await server.restart()
  expect(await attempts(10 * minute)).toBe(3)

  // Meanwhile the authority has forgotten the account.
  await world.begin({ lifetime: 180 * daySeconds })
  expect(await attempts(6 * minute)).toBe(0)
  expect((await shown(world.port, { name: 'chat.test' })).fingerprint).not.toBe(first.fingerprint)
})

test('a clock that is far ahead of the authority does not order one certificate after the other', async () => {
  await using world = await ordering()
  const { server } = world
  server.clock.set(Date.now() + 61 * day)
  await server.advance(0)
  const first = await shown(world.port, { name: 'chat.test' })
  expect(first.names).toBe('DNS:chat.test')
  expect(world.status().failures).toMatchObject({ count: 1, why: expect.stringContaining('clock') })
  await server.advance(0.9 * minute)
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(first)
  await server.advance(0.2 * minute)
  expect(world.status().failures).toMatchObject({ count: 2 })
  const second = await shown(world.port, { name: 'chat.test' })
  server.clock.set(Date.now())
  await server.advance(10 * minute)
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(second)
  expect(world.status().failures).toBeUndefined()
})

test('owners are told by mail when a certificate ends and the next one can not be had', async () => {
  const post = await MailServer.start()
  await using world = await ordering(
    {},
    {},
    { ...defaultRules, publicUrl: 'https://chat.test', mail: post.settings() },
  )
  const { server, pebble } = world
  await server.advance(0)
  const first = await shown(world.port, { name: 'chat.test' })
  await pebble.stop()
  const subject = 'The certificate of chat.test ends soon'
  const letters = async (wait: number): Promise<Received[]> => {
    await server.advance(wait)
    return post.received.filter(({ mail }) => mail.subject === subject)
  }
  expect(await letters(61 * day)).toEqual([])
  expect(await letters(14 * day)).toEqual([])
  const [letter, ...others] = await letters(2 * day)
  expect([letter?.to, others]).toEqual(['owner@example.com', []])
  expect(letter?.mail.text).toMatch(/Until .* browsers and apps trust the address chat\.test/)
  expect(await letters(4 * day)).toHaveLength(1)
  expect(await letters(2 * day)).toHaveLength(2)
  // It goes on being shown when it has ended, also by a server that starts then.
  await server.advance(20 * day)
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(first)
  await server.restart()
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(first)
  await post.stop()
})

test('a challenge that is refused by one way is tried by the other', async () => {
  // Whoever sits at port 80 sends everybody elsewhere.
  await using world = await ordering({}, { httpPort: elsewhere.port })
  const { server } = world
  await server.advance(0)
  expect(world.status().failures?.why).toContain('404')
  expect(await shown(world.port, { name: 'chat.test' }).catch(() => 'none')).toBe('none')
  await server.advance(minute)
  expect(world.status().failures).toBeUndefined()
  expect((await shown(world.port, { name: 'chat.test' })).names).toBe('DNS:chat.test')
})
const elsewhere = webServer((path) =>
  path.startsWith('/gone') ? new Response('nothing', { status: 404 }) : redirect('/gone'),
)

test('an authority that has had enough is left alone as long as it says', async () => {
  const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many of you' }
  const authority = webServer(() =>
    Response.json(problem, { status: 429, headers: { 'retry-after': String(5 * 3600) } }),
  )
  const settings = httpsSettings({ names: ['chat.test', 'team.test'] })
  settings.authority = { ...settings.authority, directory: `${authority.url}/dir` }
  const server = await TestServer.start({ https: settings })
  await server.advance(0)
  expect(authority.asked).toHaveLength(1)
  expect(httpsOf(server).status()[0]?.failures?.why).toContain('429')
  await server.advance(4.9 * 3600 * 1000)
  expect(authority.asked).toHaveLength(1)
  await server.advance(0.2 * 3600 * 1000)
  expect(authority.asked).toHaveLength(2)
  await server.stop()
  authority.stop()
})

test('a certificate that the disk has no room for is shown, and stored when there is room', async () => {
  await using world = await ordering()
  const { server, pebble } = world
  await server.advance(0)
  const first = await shown(world.port, { name: 'chat.test' })
  await pebble.stop()
  await world.begin({ lifetime: 180 * daySeconds })
  // Where the draft of the file would be.
  const inTheWay = join(world.folder(), 'chat.test.pem.new')
  mkdirSync(inTheWay)
  await server.advance(61 * day)
  const second = await shown(world.port, { name: 'chat.test' })
  expect(second.fingerprint).not.toBe(first.fingerprint)
  rmdirSync(inTheWay)
  await server.advance(2 * minute)
  await server.restart()
  expect(await shown(world.port, { name: 'chat.test' })).toEqual(second)
})

/** A server whose certificates come from an authority that runs, and goes where the names lead. */
async function ordering(
  changes: Partial<HttpsSettings> = {},
  told: Partial<PebbleSettings> = {},
  rules = defaultRules,
) {
  const pebble = await Pebble.make()
  const authority = { directory: pebble.directory, email: 'admin@example.com', rootFile: pebble.rootFile }
  const settings = httpsSettings({ authority, ...changes })
  const server = await TestServer.start({ domain: 'chat.test', https: settings, rules })
  const { https } = server.server
  if (!https) throw new Error('The server has no HTTPS')
  const { port, httpPort = 0 } = https
  // After a restart it is where it was.
  if (server.settings.https)
    server.settings.https = {
      ...settings,
      port,
      httpPort: settings.httpPort === undefined ? undefined : httpPort,
    }
  // The certificates are of today.
  server.clock.set(Date.now())
  const begin = (further: Partial<PebbleSettings> = {}) =>
    pebble.start({ httpPort, httpsPort: port, ...told, ...further })
  await begin()
  const all = () => server.server.https?.status() ?? []
  const folder = (): string => {
    const kept = join(server.folder, 'https')
    return join(kept, readdirSync(kept)[0] ?? '')
  }
  return {
    server,
    pebble,
    port,
    httpPort,
    begin,
    folder,
    /** Those that have a certificate. */
    names: () =>
      all()
        .flatMap(({ name, validUntil }) => (validUntil === undefined ? [] : [name]))
        .toSorted(),
    status: () => all()[0] ?? { name: '', validUntil: undefined, failures: undefined },
    files: () =>
      readdirSync(folder())
        .toSorted()
        .map((name) => ({
          name,
          mode: statSync(join(folder(), name)).mode & 0o777,
          text: readFileSync(join(folder(), name), 'utf8'),
        })),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await pebble[Symbol.asyncDispose]()
    },
  }
}
