// Which organization answers: the `Host` header chooses, unless there is only one.
import { afterEach, expect, test } from 'bun:test'
import { found } from '../src/administration/founding'
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

test('an account of one organization is none of another', async () => {
  await serve(undefined, ['acme'])
  const own = await server.owner.request('/users/me', { headers: { host: 'localhost' } })
  expect(own.status).toBe(200)
  const other = await server.owner.request('/users/me', { headers: { host: 'acme.localhost' } })
  expect([other.status, other.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
