// `confab serve` as a process: beside commands, against the wrong folder or port, and how it stops.
import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from './support/browser'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { item } from './support/law/rules'
import { plain, png, red } from './support/pictures'
import { until } from './support/waiting'
import { webServer } from './support/web-servers'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

test('commands work beside the server, which sees the result at once', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  const owner = await login(confab, server.url, createAcme)
  const { queue_id, last_event_id } = (await owner.post('/register', { event_types: ['realm_user'] })).body

  const member = await login(confab, server.url, ['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])
  const { events } = (await owner.get('/events', { queue_id, last_event_id })).body
  expect(events).toMatchObject([{ type: 'realm_user', op: 'add', person: { full_name: 'Mia' } }])
  expect((await member.get('/users')).status).toBe(200)

  const renewed = await login(confab, server.url, ['user', 'key', '--email', 'm@x.io', '--revoke-others'])
  expect((await renewed.get('/users')).status).toBe(200)
  expect((await member.get('/users')).body['code']).toBe('UNAUTHORIZED')

  const refused = await confab.run(['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])
  expect(refused).toMatchObject({ code: 7, err: expect.stringContaining('already in use') })
  await confab.json([...createAcme, '--subdomain', 'beta'], 'a long password\n')
  const elsewhere = await fetch(`${server.url}/api/v1/users`, { headers: { host: 'nowhere.example.com' } })
  expect(elsewhere.status).toBe(404)
  await confab.json(['organization', 'remove', '--subdomain', 'beta', '--yes'])
  expect((await owner.get('/users')).status).toBe(200)
})

test('a person is logged out, given a role and shut out beside the server, at once', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  const owner = await login(confab, server.url, createAcme)
  const add = ['user', 'create', '--email', 'm@x.io', '--name', 'Mia', '--password-stdin']
  await confab.json(add, 'a good password\n')
  const browser = new Browser(server.url)
  await browser.logIn('m@x.io', 'a good password')
  const { queue_id, last_event_id } = (await browser.post('/register', { event_types: ['realm_user'] })).body
  const poll = browser.get('/events', { queue_id, last_event_id })
  const about = (command: string, ...more: string[]) => ['user', command, '--email', 'm@x.io', ...more]
  expect(await confab.json(about('delete-sessions'))).toMatchObject({ sessions: 1 })
  expect((await poll).status).toBeLessThan(500)
  expect((await browser.get('/users/me')).status).toBe(401)

  await browser.logIn('m@x.io', 'a good password')
  await confab.json(about('role', '--role', 'moderator'))
  expect((await browser.get('/users/me')).body).toMatchObject({ role: 300 })
  await confab.json(about('deactivate'))
  expect((await browser.logIn('m@x.io', 'a good password')).body['code']).toBe('USER_DEACTIVATED')
  await confab.json(about('reactivate'))
  expect((await browser.logIn('m@x.io', 'a good password')).status).toBe(200)
  expect((await owner.get('/users')).status).toBe(200)
})

test('the server does one command after another, and lets go of an organization that is removed', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  const attempts = await Promise.all(
    [1, 2, 3].map(() => confab.run([...createAcme, '--json'], 'a long password\n')),
  )
  expect(attempts.map((attempt) => attempt.code).toSorted()).toEqual([0, 7, 7])
  const made = JSON.parse(attempts.find((attempt) => attempt.code === 0)?.out ?? '')
  const owner = new Client(server.url, made.user_id, made.email, made.api_key)
  const { queue_id, last_event_id } = (await owner.post('/register', {})).body
  const poll = owner.get('/events', { queue_id, last_event_id })
  await confab.json(['organization', 'remove', '--yes'])
  expect((await poll).status).toBe(200)
  expect((await owner.get('/events', { queue_id, last_event_id })).body['code']).toBe('NONEXISTENT_SUBDOMAIN')
})

test('what a command did between two runs of the server reaches the queues that wait', async () => {
  await using confab = new Confab()
  const first = await confab.serve()
  const owner = await login(confab, first.url, createAcme)
  const { queue_id, last_event_id } = (await owner.post('/register', { event_types: ['realm_user'] })).body
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])

  const second = await confab.serve()
  const again = new Client(second.url, owner.id, owner.email, owner.apiKey)
  const { events } = (await again.get('/events', { queue_id, last_event_id })).body
  expect(events).toMatchObject([{ type: 'realm_user', op: 'add', person: { full_name: 'Mia' } }])
})

test('a second server on the folder is refused and told of the first', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  const second = await confab.run(['serve', '--port', '0'])
  expect(second).toMatchObject({ code: 6, out: '', err: expect.stringContaining(server.url) })
  expect((await confab.run(['health', '--port', String(server.port)])).code).toBe(0)
})

test('a port that is taken is named, and so is a host that is not here', async () => {
  await using first = new Confab()
  await using second = new Confab()
  const { port } = await first.serve()
  const taken = await second.run(['serve', '--port', String(port)])
  expect(taken).toMatchObject({ code: 3, out: '', err: expect.stringContaining(`Port ${port} `) })
  const nowhere = await second.run(['serve', '--port', '0', '--host', '192.0.2.1'])
  expect(nowhere).toMatchObject({ code: 3, err: expect.stringContaining('192.0.2.1') })
  const unknown = await second.run(['serve', '--port', '0', '--host', 'nowhere.invalid'])
  expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining('nowhere.invalid has no address') })
})

test('health tells a server that is well from one that is not there', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  const health = (host: string) => confab.run(['health', '--port', String(server.port), '--host', host])
  expect((await health('0.0.0.0')).code).toBe(0)
  server.kill('SIGTERM')
  await server.exited
  expect(await health('127.0.0.1')).toMatchObject({ code: 8, err: expect.stringContaining('No Confab') })
})

