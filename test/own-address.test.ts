// An organization's own address, for links in mails and notifications, and the numbers by which other services know it.
import { expect, test } from 'bun:test'
import { organizationUuid, ownUrl, userUuid } from '../src/organization/address'
import { found } from '../src/administration/founding'
import { defaultRules } from '../src/organization/rules'
import { TestServer } from './support/server'

async function addressesOf(publicUrl: string | null, domain?: string) {
  const server = await TestServer.start({ rules: { ...defaultRules, publicUrl }, domain })
  try {
    const acme = await server.server.organizations.create('acme', async (draft) => {
      await found(draft, {
        name: 'Acme',
        owner: { email: 'owner@example.com', fullName: 'Olive', password: 'correct horse battery' },
      })
    })
    const both = [server.organization, acme]
    return {
      port: server.server.port,
      urls: both.map(ownUrl),
      ids: both.flatMap((each) => [organizationUuid(each), userUuid(each, 1), userUuid(each, 2)]),
    }
  } finally {
    await server.stop()
  }
}

test('it is what the operator says, with the subdomain before it; else where the server listens', async () => {
  expect((await addressesOf('https://chat.example.com')).urls).toEqual([
    'https://chat.example.com',
    'https://acme.chat.example.com',
  ])
  expect((await addressesOf('http://chat.example.com:8080')).urls[1]).toBe(
    'http://acme.chat.example.com:8080',
  )
  const guessed = await addressesOf(null)
  expect(guessed.urls).toEqual([`http://localhost:${guessed.port}`, `http://acme.localhost:${guessed.port}`])
  const named = await addressesOf(null, 'chat.test')
  expect(named.urls[1]).toBe(`http://acme.chat.test:${named.port}`)
})

test('each organization and each of its people has a UUID of its own', async () => {
  const { ids } = await addressesOf(null)
  expect(new Set(ids).size).toBe(6)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
