// GIFs, which clients search for themselves: the server's key, and how far an organization lets them go.
import { expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import type { Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { item } from './support/law/rules'
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
