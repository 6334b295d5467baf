// IDs of things that do not exist: integers that can't be IDs get the same answer, everywhere (contract 7; notes: errors).
import { beforeAll, describe, expect, test } from 'bun:test'
import { addBot } from './support/bots'
import type { Parameters, Reply } from './support/client'
import { scenario } from './support/scenario'

/** A group that people have made, and a bot. */
let groupId: number
let botId: number
let botKey: string
const { server } = await scenario({})
const document: Reference = JSON.parse(await (await fetch(`${server.url}/api/docs/json`)).text())
const documented = idsIn(document)

/** An ID that could be, but that nothing has, and integers that can't be one. (-1 is “no channel” in settings.) */
const missing = '4000000'
const impossible = ['-2', '-9007199254740993', '9007199254740992', `1${'0'.repeat(30)}`, '9'.repeat(300)]

/** A call with an ID in it, as text; or several, one for each name that it is tried for. */
type Case = (id: string, name: string) => readonly [path: string, parameters?: Parameters]

const direct = { type: 'direct', content: 'Hello' }
const inMessage: Case = (id) => [`/messages/${id}`]
const inChannel: Case = (id) => [`/streams/${id}`]
const inProfileField: Case = (id) => [`/realm/profile_fields/${id}`]
const inLinkifier: Case = (id) => [`/realm/filters/${id}`]
const inBot: Case = (id) => [`/bots/${id}`]
const inGroup: Case = (id) => [`/user_groups/${id}`]
const newNamedGroup = { name: 'New', description: '' }
const newGroup: Case = (id, name) => ['/channels/create', { name: 'new', subscribers: [], [name]: id }]

