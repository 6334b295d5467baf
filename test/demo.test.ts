// `confab serve --demo`: what it prints works when pasted and clicked, and the organization shows what the server can do.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { home } from '../src/pages/route'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from './support/browser'
import { Client, type Parameters } from './support/client'
import { Confab, createAcme, freePort, type ServerProcess } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

/** The links that a start has printed: names and addresses. */
function linksIn(out: string): { name: string; path: string }[] {
  return [...out.matchAll(/^ {2}(\S+ \S+) +http:\/\/\S+?(\/demo\/\S+)$/gm)].map(
    ([, name = '', path = '']) => ({
      name,
      path,
    }),
  )
}

/** A demo that several tests look at. */
let shared: Confab
let server: ServerProcess
/** What was answered about its health until it was there. */
const before: unknown[] = []

beforeAll(async () => {
  shared = new Confab()
  const port = await freePort()
  const starting = shared.serve(['--demo', '--port', String(port)], /can log in at \S+\n/)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (answer?.ok) break
    if (answer) before.push([answer.status, await answer.json()])
  }
  const browser = new Browser(`http://127.0.0.1:${port}`)
  server = await starting
  messagesWhenReady = await messagesOf(browser, linksIn(server.out())[0]?.path ?? '')
})
afterAll(() => shared[Symbol.asyncDispose]())

/** As HTML, of Mara's. */
let messagesWhenReady = ''

async function messagesOf(browser: Browser, link: string): Promise<string> {
  await browser.fetch(link)
  const { body } = await browser.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0 })
  return JSON.stringify(body['messages'])
}

test('the server is healthy once the demo is there, not before', async () => {
  expect(before.length).toBeGreaterThan(0)
  const starts = { result: 'error', msg: 'The server is starting', code: 'SERVER_STARTING' }
  for (const answer of before) expect(answer).toEqual([503, starts])
  const healthy = await fetch(`${server.url}/health`)
  expect(await healthy.json()).toMatchObject({ result: 'success', organizations: 1 })
  // Whoever is told that it is ready finds all of it, the pictures too.
  expect(messagesWhenReady.match(/message_inline_image/g)).toHaveLength(4)
  expect(messagesWhenReady).not.toContain('image-loading-placeholder')
})

test('each of the links lets in as its person, as often as it is opened', async () => {
  const links = linksIn(server.out())
  expect(links.map(({ name }) => name)).toEqual([
    'Mara Lindqvist',
    'Jonas Okafor',
    'Priya Raman',
    'Tomás Vega',
    'Hana Sato',
    'Emil Brandt',
  ])
  for (const { name, path } of [...links, ...links]) {
    const browser = new Browser(server.url)
    const answer = await browser.fetch(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, home])
    expect((await browser.get('/users/me')).body).toMatchObject({ full_name: name })
  }
  const [{ path } = { path: '' }, other] = links
  const nobody = new Browser(server.url)
  // Neither somebody else's signature nor a changed one.
  const signature = other?.path.split('-')[1] ?? ''
  for (const wrong of [
    path.replace(/-.*/, `-${signature}`),
    path.slice(0, -1),
    `${path}0`,
    '/demo/2-x',
    '/demo/x',
  ])
    expect(await nobody.open(wrong)).toMatchObject({ status: 410, title: 'This link has ended' })
  expect(nobody.cookies.size).toBe(0)
})

test('a start keeps the demo that is there, and prints other links, for those of its people who are still there', async () => {
  await using confab = new Confab()
  const first = await confab.serve(['--demo'], /can log in at \S+\n/)
  const [{ path } = { path: '' }] = linksIn(first.out())
  const said = await messagesOf(new Browser(first.url), path)
  await confab.json(
    ['user', 'create', '--email', 'm@x.io', '--name', 'Mia Member', '--password-stdin'],
    'a good password\n',
  )
  await confab.json(['user', 'deactivate', '--email', 'emil@demo.example'])
  const [emil] = linksIn(first.out()).slice(-1)
  expect(await new Browser(first.url).open(emil?.path ?? '')).toMatchObject({ status: 410 })
  first.kill('SIGTERM')
  await first.exited

  const second = await confab.serve(['--demo'], /user key.*\n/)
  const links = linksIn(second.out())
  expect(links.map(({ name }) => name)).toEqual([
    'Mara Lindqvist',
    'Jonas Okafor',
    'Priya Raman',
    'Tomás Vega',
    'Hana Sato',
  ])
  // Those of before are worth nothing.
  expect(await new Browser(second.url).open(path)).toMatchObject({ status: 410 })
  expect(await messagesOf(new Browser(second.url), links[0]?.path ?? '')).toBe(said)
  second.kill('SIGTERM')
  await second.exited

  // Without --demo nobody gets in by a link, whatever is in the folder.
  const third = await confab.serve(['--json'])
  expect(JSON.parse(third.out())).not.toHaveProperty('demo')
  expect(await new Browser(third.url).open(links[0]?.path ?? '')).toMatchObject({ status: 410 })
  third.kill('SIGTERM')
  await third.exited

  // With --json they are there for programs, too.
  const fourth = await confab.serve(['--demo', '--json'])
  expect(JSON.parse(fourth.out())).toMatchObject({
    demo: [
      { name: 'Mara Lindqvist', email: 'mara@demo.example', login_url: expect.stringContaining('/demo/') },
      {},
      {},
      {},
      {},
    ],
  })
})

