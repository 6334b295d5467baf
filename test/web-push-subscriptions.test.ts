// Web push subscriptions: browsers that are to be told, what they subscribe with, and when they no longer are.
import { beforeEach, describe, expect, test } from 'bun:test'
import { createECDH } from 'node:crypto'
import { defaultRules } from '../src/organization/rules'
import { subscriptionsOf } from '../src/web-push/repository'
import { Browser } from './support/browser'
import type { Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, noneOfOwn, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'
import { password, TestServer } from './support/server'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'guest' })
const path = '/users/me/web_push_subscription'
const pair = createECDH('prime256v1')
const p256dh = pair.generateKeys('base64url')
const secretOf = (byte: number) => Buffer.alloc(16, byte).toString('base64url')

let count = 0
const subscription = (endpoint = `https://push.example.com/${++count}`) => ({
  endpoint,
  keys: { p256dh, auth: secretOf(1) },
})
const endpointsOf = (person: Pick<Client, 'id'>) =>
  subscriptionsOf(server.organization.db, person.id).map(({ endpoint }) => endpoint)

describe('a subscription', () => {
  beforeEach(async () => {
    for (const person of [ann, bob])
      for (const endpoint of endpointsOf(person)) await person.delete(path, { endpoint })
  })

  test('is made, made again, and ended', async () => {
    const mine = subscription()
    await holdsLaw([ann], () => ann.post(path, mine))
    // As a browser writes it: with what it knows beside, and keys in the other way of writing Base64.
    const again = await ann.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...mine,
        expirationTime: null,
        keys: { p256dh: Buffer.from(p256dh, 'base64url').toString('base64'), auth: secretOf(2) },
      }),
    })
    expect(again.body).toMatchObject({ result: 'success' })
    const [stored] = subscriptionsOf(server.organization.db, ann.id)
    expect(stored).toMatchObject({ endpoint: mine.endpoint, p256dh, auth: secretOf(2) })
    expect(endpointsOf(ann)).toEqual([mine.endpoint])
    expect((await ann.delete(path, { endpoint: mine.endpoint })).status).toBe(200)
    expect(endpointsOf(ann)).toEqual([])
  })

  test('goes along with a browser that somebody else uses now, but with nobody who knows its address alone', async () => {
    const shared = subscription()
    await ann.post(path, shared)
    await areRefused(bob, [
      {
        who: bob,
        method: 'post',
        path,
        parameters: { ...shared, keys: { p256dh, auth: secretOf(9) } },
        answer: badRequest('That endpoint is subscribed already'),
      },
      {
        who: bob,
        method: 'delete',
        path,
        parameters: { endpoint: shared.endpoint },
        answer: noneOfOwn('There is no such subscription'),
        status: 404,
      },
    ])
    expect(endpointsOf(ann)).toEqual([shared.endpoint])
    expect((await bob.post(path, shared)).status).toBe(200)
    expect([endpointsOf(ann), endpointsOf(bob)]).toEqual([[], [shared.endpoint]])
  })

  test('gives way where there are too many: the oldest does', async () => {
    const all = Array.from({ length: 21 }, () => subscription())
    for (const each of all) expect((await ann.post(path, each)).status).toBe(200)
    expect(endpointsOf(ann)).toEqual(all.slice(1).map(({ endpoint }) => endpoint))
  })

  test('ends with the session that it was made in, and with no other', async () => {
    const [first, second] = [new Browser(server.url), new Browser(server.url)]
    for (const browser of [first, second]) await browser.logIn(ann.email, password)
    const [one, two, three] = [subscription(), subscription(), subscription()]
    await first.post(path, one)
    await second.post(path, two)
    await ann.post(path, three)
    expect(endpointsOf(ann)).toHaveLength(3)
    await first.post('/accounts/logout')
    expect(endpointsOf(ann)).toEqual([two.endpoint, three.endpoint])
    await server.advance(15 * 24 * 3600_000)
    expect(endpointsOf(ann)).toEqual([three.endpoint])
  })

  test('ends with the API key that it was made with', async () => {
    await ann.post(path, subscription())
    expect(endpointsOf(ann)).toHaveLength(1)
    const { body } = await ann.post('/users/me/api_key/regenerate')
    ann.apiKey = String(body['api_key'])
    expect(endpointsOf(ann)).toEqual([])
  })
})

