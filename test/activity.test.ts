// Who counts as active: whoever did anything in the last 14 days, whatever it was (contract 4.17, `partial_subscribers`).
import { expect, test } from 'bun:test'
import { seconds } from '../src/organization/clock'
import { insertUser } from '../src/users/repository'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { register } from './support/law'
import { items, numbers } from './support/law/rules'
import { TestServer } from './support/server'

const day = 86_400_000

test('whoever did anything in the last 14 days is among the partial subscribers, at once and after a restart', async () => {
  const server = await TestServer.start()
  const { owner: ada } = server
  const lurkers = await Promise.all(
    ['Registers', 'Polls', 'Fetches', 'Flags', 'Schedules', 'Sleeps'].map((name) => server.addPerson(name)),
  )
  const [registers, polls, fetches, flags, schedules] = lurkers
  if (!registers || !polls || !fetches || !flags || !schedules) throw new Error('Somebody is missing')
  await addChannel(ada, 'Lurkers', [ada])
  const principals = [...(await addCrowd(server, 250)), ...lurkers.map(({ id }) => id)]
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'Lurkers' }], principals })
  const around = async () => {
    const state = await register(ada, { include_subscribers: 'partial' })
    const channel = items(state['subscriptions']).find(({ name }) => name === 'Lurkers')
    return numbers(channel?.['partial_subscribers'])
  }
  expect(await around()).toEqual([ada.id])
  const { queue_id: queueId } = await register(polls)
  const tomorrow = (server.clock.now() + day) / 1000
  await schedules.post('/scheduled_messages', {
    type: 'direct',
    to: [ada.id],
    content: 'Later',
    scheduled_delivery_timestamp: tomorrow,
  })
  expect(await around()).toEqual([ada.id, polls.id, schedules.id])
  // From now on only the poll and the delivery count.
  await server.advance(day + 1000)
  await polls.get('/events', { queue_id: queueId, dont_block: true })
  await server.advance(14 * day)
  await register(registers)
  await fetches.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  await flags.post('/messages/flags', { messages: [1], op: 'add', flag: 'read' })
  const all = [ada, registers, polls, fetches, flags, schedules].map(({ id }) => id)
  expect(await around()).toEqual(all)
  await server.advance(500)
  const saved = server.organization.db.sqlite.query('SELECT user_id FROM user_activity').values().flat()
  expect(saved).toEqual(expect.arrayContaining(all))
  await server.restart()
  expect(await around()).toEqual(all)
  await server.advance(15 * day)
  expect(await around()).toEqual([ada.id])
  await server.stop()
})

test('bots are always among them, whatever their type and however long ago they did anything', async () => {
  const server = await TestServer.start()
  const { owner: ada } = server
  await addChannel(ada, 'Robots', [ada])
  const bots = [
    await addBot(ada),
    await addBot(ada, { bot_type: 2 }),
    await addBot(ada, { bot_type: 3 }),
    await addBot(ada, { full_name: 'Gone' }),
  ]
  const principals = [...(await addCrowd(server, 250)), ...bots.map(({ id }) => id)]
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'Robots' }], principals })
  await ada.delete(`/bots/${bots.pop()?.id}`)
  await server.advance(30 * day)
  const state = await register(ada, { include_subscribers: 'partial' })
  const channel = items(state['subscriptions']).find(({ name }) => name === 'Robots')
  expect(channel?.['partial_subscribers']).toEqual([ada.id, ...bots.map(({ id }) => id)])
  await server.stop()
})

/** Many people who never did anything. @returns their IDs. */
function addCrowd(server: TestServer, size: number): Promise<number[]> {
  const dateJoined = seconds(server.clock)
  return server.organization.write((tx) =>
    Array.from({ length: size }, (_, index) => {
      const email = `fan${index}@example.com`
      return insertUser(tx, { email, emailKey: email, fullName: `Fan ${index}`, role: 400, dateJoined }).id
    }),
  )
}
