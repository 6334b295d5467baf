// Logging in with a password, keys that are exchanged, and how guessing is slowed.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { hashPassword } from '../src/accounts/creating'
import { usualLoginLimits } from '../src/accounts/login-attempts'
import type { LoginLimits } from '../src/http/rate-limits'
import { Browser } from './support/browser'
import { anonymous, Client, type Reply } from './support/client'
import { register } from './support/law'
import { password, TestServer } from './support/server'
import { untilWaiting } from './support/waiting'

let server: TestServer
beforeEach(() => start(usualLoginLimits))
afterEach(() => server.stop())

async function start(loginLimits: LoginLimits): Promise<void> {
  server = await TestServer.start({ loginLimits, trustedProxies: ['127.0.0.0/8'] })
}

function logIn(username: string, password: string, from = '192.0.2.1'): Promise<Reply> {
  const body = new URLSearchParams({ username, password })
  return anonymous(server.url, '/fetch_api_key', {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': from },
  })
}

const codeOf = (reply: Reply) => [reply.status, reply.body['code']]

test('the password gives a key of its own at each login, whatever the case of the address', async () => {
  const first = await logIn('OWNER@example.com', password)
  expect(first.body).toEqual({
    result: 'success',
    msg: '',
    api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    email: 'owner@example.com',
    user_id: server.owner.id,
  })
  const second = await logIn('owner@example.com', password)
  expect(second.body['api_key']).not.toBe(first.body['api_key'])
  for (const { body } of [first, second]) {
    const client = new Client(server.url, server.owner.id, 'owner@example.com', String(body['api_key']))
    expect((await client.get('/users/me')).status).toBe(200)
  }
})

/** Another client of the owner's, with a key of its own. */
async function anotherClient(): Promise<Client> {
  const { body } = await logIn('owner@example.com', password)
  return new Client(server.url, server.owner.id, 'owner@example.com', String(body['api_key']))
}

const dead = [401, 'UNAUTHORIZED']

test('a new key ends all that were there before, and sessions; what waits with them is answered with nothing', async () => {
  const [phone, laptop] = [await anotherClient(), await anotherClient()]
  const browser = new Browser(server.url)
  await browser.logIn('owner@example.com', password)
  const { queue_id } = await register(laptop)
  const poll = laptop.get('/events', { queue_id, last_event_id: -1 })
  await untilWaiting(server, queue_id)
  const reply = await phone.post('/users/me/api_key/regenerate')
  expect(reply.body).toEqual({ result: 'success', msg: '', api_key: expect.any(String) })
  expect((await poll).body['events']).toEqual([])
  for (const client of [phone, laptop, server.owner])
    expect(codeOf(await client.get('/users/me'))).toEqual(dead)
  expect((await browser.get('/users/me')).status).toBe(401)
  phone.apiKey = String(reply.body['api_key'])
  expect((await phone.get('/users/me')).status).toBe(200)
  const nobody = await anonymous(server.url, '/users/me/api_key/regenerate', { method: 'POST' })
  expect(codeOf(nobody)).toEqual([401, 'UNAUTHORIZED'])
})

test('other logins go on where that is asked for', async () => {
  const [phone, laptop] = [await anotherClient(), await anotherClient()]
  const { body } = await phone.post('/users/me/api_key/regenerate', { keep_other_logins: true })
  expect(codeOf(await phone.get('/users/me'))).toEqual(dead)
  phone.apiKey = String(body['api_key'])
  for (const client of [phone, laptop]) expect((await client.get('/users/me')).status).toBe(200)
})

test('a new password ends all logins but the one it is set with, if they are not to go on', async () => {
  const [phone, laptop] = [await anotherClient(), await anotherClient()]
  const browser = new Browser(server.url)
  await browser.logIn('owner@example.com', password)
  const change = (more: object) =>
    phone.patch('/settings', { old_password: password, new_password: password, ...more })
  expect((await change({ keep_other_logins: true })).status).toBe(200)
  for (const client of [phone, laptop, browser]) expect((await client.get('/users/me')).status).toBe(200)
  expect((await change({})).status).toBe(200)
  expect((await phone.get('/users/me')).status).toBe(200)
  for (const client of [laptop, server.owner]) expect(codeOf(await client.get('/users/me'))).toEqual(dead)
  expect((await browser.get('/users/me')).status).toBe(401)
})