test('all end with the account', async () => {
  const cy = await server.addPerson('Cy')
  const browser = new Browser(server.url)
  await browser.logIn(cy.email, password)
  for (const each of [browser, cy]) await each.post(path, subscription())
  expect(endpointsOf(cy)).toHaveLength(2)
  await holdsLaw([ann], () => owner.delete(`/users/${cy.id}`))
  expect(endpointsOf(cy)).toEqual([])
})

describe('what is no subscription is refused', () => {
  const good = subscription()
  const bad: Record<string, Refusal['answer'] & { parameters: Record<string, unknown> }> = {
    nothing: { parameters: {}, ...missing('endpoint') },
    'no keys': { parameters: { endpoint: good.endpoint }, ...missing('keys') },
    'keys of the wrong type': { parameters: { ...good, keys: [1] }, ...invalid('keys') },
    'half of the keys': { parameters: { ...good, keys: { p256dh } }, ...invalid('keys') },
    'a key that is no point of the curve': {
      parameters: { ...good, keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: secretOf(1) } },
      ...invalid('keys'),
    },
    'a key that is compressed': {
      parameters: {
        ...good,
        keys: { p256dh: pair.getPublicKey('base64url', 'compressed'), auth: secretOf(1) },
      },
      ...invalid('keys'),
    },
    'a key that is too long': {
      parameters: { ...good, keys: { p256dh: p256dh.repeat(2), auth: secretOf(1) } },
      ...invalid('keys'),
    },
    'a short secret': { parameters: { ...good, keys: { p256dh, auth: 'AAAA' } }, ...invalid('keys') },
    'no address': { parameters: subscription('push'), ...invalid('endpoint') },
    'an address without encryption': {
      parameters: subscription('http://push.example.com/1'),
      ...invalid('endpoint'),
    },
    'an address with a password': {
      parameters: subscription('https://a:b@push.example.com/1'),
      ...invalid('endpoint'),
    },
    'a file': { parameters: subscription('file:///etc/passwd'), ...invalid('endpoint') },
    'this very machine': { parameters: subscription('https://127.0.0.1/push'), ...invalid('endpoint') },
    'the address of the clouds’ secrets': {
      parameters: subscription('https://169.254.169.254/'),
      ...invalid('endpoint'),
    },
    'a long address': {
      parameters: subscription(`https://push.example.com/${'x'.repeat(2048)}`),
      ...invalid('endpoint'),
    },
  }
  test.each(Object.entries(bad))('%s', async (_, { parameters, ...answer }) => {
    await areRefused(bob, [{ who: bob, method: 'post', path, parameters, answer }])
    expect(endpointsOf(bob)).toEqual([])
  })

  test('an end of what is none', async () => {
    const answer = noneOfOwn('There is no such subscription')
    const ended = (endpoint: string) =>
      ({ who: bob, method: 'delete', path, parameters: { endpoint }, answer, status: 404 }) as const
    await areRefused(bob, [
      { who: bob, method: 'delete', path, answer: missing('endpoint') },
      ended('nothing'),
      ended('https://push.example.com/none'),
    ])
  })
})

test('the key that browsers subscribe with is the same for good, and another in another organization', async () => {
  const keyOf = async (person: Client) => (await register(person))['web_push_vapid_public_key']
  const key = String(await keyOf(owner))
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  expect(await keyOf(bob)).toBe(key)
  await server.restart()
  expect(await keyOf(owner)).toBe(key)
  const other = await TestServer.start({ rules: { ...defaultRules, allowsPrivateAddresses: true } })
  try {
    expect(await keyOf(other.owner)).not.toBe(key)
    // An operator's own push service may be one of their network.
    const local = { endpoint: 'http://127.0.0.1:8080/push', keys: { p256dh, auth: secretOf(1) } }
    expect((await other.owner.post(path, local)).status).toBe(200)
  } finally {
    await other.stop()
  }
})
