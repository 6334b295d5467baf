// A data folder as release 0.1 left it, unpacked from test/fixtures, and what its people saw there.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { anonymous, Client } from './client'
import { item, items, type Item } from './law/rules'

export const fixture = 'test/fixtures/release-0.1'
/** When the server of 0.1 was stopped, in milliseconds. */
export const stoppedAt = Date.UTC(2026, 0, 14, 12, 0, 0)
/** Everybody's password. */
export const password = 'correct horse battery'
/** By their names, with the roles they have at the end. */
export const people = {
  olive: 'owner',
  adam: 'administrator',
  mona: 'moderator',
  ann: 'member',
  bob: 'member',
  cleo: 'member',
  gus: 'guest',
  zoe: 'deactivated',
} as const
export type Name = keyof typeof people

/** What somebody saw, without what a server may number anew or render in another way. */
export type Seen = Record<string, unknown>

/** Puts the organization of 0.1 into an empty data folder. @returns the database's path. */
export async function unpackRelease01(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'organizations', 'root')
  mkdirSync(folder, { recursive: true })
  for (const name of ['confab.sqlite', 'queues.json']) {
    const packed = await Bun.file(`${fixture}/${name}.gz`).bytes()
    await Bun.write(join(folder, name), Bun.gunzipSync(packed))
  }
  return join(folder, 'confab.sqlite')
}

/** What each of the people saw of the server of 0.1, by name. */
export async function seenAt01(): Promise<Record<string, Seen>> {
  const packed = await Bun.file(`${fixture}/seen.json.gz`).bytes()
  return JSON.parse(new TextDecoder().decode(Bun.gunzipSync(packed)))
}

/** Logs in with the password. */
export async function logIn(url: string, name: Name): Promise<Client> {
  const email = `${name}@example.com`
  const { body } = await anonymous(url, '/fetch_api_key', {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  return new Client(url, Number(body['user_id']), email, String(body['api_key']))
}

/** What somebody sees of the organization and of their own things. */
export async function seenBy(person: Client): Promise<Seen> {
  const { messages } = (
    await person.get('/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
  ).body
  const state = (await person.post('/register', { client_gravatar: false })).body
  await person.delete('/events', { queue_id: state['queue_id'] })
  // 0.1 told everybody of topics in archived channels.
  const { body: choices } = await person.post('/register', {
    client_capabilities: { archived_channels: true },
    fetch_event_types: ['user_topic'],
  })
  await person.delete('/events', { queue_id: choices['queue_id'] })
  return {
    messages: items(messages).map((message) => ({
      ...only(message, ['id', 'sender_id', 'stream_id', 'subject', 'content', 'timestamp', 'flags']),
      to: message['type'] === 'private' ? items(message['display_recipient']).map(({ id }) => id) : undefined,
      reactions: items(message['reactions']).map((each) => only(each, ['emoji_name', 'user_id'])),
      submessages: items(message['submessages']).map((each) => only(each, ['sender_id', 'content'])),
    })),
    subscriptions: listed(state['subscriptions'], ['stream_id', 'name', 'color', 'is_muted', 'pin_to_top']),
    unsubscribed: listed(state['unsubscribed'], ['stream_id', 'name']),
    people: listed(state['realm_users'], ['user_id', 'full_name', 'email', 'role']),
    drafts: listed(state['drafts'], ['type', 'to', 'topic', 'content', 'timestamp']),
    scheduled: listed(state['scheduled_messages'], [
      'type',
      'to',
      'topic',
      'content',
      'scheduled_delivery_timestamp',
    ]),
    reminders: listed(state['reminders'], [
      'content',
      'scheduled_delivery_timestamp',
      'reminder_target_message_id',
    ]),
    snippets: listed(state['saved_snippets'], ['id', 'title', 'content', 'date_created']),
    topics: listed(choices['user_topics'], ['stream_id', 'topic_name', 'visibility_policy']),
    mutedUsers: state['muted_users'],
    alertWords: state['alert_words'],
    statuses: state['user_status'],
  }
}

function listed(list: unknown, fields: readonly string[]): Item[] {
  return items(list).map((each) => only(each, fields))
}

function only(each: Item, fields: readonly string[]): Item {
  const kept = Object.entries(item(each)).filter(([field]) => fields.includes(field))
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}