/** All places for IDs: method and path as the reference has them, then the parameter. */
const cases: Readonly<Record<string, Case>> = {
  'GET /users user_ids': (id) => ['/users', { user_ids: `[${id}]` }],
  'PATCH /users/{user_id} profile_data': (id) => [
    `/users/${server.owner.id}`,
    { profile_data: `[{"id":${id},"value":"x"}]` },
  ],
  'PATCH /bots/{bot_id} bot_id': inBot,
  'PATCH /bots/{bot_id} bot_owner_id': (id) => [`/bots/${botId}`, { bot_owner_id: id }],
  'DELETE /bots/{bot_id} bot_id': inBot,
  'POST /bots/{bot_id}/api_key/regenerate bot_id': (id) => [`/bots/${id}/api_key/regenerate`],
  'GET /users/{user_id}/subscriptions/{stream_id} user_id': (id) => [`/users/${id}/subscriptions/1`],
  'GET /users/{user_id}/subscriptions/{stream_id} stream_id': (id) => [
    `/users/${server.owner.id}/subscriptions/${id}`,
  ],
  'POST /mobile_push/e2ee/test_notification push_account_id': (id) => [
    '/mobile_push/e2ee/test_notification',
    { push_account_id: id },
  ],
  'POST /users/me/muted_users/{muted_user_id} muted_user_id': (id) => [`/users/me/muted_users/${id}`],
  'DELETE /users/me/muted_users/{muted_user_id} muted_user_id': (id) => [`/users/me/muted_users/${id}`],
  'POST /messages to': (id) => ['/messages', { type: 'stream', to: id, topic: 'a', content: 'Hello' }],
  'GET /messages narrow': (id) => [
    '/messages',
    { anchor: 'newest', num_before: 5, num_after: 0, narrow: `[["id",${id}]]` },
  ],
  'GET /messages message_ids': (id) => ['/messages', { message_ids: `[${id}]` }],
  'GET /messages/matches_narrow msg_ids': (id) => [
    '/messages/matches_narrow',
    { msg_ids: `[${id}]`, narrow: [] },
  ],
  'GET /messages/matches_narrow narrow': (id) => [
    '/messages/matches_narrow',
    { msg_ids: [1], narrow: `[{"operator":"sender","operand":${id}}]` },
  ],
  'GET /messages/{message_id} message_id': inMessage,
  'PATCH /messages/{message_id} message_id': (id) => [`/messages/${id}`, { content: 'Other' }],
  'PATCH /messages/{message_id} stream_id': (id) => ['/messages/1', { stream_id: id }],
  'DELETE /messages/{message_id} message_id': inMessage,
  'GET /messages/{message_id}/history message_id': (id) => [`/messages/${id}/history`],
  'GET /messages/{message_id}/read_receipts message_id': (id) => [`/messages/${id}/read_receipts`],
  'POST /messages/{message_id}/typing message_id': (id) => [`/messages/${id}/typing`, { op: 'start' }],
  'POST /messages/{message_id}/report message_id': (id) => [
    `/messages/${id}/report`,
    { report_type: 'spam' },
  ],
  'POST /messages/{message_id}/reactions message_id': (id) => [
    `/messages/${id}/reactions`,
    { emoji_name: 'octopus' },
  ],
  'DELETE /messages/{message_id}/reactions message_id': (id) => [
    `/messages/${id}/reactions`,
    { emoji_name: 'octopus' },
  ],
  'POST /messages/flags messages': (id) => [
    '/messages/flags',
    { messages: `[${id}]`, op: 'add', flag: 'read' },
  ],
  'POST /messages/flags/narrow narrow': (id) => [
    '/messages/flags/narrow',
    { narrow: `[["channel",${id}]]`, anchor: 'newest', num_before: 5, num_after: 0, op: 'add', flag: 'read' },
  ],
  'POST /submessage message_id': (id) => [
    '/submessage',
    { message_id: id, msg_type: 'widget', content: '{}' },
  ],
  'POST /mark_stream_as_read stream_id': (id) => ['/mark_stream_as_read', { stream_id: id }],
  'POST /mark_topic_as_read stream_id': (id) => ['/mark_topic_as_read', { stream_id: id, topic_name: 'a' }],
  'POST /user_topics stream_id': (id) => [
    '/user_topics',
    { stream_id: id, topic: 'a', visibility_policy: 1 },
  ],
  'PATCH /users/me/subscriptions/muted_topics stream_id': (id) => [
    '/users/me/subscriptions/muted_topics',
    { stream_id: id, topic: 'a', op: 'add' },
  ],
  'POST /typing to': (id) => ['/typing', { op: 'start', to: `[${id}]` }],
  'POST /typing stream_id': (id) => ['/typing', { op: 'start', type: 'stream', stream_id: id, topic: 'a' }],
  'POST /users/me/subscriptions principals': (id) => [
    '/users/me/subscriptions',
    { subscriptions: [{ name: 'new' }], principals: `[${id}]` },
  ],
  'DELETE /users/me/subscriptions principals': (id) => [
    '/users/me/subscriptions',
    { subscriptions: ['general'], principals: `[${id}]` },
  ],
  'POST /users/me/subscriptions *': (id, name) => [
    '/users/me/subscriptions',
    { subscriptions: [{ name: 'new' }], [name]: id },
  ],
  'POST /users/me/subscriptions/properties subscription_data': (id) => [
    '/users/me/subscriptions/properties',
    { subscription_data: `[{"stream_id":${id},"property":"is_muted","value":true}]` },
  ],
  'POST /channels/create subscribers': (id) => ['/channels/create', { name: 'new', subscribers: `[${id}]` }],
  'POST /channels/create *': newGroup,
  'GET /streams/{stream_id} stream_id': inChannel,
  'PATCH /streams/{stream_id} stream_id': (id) => [`/streams/${id}`, { description: 'Other' }],
  'PATCH /streams/{stream_id} folder_id': (id) => ['/streams/1', { folder_id: id }],
  'PATCH /streams/{stream_id} *': (id, name) => ['/streams/1', { [name]: `{"new":${id}}` }],
  'DELETE /streams/{stream_id} stream_id': inChannel,
  'GET /streams/{stream_id}/members stream_id': (id) => [`/streams/${id}/members`],
  'POST /streams/{stream_id}/delete_topic stream_id': (id) => [
    `/streams/${id}/delete_topic`,
    { topic_name: 'a' },
  ],
  'GET /users/me/{stream_id}/topics stream_id': (id) => [`/users/me/${id}/topics`],
  'GET /streams/{stream_id}/email_address stream_id': (id) => [`/streams/${id}/email_address`],
  'GET /streams/{stream_id}/email_address sender_id': (id) => ['/streams/1/email_address', { sender_id: id }],
  'PATCH /default_stream_groups/{group_id} group_id': (id) => [
    `/default_stream_groups/${id}`,
    { new_description: 'Other' },
  ],
  'PATCH /default_stream_groups/{group_id}/streams group_id': (id) => [
    `/default_stream_groups/${id}/streams`,
    { op: 'add', stream_names: ['general'] },
  ],
  'DELETE /default_stream_groups/{group_id} group_id': (id) => [`/default_stream_groups/${id}`],
  'POST /default_streams stream_id': (id) => ['/default_streams', { stream_id: id }],
  'DELETE /default_streams stream_id': (id) => ['/default_streams', { stream_id: id }],
  'DELETE /export/realm/{export_id} export_id': (id) => [`/export/realm/${id}`],
  'PATCH /realm/profile_fields order': (id) => ['/realm/profile_fields', { order: `[${id}]` }],
  'PATCH /realm/profile_fields/{field_id} field_id': inProfileField,
  'DELETE /realm/profile_fields/{field_id} field_id': inProfileField,
  'PATCH /users/me/profile_data data': (id) => [
    '/users/me/profile_data',
    { data: `[{"id":${id},"value":"x"}]` },
  ],
  'DELETE /users/me/profile_data data': (id) => ['/users/me/profile_data', { data: `[${id}]` }],
  'PATCH /channel_folders order': (id) => ['/channel_folders', { order: `[${id}]` }],
  'PATCH /channel_folders/{channel_folder_id} channel_folder_id': (id) => [`/channel_folders/${id}`],
  'PATCH /realm/linkifiers ordered_linkifier_ids': (id) => [
    '/realm/linkifiers',
    { ordered_linkifier_ids: `[${id}]` },
  ],
  'PATCH /realm/filters/{filter_id} filter_id': inLinkifier,
  'DELETE /realm/filters/{filter_id} filter_id': inLinkifier,
  'DELETE /realm/playgrounds/{playground_id} playground_id': (id) => [`/realm/playgrounds/${id}`],
  'POST /user_groups/create members': (id) => [
    '/user_groups/create',
    { ...newNamedGroup, members: `[${id}]` },
  ],
  'POST /user_groups/create subgroups': (id) => [
    '/user_groups/create',
    { ...newNamedGroup, members: [], subgroups: `[${id}]` },
  ],
  'POST /user_groups/create *': (id, name) => [
    '/user_groups/create',
    { ...newNamedGroup, members: [], [name]: id },
  ],
  'PATCH /user_groups/{user_group_id} user_group_id': inGroup,
  'PATCH /user_groups/{user_group_id} *': (id, name) => [
    `/user_groups/${groupId}`,
    { [name]: `{"new":${id}}` },
  ],
  'POST /user_groups/{user_group_id}/deactivate user_group_id': (id) => [`/user_groups/${id}/deactivate`],
  'GET /user_groups/{user_group_id}/members user_group_id': (id) => [`/user_groups/${id}/members`],
  'GET /user_groups/{user_group_id}/members/{user_id} user_group_id': (id) => [
    `/user_groups/${id}/members/1`,
  ],
  'GET /user_groups/{user_group_id}/members/{user_id} user_id': (id) => [`/user_groups/1/members/${id}`],
  'GET /user_groups/{user_group_id}/subgroups user_group_id': (id) => [`/user_groups/${id}/subgroups`],
  'POST /user_groups/{user_group_id}/members user_group_id': (id) => [
    `/user_groups/${id}/members`,
    { add: [1] },
  ],
  'POST /user_groups/{user_group_id}/members *': (id, name) => [
    `/user_groups/${groupId}/members`,
    { [name]: `[${id}]` },
  ],
  'POST /user_groups/{user_group_id}/subgroups user_group_id': (id) => [
    `/user_groups/${id}/subgroups`,
    { add: [1] },
  ],
  'POST /user_groups/{user_group_id}/subgroups *': (id, name) => [
    `/user_groups/${groupId}/subgroups`,
    { [name]: `[${id}]` },
  ],
  'PATCH /realm *': (id, name) => ['/realm', { [name]: name.endsWith('_group') ? `{"new":${id}}` : id }],
  'PATCH /saved_snippets/{saved_snippet_id} saved_snippet_id': (id) => [
    `/saved_snippets/${id}`,
    { title: 'a' },
  ],
  'DELETE /saved_snippets/{saved_snippet_id} saved_snippet_id': (id) => [`/saved_snippets/${id}`],
  'DELETE /users/me/sessions/{session_id} session_id': (id) => [`/users/me/sessions/${id}`],
  'POST /invites *': (id, name) => [
    '/invites',
    { invitee_emails: 'new@example.com', stream_ids: [], [name]: `[${id}]` },
  ],
  'POST /invites/multiuse *': (id, name) => ['/invites/multiuse', { [name]: `[${id}]` }],
  'DELETE /invites/{invite_id} invite_id': (id) => [`/invites/${id}`],
  'DELETE /invites/multiuse/{invite_id} invite_id': (id) => [`/invites/multiuse/${id}`],
  'GET /realm/audit_log *': (id, name) => ['/realm/audit_log', { object_type: 'user', [name]: id }],
  'POST /invites/{invite_id}/resend invite_id': (id) => [`/invites/${id}/resend`],
  'POST /drafts drafts': (id) => [
    '/drafts',
    { drafts: `[{"type":"stream","to":[${id}],"topic":"a","content":"b"}]` },
  ],
  'PATCH /drafts/{draft_id} draft_id': (id) => [
    `/drafts/${id}`,
    { draft: { type: '', to: [], topic: '', content: 'b' } },
  ],
  'PATCH /drafts/{draft_id} draft': (id) => [
    '/drafts/1',
    { draft: `{"type":"private","to":[${id}],"topic":"","content":"b"}` },
  ],
  'DELETE /drafts/{draft_id} draft_id': (id) => [`/drafts/${id}`],
  'DELETE /attachments/{attachment_id} attachment_id': (id) => [`/attachments/${id}`],
  'POST /scheduled_messages to': (id) => [
    '/scheduled_messages',
    { ...direct, to: `[${id}]`, scheduled_delivery_timestamp: 2_000_000_000 },
  ],
  'PATCH /scheduled_messages/{scheduled_message_id} scheduled_message_id': (id) => [
    `/scheduled_messages/${id}`,
    { content: 'Other' },
  ],
  'PATCH /scheduled_messages/{scheduled_message_id} to': (id) => ['/scheduled_messages/1', { to: `[${id}]` }],
  'DELETE /scheduled_messages/{scheduled_message_id} scheduled_message_id': (id) => [
    `/scheduled_messages/${id}`,
  ],
  'POST /reminders message_id': (id) => [
    '/reminders',
    { message_id: id, scheduled_delivery_timestamp: 2_000_000_000 },
  ],
  'DELETE /reminders/{reminder_id} reminder_id': (id) => [`/reminders/${id}`],
  'GET /external bot_id': (id) => ['/external', { integration: 'json', bot_id: id }],
  'POST /external/{integration} stream': (id) => [
    `/external/json?${new URLSearchParams({ api_key: botKey, stream: id })}`,
  ],
  'POST /register narrow': (id) => ['/register', { event_types: [], narrow: `[["sender",${id}]]` }],
}

