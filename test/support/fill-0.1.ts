// Made test/fixtures/release-0.1: fills an organization over the executable of release 0.1 (commit 4cbf112) and packs what it left.
// `bun test/support/fill-0.1.ts EXECUTABLE`. It need not be run again: the release is what it is.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { Client, type Parameters } from './client'
import { Confab, createAcme } from './confab'
import { item } from './law/rules'
import { fixture, logIn, password, people, seenBy, stoppedAt, type Name, type Seen } from './release-0.1'

const [executable] = process.argv.slice(2)
if (executable === undefined) throw new Error('Usage: bun test/support/fill-0.1.ts EXECUTABLE')

await using confab = new Confab([executable])
const clock = join(confab.data, 'clock')
const day = 24 * 3600
let now = stoppedAt / 1000 - 3 * day
await pass(0)

const made = createAcme.map((word) =>
  word.replace('owner@x.io', 'olive@example.com').replace('Owner', 'Olive'),
)
await confab.json(made, `${password}\n`)
const running = ['--json', '--clock-file', clock, '--rate-limits', 'off']
let server = await confab.serve(running)
const olive = await logIn(server.url, 'olive')
for (const [name, role] of Object.entries(people)) {
  if (name === 'olive') continue
  const made = await did(
    olive.post('/users', { email: `${name}@example.com`, password, full_name: title(name) }),
  )
  const codes: Record<string, number> = { administrator: 200, moderator: 300, guest: 600 }
  const code = codes[role]
  if (code !== undefined) await did(olive.patch(`/users/${String(made['user_id'])}`, { role: code }))
}
const person = new Map<Name, Client>([['olive', olive]])
for (const name of ['adam', 'mona', 'ann', 'bob', 'cleo', 'gus', 'zoe'] as const)
  person.set(name, await logIn(server.url, name))
const [adam, mona, ann, bob, cleo, gus, zoe] = [
  who('adam'),
  who('mona'),
  who('ann'),
  who('bob'),
  who('cleo'),
  who('gus'),
  who('zoe'),
]
const everybody = [...person.values()]
const ids = (...clients: Client[]): number[] => clients.map(({ id }) => id)

// The organization: settings, permissions for roles and for a few people, defaults for those to come.
await did(olive.patch('/realm', { description: 'Of **release 0.1**', enable_spectator_access: true }))
await did(
  olive.patch('/realm', { waiting_period_threshold: 2, message_content_edit_limit_seconds: 'unlimited' }),
)
await did(
  olive.patch('/realm', {
    can_resolve_topics_group: { new: { direct_members: ids(ann, bob), direct_subgroups: [] } },
  }),
)
await did(
  olive.patch('/realm', {
    can_delete_own_message_group: {
      new: { direct_members: ids(zoe), direct_subgroups: await groups('role:members') },
    },
  }),
)
await did(olive.patch('/realm/user_settings_defaults', { web_font_size_px: 18, enter_sends: true }))

// Channels of every kind.
const general = await channel('general', everybody, {
  description: 'For *everybody*',
  is_default_stream: true,
})
const plans = await channel('Plans', [ann, bob, cleo, mona], { topics_policy: 'allow_empty_topic' })
const news = await channel('News', [olive, ann], {
  is_web_public: true,
  can_send_message_group: { direct_members: ids(ann), direct_subgroups: await groups('role:administrators') },
})
const secret = await channel('Secret', [ann, bob, gus], { invite_only: true })
const vault = await channel('Vault', [adam, ann, bob], {
  invite_only: true,
  history_public_to_subscribers: false,
})
const attic = await channel('Attic', [ann, bob, cleo])
const shed = await channel('Shed', [bob, cleo], { invite_only: true })

