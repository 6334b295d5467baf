// The first organization of a server: made on a page, by whoever has the link that the server's console shows, and once.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { setupKey } from '../src/first-organization/key'
import { createOrganization } from '../src/cli/operations'
import { ManualClock } from '../src/organization/clock'
import { defaultRules } from '../src/organization/rules'
import { settings } from '../src/organization/settings'
import { startServer, type RunningServer } from '../src/server'
import { Browser } from './support/browser'
import { anonymous, Client } from './support/client'
import { Confab } from './support/confab'
import { startOfTests } from './support/server'

let folder: string
let server: RunningServer
let logged: string
const clock = new ManualClock(startOfTests)

/** A server without an organization. */
function serve(isLimited = false): Promise<RunningServer> {
  return startServer({
    dataFolder: folder,
    host: '127.0.0.1',
    port: 0,
    domain: undefined,
    clock,
    log: pino({ level: 'trace' }, { write: (line) => void (logged += line) }),
    userRateLimit: isLimited ? { limit: 1000, windowSeconds: 60 } : undefined,
    loginLimits: undefined,
    trustedProxies: [],
    rules: defaultRules,
    random: () => 1,
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  logged = ''
  server = await serve()
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const filled = {
  name: 'Lake Rowing Club',
  full_name: 'Olive Owner',
  email: 'olive@example.com',
  password: 'a good password',
}

function browserIn(language = 'en'): Browser {
  return new Browser(server.url, { 'sec-fetch-site': 'same-origin', 'accept-language': language })
}

test('whoever has the link makes the organization, owns it, and is inside', async () => {
  const path = `/setup/${setupKey(folder)}`
  const browser = browserIn()
  const form = await browser.open(path)
  expect(form).toMatchObject({
    status: 200,
    title: 'Make your organization',
    ticked: { channels: ['general', 'team'] },
  })
  const inside = await browser.submit(form, {
    ...filled,
    more_channels: 'Boats, general,  Rowing weekends ,',
  })
  expect(inside.status).toBe(200)
  expect((await browser.get('/users/me')).body).toMatchObject({
    full_name: 'Olive Owner',
    delivery_email: 'olive@example.com',
    role: 100,
  })
  const { body } = await browser.get('/users/me/subscriptions')
  expect(body).toMatchObject({
    subscriptions: [{ name: 'general' }, { name: 'team' }, { name: 'Boats' }, { name: 'Rowing weekends' }],
  })
  // Everybody who joins starts in them, and can log in.
  const register = await browser.post('/register', { fetch_event_types: ['default_streams', 'realm'] })
  expect(register.body['realm_default_streams']).toHaveLength(4)
  expect(register.body['realm_name']).toBe('Lake Rowing Club')
  await server.settled()
  const owner = await anonymous(server.url, '/fetch_api_key', {
    method: 'POST',
    body: new URLSearchParams({ username: filled.email, password: filled.password }),
  })
  const { api_key: key } = owner.body
  const audit = await new Client(server.url, 0, filled.email, String(key)).get('/realm/audit_log')
  expect(JSON.stringify(audit.body)).toContain('organization.created')

  // The link has served, and is gone from the folder.
  expect(await browserIn().open(path)).toMatchObject({ status: 410, title: 'This link has ended' })
  expect(await browserIn().submit(form, filled)).toMatchObject({ status: 410 })
  expect(existsSync(join(folder, 'setup-key'))).toBe(false)
  expect(server.organizations.all).toHaveLength(1)
})

test('nothing else makes one: without the link a page says kindly where it is, and the API answers as ever', async () => {
  const key = setupKey(folder)
  const browser = browserIn()
  for (const path of ['/', '/login', '/register', '/join/x', '/reset-password']) {
    expect(await browser.open(path)).toMatchObject({
      status: 404,
      title: 'There is no organization here yet',
    })
  }
  expect((await browser.open('/login')).html).toContain('the link that the server’s console shows')
  expect((await anonymous(server.url, '/server_settings')).body).toEqual({
    result: 'error',
    msg: 'There is no organization at this address',
    code: 'NONEXISTENT_SUBDOMAIN',
  })
  const form = await browser.open(`/setup/${key}`)
  for (const wrong of ['x', key.slice(1), `${key}x`, key.toLowerCase()]) {
    const page = await browser.open(`/setup/${wrong}`)
    expect(page).toMatchObject({ status: 404, title: 'This link is not right' })
    expect(page.html).not.toContain('<form')
    expect(await browser.submit({ ...form, path: `/setup/${wrong}` }, filled)).toMatchObject({ status: 404 })
  }
  browser.headers['sec-fetch-site'] = 'cross-site'
  expect(await browser.submit(form, filled)).toMatchObject({ status: 403, title: 'Please try again' })
  expect(server.organizations.isEmpty).toBe(true)
})

test('what is wrong stands beside its field, what was filled in stays, and the link goes on', async () => {
  const browser = browserIn()
  const form = await browser.open(`/setup/${setupKey(folder)}`)
  const hostile = '"><script>alert(1)</script>'
  for (const [values, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ full_name: hostile }, 'full_name'],
    [{ email: 'nowhere' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ more_channels: 'x'.repeat(61) }, 'more_channels'],
    [{ more_channels: Array.from({ length: 21 }, (_, index) => `c${index}`).join() }, 'more_channels'],
  ] as const) {
    const again = await browser.submit(form, { ...filled, channels: ['ideas'], ...values })
    expect([again.status, Object.keys(again.errors)]).toEqual([400, [field]])
    expect(again.ticked).toEqual({ channels: ['ideas'] })
    expect(again.fields['password']).toBe('')
    expect(again.html).not.toContain('<script')
    expect(again.fields).toMatchObject({ ...filled, ...values, password: '' })
  }
  expect(server.organizations.isEmpty).toBe(true)
  expect(existsSync(join(folder, 'organizations/.new-root'))).toBe(false)
})

test('of several people with the link at the same time one makes it, and the others are told', async () => {
  const form = await browserIn().open(`/setup/${setupKey(folder)}`)
  const pages = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      browserIn().submit(form, {
        ...filled,
        name,
        email: `${name}@example.com`,
        password: 'a good password',
      }),
    ),
  )
  const [made, ...late] = pages.toSorted((a, b) => a.status - b.status)
  expect(made?.status).toBe(200)
  // Whoever comes while it is made, or right after.
  for (const { status, title } of late)
    expect(['409 Somebody was sooner', '410 This link has ended']).toContain(`${status} ${title}`)
  expect(server.organizations.all).toHaveLength(1)
})

