// Sessions: a browser logs in, calls by cookie from its own pages only, and is logged out by hand, by time and by what befalls the account.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { usualLoginLimits } from '../src/accounts/login-attempts'
import { beginSession } from '../src/sessions/actions'
import { Browser, ownPage } from './support/browser'
import { anonymous, type Reply } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { password, startOfTests, TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

let server: TestServer
beforeEach(async () => {
  server = await TestServer.start({ trustedProxies: ['127.0.0.0/8'] })
})
afterEach(() => server.stop())

const codeOf = (reply: Reply) => [reply.status, reply.body['code']]
const now = () => startOfTests / 1000
const day = 24 * 3600_000

async function loggedIn(headers: Record<string, string> = ownPage, base?: '/api/v1' | '/json') {
  const browser = new Browser(server.url, headers, base)
  expect((await browser.logIn('OWNER@example.com ', password)).body).toEqual({
    result: 'success',
    msg: '',
    email: 'owner@example.com',
    user_id: server.owner.id,
  })
  return browser
}

async function sessionsOf(browser: { get(path: string): Promise<Reply> }) {
  const { body } = await browser.get('/users/me/sessions')
  const { sessions } = body
  return Array.isArray(sessions) ? sessions : []
}

describe('logging in', () => {
  test('gives a cookie that stands for the key, below /json and /api/v1', async () => {
    const browser = await loggedIn()
    expect(browser.lastSetCookie).toMatch(
      /^confab-session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
    const api = new Browser(server.url, ownPage, '/api/v1')
    for (const [name, value] of browser.cookies) api.cookies.set(name, value)
    for (const client of [browser, api]) {
      expect((await client.get('/users/me')).body).toMatchObject({ user_id: server.owner.id })
      expect((await client.post('/users/me/alert_words', { alert_words: ['lunch'] })).status).toBe(200)
    }
    expect((await browser.post('/register')).body).toMatchObject({ user_id: server.owner.id })
  })

  test('over HTTPS the cookie is bound to it', async () => {
    const browser = await loggedIn({ ...ownPage, 'x-forwarded-proto': 'https' })
    expect(browser.lastSetCookie).toMatch(
      /^__Host-confab-session=[\w-]{43}; Path=\/; Max-Age=7776000; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect((await browser.get('/users/me')).status).toBe(200)
    // What was set without the prefix may have come from a neighbour.
    const [token = ''] = browser.cookies.values()
    browser.cookies.clear()
    browser.cookies.set('confab-session', token)
    expect((await browser.get('/users/me')).status).toBe(401)
  })

  test('a wrong password gives none, and counts as it does elsewhere', async () => {
    await server.stop()
    server = await TestServer.start({ loginLimits: usualLoginLimits })
    const browser = new Browser(server.url)
    for (let attempt = 0; attempt < 3; attempt++) {
      const wrong = await browser.logIn('owner@example.com', 'wrong')
      expect(codeOf(wrong)).toEqual([401, 'AUTHENTICATION_FAILED'])
      const body = new URLSearchParams({ username: 'owner@example.com', password: 'wrong' })
      await anonymous(server.url, '/fetch_api_key', { method: 'POST', body })
    }
    expect(codeOf(await browser.logIn('owner@example.com', password))).toEqual([429, 'RATE_LIMIT_HIT'])
    expect(browser.cookies.size).toBe(0)
  })

  test('a page elsewhere can not log a browser in, programs can', async () => {
    const elsewhere = new Browser(server.url, { 'sec-fetch-site': 'cross-site' })
    expect(codeOf(await elsewhere.logIn('owner@example.com', password))).toEqual([403, 'CSRF_FAILED'])
    const old = new Browser(server.url, { origin: 'http://evil.example.com' })
    expect(codeOf(await old.logIn('owner@example.com', password))).toEqual([403, 'CSRF_FAILED'])
    expect((await new Browser(server.url, {}).logIn('owner@example.com', password)).status).toBe(200)
  })

  test('only who knows the password learns that an account is deactivated', async () => {
    const member = await server.addPerson('Mia Member')
    await server.owner.delete(`/users/${member.id}`)
    const browser = new Browser(server.url)
    expect(codeOf(await browser.logIn(member.email, password))).toEqual([401, 'USER_DEACTIVATED'])
    expect(codeOf(await browser.logIn(member.email, 'wrong'))).toEqual([401, 'AUTHENTICATION_FAILED'])
  })
})

describe('a call by cookie', () => {
  const write = (browser: Browser) => browser.post('/users/me/alert_words', { alert_words: ['word'] })

  test.each([
    ['a page of the organization', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a page of a sister organization', { 'sec-fetch-site': 'same-site' }, false],
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site' }, false],
    ['a page elsewhere that names our origin', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }, false],
    ['an old browser, our page', { origin: 'OWN' }, true],
    ['an old browser, our page by HTTPS at a proxy that does not say so', { origin: 'OWN-HTTPS' }, true],
    ['an old browser, another site', { origin: 'http://evil.example.com' }, false],
    ['an old browser, another port', { origin: 'http://127.0.0.1:1' }, false],
    ['a page without an origin', { origin: 'null' }, false],
    ['a very old browser, our page', { referer: 'OWN/login?next=/' }, true],
    ['a very old browser, another site', { referer: 'http://evil.example.com/OWN' }, false],
    ['something that says nothing', {}, false],
  ])('from %s: %j', async (_, template: Record<string, string>, isTaken) => {
    const secure = server.url.replace('http:', 'https:')
    const headers = Object.fromEntries(
      Object.entries(template).map(([name, value]) => [
        name,
        value.replace('OWN-HTTPS', secure).replace('OWN', server.url),
      ]),
    )
    const cookies = (await loggedIn()).cookies
    const browser = new Browser(server.url, headers)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(codeOf(await write(browser))).toEqual(isTaken ? [200, undefined] : [403, 'CSRF_FAILED'])
    // Reading is no danger: what comes back, other sites can't read.
    expect((await browser.get('/users/me')).status).toBe(200)
  })

  test('from a page of somebody else’s, which is still open, changes nothing', async () => {
    const ann = await server.addPerson('Ann')
    const browser = await loggedIn()
    browser.headers['x-confab-user'] = String(ann.id)
    expect(codeOf(await write(browser))).toEqual([401, 'UNAUTHORIZED'])
    expect((await server.owner.get('/users/me/alert_words')).body['alert_words']).toEqual([])
    browser.headers['x-confab-user'] = String(server.owner.id)
    expect((await write(browser)).status).toBe(200)
  })

  test('where we know of HTTPS, a page over HTTP is another', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const browser = await loggedIn(headers)
    for (const [origin, status] of [
      [server.url, 403],
      [server.url.replace('http:', 'https:'), 200],
    ] as const) {
      browser.headers['origin'] = origin
      expect((await write(browser)).status).toBe(status)
    }
  })

  test('without a session is refused so that browsers ask for no password', async () => {
    const browser = new Browser(server.url)
    browser.cookies.set('confab-session', 'x'.repeat(43))
    const refused = await browser.get('/users/me')
    expect(codeOf(refused)).toEqual([401, 'UNAUTHORIZED'])
    expect(refused.headers.get('www-authenticate')).toStartWith('Session')
    const key = await anonymous(server.url, '/users/me', { headers: { cookie: 'confab-session=x' } })
    expect(key.headers.get('www-authenticate')).toStartWith('Basic')
    expect(codeOf(await browser.get('/nothing'))).toEqual([404, 'NOT_FOUND'])
    expect((await browser.get('/server_settings')).status).toBe(200)
  })

  test('gets a new key for all that there are', async () => {
    const browser = await loggedIn()
    const { body } = await browser.post('/users/me/api_key/regenerate')
    expect(String(body['api_key'])).toMatch(/^\w{32}$/)
    expect(codeOf(await server.owner.get('/users/me'))).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('sessions', () => {
  test('are listed with device, address and times, each to its owner', async () => {
    const firefox = await loggedIn({
      ...ownPage,
      'x-forwarded-for': '192.0.2.7',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    })
    server.clock.advance(90_000)
    const program = await loggedIn({ ...ownPage, 'user-agent': 'Confab-Tool/3' })
    server.clock.advance(30_000)
    expect(await sessionsOf(firefox)).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox on Linux',
        address: '192.0.2.7',
        date_created: now(),
        last_seen: now() + 120,
        expiry_date: now() + 120 + 14 * 86_400,
        is_current: true,
      },
      expect.objectContaining({ device: 'Confab-Tool', last_seen: now() + 90, is_current: false }),
    ])
    expect((await sessionsOf(server.owner)).map((session) => session.is_current)).toEqual([false, false])
    const member = await server.addPerson('Mia Member')
    expect(await sessionsOf(member)).toEqual([])
    const [other] = (await sessionsOf(program)).filter((session) => !session.is_current)
    await areRefused(server.owner, [
      {
        who: member,
        method: 'delete',
        path: `/users/me/sessions/${other.id}`,
        answer: badRequest('There is no such session'),
      },
      {
        who: member,
        method: 'delete',
        path: '/users/me/sessions/x',
        answer: { code: 'REQUEST_VARIABLE_INVALID', var_name: 'session_id' },
      },
    ])
    expect(await sessionsOf(firefox)).toHaveLength(2)
  })

  test('when one was last seen survives a restart, to the minute', async () => {
    const browser = await loggedIn()
    await server.advance(3600_000)
    await browser.get('/users/me')
    await server.advance(30_000)
    await browser.get('/users/me')
    await server.restart()
    expect(await sessionsOf(server.owner)).toMatchObject([{ last_seen: now() + 3600 }])
    expect((await browser.get('/users/me')).status).toBe(200)
  })

  test('one that is ended is out at once, with its queues and no others', async () => {
    const [browser, other] = [await loggedIn(), await loggedIn()]
    const states = [await register(browser), await register(other), await register(server.owner)]
    const waiting = browser.get('/events', { queue_id: states[0]?.['queue_id'], last_event_id: -1 })
    await untilWaiting(server, states[0]?.['queue_id'])
    const [session] = await sessionsOf(browser)
    await holdsLaw([server.owner], () => other.delete(`/users/me/sessions/${session.id}`))
    expect((await waiting).status).toBeLessThan(500)
    expect(codeOf(await browser.get('/users/me'))).toEqual([401, 'UNAUTHORIZED'])
    const gone = await server.owner.get('/events', { queue_id: states[0]?.['queue_id'], last_event_id: -1 })
    expect(codeOf(gone)).toEqual([400, 'BAD_EVENT_QUEUE_ID'])
    for (const state of states.slice(1)) expect(await eventsOf({ person: server.owner, state })).toEqual([])
  })

  test('a queue knows its session after a restart too', async () => {
    const browser = await loggedIn()
    const state = await register(browser, { event_types: ['alert_words'] })
    await server.restart()
    expect(await eventsOf({ person: browser, state })).toEqual([])
    await browser.post('/accounts/logout')
    const gone = await server.owner.get('/events', { queue_id: state['queue_id'], last_event_id: -1 })
    expect(codeOf(gone)).toEqual([400, 'BAD_EVENT_QUEUE_ID'])
  })

  test('logging out ends the one that calls and takes the cookie back, twice as well as once', async () => {
    const [browser, other] = [await loggedIn(), await loggedIn()]
    expect((await browser.post('/accounts/logout')).body).toEqual({ result: 'success', msg: '' })
    expect(browser.cookies.size).toBe(0)
    expect((await browser.post('/accounts/logout')).status).toBe(200)
    expect(await sessionsOf(other)).toMatchObject([{ is_current: true }])
    other.headers['sec-fetch-site'] = 'cross-site'
    expect(codeOf(await other.post('/accounts/logout'))).toEqual([403, 'CSRF_FAILED'])
    expect(await sessionsOf(other)).toHaveLength(1)
  })

  test('nobody has more than a hundred: the idlest gives way', async () => {
    const [first, second] = [await loggedIn(), await loggedIn()]
    await server.organization.write((tx) => {
      const elsewhere = { userAgent: 'Firefox', address: '192.0.2.1' }
      const person = { id: server.owner.id, fullName: 'Owner' }
      for (let count = 2; count < 100; count++) beginSession(tx, person, elsewhere)
    })
    server.clock.advance(100_000)
    await first.get('/users/me')
    await server.advance(0)
    await loggedIn()
    expect((await first.get('/users/me')).status).toBe(200)
    expect((await second.get('/users/me')).status).toBe(401)
    expect(await sessionsOf(first)).toHaveLength(100)
  })
})

describe('a session ends', () => {
  test('after two weeks without a call, and after ninety days with', async () => {
    const [idle, busy] = [await loggedIn(), await loggedIn()]
    const state = await register(busy)
    for (let days = 0; days < 13; days++) await server.advance(day)
    expect((await busy.get('/users/me')).status).toBe(200)
    await server.advance(day)
    expect((await idle.get('/users/me')).status).toBe(401)
    for (let days = 14; days < 90; days++) {
      expect((await busy.get('/users/me')).status).toBe(200)
      await server.advance(day)
    }
    expect((await busy.get('/users/me')).status).toBe(401)
    expect(await sessionsOf(server.owner)).toEqual([])
    expect(codeOf(await server.owner.get('/events', { queue_id: state['queue_id'] }))).toEqual([
      400,
      'BAD_EVENT_QUEUE_ID',
    ])
  })

  test('at that very moment, not when the timer comes round', async () => {
    const browser = await loggedIn()
    server.clock.advance(14 * day - 1000)
    expect(await sessionsOf(server.owner)).toHaveLength(1)
    server.clock.advance(1000)
    expect(await sessionsOf(server.owner)).toEqual([])
    expect((await browser.get('/users/me')).status).toBe(401)
  })

  test('when the password is changed elsewhere', async () => {
    const [browser, other] = [await loggedIn(), await loggedIn()]
    const change = { old_password: password, new_password: 'another good one' }
    expect((await browser.patch('/settings', change)).status).toBe(200)
    expect((await browser.get('/users/me')).status).toBe(200)
    expect((await other.get('/users/me')).status).toBe(401)
    const wrong = await browser.patch('/settings', { ...change, new_password: 'a third good one' })
    expect(wrong.status).toBe(400)
    expect((await browser.get('/users/me')).status).toBe(200)
  })

  test('when the account is deactivated; it does not come back with it', async () => {
    const member = await server.addPerson('Mia Member')
    const browser = new Browser(server.url)
    await browser.logIn(member.email, password)
    await server.owner.delete(`/users/${member.id}`)
    await server.reactivate(member)
    expect((await browser.get('/users/me')).status).toBe(401)
    expect((await member.get('/users/me')).status).toBe(200)
  })
})