// Messages: of all sizes, with everything that rendering knows.
const hello = await say(olive, general, 'hello', `Welcome @**all** and @**Ann|${ann.id}**! :wave:`)
const lunch = await say(
  ann,
  general,
  'Lunch',
  'Pizza on <time:2026-01-20T12:00:00Z>?\n\n- [x](https://example.com)\n- $$x^2$$',
)
await say(gus, general, 'lunch', 'I am **in**. See #**general>Lunch**')
const wrong = await say(bob, general, 'Lunch', 'Off topic: when do we deploy?')
const code = await say(bob, plans, 'Deploying', '```python\ndef deploy():\n    pass\n```')
const typo = await say(cleo, plans, '', 'A mesage without a topic')
await say(mona, plans, 'Deploying', `@_*role:members* please look, @_**Cleo|${cleo.id}** did`)
await say(ann, news, 'Release', 'Confab **0.1** is out')
const inside = await say(bob, secret, 'Inside', 'Nobody else knows')
const early = await say(ann, vault, 'Keys', 'Before Cleo came')
await subscribe(ann, 'Vault', [cleo])
const late = await say(bob, vault, 'Keys', 'After Cleo came')
await did(cleo.delete('/users/me/subscriptions', { subscriptions: ['Vault'] }))
await say(ann, vault, 'Keys', 'After Cleo left')
await say(cleo, attic, 'Boxes', 'What is in the attic?')
await say(bob, shed, 'Dust', 'Only the two of us')
for (let index = 0; index < 25; index++)
  await say(index % 2 ? ann : bob, plans, `Round ${index % 4}`, `Word number ${index}`)
const direct = await write(ann, [bob], 'Just between us: deploys on friday')
await write(bob, [ann], '> Just between us\n\nSure')
const group = await write(cleo, [ann, gus], 'The three of us')
await write(gus, [gus], 'A note to myself')
await write(zoe, [ann], 'Soon I am gone')

// Polls and lists, reactions, stars, edits, moves, deletions.
const poll = await say(ann, general, 'Lunch', '/poll Where?\nItaly\nJapan')
await did(
  bob.post('/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: { type: 'vote', key: 'canned,1', vote: 1 },
  }),
)
await did(
  ann.post('/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: { type: 'new_option', idx: 1, option: 'Peru' },
  }),
)
const todo = await say(mona, plans, 'Todo', '/todo Release\nTag it: soon')
await did(
  mona.post('/submessage', {
    message_id: todo,
    msg_type: 'widget',
    content: { type: 'strike', key: '0,canned' },
  }),
)
for (const each of [ann, bob, gus])
  await did(each.post(`/messages/${hello}/reactions`, { emoji_name: 'wave' }))
await did(ann.post(`/messages/${direct}/reactions`, { emoji_name: 'heart' }))
await did(zoe.post(`/messages/${lunch}/reactions`, { emoji_name: 'pizza' }))
await did(ann.post('/messages/flags', { messages: [hello, inside, late], op: 'add', flag: 'starred' }))
await did(bob.post('/messages/flags', { messages: [hello, lunch, direct], op: 'add', flag: 'read' }))
await did(gus.post('/messages/flags', { messages: [lunch], op: 'add', flag: 'collapsed' }))
await did(cleo.patch(`/messages/${typo}`, { content: 'A message without a topic' }))
await did(cleo.patch(`/messages/${typo}`, { content: 'A **message** without a topic' }))
await did(
  mona.patch(`/messages/${wrong}`, {
    topic: 'Deploying',
    stream_id: plans,
    send_notification_to_new_thread: true,
  }),
)
await did(adam.patch(`/messages/${early}`, { topic: 'All keys', propagate_mode: 'change_all' }))
await did(
  bob.patch(`/messages/${code}`, {
    topic: '✔ Deploying',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: true,
  }),
)
const slip = await say(ann, general, 'Lunch', 'Said by mistake')
await did(bob.post(`/messages/${slip}/reactions`, { emoji_name: '+1' }))
await did(bob.post('/messages/flags', { messages: [slip], op: 'add', flag: 'starred' }))
await did(ann.patch(`/messages/${slip}`, { content: 'Said by mistake, edited' }))
await did(ann.delete(`/messages/${slip}`))
const question = await say(bob, plans, 'Away', '/poll Delete me?\nYes')
await did(olive.delete(`/messages/${question}`))
await say(ann, general, 'Gone', 'This goes with its topic')
await did(olive.post(`/streams/${general}/delete_topic`, { topic_name: 'Gone' }))

