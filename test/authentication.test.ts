// Who may call, and what the others are told (contract 5, notes: errors).
import { describe, expect, test } from 'bun:test'
import { anonymous } from './support/client'
import { password } from './support/server'
import { scenario } from './support/scenario'

const { server } = await scenario({})

function withHeader(authorization: string) {
  return anonymous(server.url, '/users', { headers: { authorization } })
}

function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
}

describe('HTTP Basic', () => {
  test('the right key answers, whatever the case of the address', async () => {
    const reply = await withHeader(basic('OWNER@example.com', server.owner.apiKey))
    expect(reply.status).toBe(200)
    expect(reply.body['result']).toBe('success')
  })

  test('no credentials, wrong ones and malformed ones are refused with one code', async () => {
    const nobody = await anonymous(server.url, '/users')
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
    expect(nobody.headers.get('www-authenticate')).toStartWith('Basic')
    const wrongKey = await withHeader(basic('owner@example.com', 'x'.repeat(32)))
    expect([wrongKey.status, wrongKey.body['code']]).toEqual([401, 'UNAUTHORIZED'])
    const wrongAccount = await withHeader(basic('someone@example.com', server.owner.apiKey))
    expect(wrongAccount.body).toEqual(wrongKey.body)
    for (const header of ['Bearer abc', 'Basic', 'Basic !!!', `Basic ${btoa('no colon')}`]) {
      const broken = await withHeader(header)
      expect([broken.status, broken.body['code']]).toEqual([401, 'UNAUTHORIZED'])
    }
  })
})

test('calls that need no credentials ignore wrong ones', async () => {
  for (const authorization of ['Bearer abc', basic('owner@example.com', 'wrong')]) {
    const settings = await anonymous(server.url, '/server_settings', { headers: { authorization } })
    expect([settings.status, settings.body['result']]).toEqual([200, 'success'])
    const login = await anonymous(server.url, '/fetch_api_key', {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ username: 'owner@example.com', password }),
    })
    expect([login.status, login.body['user_id']]).toEqual([200, server.owner.id])
  }
})

test('credentials that were right are not for longer than the account has them', async () => {
  const pat = await server.addPerson('Pat')
  expect((await pat.get('/users/me')).status).toBe(200)
  await server.owner.patch(`/users/${pat.id}`, { new_email: 'patricia@example.com' })
  expect((await pat.get('/users/me')).body['code']).toBe('UNAUTHORIZED')
  const renamed = pat.withEmail('patricia@example.com')
  expect((await renamed.get('/users/me')).body['full_name']).toBe('Pat')
  await server.owner.patch(`/users/${pat.id}`, { full_name: 'Patricia' })
  expect((await renamed.get('/users/me')).body['full_name']).toBe('Patricia')
  await server.owner.delete(`/users/${pat.id}`)
  expect((await renamed.get('/users/me')).status).toBe(401)
})
