// Navigation views: what a person has put into their sidebar, in step on all their clients.
import { expect, test } from 'bun:test'
import { anonymous, type Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const path = '/navigation_views'
const mentions = 'narrow/is/mentioned'
const search = 'narrow/channel/1-général/topic/a%20b'

const { server, member, guest } = await scenario({ member: 'member Mia Member', guest: 'guest Gus Guest' })

function at(fragment: string): string {
  return `${path}/${encodeURIComponent(fragment)}`
}

async function list(who: Client): Promise<unknown> {
  return (await who.get(path)).body['navigation_views']
}

test('views are added, changed and removed by their fragment', async () => {
  const add = (parameters: object) => holdsLaw([guest, member], () => guest.post(path, { ...parameters }))
  expect((await add({ fragment: mentions, is_pinned: true })).body).toEqual({ result: 'success', msg: '' })
  await add({ fragment: search, is_pinned: false, name: ' Plans ' })
  expect(await list(guest)).toEqual([
    { fragment: mentions, is_pinned: true, name: null },
    { fragment: search, is_pinned: false, name: 'Plans' },
  ])
  expect(await list(member)).toEqual([])

  const change = (parameters: object) => holdsLaw([guest], () => guest.patch(at(search), { ...parameters }))
  expect((await change({ is_pinned: true })).body).toEqual({ result: 'success', msg: '' })
  await change({ name: 'Old plans' })
  await change({ is_pinned: false, name: 'New plans' })
  expect(await list(guest)).toContainEqual({ fragment: search, is_pinned: false, name: 'New plans' })

  const removed = await holdsLaw([guest], () => guest.delete(at(search)))
  expect(removed.body).toEqual({ result: 'success', msg: '' })
  expect(await list(guest)).toEqual([{ fragment: mentions, is_pinned: true, name: null }])
})

test("bad input, missing views and other people's are refused and change nothing", async () => {
  await member.post(path, { fragment: 'inbox', is_pinned: false })
  const call = (method: Refusal['method'], where: string, parameters: object, answer: Refusal['answer']) => ({
    who: member,
    method,
    path: where,
    parameters: { ...parameters },
    answer,
  })
  const noSuch = badRequest('Navigation view does not exist.')
  const view = { fragment: 'recent', is_pinned: true }
  await areRefused(member, [
    call('post', path, {}, missing('fragment')),
    call('post', path, { fragment: 'recent' }, missing('is_pinned')),
    call('post', path, { ...view, is_pinned: 'x' }, invalid('is_pinned')),
    call('post', path, { ...view, fragment: ' ' }, invalid('fragment')),
    call('post', path, { ...view, fragment: 'x'.repeat(1001) }, invalid('fragment')),
    call('post', path, { ...view, name: '' }, invalid('name')),
    call('post', path, { ...view, name: 'x'.repeat(101) }, invalid('name')),
    call('post', path, { ...view, fragment: 'inbox' }, badRequest('Navigation view already exists.')),
    call('patch', at('inbox'), { is_pinned: true, name: '' }, invalid('name')),
    call('patch', at('recent'), { is_pinned: true }, noSuch),
    call('patch', at(mentions), { is_pinned: false }, noSuch),
    call('delete', at(mentions), {}, noSuch),
  ])
  const nobody = await anonymous(server.url, path)
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})

test('a person can have two hundred views', async () => {
  for (let index = 0; index < 200; index++) {
    const reply = await server.owner.post(path, { fragment: `view/${index}`, is_pinned: false })
    expect(reply.status).toBe(200)
  }
  const one: Refusal = {
    who: server.owner,
    method: 'post',
    path,
    parameters: { fragment: 'one/more', is_pinned: false },
    answer: badRequest('You can have at most 200 navigation views'),
  }
  await areRefused(server.owner, [one])
})