// Everybody's own things.
await did(
  ann.post('/drafts', {
    drafts: [
      { type: 'stream', to: [plans], topic: 'Later', content: 'Not yet', timestamp: now },
      { type: 'private', to: ids(bob), topic: '', content: 'Hm', timestamp: now },
      { type: '', to: [], topic: '', content: 'To nobody', timestamp: now },
    ],
  }),
)
const at = (days: number): number => stoppedAt / 1000 + days * day
await did(
  ann.post('/scheduled_messages', {
    type: 'stream',
    to: general,
    topic: 'Lunch',
    content: 'Tomorrow',
    scheduled_delivery_timestamp: at(1),
  }),
)
await did(
  ann.post('/scheduled_messages', {
    type: 'direct',
    to: ids(bob),
    content: 'In a week',
    scheduled_delivery_timestamp: at(7),
  }),
)
await did(
  cleo.post('/scheduled_messages', {
    type: 'stream',
    to: shed,
    topic: 'Dust',
    content: 'Fails: not subscribed',
    scheduled_delivery_timestamp: now + 600,
  }),
)
await did(
  bob.post('/scheduled_messages', {
    type: 'stream',
    to: plans,
    topic: 'Sent',
    content: 'Sent on time',
    scheduled_delivery_timestamp: now + 600,
  }),
)
await did(bob.post('/reminders', { message_id: lunch, scheduled_delivery_timestamp: now + 600 }))
await did(
  bob.post('/reminders', { message_id: hello, scheduled_delivery_timestamp: at(2), note: 'Say hello back' }),
)
await did(gus.post('/reminders', { message_id: group, scheduled_delivery_timestamp: at(3) }))
await did(ann.post('/saved_snippets', { title: 'Thanks', content: 'Thank you **very** much' }))
await did(ann.post('/saved_snippets', { title: 'No', content: 'No, thank you' }))
await did(bob.post('/users/me/status', { status_text: 'At lunch', emoji_name: 'pizza' }))
await did(gus.post('/users/me/status', { status_text: 'Reading' }))
await did(ann.post(`/users/me/muted_users/${mona.id}`))
await did(bob.post(`/users/me/muted_users/${gus.id}`))
await did(ann.post('/user_topics', { stream_id: general, topic: 'hello', visibility_policy: 1 }))
await did(bob.post('/user_topics', { stream_id: plans, topic: 'Round 1', visibility_policy: 3 }))
await did(cleo.post('/user_topics', { stream_id: plans, topic: 'round 2', visibility_policy: 2 }))
await did(ann.post('/users/me/alert_words', { alert_words: ['deploy', 'Häuser'] }))
await did(bob.post('/users/me/alert_words', { alert_words: ['pizza'] }))
await say(bob, general, 'hello', 'Three Häuser deploy pizza')
await did(
  ann.patch('/settings', {
    web_font_size_px: 16,
    timezone: 'Europe/Berlin',
    receives_typing_notifications: false,
  }),
)
await did(gus.patch('/settings', { email_address_visibility: 5, presence_enabled: false }))
await did(
  bob.post('/users/me/subscriptions/properties', {
    subscription_data: [
      { stream_id: plans, property: 'color', value: '#76ce90' },
      { stream_id: plans, property: 'pin_to_top', value: true },
      { stream_id: general, property: 'is_muted', value: true },
      { stream_id: general, property: 'desktop_notifications', value: true },
    ],
  }),
)
await did(ann.post('/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true }))
await did(ann.post('/navigation_views', { fragment: 'narrow/search/pizza', is_pinned: false, name: 'Pizza' }))
await did(gus.post('/users/me/onboarding_steps', { onboarding_step: 'visibility_policy_banner' }))

// Channels change; somebody goes.
await did(mona.delete('/users/me/subscriptions', { subscriptions: ['Plans'] }))
await subscribe(mona, 'Plans', [])
await did(olive.patch(`/streams/${news}`, { description: 'What is new' }))
await did(olive.delete(`/streams/${attic}`))
await did(cleo.delete('/users/me/subscriptions', { subscriptions: ['Shed'] }))
await did(olive.delete(`/users/${zoe.id}`))

// Time passes: what is due happens, one fails. Presence of different ages; a restart in between.
for (const [index, each] of everybody.filter((each) => each !== zoe && each !== gus).entries()) {
  await pass(index * 60)
  await did(each.post('/users/me/presence', { status: index % 3 ? 'active' : 'idle', new_user_input: true }))
}
await until(async () => JSON.stringify(await seenBy(bob)).includes('Sent on time'))
await until(async () => JSON.stringify(await register(cleo)).includes('"failed":true'))
server.kill('SIGTERM')
await server.exited
await pass(900)
server = await confab.serve(running)

now = stoppedAt / 1000
await pass(0)
// Those who come back after the upgrade with the queue they had.
await register(again(ann))
const seen: Record<string, Seen> = {}
for (const name of person.keys()) if (name !== 'zoe') seen[name] = await seenBy(again(who(name)))
await Bun.write(`${fixture}/seen.json.gz`, Bun.gzipSync(JSON.stringify(seen), { level: 9 }))
server.kill('SIGTERM')
await server.exited

const root = join(confab.data, 'organizations', 'root')
const database = new Database(join(root, 'confab.sqlite'))
for (const { name } of database
  .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  .all())
  if (!database.query(`SELECT 1 FROM ${name}`).get()) throw new Error(`Nothing in ${name}`)
database.close()
for (const name of ['confab.sqlite', 'queues.json'])
  await Bun.write(
    `${fixture}/${name}.gz`,
    Bun.gzipSync(await Bun.file(join(root, name)).bytes(), { level: 9 }),
  )

/** Moves the clock, in seconds. */
async function pass(seconds: number): Promise<void> {
  now += seconds
  await Bun.write(clock, String(now * 1000))
}

/** The answer's body. @throws if it is a refusal: nothing of the fixture may be missing. */
async function did(call: Promise<{ body: Record<string, unknown> }>): Promise<Record<string, unknown>> {
  const { body } = await call
  if (body['result'] !== 'success') throw new Error(JSON.stringify(body))
  return body
}

function who(name: Name): Client {
  const client = person.get(name)
  if (!client) throw new Error(`Nobody is ${name}`)
  return client
}

/** The same person at the server that runs now. */
function again(client: Client): Client {
  return new Client(server.url, client.id, client.email, client.apiKey)
}

async function groups(name: string): Promise<number[]> {
  const { user_groups: all } = await did(olive.get('/user_groups'))
  const found = Array.isArray(all) ? all.find((group: unknown) => item(group)['name'] === name) : undefined
  return [Number(item(found)['id'])]
}

async function channel(name: string, subscribers: readonly Client[], more: Parameters = {}): Promise<number> {
  const made = await did(olive.post('/channels/create', { name, subscribers: ids(...subscribers), ...more }))
  return Number(made['id'])
}

async function subscribe(by: Client, name: string, principals: readonly Client[]): Promise<void> {
  const others = principals.length === 0 ? {} : { principals: ids(...principals) }
  await did(by.post('/users/me/subscriptions', { subscriptions: [{ name }], ...others }))
}

async function say(sender: Client, to: number, topic: string, content: string): Promise<number> {
  await pass(60)
  return Number((await did(sender.post('/messages', { type: 'stream', to, topic, content })))['id'])
}

async function write(sender: Client, to: readonly Client[], content: string): Promise<number> {
  await pass(60)
  return Number((await did(sender.post('/messages', { type: 'direct', to: ids(...to), content })))['id'])
}

async function register(client: Client): Promise<Record<string, unknown>> {
  return did(client.post('/register'))
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return
    await Bun.sleep(100)
  }
  throw new Error('It did not happen')
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
