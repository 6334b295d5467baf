// Webhooks for tests: delivered as their senders do, and what was posted for them.
import { expect } from 'bun:test'
import { anonymous, type Client, type Reply } from '../client'
import { item, items, type Item } from '../law/rules'

/** What a sender delivers. */
export interface Sending {
  readonly payload: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What the address says beside the key: texts as they are, all else as JSON. */
export type Said = Readonly<Record<string, unknown>>

/** The path of the address that a sender is given, below /api/v1. */
export function addressFor(bot: Client, integration: string, said: Said = {}): string {
  const query = new URLSearchParams({ api_key: bot.apiKey })
  for (const [name, value] of Object.entries(said)) {
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return `/external/${integration}?${query}`
}

/** Delivers JSON, as most senders do. */
export function deliver(
  bot: Client,
  integration: string,
  { payload, headers = {} }: Sending,
  said: Said = {},
): Promise<Reply> {
  return anonymous(bot.url, addressFor(bot, integration, said), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  })
}

/** Delivers it, and fetches what was posted: as Markdown, and as HTML. */
export async function posted(
  reader: Client,
  bot: Client,
  integration: string,
  sending: Sending,
  said: Said = {},
): Promise<{ topic: string; content: string; html: string }> {
  const { body } = await deliver(bot, integration, sending, said)
  const { id } = body
  expect(body).toMatchObject({ result: 'success' })
  const [raw, shown] = await Promise.all(
    [false, true].map(async (apply_markdown) => {
      const reply = await reader.get(`/messages/${String(id)}`, { apply_markdown })
      return item(reply.body['message'])
    }),
  )
  return {
    topic: String(raw?.['subject']),
    content: String(raw?.['content']),
    html: String(shown?.['content']),
  }
}

/** All messages that the bot has sent and the reader can read, oldest first. */
export async function messagesOf(reader: Client, bot: Client): Promise<Item[]> {
  const narrow = [{ operator: 'sender', operand: bot.id }]
  const { body } = await reader.get('/messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return items(body['messages'])
}