test('data of a newer version is refused, and all organizations stay as they are', async () => {
  await using confab = new Confab()
  for (const name of ['acme', 'beta', 'zeta']) {
    await confab.json([...createAcme, '--subdomain', name], 'a long password\n')
  }
  const newer = new Database(join(confab.data, 'organizations', 'beta', 'confab.sqlite'))
  newer.run('PRAGMA user_version = 9999')
  newer.close()
  const before = await contents(confab.data)
  for (const command of [
    ['serve', '--port', '0'],
    ['user', 'list', '--subdomain', 'acme'],
  ]) {
    const refused = await confab.run(command)
    expect(refused).toMatchObject({ code: 5, out: '', err: expect.stringContaining('newer version') })
  }
  expect(await contents(confab.data)).toEqual(before)
})

test('a stop answers the waiting poll and keeps the queue; the next run goes on with its numbers', async () => {
  await using confab = new Confab()
  const first = await confab.serve()
  const owner = await login(confab, first.url, createAcme)
  const { queue_id, last_event_id } = (await owner.post('/register', {})).body
  const poll = owner.get('/events', { queue_id, last_event_id })
  await until(async () => item((await confab.json(['status']))['clients'])['waiting'] === 1)
  first.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  expect(await poll).toMatchObject({ status: 200, body: { result: 'success' } })

  const second = await confab.serve()
  const again = new Client(second.url, owner.id, owner.email, owner.apiKey)
  await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])
  const { events } = (await again.get('/events', { queue_id, last_event_id })).body
  expect(events).toContainEqual(expect.objectContaining({ type: 'realm_user' }))
})

test('a request that never ends does not hold up the stop; a second signal ends it at once', async () => {
  await using confab = new Confab()
  const server = await confab.serve()
  await login(confab, server.url, createAcme)
  const socket = await halfRequest(server.port)
  server.kill('SIGTERM')
  // It has heard the first one when it takes no more connections. Two within 50 ms are one.
  await until(async () => !(await takesConnections(server.port)))
  await Bun.sleep(60)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(143)
  socket.end()

  const patient = await confab.serve()
  const other = await halfRequest(patient.port)
  patient.kill('SIGTERM')
  expect(await patient.exited).toBe(0)
  other.end()
})

test('after a kill the folder is free at once', async () => {
  await using confab = new Confab()
  const first = await confab.serve()
  await login(confab, first.url, createAcme)
  first.kill('SIGKILL')
  await first.exited
  expect((await confab.json(['user', 'list']))['users']).toHaveLength(1)
  const second = await confab.serve()
  expect((await confab.run(['health', '--port', String(second.port)])).code).toBe(0)
})

test('limits and trusted proxies are as the settings say', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  const statuses = async (args: readonly string[]): Promise<number[]> => {
    const server = await confab.serve(['--json', ...args])
    const seen: number[] = []
    // Nobody is logged in, so each address has a limit of its own.
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2']) {
      const headers = { 'x-forwarded-for': address }
      seen.push((await fetch(`${server.url}/api/v1/users/me`, { headers })).status)
    }
    server.kill('SIGTERM')
    await server.exited
    return seen
  }
  const limit = ['--requests-per-minute', '2']
  expect(await statuses(limit)).toEqual([401, 401, 429, 429])
  expect(await statuses([...limit, '--trusted-proxies', '10.0.0.1, 127.0.0.1'])).toEqual([401, 401, 429, 401])
  expect(await statuses([...limit, '--rate-limits', 'off'])).toEqual([401, 401, 401, 401])
})

test('private addresses are asked where the settings say so', async () => {
  await using confab = new Confab()
  const picture = new Uint8Array(png(8, 8, plain(red)))
  const elsewhere = webServer(() => new Response(picture, { headers: { 'content-type': 'image/png' } }))
  const server = await confab.serve(['--json', '--allow-private-addresses'])
  const owner = await login(confab, server.url, createAcme)
  const content = `${elsewhere.url}/a.png`
  const { body: sent } = await owner.post('/messages', { type: 'direct', to: [owner.id], content })
  const { body: read } = await owner.get(`/messages/${Number(sent['id'])}`)
  const source = /\/external_content\/[\w/-]+/.exec(JSON.stringify(read))?.[0] ?? ''
  expect((await fetch(server.url + source)).status).toBe(200)
  expect(elsewhere.asked).toEqual(['/a.png'])
  elsewhere.stop()
})

test('an empty folder is served, with the next step told', async () => {
  await using confab = new Confab()
  const server = await confab.serve([], /organization create.*\n/)
  expect((await fetch(`${server.url}/api/v1/users`)).status).toBe(404)
})

/** Runs a command that makes a person or a key, and calls the API as that person. */
async function login(confab: Confab, url: string, args: readonly string[]): Promise<Client> {
  const made = await confab.json(args, 'a long password\n')
  return new Client(url, Number(made['user_id']), String(made['email']), String(made['api_key']))
}

/** A connection on which a request has begun whose body never comes: the server has got it when it answers the one before. */
async function halfRequest(port: number) {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => resolve() } })
  const whole = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const half = 'POST /api/v1/register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na'
  socket.write(whole + half)
  await answered
  return socket
}

function takesConnections(port: number): Promise<boolean> {
  return Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )
}

/** Every file below the folder, as a hash of its bytes. */
async function contents(folder: string): Promise<Record<string, bigint | number>> {
  const found: Record<string, bigint | number> = {}
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const file = Bun.file(join(folder, path))
    if ((await file.stat()).isFile()) found[path] = Bun.hash(await file.bytes())
  }
  return found
}
