// Messages that a test needs but is not about, and what became of them.
import { expect } from 'bun:test'
import type { ChannelRef } from './channels'
import type { Client, Parameters } from './client'
import { item, items, type Item } from './law/rules'
import { eventsOf, register } from './law'

/** Sends a message to a channel. @returns its ID. */
export function sendToChannel(from: Client, channel: ChannelRef, content = 'Hello', topic = 'greetings') {
  return sent(from, { type: 'channel', to: channel.id, topic, content })
}

/** Sends a direct message. @returns its ID. */
export function sendDirectly(from: Client, to: readonly Client[], content = 'Hello') {
  return sent(from, { type: 'direct', to: to.map(({ id }) => id), content })
}

async function sent(from: Client, parameters: Parameters): Promise<number> {
  const { body } = await from.post('/messages', parameters)
  expect(body).toMatchObject({ result: 'success' })
  return Number(body['id'])
}

/** A message as the person fetches it. */
export async function fetched(person: Client, id: number): Promise<Item> {
  const { body } = await person.get(`/messages/${id}`)
  expect(body).toMatchObject({ result: 'success' })
  return item(body['message'])
}

/** The IDs of the newest messages that match a narrow, ascending. */
export async function found(person: Client, narrow: readonly object[]): Promise<number[]> {
  const { body } = await person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow })
  return items(body['messages']).map(({ id }) => Number(id))
}

/** The events that each of these people's queues gets by the action. */
export async function eventsDuring(
  queues: readonly (Client | [Client, Parameters])[],
  action: () => Promise<unknown>,
) {
  const watching = await Promise.all(
    queues.map(async (queue) => {
      const [person, options] = Array.isArray(queue) ? queue : [queue, {}]
      return { person, state: await register(person, options) }
    }),
  )
  await action()
  return Promise.all(watching.map((queue) => eventsOf(queue)))
}
