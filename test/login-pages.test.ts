// The pages to log in and out: forms that work without scripts, for password managers, safe from other sites.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { usualLoginLimits } from '../src/accounts/login-attempts'
import { setDeactivated } from '../src/administration/settings'
import { storeSetting } from '../src/organization/settings'
import { Browser } from './support/browser'
import { password, TestServer } from './support/server'

let server: TestServer
beforeEach(async () => {
  server = await TestServer.start({ loginLimits: usualLoginLimits })
})
afterEach(() => server.stop())

const email = 'owner@example.com'

test('somebody logs in by the form, is where they wanted to go, and logs out', async () => {
  const browser = new Browser(server.url)
  const form = await browser.open('/login?next=/%3Fa%3D1')
  expect(form).toMatchObject({ status: 200, title: 'Log in', fields: { next: '/?a=1' } })
  expect(form.html).toContain('autocomplete="username"')
  expect(form.html).toContain('autocomplete="current-password"')
  const inside = await browser.submit(form, { email, password })
  expect(inside).toMatchObject({ path: '/?a=1', status: 200 })
  expect((await browser.get('/users/me')).body).toMatchObject({ user_id: server.owner.id })
  expect((await browser.fetch('/login?next=/%3Fa%3D1')).headers.get('location')).toBe('/?a=1')
  const outside = await browser.fetch('/logout', { method: 'POST' })
  expect(outside.headers.get('location')).toBe('/login')
  expect(browser.cookies.size).toBe(0)
  expect((await server.owner.get('/users/me/sessions')).body).toMatchObject({ sessions: [] })
})

test('pages load nothing, run nothing, are framed and cached by nobody', async () => {
  const { headers, html } = await new Browser(server.url).open('/login')
  const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  )
  expect(html).not.toMatch(/<script|<link|<img|style="|\son\w+=|http/)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('what is wrong is said in the form, with its status, and what was typed stays, but for the password', async () => {
  const browser = new Browser(server.url)
  const form = await browser.open('/login')
  const hostile = '"><script>alert(1)</script>'
  const wrong = await browser.submit(form, { email: hostile, password: 'wrong' })
  expect(wrong).toMatchObject({
    status: 401,
    alert: 'The e-mail address or the password is wrong.',
    fields: { email: hostile, password: '' },
  })
  expect(wrong.html).not.toContain('<script')
  expect(wrong.headers.get('www-authenticate')).toBeNull()
  for (let attempt = 0; attempt < 5; attempt++) await browser.submit(form, { email, password: 'wrong' })
  const tooMany = await browser.submit(form, { email, password })
  expect(tooMany).toMatchObject({ status: 429, alert: expect.stringContaining('wait') })
  expect(tooMany.headers.get('retry-after')).toBe('1800')
  const member = await server.addPerson('Mia Member')
  await server.owner.delete(`/users/${member.id}`)
  const closed = await browser.submit(form, { email: member.email, password })
  expect(closed).toMatchObject({ status: 401, title: 'Your account is deactivated', fields: {} })
  expect(await browser.submit(form, { email: member.email, password: 'wrong' })).toMatchObject({
    status: 401,
    alert: 'The e-mail address or the password is wrong.',
  })
  expect(browser.cookies.size).toBe(0)
})

test('the form leads nowhere else', async () => {
  for (const next of [
    'https://evil.example.com/',
    '//evil.example.com/',
    '/\\evil.example.com',
    'javascript:alert(1)',
    'x',
  ]) {
    const browser = new Browser(server.url)
    const form = await browser.open(`/login?${new URLSearchParams({ next }).toString()}`)
    expect(Object.keys(form.fields)).toEqual(['email', 'password'])
    expect(await browser.submit(form, { email, password, next })).toMatchObject({
      path: '/',
      status: 200,
    })
  }
})

test('a form that another site sends logs nobody in or out', async () => {
  const browser = new Browser(server.url)
  const form = await browser.open('/login')
  browser.headers['sec-fetch-site'] = 'cross-site'
  const refused = await browser.submit(form, { email, password })
  expect(refused).toMatchObject({ status: 403, title: 'Please try again' })
  expect(browser.cookies.size).toBe(0)
  browser.headers['sec-fetch-site'] = 'same-origin'
  expect(await browser.submit(form, { email, password })).toMatchObject({ path: '/', status: 200 })
  browser.headers['sec-fetch-site'] = 'same-site'
  expect((await browser.fetch('/logout', { method: 'POST' })).status).toBe(403)
  expect((await browser.get('/users/me')).status).toBe(200)
})

test('names are text in pages, and a page that fails is a page', async () => {
  await server.organization.write((tx) => storeSetting(tx, 'name', '<b>Ropes & "Knots"'))
  const browser = new Browser(server.url)
  expect((await browser.open('/login')).html).toContain('&lt;b&gt;Ropes &amp; &quot;Knots&quot;')
  const body = new URLSearchParams({ email: 'x'.repeat(100_000) })
  const large = await browser.fetch('/login', { method: 'POST', body })
  expect([large.status, large.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  await setDeactivated(server.organization, true)
  expect(await browser.open('/login')).toMatchObject({ status: 401, title: 'This organization is closed' })
})
