// Bots for tests, made over the API by whom they belong to.
import { expect } from 'bun:test'
import { Client, type Parameters } from './client'
import { find, items, type Item } from './law/rules'
import { register } from './law'

let made = 0

/**
 * Makes a bot; a generic one, if the parameters of `POST /bots` say nothing else.
 * @returns a client that calls with its key
 */
export async function addBot(owner: Client, parameters: Parameters = {}): Promise<Client> {
  const name = `bot${++made}`
  const isOutgoing = parameters['bot_type'] === 3
  const reply = await owner.post('/bots', {
    full_name: name,
    short_name: name,
    ...(isOutgoing ? { payload_url: 'https://hooks.example.com/' } : {}),
    ...parameters,
  })
  expect(reply.body).toMatchObject({ result: 'success' })
  const { user_id, email, api_key } = reply.body
  return new Client(owner.url, Number(user_id), String(email), String(api_key))
}

/** A bot as somebody who administers it sees it at register. */
export async function botSeenBy(viewer: Client, bot: Client): Promise<Item> {
  const state = await register(viewer, { fetch_event_types: ['realm_bot'] })
  return find(items(state['realm_bots']), 'user_id', bot.id)
}
