// Big calls about subscriptions: what is too much for one, and those that take several writes.
import { expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { channelDirectory, subscriberIdsOf } from '../src/channels/repository'
import { mostPerWrite, split } from '../src/channels/subscriptions/slices'
import { directory } from '../src/users/repository'
import { holdsLaw } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { scenario } from './support/scenario'

// Much is done in each test, and the machine may be busy.
setDefaultTimeout(240_000)

const path = '/users/me/subscriptions'

const { server } = await scenario({})
const people = await Promise.all(
  Array.from({ length: 60 }, (_, number) => server.addPerson(`Person ${number}`)),
)

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${prefix} ${number}`)
const asChannels = (list: readonly string[]) => list.map((name) => ({ name }))

/** Who is subscribed to the channels of these names. */
function subscribersOf(list: readonly string[]): (readonly number[])[] {
  const { byNameKey } = channelDirectory(server.organization)
  return list.map((name) => subscriberIdsOf(server.organization, byNameKey.get(name)?.id ?? 0))
}

test('60 people come to 24 new private channels without their creator, and leave them, as in one write', async () => {
  const [ann, bob] = people
  if (!ann || !bob) throw new Error('Nobody there')
  const list = names('team', 24)
  const ids = people.map(({ id }) => id)
  const request = { subscriptions: asChannels(list), principals: ids, invite_only: true }
  const { body } = await holdsLaw([server.owner, ann, bob], () => server.owner.post(path, request))
  const all = Object.fromEntries(ids.map((id) => [String(id), list]))
  expect(body).toMatchObject({ result: 'success', subscribed: all, already_subscribed: {} })
  expect(subscribersOf(list)).toEqual(list.map(() => ids))
  const again = await server.owner.post(path, { ...request, authorization_errors_fatal: false })
  expect(again.body).toMatchObject({ result: 'success', subscribed: {}, unauthorized: [] })

  const leaving = { subscriptions: list, principals: ids }
  const left = await holdsLaw([server.owner, ann, bob], () => server.owner.delete(path, leaving))
  expect(left.body).toMatchObject({ result: 'success', removed: list, not_removed: [] })
  expect(subscribersOf(list)).toEqual(list.map(() => []))
})

test('people are told of a big call once, with all the channels it brought them to', async () => {
  const [ann, ...others] = people.slice(0, 55)
  if (!ann) throw new Error('Nobody there')
  const list = names('news', 22)
  const principals = [ann, ...others].map(({ id }) => id)
  const { body } = await server.owner.post(path, {
    subscriptions: asChannels(list),
    principals,
    announce: true,
  })
  expect(body).toMatchObject({ new_subscription_messages_sent: true })
  const fromBot = [{ operator: 'dm', operand: ['notification-bot@confab.invalid'] }]
  const range = { anchor: 'newest', num_before: 10, num_after: 0, narrow: fromBot, apply_markdown: false }
  const told = JSON.stringify((await ann.get('/messages', range)).body['messages'])
  for (const name of list) expect(told.split(`#**${name}**`)).toHaveLength(2)
})

test('somebody who is not there is found out before anything is done', async () => {
  const principals = [...people.map(({ id }) => id), 99_999]
  const request = { subscriptions: asChannels(names('never', 30)), principals }
  await areRefused(server.owner, [
    {
      who: server.owner,
      method: 'post',
      path,
      parameters: request,
      answer: badRequest('principals: invalid user ID 99999'),
    },
  ])
  expect(channelDirectory(server.organization).byNameKey.has('never 0')).toBe(false)
})

test('what is too much for one call is refused', async () => {
  const many = names('many', 51)
  const properties = Array.from({ length: 1001 }, () => ({ stream_id: 1, property: 'is_muted', value: true }))
  await areRefused(server.owner, [
    {
      who: server.owner,
      method: 'post',
      path,
      parameters: { subscriptions: asChannels(many) },
      answer: badRequest('Too many new channels at once (limit: 50)'),
    },
    {
      who: server.owner,
      method: 'patch',
      path,
      parameters: { add: asChannels(many), delete: many },
      answer: badRequest('Too many channels at once (limit: 100)'),
    },
    {
      who: server.owner,
      method: 'post',
      path: `${path}/properties`,
      parameters: { subscription_data: properties },
      answer: { code: 'REQUEST_VARIABLE_INVALID', var_name: 'subscription_data' },
    },
  ])
})

test('one write takes on so much, however many listen; together they leave nobody out', () => {
  const everybody = directory(server.organization).all
  const channels = names('channel', 45)
  for (const listeners of [0, 1000, 100_000]) {
    for (const subscribers of [1, 1000, 10_000]) {
      const slices = split(everybody, channels, { listeners, subscribers })
      for (const slice of slices) {
        const [count, width] = [slice.people.length, slice.channels.length]
        expect(count * width).toBeLessThanOrEqual(mostPerWrite.subscriptions)
        expect(width === 1 || width * listeners <= mostPerWrite.looks).toBe(true)
        expect(count === 1 || count * width * subscribers <= mostPerWrite.ids).toBe(true)
      }
      const pairs = slices.flatMap((slice) =>
        slice.people.flatMap(({ id }) => slice.channels.map((name) => `${id} ${name}`)),
      )
      expect(pairs).toHaveLength(everybody.length * channels.length)
      expect(new Set(pairs).size).toBe(pairs.length)
    }
  }
})

test('a call that brings everybody into one channel takes several writes, too', async () => {
  const ids = people.map(({ id }) => id)
  const writes = spyOn(server.organization, 'write')
  const usual = { ...mostPerWrite }
  Object.assign(mostPerWrite, { subscriptions: 25 })
  const { body } = await server.owner.post('/channels/create', {
    name: 'all of us',
    subscribers: ids,
    send_new_subscription_messages: false,
  })
  const count = writes.mock.calls.length
  writes.mockRestore()
  Object.assign(mostPerWrite, usual)
  expect(body).toMatchObject({ result: 'success' })
  expect(count).toBeGreaterThanOrEqual(Math.ceil(ids.length / 25))
  expect(subscribersOf(['all of us'])).toEqual([ids])
})