/** IDs that may as well be text: names, addresses. */
const orText =
  /^(POST \/messages to|.*\/external.* stream|.* principals|.* narrow|PATCH \/users\/\{user_id\} .*)$/

describe('an integer that can’t be an ID', () => {
  beforeAll(async () => {
    const { owner } = server
    const group = { name: 'Friends', description: '', members: [] }
    groupId = Number((await owner.post('/user_groups/create', group)).body['group_id'])
    const bot = await addBot(owner)
    botId = bot.id
    botKey = bot.apiKey
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
    await owner.post('/messages', { type: 'stream', to: 'general', topic: 'a', content: 'Hello' })
    const scheduled = { ...direct, to: [owner.id], scheduled_delivery_timestamp: 2_000_000_000 }
    await owner.post('/scheduled_messages', scheduled)
    await owner.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'b' }] })
  })

  test('is tried in every place that takes IDs', () => {
    const untried = documented.filter((place) => caseFor(place) === undefined)
    const tried = Object.keys(cases).filter((key) => !key.endsWith('*'))
    expect([untried, tried.filter((key) => !documented.includes(key))]).toEqual([[], []])
  })

  test('gets the answer of one that nothing has; what is no integer is told as such', async () => {
    for (const place of documented) {
      const expected = outcome(await call(place, missing))
      for (const id of impossible) {
        expect([place, id, outcome(await call(place, id))]).toEqual([place, id, expected])
      }
      if (orText.test(place)) continue
      const name = place.slice(place.lastIndexOf(' ') + 1)
      const wrong = await call(place, '"x"')
      expect([place, wrong.body['code'], wrong.body['var_name']]).toEqual([
        place,
        'REQUEST_VARIABLE_INVALID',
        name,
      ])
    }
  })
})

