// Saved snippets: one person's own, made, edited, deleted, and in step on all their clients (contract 4.7).
import { expect, test } from 'bun:test'
import { anonymous, type Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal, noneOfOwn } from './support/refusals'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const { server, member, guest } = await scenario({ member: 'member Mia Member', guest: 'guest Gus Guest' })

async function create(who: Client, title: string, content = 'Hello!'): Promise<unknown> {
  const reply = await who.post('/saved_snippets', { title, content })
  expect(reply.status).toBe(200)
  return reply.body['saved_snippet_id']
}

async function list(who: Client): Promise<unknown> {
  return (await who.get('/saved_snippets')).body['saved_snippets']
}

test('a snippet is made, edited in part and in whole, and deleted', async () => {
  const id = await holdsLaw([guest, member], () => create(guest, '  Greeting ', 'Hello *all*!\n'))
  const date_created = startOfTests / 1000
  expect(await list(guest)).toEqual([{ id, title: 'Greeting', content: 'Hello *all*!\n', date_created }])
  expect(await list(member)).toEqual([])

  const edit = (changes: object) => guest.patch(`/saved_snippets/${id}`, { ...changes })
  const edited = await holdsLaw([guest], () => edit({ title: 'Welcome' }))
  expect(edited.body).toEqual({ result: 'success', msg: '' })
  expect(await list(guest)).toEqual([{ id, title: 'Welcome', content: 'Hello *all*!\n', date_created }])
  await holdsLaw([guest], () => edit({ content: 'Hi' }))
  await holdsLaw([guest], () => edit({ title: 'a', content: 'b' }))
  expect(await list(guest)).toEqual([{ id, title: 'a', content: 'b', date_created }])

  const removed = await holdsLaw([guest], () => guest.delete(`/saved_snippets/${id}`))
  expect(removed.body).toEqual({ result: 'success', msg: '' })
  expect(await list(guest)).toEqual([])
  expect(await create(guest, 'next')).not.toBe(id)
})

test("bad input, missing snippets and other people's are refused and change nothing", async () => {
  const own = await create(member, 'mine')
  const foreign = await create(server.owner, 'not mine')
  const call = (
    method: Refusal['method'],
    id: unknown,
    parameters: object,
    answer: Refusal['answer'],
  ): Refusal => ({
    who: member,
    method,
    path: id === undefined ? '/saved_snippets' : `/saved_snippets/${id}`,
    parameters: { ...parameters },
    answer,
  })
  const noSuch = noneOfOwn('Saved snippet does not exist.')
  const cases = [
    call('post', undefined, {}, missing('title')),
    call('post', undefined, { title: 'x' }, missing('content')),
    call('post', undefined, { title: ' ', content: 'x' }, badRequest('Title cannot be empty.')),
    call('post', undefined, { title: 'x', content: '\n' }, badRequest('Content cannot be empty.')),
    call('post', undefined, { title: 'x'.repeat(61), content: 'x' }, invalid('title')),
    call('post', undefined, { title: 'x', content: 'x'.repeat(10_001) }, invalid('content')),
    call('post', undefined, { title: 'x\0', content: 'x' }, invalid('title')),
    call('patch', own, { title: '' }, badRequest('Title cannot be empty.')),
    call('patch', own, { title: 'new', content: '' }, badRequest('Content cannot be empty.')),
    call('patch', own, { content: 'x'.repeat(10_001) }, invalid('content')),
    call('patch', foreign, { title: 'new' }, noSuch),
    call('patch', 999_999, { title: 'new' }, noSuch),
    call('patch', 'one', { title: 'new' }, invalid('saved_snippet_id')),
    call('delete', foreign, {}, noSuch),
    call('delete', 999_999, {}, noSuch),
  ]
  await areRefused(member, cases)
  await areRefused(server.owner, cases)
  const nobody = await anonymous(server.url, `/saved_snippets/${own}`, { method: 'DELETE' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  expect(await create(member, '𝒳'.repeat(60), '𝒳'.repeat(10_000))).toBeNumber()
})
