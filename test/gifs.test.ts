// GIFs, which clients search for themselves: the server's key, and how far an organization lets them go.
import { expect, onTestFinished, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import type { Client } from './support/client'
import { gifServer } from './support/gif-server'
import { holdsLaw, register } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const without = await scenario({ ann: 'member' })
const { server, owner, ann, gus } = await scenario(
  { ann: 'member', gus: 'guest' },
  { rules: { ...defaultRules, giphyApiKey: 'a key' } },
)
const refused = (
  who: Client,
  giphy_rating: unknown,
  answer: Refusal['answer'] = invalid('giphy_rating'),
) => ({
  who,
  method: 'patch' as const,
  path: '/realm',
  parameters: { giphy_rating },
  answer,
})

test('without a key there are none, whatever is asked for', async () => {
  const state = await register(without.ann)
  expect(state).toMatchObject({ giphy_api_key: '', realm_giphy_rating: 0 })
  expect(state['giphy_rating_options']).toEqual({ disabled: { name: expect.any(String), id: 0 } })
  expect((await without.owner.patch('/realm', { giphy_rating: 0 })).status).toBe(200)
  await areRefused(
    without.ann,
    [2, 6, 'g'].map((value) => refused(without.owner, value)),
  )
})

test('with one, an organization chooses how far they may go, and clients are told; strangers get no key', async () => {
  const state = await register(gus)
  expect(state).toMatchObject({ giphy_api_key: 'a key', realm_giphy_rating: 0 })
  const options = item(state['giphy_rating_options'])
  expect(Object.keys(options)).toEqual(['disabled', 'y', 'g', 'pg', 'pg-13', 'r'])
  await holdsLaw([owner, ann, gus], () => owner.patch('/realm', { giphy_rating: 2 }))
  expect(await register(ann)).toMatchObject({ realm_giphy_rating: 2 })
  await areRefused(ann, [
    refused(ann, 5, badRequest('Must be an organization administrator')),
    refused(owner, 6),
    refused(owner, -1),
  ])
  await owner.patch('/realm', { enable_spectator_access: true })
  const anybody: unknown = await (await fetch(`${server.url}/api/v1/register`, { method: 'POST' })).json()
  expect(anybody).toMatchObject({ result: 'success', giphy_api_key: '' })
})

test('the server searches in its clients’ place: once for all who ask alike, by the organization’s rating, and shows previews itself', async () => {
  const giphy = gifServer()
  onTestFinished(() => giphy.stop())
  const rules = { ...defaultRules, giphyApiKey: 'a key', giphyUrl: giphy.url, allowsPrivateAddresses: true }
  const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'guest' }, { rules })
  expect((await ann.get('/gifs', { q: 'cats' })).body).toMatchObject({ gifs: [], next_offset: null })
  expect(giphy.asked).toEqual([])
  await owner.patch('/realm', { giphy_rating: 3 })
  const [one, other] = await Promise.all([ann.get('/gifs', { q: ' cats ' }), bob.get('/gifs', { q: 'cats' })])
  expect(other.body['gifs']).toEqual(one.body['gifs'])
  expect(giphy.asked).toEqual(['/v1/gifs/search?rating=pg&limit=15&offset=0&q=cats&api_key=a%20key'])
  const [first] = items(one.body['gifs'])
  expect(first).toMatchObject({ title: 'cats 0', url: `${giphy.url}/cats%200.gif`, width: 200, height: 100 })
  const preview = await fetch(server.url + String(first?.['preview_url']))
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await ann.get('/gifs', { q: 'cats', offset: one.body['next_offset'] })).body).toMatchObject({
    gifs: [{ title: 'cats 15' }, {}, {}, {}, { title: 'cats 19' }],
    next_offset: null,
  })
  expect((await ann.get('/gifs')).body['gifs']).toHaveLength(15)
  expect(giphy.asked.at(-1)).toStartWith('/v1/gifs/trending?rating=pg&limit=15&offset=0&api_key=')
  const asked = giphy.asked.length
  await bob.get('/gifs')
  expect(giphy.asked).toHaveLength(asked)
  server.clock.advance(11 * 60_000)
  await bob.get('/gifs')
  expect(giphy.asked).toHaveLength(asked + 1)
})

test('what GIPHY says instead of an answer is nobody’s GIF, and is asked for again', async () => {
  const giphy = gifServer()
  onTestFinished(() => giphy.stop())
  const rules = { ...defaultRules, giphyApiKey: 'k', giphyUrl: giphy.url, allowsPrivateAddresses: true }
  const { owner, ann } = await scenario({ ann: 'member' }, { rules })
  await owner.patch('/realm', { giphy_rating: 5 })
  const pagination = { count: 1, offset: 0 }
  const image = { width: '1', height: '1' }
  for (const [what, fault] of Object.entries({
    down: () => new Response('no', { status: 503 }),
    'no JSON': () => new Response('<html>'),
    'no page': () => Response.json({ data: 'x', pagination }),
    large: () => new Response('x'.repeat(2 * 1024 * 1024)),
  })) {
    giphy.fault = fault
    const { status, body } = await ann.get('/gifs', { q: what })
    expect([what, status, body['code']]).toEqual([what, 502, 'BAD_REQUEST'])
  }
  const odd = (url: string) => ({ title: 'odd', images: { fixed_width: { url, ...image } } })
  giphy.fault = () =>
    Response.json({ data: [odd('javascript:alert(1)'), odd('https://x.example/a b'), 7, {}], pagination })
  expect((await ann.get('/gifs', { q: 'odd' })).body['gifs']).toEqual([])
  giphy.fault = undefined
  expect((await ann.get('/gifs', { q: 'down' })).body['gifs']).toHaveLength(15)
  await areRefused(ann, [
    { who: ann, method: 'get', path: '/gifs', parameters: { q: 'x'.repeat(101) }, answer: invalid('q') },
    { who: ann, method: 'get', path: '/gifs', parameters: { offset: -1 }, answer: invalid('offset') },
  ])
})
