// Channels for tests: made, changed and seen over the API, with what it gives to each that says nothing else.
import { expect } from 'bun:test'
import { channelDirectory, type Channel } from '../../src/channels/repository'
import type { Client } from './client'
import { item, items, type Item } from './law/rules'
import type { TestServer } from './server'

/** A channel, as far as tests name it. */
export interface ChannelRef {
  readonly id: number
  readonly name: string
}

/** What may be said of a new channel: an unknown parameter would be passed over. */
type ChannelParameters = Partial<
  Record<
    | 'announce'
    | 'description'
    | 'folder_id'
    | 'history_public_to_subscribers'
    | 'invite_only'
    | 'is_default_stream'
    | 'is_web_public'
    | 'message_retention_days'
    | 'send_new_subscription_messages'
    | 'topics_policy'
    | `can_${string}_group`,
    unknown
  >
>

/**
 * Makes a channel, by default a public one in which everybody may write; nobody is told directly.
 * @param parameters of `POST /channels/create`.
 */
export async function addChannel(
  maker: Client,
  name: string,
  subscribers: readonly Client[] = [],
  parameters: ChannelParameters = {},
): Promise<ChannelRef> {
  const { body } = await maker.post('/channels/create', {
    name,
    subscribers: subscribers.map(({ id }) => id),
    send_new_subscription_messages: false,
    ...parameters,
  })
  expect(body).toMatchObject({ result: 'success' })
  return { id: Number(body['id']), name }
}

/** Subscribes people to a channel, as somebody who may. */
export async function subscribe(by: Client, { name }: ChannelRef, people: readonly Client[]): Promise<void> {
  const { body } = await by.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map(({ id }) => id),
    send_new_subscription_messages: false,
  })
  expect(body).toMatchObject({ result: 'success' })
}

/** Ends a person's own subscription. */
export async function leave(person: Client, { name }: ChannelRef): Promise<void> {
  const { body } = await person.delete('/users/me/subscriptions', { subscriptions: [name] })
  expect(body).toMatchObject({ result: 'success', removed: [name] })
}

/** Changes what somebody set for a channel, such as `is_muted`. */
export async function changeSubscription(
  person: Client,
  { id }: ChannelRef,
  property: string,
  value: unknown,
): Promise<void> {
  const subscription_data = [{ stream_id: id, property, value }]
  const { body } = await person.post('/users/me/subscriptions/properties', { subscription_data })
  expect(body).toMatchObject({ result: 'success' })
}

/** The channel as it is stored. */
export function storedChannel({ organization }: TestServer, { id }: Pick<ChannelRef, 'id'>): Channel {
  const channel = channelDirectory(organization).byId.get(id)
  if (!channel) throw new Error(`There is no channel ${id}`)
  return channel
}

/** The channel as the person sees it. */
export async function channelSeenBy(person: Client, id: number): Promise<Item> {
  const reply = await person.get(`/streams/${id}`)
  expect(reply.body).toMatchObject({ result: 'success' })
  return item(reply.body['stream'])
}

/** Names of the channels that are in that list of an answer, in its order. */
export function names(list: unknown): unknown[] {
  return items(list).map(({ name }) => name)
}