test('a demo whose making was cut short is made anew', async () => {
  await using confab = new Confab()
  const port = await freePort()
  const cut = Bun.spawn([...confab.program, 'serve', '--demo', '--port', String(port)], {
    cwd: confab.data,
    env: { CONFAB_DATA: confab.data, CONFAB_LOG_LEVEL: 'silent' },
    stdout: 'ignore',
  })
  // The organization is there, and its first message is not: it comes long after the channels.
  const folder = join(confab.data, 'organizations/root')
  while (!existsSync(folder)) await Bun.sleep(5)
  cut.kill('SIGKILL')
  await cut.exited
  const whole = await confab.serve(['--demo'], /can log in at \S+\n/)
  expect(linksIn(whole.out())).toHaveLength(6)
  const said = await messagesOf(new Browser(whole.url), linksIn(whole.out())[0]?.path ?? '')
  expect(rows(JSON.parse(said)).length).toBeGreaterThan(80)
})

test('an organization that is no demo has no links, even with --demo', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a good password\n')
  const real = await confab.serve(['--demo'], /user key.*\n/)
  expect(linksIn(real.out())).toEqual([])
})

test('what is printed works when pasted', async () => {
  const [reading, sending] = server.out().match(/^ {2}curl .*$/gm) ?? []
  expect(await pasted(sending)).toMatchObject({ result: 'success', id: expect.any(Number) })
  const read = await pasted(reading)
  expect(read).toMatchObject({ result: 'success', found_newest: true })
  expect(JSON.stringify(read)).toContain('<p>Hello, <strong>world</strong>!</p>')

  const people = [...server.out().matchAll(/^ {2}(\S+@\S+) +([a-z0-9-]+) +(\w{32,})$/gm)]
  expect(people).toHaveLength(6)
  for (const [, email = '', password = '', apiKey = ''] of people) {
    const body = new URLSearchParams({ username: email, password })
    const login = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body })
    expect(await login.json()).toMatchObject({ result: 'success', email })
    expect((await new Client(server.url, 0, email, apiKey).get('/users/me')).body['email']).toBe(email)
  }
})

test('the demo shows what messages can have, and all of it is understood', () => {
  const html = messagesWhenReady
  for (const sign of [
    'user-mention',
    'user-group-mention',
    'codehilite',
    'katex',
    'spoiler-block',
    '<table>',
    '<time',
    '<blockquote>',
    'stream-topic',
    'message-link',
    'message_inline_image',
    'img alt=\\":starter:\\"',
  ]) {
    expect(html).toContain(sign)
  }
  // Every mention, link and emoji was understood: none is left as it was typed.
  expect(html).not.toMatch(/[@#](\*\*|<strong>)/)
  expect(html.replaceAll(/>:\w+:<\/span>/g, '')).not.toMatch(/ :\w+:/)
  expect(html).not.toMatch(/\{(id|in|file):|undefined|NaN/)
})

test('the demo is alive: it has gone on for days until now, and everybody finds something new', async () => {
  const people = [...server.out().matchAll(/^ {2}(\S+@\S+) +[a-z0-9-]+ +(\w{32,})$/gm)].map(
    ([, email = '', apiKey = '']) => new Client(server.url, 0, email, apiKey),
  )
  const [mara, jonas] = people
  if (!mara || !jonas) throw new Error('the demo has no people')
  const all: Parameters = { anchor: 'newest', num_before: 500, num_after: 0 }
  const { messages } = (await mara.get('/messages', all)).body
  const times = rows(messages).map(({ timestamp }) => Number(timestamp))
  const now = Date.now() / 1000
  expect(now - Math.min(...times)).toBeGreaterThan(4 * 24 * 3600)
  expect(now - Math.max(...times)).toBeLessThan(3600)
  expect(Math.max(...times)).toBeLessThanOrEqual(now)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(JSON.stringify(messages)).toContain('"type\\":\\"vote')

  for (const person of people) {
    const { body } = await person.post('/register', {})
    const unread = field(body['unread_msgs'], 'count')
    expect([person.email, Number(unread)]).toEqual([person.email, expect.any(Number)])
    expect(Number(unread)).toBeGreaterThan(1)
    expect(Number(unread)).toBeLessThan(25)
    expect(rows(body['channel_folders'])).toHaveLength(2)
  }
  const { body } = await mara.post('/register', {})
  expect(rows(body['drafts'])).toHaveLength(1)
  expect(rows(body['scheduled_messages'])).toHaveLength(1)
  expect(rows(body['reminders'])).toHaveLength(1)
  expect(rows(body['custom_profile_fields'])).toMatchObject([{ name: 'Speciality' }])
  expect(rows(body['starred_messages']).length).toBeGreaterThan(1)
  expect(Object.keys(Object(body['user_status'])).length).toBeGreaterThan(2)
  const channels = rows(body['subscriptions'])
  expect(channels.filter(({ invite_only }) => invite_only)).toMatchObject([{ name: 'the books' }])
  expect(channels.every(({ description }) => description !== '')).toBe(true)
  const website = channels.find(({ name }) => name === 'shop website')
  const { topics } = (await mara.get(`/users/me/${String(website?.['stream_id'])}/topics`)).body
  const names = rows(topics).map(({ name }) => String(name))
  expect(names.length).toBeGreaterThan(4)
  expect(names.some((name) => name.startsWith('✔ '))).toBe(true)
  // Private is private.
  const emil = people.at(-1)
  expect(JSON.stringify((await emil?.get('/messages', all))?.body)).not.toContain('price of flour')
})

function rows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, name: string): unknown {
  return Object(value)[name]
}

/** Runs a line as a person's shell would, and reads the JSON it prints. */
async function pasted(line: string | undefined): Promise<unknown> {
  const shell = Bun.spawn(['bash', '-c', line ?? 'false'], { stdout: 'pipe' })
  return JSON.parse(await shell.stdout.text())
}
