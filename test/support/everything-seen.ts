// All that somebody can read over the API, to be held against what they can read on another server.
import { createHash } from 'node:crypto'
import type { Client, Parameters } from './client'
import { documentedCalls } from './fuzz/document'
import { items, item } from './law/rules'

/** By what was read, what was answered. */
export type Seen = ReadonlyMap<string, unknown>

/** Calls that tell of this server, this moment or this login, not of what is there. */
const fleeting: ReadonlySet<string> = new Set([
  '/api/v1/events',
  '/api/v1/users/me/sessions',
  '/api/v1/export/realm',
  // It has one entry more, that of the import.
  '/api/v1/realm/audit_log',
  // The archives of the other server, a link that ends in a minute, and lists that ask for more than a path.
  '/exports/{realm_id}/{key}/{name}',
  '/api/v1/user_uploads/{realm_id}/{key}/{name}',
  '/api/v1/messages',
  '/api/v1/messages/matches_narrow',
])

/** What differs from one register or start to the next, and what belongs to devices, which have to register anew. */
const ofServer: ReadonlySet<string> = new Set([
  'queue_id',
  'push_devices',
  'server_timestamp',
  'presence_last_update_id',
])

/** Everything that a path can name. */
export interface Nameable {
  readonly [parameter: string]: readonly (string | number)[]
}

/** All that the person reads. The server's own address is left out of it. */
export async function everythingSeenBy(person: Client, named: Nameable): Promise<Seen> {
  const seen = new Map<string, unknown>()
  for (const [name, options] of Object.entries(registrations)) {
    const { body } = await person.post('/register', options)
    await person.delete('/events', { queue_id: body['queue_id'] })
    for (const [field, value] of Object.entries(lasting(body))) seen.set(`${name} register: ${field}`, value)
  }
  for (const message of await allMessages(person)) seen.set(`message ${message['id']}`, message)
  for (const operation of await documentedCalls(person.url)) {
    if (operation.method !== 'GET' || fleeting.has(operation.path)) continue
    if (operation.parameters.some(({ isRequired }) => isRequired)) continue
    for (const path of filled(operation.path, named)) seen.set(`GET ${path}`, await read(person, path))
  }
  for (const path of addressesIn(seen)) seen.set(`file ${path}`, await read(person, path))
  return new Map([...seen].map(([name, value]) => [name, withoutAddress(value)]))
}

const modern = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
}

const registrations: Readonly<Record<string, Parameters>> = {
  new: {
    client_capabilities: modern,
    include_subscribers: true,
    client_gravatar: false,
    slim_presence: true,
  },
  old: { include_subscribers: true },
}

/** The newest first, a page at a time, with Markdown and HTML of each. */
async function allMessages(person: Client): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for (let anchor: string | number = 'newest'; ;) {
    const page = {
      anchor,
      num_before: 200,
      num_after: 0,
      include_anchor: anchor === 'newest',
      allow_empty_topic_name: true,
    }
    const html = items(
      (await person.get('/messages', { ...page, apply_markdown: true })).body['messages'] ?? [],
    )
    const text = items(
      (await person.get('/messages', { ...page, apply_markdown: false })).body['messages'] ?? [],
    )
    for (const [index, message] of html.entries())
      all.push({ ...message, source: item(text[index])['content'] })
    if (html.length === 0) return all
    anchor = Math.min(...html.map(({ id }) => Number(id)))
  }
}

/** The path with everything that it can name; what has several parameters gets all combinations. */
function filled(path: string, named: Nameable): string[] {
  const parameter = /\{([a-z_]+)\}/.exec(path)
  const [whole, name = ''] = parameter ?? []
  if (whole === undefined) return [path]
  return (named[name] ?? []).flatMap((value) => filled(path.replace(whole, String(value)), named))
}

/** JSON as it is; of everything else, what it is and its SHA-256. */
async function read(person: Client, path: string): Promise<unknown> {
  const response = await fetch(person.url + path, {
    redirect: 'manual',
    headers: { authorization: person.authorization },
  })
  const bytes = await response.bytes()
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    const body: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes))
    return lasting(body)
  }
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { status: response.status, type, location: response.headers.get('location'), hash }
}

function lasting(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ofServer.has(name)))
}

/** Files of this server that anything links to. */
function addressesIn(seen: Seen): Set<string> {
  const text = JSON.stringify([...seen.values()])
  return new Set(
    text.match(/\/(?:user_uploads|user_avatars|external_content)\/[A-Za-z0-9_./-]+(?:\?version=\d+)?/g),
  )
}

/** Whichever of the servers it is, and wherever it was when something was written. */
function withoutAddress(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined
    ? undefined
    : JSON.parse(text.replaceAll(/(127\.0\.0\.1|localhost):\d+/g, 'server'))
}
