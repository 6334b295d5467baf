// Which organization answers: the `Host` header chooses, unless there is only one.
import { afterEach, expect, test } from 'bun:test'
import { found } from '../src/administration/founding'
import { Browser, ownPage } from './support/browser'
import { anonymous } from './support/client'
import { password, TestServer } from './support/server'

let server: TestServer
afterEach(() => server.stop())

/** A server with the root organization and others. */
async function serve(domain: string | undefined, subdomains: readonly string[]): Promise<void> {
  server = await TestServer.start({ domain })
  for (const subdomain of subdomains) {
    await server.server.organizations.create(subdomain, async (draft) => {
      const owner = { email: 'owner@example.com', fullName: 'Olive Owner', password }
      await found(draft, { name: `Organization ${subdomain}`, owner })
    })
  }
}

/** The name of the organization that answers there, or the error's code. */
async function at(host: string): Promise<unknown> {
  const { status, body } = await anonymous(server.url, '/server_settings', { headers: { host } })
  expect(status).toBe(body['result'] === 'success' ? 200 : 404)
  return body['realm_name'] ?? body['code']
}

const nobody = 'NONEXISTENT_SUBDOMAIN'

test('the only one answers on any host, until there is another', async () => {
  await serve(undefined, [])
  expect(await at('anything.example.org')).toBe('Test organization')
  await server.stop()
  await serve(undefined, ['acme'])
  expect(await at('anything.example.org')).toBe(nobody)
})

test('without a domain the first label is the guess; addresses and bare names are the root', async () => {
  await serve(undefined, ['acme'])
  for (const host of ['acme.example.com', 'ACME.example.com:8420', 'acme.example.com.', 'acme.localhost']) {
    expect([host, await at(host)]).toEqual([host, 'Organization acme'])
  }
  for (const host of ['localhost', '127.0.0.1:8420', '[::1]:8420']) {
    expect([host, await at(host)]).toEqual([host, 'Test organization'])
  }
  for (const host of ['beta.example.com', 'a.acme.example.com']) expect(await at(host)).toBe(nobody)
})

test('with a domain only its own names count, in any case', async () => {
  await serve('Chat.Example.com', ['acme'])
  for (const host of ['chat.example.com', 'CHAT.example.com:8420', 'chat.example.com.']) {
    expect([host, await at(host)]).toEqual([host, 'Test organization'])
  }
  expect(await at('acme.chat.example.com')).toBe('Organization acme')
  for (const host of ['beta.chat.example.com', 'a.acme.chat.example.com', 'acme.example.com', 'localhost']) {
    expect([host, await at(host)]).toEqual([host, nobody])
  }
})

test('a page says kindly that nobody is there, and what to do', async () => {
  await serve('chat.example.com', ['acme'])
  const unknown = await new Browser(server.url, { host: 'beta.chat.example.com' }).open('/')
  expect(unknown).toMatchObject({ status: 404, title: 'There is nobody at this address' })
  expect((await new Browser(server.url, { host: 'acme.chat.example.com' }).open('/login')).title).toBe(
    'Log in',
  )
})

test('at the server’s own name people say where they want to go, and no organization is named', async () => {
  await serve('chat.example.com', ['acme', 'beta'])
  const root = server.server.organizations.get('')
  if (root) await server.server.organizations.remove(root)
  const browser = new Browser(server.url, { ...ownPage, host: 'chat.example.com:8420' })
  const page = await browser.open('/')
  expect(page).toMatchObject({ status: 200, title: 'Where to?', fields: { address: '' } })
  expect(page.html).not.toMatch(/acme|beta/)
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://*.chat.example.com:8420 https://*.chat.example.com:8420;",
  )
  const send = (address: string) =>
    browser.fetch('/find-organization', { method: 'POST', body: new URLSearchParams({ address }) })
  for (const address of [
    'acme',
    ' ACME ',
    'acme.chat.example.com',
    'https://acme.chat.example.com/#narrow/is/dm',
    'acme.chat.example.com:8420',
  ]) {
    const answer = await send(address)
    expect([address, answer.status, answer.headers.get('location')]).toEqual([
      address,
      303,
      'http://acme.chat.example.com:8420/',
    ])
  }
  for (const address of [
    '',
    'gamma',
    'acme.example.org',
    '//evil.example',
    'a/b',
    'acme@evil.example',
    '../x',
  ]) {
    const answer = await browser.submit(page, { address })
    expect([answer.status, answer.errors['address']]).toEqual([
      400,
      'There is no organization at this address. Is it spelled right?',
    ])
    expect(answer.fields).toEqual({ address })
  }
  // At a bare network address there are no names before it.
  const bare = await new Browser(server.url).open('/login')
  expect(bare).toMatchObject({ status: 404, title: 'There is nobody at this address', fields: {} })
})

test('an account of one organization is none of another', async () => {
  await serve(undefined, ['acme'])
  const own = await server.owner.request('/users/me', { headers: { host: 'localhost' } })
  expect(own.status).toBe(200)
  const other = await server.owner.request('/users/me', { headers: { host: 'acme.localhost' } })
  expect([other.status, other.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
