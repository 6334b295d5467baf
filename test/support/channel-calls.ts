// Channels for tests: made and joined over the API.
import { expect } from 'bun:test'
import type { Client, Parameters } from './client'
import { item, items, type Item } from './law/rules'

/** Makes a channel with the maker and the others in it. @returns its ID. */
export async function makeChannel(
  maker: Client,
  name: string,
  { others = [], ...parameters }: Parameters & { others?: readonly Client[] } = {},
): Promise<number> {
  const reply = await maker.post('/channels/create', {
    name,
    subscribers: [maker.id, ...others.map(({ id }) => id)],
    ...parameters,
  })
  expect(reply.body).toMatchObject({ result: 'success' })
  const { id } = reply.body
  if (typeof id !== 'number') throw new Error('A channel without an ID')
  return id
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