test('who is slower than the command line loses as cleanly', async () => {
  const form = await browserIn().open(`/setup/${setupKey(folder)}`)
  const made = createOrganization.perform(server.organizations, {
    subdomain: '',
    name: 'Acme',
    owner_email: 'o@x.io',
    owner_name: 'O',
    password: 'a good password',
    public_access: false,
  })
  expect([409, 410]).toContain((await browserIn().submit(form, filled)).status)
  expect(await made).toMatchObject({ email: 'o@x.io' })
  expect(server.organizations.all.map((each) => settings(each).name)).toEqual(['Acme'])
})

test('the link is the same after a restart, for nobody else to read, and in no log', async () => {
  const key = setupKey(folder)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(folder, 'setup-key')).mode & 0o777).toBe(0o600)
  await browserIn().open(`/setup/${key}`)
  await server.stop()
  server = await serve()
  expect(setupKey(folder)).toBe(key)
  const form = await browserIn().open(`/setup/${key}`)
  expect(await browserIn().submit(form, { ...filled, email: 'x' })).toMatchObject({ status: 400 })
  expect(await browserIn().submit(form, filled)).toMatchObject({ status: 200 })
  expect(logged).not.toContain(key)
})

test('keys are not to be tried in great number', async () => {
  await server.stop()
  server = await serve(true)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 61; attempt++)
    statuses.push((await browserIn().open(`/setup/${attempt}`)).status)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
  const last = await browserIn().open(`/setup/${setupKey(folder)}`)
  expect(last).toMatchObject({ status: 429, title: 'Too many attempts' })
})

test('a founder whose browser speaks German founds in German', async () => {
  const browser = browserIn('de-AT,de;q=0.9')
  const form = await browser.open(`/setup/${setupKey(folder)}`)
  expect(form).toMatchObject({
    title: 'Gründe deine Organisation',
    ticked: { channels: ['Allgemeines', 'Team'] },
  })
  await browser.submit(form, filled)
  const [organization] = server.organizations.all
  expect(organization && settings(organization).default_language).toBe('de')
})

test('the executable prints the link, and not again once it has served', async () => {
  await using confab = new Confab()
  const first = await confab.serve([], /setup\/\S+\n/)
  const [link = ''] = /http\S+\/setup\/\S+/.exec(first.out()) ?? []
  first.kill('SIGKILL')
  await first.exited
  const second = await confab.serve(['--json'])
  const { setup_url: url } = JSON.parse(second.out())
  expect(new URL(url).pathname).toBe(new URL(link).pathname)
  const browser = new Browser(second.url)
  const inside = await browser.submit(await browser.open(new URL(url).pathname), filled)
  expect(inside.status).toBe(200)
  expect((await browser.get('/users/me')).body).toMatchObject({ full_name: 'Olive Owner' })
  second.kill('SIGTERM')
  await second.exited
  const third = await confab.serve(['--json'])
  expect(JSON.parse(third.out())).toEqual({ url: third.url, port: third.port, data: confab.data })
}, 240_000)
