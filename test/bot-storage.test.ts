// What bots keep on the server: texts by key, each bot its own, within bounds.
import { expect, test } from 'bun:test'
import { addBot } from './support/bots'
import { anonymous, type Client } from './support/client'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ann } = await scenario({ ann: 'member' })

const kept = async (bot: Client, keys?: readonly string[]): Promise<unknown> =>
  (await bot.get('/bot_storage', { keys })).body['storage']
const keep = (bot: Client, storage: object) => bot.put('/bot_storage', { storage })

test('a bot keeps texts by key, changes and forgets them, and they survive a restart', async () => {
  const bot = await addBot(ann)
  expect(await kept(bot)).toEqual({})
  expect((await keep(bot, { state: 'one', höhe: '☃', __proto__x: '' })).body).toEqual({
    result: 'success',
    msg: '',
  })
  await keep(bot, { state: 'two', '': 'nameless' })
  const all = { state: 'two', höhe: '☃', __proto__x: '', '': 'nameless' }
  expect(await kept(bot)).toEqual(all)
  expect(await kept(bot, ['höhe', 'state'])).toEqual({ höhe: '☃', state: 'two' })
  expect(await kept(bot, [])).toEqual({})
  await server.restart()
  expect(await kept(bot)).toEqual(all)
  expect((await bot.delete('/bot_storage', { keys: ['state', ''] })).status).toBe(200)
  expect(await kept(bot)).toEqual({ höhe: '☃', __proto__x: '' })
  expect((await bot.delete('/bot_storage')).status).toBe(200)
  expect(await kept(bot)).toEqual({})
})

test('each bot has its own, and its owner has none', async () => {
  const [one, other] = [await addBot(ann), await addBot(ann)]
  await keep(one, { key: 'mine' })
  expect(await kept(other)).toEqual({})
  await keep(other, { key: 'theirs' })
  await other.delete('/bot_storage')
  expect(await kept(one)).toEqual({ key: 'mine' })
  const incoming = await addBot(ann, { bot_type: 2 })
  const answer = badRequest('Only bots have a storage')
  const onlySends = badRequest(
    'This endpoint is not available to incoming webhook bots: they can only send messages.',
  )
  const call = (who: Client, method: Refusal['method'], refused: Refusal['answer']): Refusal => ({
    who,
    method,
    path: '/bot_storage',
    parameters: { storage: { key: 'x' } },
    answer: refused,
  })
  await areRefused(ann, [
    ...(['get', 'put', 'delete'] as const).map((method) => call(ann, method, answer)),
    ...(['get', 'put', 'delete'] as const).map((method) => call(incoming, method, onlySends)),
  ])
  expect((await anonymous(server.url, '/bot_storage')).body['code']).toBe('UNAUTHORIZED')
})

test('what is malformed, missing or too much is refused and changes nothing', async () => {
  const bot = await addBot(owner)
  const before = { big: 'x'.repeat(600_000), key: 'value' }
  expect((await keep(bot, before)).status).toBe(200)
  const put = (storage: unknown, answer: Refusal['answer']): Refusal => ({
    who: bot,
    method: 'put',
    path: '/bot_storage',
    parameters: { storage },
    answer,
  })
  const named = (method: 'get' | 'delete', keys: unknown, answer: Refusal['answer']): Refusal => ({
    who: bot,
    method,
    path: '/bot_storage',
    parameters: { keys },
    answer,
  })
  const many = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`k${index}`, '']))
  const noSuch = badRequest('Key does not exist.')
  await areRefused(owner, [
    put(undefined, missing('storage')),
    ...['x', 1, [], { key: 1 }, { key: null }, { key: { a: 'b' } }].map((each) =>
      put(each, invalid('storage')),
    ),
    put({ ['x'.repeat(201)]: '' }, invalid('storage')),
    put({ 'a\0b': '' }, invalid('storage')),
    ...[5, { b: 1 }, null].map((value) => put({ 'a\nb': value }, invalid('storage'))),
    put({ a: 'a\0b' }, invalid('storage')),
    put({ ...many, k999: '', k1000: '' }, invalid('storage')),
    put(many, badRequest('A bot can store at most 1000 entries; these would be 1001')),
    put(
      { more: 'y'.repeat(450_000) },
      badRequest('A bot can store at most 1000000 bytes; this would be 1050015'),
    ),
    named('get', ['key', 'other'], noSuch),
    named('delete', ['key', 'other'], noSuch),
    named('get', 'key', invalid('keys')),
    named('delete', [1], invalid('keys')),
    named('delete', Object.keys({ ...many, a: '', b: '' }), invalid('keys')),
  ])
  expect(await kept(bot)).toEqual(before)
  expect((await keep(bot, { big: 'x'.repeat(999_989) })).status).toBe(200)
})
