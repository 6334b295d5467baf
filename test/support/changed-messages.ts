// Sending, reading and watching messages in tests about what becomes of them.
import { expect } from 'bun:test'
import { storeState } from '../../src/messages/changing/changes-repository'
import { flagBits } from '../../src/messages/flags'
import { flagsOf } from '../../src/messages/repository'
import type { Client, Parameters } from './client'
import { item, items, type Event, type Item } from './law/rules'
import { eventsDuring } from './messages'
import type { TestServer } from './server'

/** Sends a message to a channel. @returns its ID. */
export async function sendTo(
  who: Client,
  channelId: number,
  topic: string,
  content: string,
  more: Parameters = {},
): Promise<number> {
  const { body } = await who.post('/messages', { type: 'channel', to: channelId, topic, content, ...more })
  expect(body).toMatchObject({ result: 'success' })
  return Number(body['id'])
}

/** A message as the person sees it, the empty topic as such. */
export async function messageOf(who: Client, id: number, view: Parameters = {}): Promise<Item> {
  const { body } = await who.get(`/messages/${id}`, { allow_empty_topic_name: true, ...view })
  expect(body).toMatchObject({ result: 'success' })
  return item(body['message'])
}

/** All messages of a narrow, oldest first. */
export async function messagesIn(
  who: Client,
  narrow: readonly object[],
  view: Parameters = {},
): Promise<Item[]> {
  const range = { anchor: 'oldest', num_before: 0, num_after: 5000, allow_empty_topic_name: true }
  const { body } = await who.get('/messages', { ...range, narrow, ...view })
  expect(body).toMatchObject({ result: 'success' })
  return items(body['messages'])
}

/** The events a new queue of the person gets while the action runs. */
export async function eventsOfOne(
  person: Client,
  options: Parameters,
  action: () => Promise<unknown>,
): Promise<Event[]> {
  const [events = []] = await eventsDuring([[person, options]], action)
  return events
}

/** Moves messages without a notice in the new topic. */
export async function move(who: Client, id: number, parameters: Parameters): Promise<void> {
  const { body } = await who.patch(`/messages/${id}`, {
    send_notification_to_new_thread: false,
    ...parameters,
  })
  expect(body).toEqual({ result: 'success', msg: '', detached_uploads: [] })
}

/** IDs by topic of what a person sees in a channel. */
export async function topicsIn(who: Client, channelId: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { id, subject } of await messagesIn(who, [{ operator: 'channel', operand: channelId }])) {
    ;(found[String(subject)] ??= []).push(id)
  }
  return found
}

/** Stars a message for a person, straight in the table, without events. */
export function star(server: TestServer, who: Client, id: number): Promise<void> {
  return server.organization.write((tx) =>
    storeState(tx, who.id, id, flagsOf(tx, who.id, id) | flagBits.starred),
  )
}
