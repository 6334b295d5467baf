// Every setting of the organization that takes effect in the server, shown to do so: what is so without it, with it, and without it again.
import { afterAll, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { storeValue } from '../src/organization/settings'
import { settingNames, settingOptions, type SettingName } from '../src/organization/settings-catalogue'
import { systemGroupId } from '../src/user-groups/repository'
import { version } from '../src/version'
import { startBouncer } from './support/bouncer'
import { addChannel, subscribe, type ChannelRef } from './support/channels'
import { anonymous, type Client } from './support/client'
import { gifServer } from './support/gif-server'
import { holdsLaw } from './support/law'
import { MailServer, type Received } from './support/mail-server'
import { fetched, found, sendDirectly, sendToChannel } from './support/messages'
import { plain, png, red } from './support/pictures'
import { payloadsOf, tell } from './support/pushes'
import { scenario } from './support/scenario'
import { webServer } from './support/web-servers'

const bouncer = startBouncer()
afterAll(bouncer.stop)
const push = { ...defaultRules.push, bouncer: bouncer.access }
const post = await MailServer.start()
afterAll(() => post.stop())
const giphy = gifServer()
afterAll(() => giphy.stop())
const rules = {
  ...defaultRules,
  allowsPrivateAddresses: true,
  push,
  mail: post.settings(),
  giphyApiKey: 'a key',
  giphyUrl: giphy.url,
}
const { server, owner, member } = await scenario({ member: 'member Mia Member' }, { rules })
const hall = await addChannel(owner, 'hall', [owner, member])
const news = await addChannel(owner, 'news', [owner])
const reports = await addChannel(owner, 'reports', [owner], { invite_only: true })

let count = 0
const fresh = (what: string): string => `${what} ${++count}`
const newcomer = (): Promise<Client> => server.addPerson(fresh('Newcomer'))
const day = 24 * 3600_000

/** What one setting does. */
interface Effect {
  /** What it is set to. */
  value: unknown
  /** What can be seen of it. */
  seen: () => Promise<unknown>
  /** That, as the setting is at first, and as it is set to. */
  before: unknown
  after: unknown
}

/** Whether a call is carried out with the setting as it is at first, and refused with the value. */
function forbids(value: unknown, call: () => Promise<{ status: number }>): Effect {
  return { value, seen: async () => (await call()).status, before: 200, after: 400 }
}

async function serverSetting(name: string): Promise<unknown> {
  return (await anonymous(server.url, '/server_settings')).body[name]
}

/** How many messages something brings into a channel. */
async function toldIn(channel: ChannelRef, of: () => Promise<unknown>): Promise<number> {
  const messages = () => found(owner, [{ operator: 'channel', operand: channel.id }])
  const before = await messages()
  await of()
  return (await messages()).length - before.length
}

/** How many mails something has sent. */
async function mailsOf(work: () => Promise<unknown>): Promise<number> {
  await server.server.settled()
  post.received.length = 0
  await work()
  await server.server.settled()
  return post.received.length
}

/** A message of the member's that is a minute old. */
async function agedMessage(): Promise<number> {
  const id = await sendToChannel(member, hall)
  server.clock.advance(60_000)
  return id
}

const settingOf = async (person: Client, name: string): Promise<unknown> => {
  const { body } = await person.post('/register', { fetch_event_types: ['user_settings'] })
  return new Map(Object.entries(body['user_settings'] ?? {})).get(name)
}

/** What a direct message says on somebody's phone. */
async function contentOnPhone(): Promise<unknown> {
  await member.post('/users/me/android_gcm_reg_id', { token: 'phone' })
  await tell(server, owner, [member], 'a secret')
  return payloadsOf(bouncer.take('push/notify')).at(-1)?.['content']
}

/** The day of the week on which somebody who is away gets a digest, Monday being 0; null if they get none in two weeks. */
async function dayOfDigest(): Promise<number | null> {
  const reader = await newcomer()
  await subscribe(owner, hall, [reader])
  for (let days = 0; days < 14; days++) {
    await sendToChannel(member, hall)
    await server.server.settled()
    await server.advance(day)
    const mails = post.received.splice(0)
    const isDigest = ({ to, mail }: Received) =>
      to === reader.email && mail.subject?.endsWith('what you missed')
    if (mails.some(isDigest)) return (new Date(server.clock.now()).getUTCDay() + 6) % 7
  }
  return null
}

const effects: Partial<Record<SettingName, Effect>> = {
  name: {
    value: 'Acme',
    seen: () => serverSetting('realm_name'),
    before: 'Test organization',
    after: 'Acme',
  },
  description: {
    value: 'We *make* things',
    seen: () => serverSetting('realm_description'),
    before: '',
    after: '<p>We <em>make</em> things</p>',
  },
  default_language: {
    value: 'de',
    seen: async () => settingOf(await newcomer(), 'default_language'),
    before: 'en',
    after: 'de',
  },
  invite_required: {
    value: false,
    seen: async () => (await fetch(`${server.url}/register`)).status,
    before: 403,
    after: 200,
  },
  emails_restricted_to_domains: forbids(true, () => {
    const email = `${fresh('p').replace(' ', '')}@elsewhere.example`
    return owner.post('/users', { email, password: 'a long password', full_name: fresh('Person') })
  }),
  disallow_disposable_email_addresses: forbids(true, () =>
    owner.post('/invites', {
      invitee_emails: `${fresh('p').replace(' ', '')}@mailinator.com`,
      stream_ids: [],
    }),
  ),
  waiting_period_threshold: {
    value: 30,
    seen: async () => {
      const fullMembers = systemGroupId(server.organization, 'role:fullmembers')
      const { body } = await owner.get(`/user_groups/${fullMembers}/members/${member.id}`)
      return body['is_user_group_member']
    },
    before: true,
    after: false,
  },
  send_welcome_emails: {
    value: false,
    seen: () => mailsOf(newcomer),
    before: 1,
    after: 0,
  },
  welcome_message_custom_text: {
    value: 'Hello!',
    seen: async () => (await found(await newcomer(), [])).length,
    before: 0,
    after: 1,
  },
  require_unique_names: forbids(true, async () =>
    (await newcomer()).patch('/settings', { full_name: 'mia member' }),
  ),
  name_changes_disabled: forbids(true, async () =>
    (await newcomer()).patch('/settings', { full_name: fresh('Another') }),
  ),
  avatar_changes_disabled: forbids(true, () => member.upload('/users/me/avatar', png(8, 8, plain(red)))),
  use_gravatar: {
    value: true,
    seen: async () => {
      await server.server.settled()
      const { body } = await (await newcomer()).get('/users/me')
      return String(body['avatar_url']).startsWith('https://secure.gravatar.com/avatar/')
    },
    before: false,
    after: true,
  },
  email_changes_disabled: forbids(true, async () =>
    (await newcomer()).patch('/settings', { email: `${fresh('p').replace(' ', '')}@example.com` }),
  ),
  enable_spectator_access: {
    value: true,
    seen: async () => (await anonymous(server.url, '/register', { method: 'POST' })).status,
    before: 401,
    after: 200,
  },
  inline_image_preview: {
    value: false,
    seen: async () => {
      const id = await sendToChannel(member, hall, 'https://elsewhere.example/a.png')
      return String((await fetched(member, id))['content']).includes('<img src="/external_content/')
    },
    before: true,
    after: false,
  },
  giphy_rating: {
    value: 2,
    seen: async () => (await member.get('/gifs', { q: 'cats' })).body['gifs'],
    before: [],
    after: expect.arrayContaining([expect.objectContaining({ title: 'cats 0' })]),
  },
  inline_url_embed_preview: {
    value: true,
    seen: async () => {
      const page = webServer(
        () => new Response('<title>A page</title>', { headers: { 'content-type': 'text/html' } }),
      )
      const id = await sendToChannel(member, hall, `${page.url}/a`)
      await server.server.settled()
      page.stop()
      return String((await fetched(member, id))['content']).includes('<div class="message_embed">')
    },
    before: false,
    after: true,
  },
  topics_policy: forbids('disable_empty_topic', () =>
    member.post('/messages', { type: 'channel', to: hall.id, topic: '', content: 'Hello' }),
  ),
  new_stream_announcements_stream_id: {
    value: news.id,
    seen: () => toldIn(news, () => addChannel(owner, fresh('channel'), [owner], { announce: true })),
    before: 0,
    after: 1,
  },
  signup_announcements_stream_id: {
    value: news.id,
    seen: () => toldIn(news, newcomer),
    before: 0,
    after: 1,
  },
  zulip_update_announcements_stream_id: {
    value: news.id,
    seen: async () => {
      const upgraded = async () => {
        await server.organization.write((tx) => storeValue(tx, 'announced_version', '0.0.9'))
        await holdsLaw([owner], () => server.advance(1000))
        await server.advance(1000)
      }
      if ((await toldIn(news, upgraded)) === 0) return undefined
      const [newest = 0] = (await found(owner, [{ operator: 'channel', operand: news.id }])).slice(-1)
      return (await fetched(owner, newest))['content']
    },
    before: undefined,
    after: `<p>This server now runs Confab ${version.split('+')[0]}, after 0.0.9.</p>`,
  },
  moderation_request_channel_id: {
    value: reports.id,
    seen: async () => {
      const id = await sendToChannel(owner, hall)
      return (await member.post(`/messages/${id}/report`, { report_type: 'spam' })).status
    },
    before: 400,
    after: 200,
  },
  allow_message_editing: forbids(false, async () =>
    member.patch(`/messages/${await sendToChannel(member, hall)}`, { content: 'Changed' }),
  ),
  message_content_edit_limit_seconds: forbids(30, async () =>
    member.patch(`/messages/${await agedMessage()}`, { content: 'Changed' }),
  ),
  message_content_delete_limit_seconds: forbids(30, async () =>
    member.delete(`/messages/${await agedMessage()}`),
  ),
  move_messages_within_stream_limit_seconds: forbids(30, async () =>
    member.patch(`/messages/${await agedMessage()}`, { topic: 'elsewhere' }),
  ),
  move_messages_between_streams_limit_seconds: forbids(30, async () => {
    const other = await addChannel(owner, fresh('other'), [owner])
    await subscribe(member, other, [member])
    return member.patch(`/messages/${await agedMessage()}`, { stream_id: other.id })
  }),
  message_edit_history_visibility_policy: {
    value: 'none',
    seen: async () => {
      const id = await sendToChannel(member, hall)
      await member.patch(`/messages/${id}`, { content: 'Changed' })
      return 'edit_history' in (await fetched(owner, id))
    },
    before: true,
    after: false,
  },
  message_retention_days: {
    value: 1,
    seen: async () => {
      const id = await sendToChannel(member, hall)
      await server.advance(2 * day)
      return (await owner.get(`/messages/${id}`)).status
    },
    before: 200,
    after: 400,
  },
  enable_read_receipts: forbids(false, async () =>
    owner.get(`/messages/${await sendToChannel(member, hall)}/read_receipts`),
  ),
  presence_disabled: {
    value: true,
    seen: async () => {
      await member.post('/users/me/presence', { status: 'active' })
      return (await owner.get(`/users/${member.id}/presence`)).status
    },
    before: 200,
    after: 400,
  },
  default_code_block_language: {
    value: 'python',
    seen: async () => {
      const { body } = await member.post('/messages/render', { content: '```\nx = 1\n```' })
      return String(body['rendered']).includes('data-code-language="Python"')
    },
    before: false,
    after: true,
  },
  require_e2ee_push_notifications: {
    value: true,
    seen: contentOnPhone,
    before: 'a secret',
    after: 'New message',
  },
  digest_emails_enabled: {
    value: true,
    seen: async () => (await dayOfDigest()) !== null,
    before: false,
    after: true,
  },
  digest_weekday: {
    value: 4,
    seen: async () => {
      await owner.patch('/realm', { digest_emails_enabled: true })
      const day = await dayOfDigest()
      await owner.patch('/realm', { digest_emails_enabled: false })
      return day
    },
    before: 1,
    after: 4,
  },
  message_content_allowed_in_email_notifications: {
    value: false,
    seen: async () => {
      await sendDirectly(member, [owner])
      await server.server.settled()
      post.received.splice(0)
      await server.advance(120_000)
      return post.received.map(({ mail: { subject } }) => subject)
    },
    before: ['DMs with Mia Member'],
    after: ['New messages'],
  },
}

test('every setting that is said to take effect in the server is shown to', () => {
  const effective = settingNames.filter((name) => {
    const { effect, changedBy } = settingOptions(name)
    return effect === 'server' && changedBy !== 'nobody'
  })
  expect(Object.keys(effects).toSorted()).toEqual(effective.toSorted())
})

test.each(Object.entries(effects))('%s', async (name, { value, seen, before, after }) => {
  const { body } = await owner.post('/register', { fetch_event_types: ['realm'] })
  const initial = body[`realm_${name}`]
  const set = async (to: unknown): Promise<void> => {
    expect((await owner.patch('/realm', { [name]: to })).body).toEqual({ result: 'success', msg: '' })
  }
  expect(await seen()).toEqual(before)
  await set(value)
  expect(await seen()).toEqual(after)
  await set(initial)
  expect(await seen()).toEqual(before)
})