test('so it does in paths that also take addresses', async () => {
  const paths = ['/users/ID', '/users/ID/presence', '/users/ID/status']
  for (const path of paths) {
    const [expected, ...others] = await Promise.all(
      [missing, ...impossible].map((id) => server.owner.get(path.replace('ID', id))),
    )
    expect(expected?.body['code']).toBe('BAD_REQUEST')
    for (const other of others) expect(other.body).toEqual(expected?.body ?? {})
  }
})

function call(place: string, id: string): Promise<Reply> {
  const [method = '', , name = ''] = place.split(' ')
  const [path, parameters = {}] = caseFor(place)?.(id, name) ?? ['/']
  const { owner } = server
  if (method === 'GET') return owner.get(path, parameters)
  if (method === 'POST') return owner.post(path, parameters)
  return method === 'PATCH' ? owner.patch(path, parameters) : owner.delete(path, parameters)
}

function caseFor(place: string): Case | undefined {
  return cases[place] ?? cases[place.replace(/ \S+$/, ' *')]
}

/** The answer, whatever the numbers in it: IDs that it repeats, those of what a call made. */
function outcome({ status, body }: Reply): unknown[] {
  const { queue_id: _, ...fields } = body
  return [status, JSON.stringify(fields).replaceAll(/-?\d+(\.\d+)?(e\+\d+)?/g, 'N')]
}

/** All parameters with IDs in them, as `POST /messages to`. */
function idsIn({ paths }: Reference): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      const all = [
        ...parameters.map(({ name, schema, content }) => [name, schema ?? content] as const),
        ...Object.entries(body),
      ]
      return all
        .filter(([, schema]) => holdsId(schema))
        .map(([name]) => `${method.toUpperCase()} ${path.replace('/api/v1', '')} ${name}`)
    }),
  )
}

interface Reference {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: readonly { name: string; schema?: unknown; content?: unknown }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
}

function holdsId(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'x-id' in schema || Object.values(schema).some(holdsId)
}