test('keys of before do not come back with an account', async () => {
  const member = await server.addPerson('Mia Member')
  await server.owner.delete(`/users/${member.id}`)
  expect(codeOf(await member.get('/users/me'))).toEqual([401, 'USER_DEACTIVATED'])
  await server.owner.post(`/users/${member.id}/reactivate`)
  expect(codeOf(await member.get('/users/me'))).toEqual(dead)
  expect((await logIn(member.email, password)).status).toBe(200)
})

test('a wrong password, an unknown account and a bot are refused alike', async () => {
  const refused = [
    await logIn('owner@example.com', 'wrong'),
    await logIn('nobody@example.com', password),
    await logIn('notification-bot@confab.invalid', ''),
    await logIn('owner@example.com', 'x'.repeat(60_000)),
    await logIn('owner@example.com', ''),
  ]
  for (const reply of refused) {
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({
      result: 'error',
      code: 'AUTHENTICATION_FAILED',
      msg: 'Your username or password is incorrect',
    })
  }
  const form = (body: string) =>
    anonymous(server.url, '/fetch_api_key', { method: 'POST', body: new URLSearchParams(body) })
  expect((await form('password=x')).body).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'username',
  })
  expect((await form('username=x')).body).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'password',
  })
})

test('only who knows the password learns that an account is deactivated', async () => {
  const member = await server.addPerson('Mia Member')
  await server.owner.delete(`/users/${member.id}`)
  expect(codeOf(await logIn(member.email, password))).toEqual([401, 'USER_DEACTIVATED'])
  expect(codeOf(await logIn(member.email, 'wrong'))).toEqual([401, 'AUTHENTICATION_FAILED'])
})

test('after five wrong passwords an account has to wait, each time longer; an unknown one just so', async () => {
  for (const account of ['owner@example.com', 'nobody@example.com']) {
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(codeOf(await logIn(account, 'wrong'))).toEqual([401, 'AUTHENTICATION_FAILED'])
    }
    const sixth = await logIn(account.toUpperCase(), password, '198.51.100.7')
    expect(codeOf(sixth)).toEqual([429, 'RATE_LIMIT_HIT'])
    expect(sixth.headers.get('retry-after')).toBe('1800')
    expect(sixth.body['retry-after']).toBe(1800)
  }
  expect((await logIn('owner@example.com', password)).status).toBe(429)
  server.clock.advance(1800_000)
  for (let attempt = 1; attempt <= 5; attempt++) await logIn('owner@example.com', 'wrong')
  expect((await logIn('owner@example.com', password)).headers.get('retry-after')).toBe('3600')
  server.clock.advance(3600_000)
  expect((await logIn('owner@example.com', password)).status).toBe(200)
})

test('nobody waits longer because the clock is put back', async () => {
  for (let attempt = 1; attempt <= 5; attempt++) await logIn('owner@example.com', 'wrong')
  server.clock.advance(-24 * 3600_000)
  expect((await logIn('owner@example.com', password)).status).toBe(200)
})

test('a right password forgets the wrong ones, and many at once are no way around', async () => {
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 4; attempt++) await logIn('owner@example.com', 'wrong')
    expect((await logIn('owner@example.com', password)).status).toBe(200)
  }
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => logIn('owner@example.com', 'wrong')))
  expect(atOnce.filter((reply) => reply.status === 401).length).toBe(5)
  expect(atOnce.filter((reply) => reply.status === 429).length).toBe(7)
})

test('an address that tries many accounts has to wait too; others go on', async () => {
  await server.stop()
  await start({ ...usualLoginLimits, perAddress: 3 })
  for (let attempt = 0; attempt < 3; attempt++) await logIn(`nobody${attempt}@example.com`, 'wrong')
  expect((await logIn('owner@example.com', password)).status).toBe(429)
  expect((await logIn('owner@example.com', password, '203.0.113.9')).status).toBe(200)
})

test('nobody’s hash costs what everybody’s does', async () => {
  const source = await Bun.file('src/accounts/login.ts').text()
  const costs = /\$argon2id\$v=19\$[^$]+\$/
  expect(costs.exec(source)?.[0]).toBe(costs.exec(await hashPassword('a long password'))?.[0])
})
