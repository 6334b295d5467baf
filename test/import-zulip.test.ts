// `confab import zulip`: topics, files and stars stay what they were; IDs in mentions and links become those of here.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf } from './support/archives'
import type { Client } from './support/client'
import type { Confab } from './support/confab'
import { caller, founded, many, messagesOf, surviveKilling } from './support/imports'
import { item, items, type Item } from './support/law/rules'
import { at, zulipExport, zulipExportWithChoices, zulipRealm } from './support/zulip-export'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(300_000)

function tarOf(files: Record<string, string | Uint8Array>, folder = 'zulip-export-abc/') {
  return archiveOf(Object.entries(files).map(([name, content]) => [folder + name, content] as const))
}

async function imported(confab: Confab, files: Record<string, string | Uint8Array>, ...options: string[]) {
  const path = join(confab.data, 'export.tar.gz')
  await Bun.write(path, await tarOf(files))
  return confab.json(['import', 'zulip', path, ...options])
}

/** What a new client of theirs is told. */
async function registered(who: Client): Promise<Item> {
  const { body } = await who.post('/register', {
    client_capabilities: {
      notification_settings_null: true,
      user_settings_object: true,
      linkifier_url_template: true,
    },
  })
  expect(body).toMatchObject({ result: 'success' })
  return body
}

const inGeneral = [{ operator: 'channel', operand: 'general' }]

test('an organization comes over', async () => {
  await using confab = await founded()
  const first = await imported(confab, zulipExport(), '--invite')
  expect(first).toMatchObject({
    taken: { people: 6, channels: 2, messages: 7, reactions: 2, files: 1, emoji: 1 },
    known: { people: 1 },
  })
  const server = await confab.serve()
  const ann = await caller(confab, server.url, 'ann@x.io')
  const bob = await caller(confab, server.url, 'bob@x.io')
  const { body } = await ann.get('/users', { client_gravatar: false })
  const people = items(body['members'])
  expect(people.map(({ full_name, role, is_active }) => [full_name, role, is_active])).toEqual(
    expect.arrayContaining([
      ['Owner', 100, true],
      ['Ann Lee', 200, true],
      ['Bob', 400, true],
      ['Zoe', 400, false],
      ['Robo', 400, false],
      ['Gus', 600, true],
      ['notification bot', 400, false],
    ]),
  )
  expect(people.find(({ user_id }) => user_id === ann.id)?.['avatar_url']).toMatch(
    /^\/user_avatars\/1\/\w+\.png/,
  )
  const channels = items((await bob.get('/users/me/subscriptions')).body['subscriptions'])
  const shape = channels.map(({ name, invite_only, history_public_to_subscribers }) => [
    name,
    invite_only,
    history_public_to_subscribers,
  ])
  expect(shape).toEqual([
    ['general', false, true],
    ['cellar', true, false],
  ])
  const general = await messagesOf(bob, inGeneral)
  const [hello] = general
  expect(
    general.map(({ sender_id, subject, content, timestamp }) => [sender_id, subject, content, timestamp]),
  ).toEqual([
    [
      ann.id,
      'plans',
      expect.stringMatching(
        new RegExp(
          String.raw`^Hello @\*\*Bob\|${bob.id}\*\* and @_\*\*Ann Lee\|${ann.id}\*\*, \[plan\.txt\]\(/user_uploads/1/\S+/plan\.txt\)$`,
        ),
      ),
      at('03-05T10:00:00'),
    ],
    [bob.id, 'plans', `See #**general>plans@${hello?.['id']}** and #**general>plans**`, at('03-05T11:00:00')],
    [
      expect.any(Number),
      '✔ plans',
      `@_**Bob|${bob.id}** has marked this topic as resolved. [gone](/user_uploads/2/cd/gone.pdf)`,
      at('03-06T11:00:00'),
    ],
  ])
  expect(hello?.['flags']).toEqual(['read', 'starred'])
  expect((await messagesOf(ann, inGeneral))[0]?.['flags']).toEqual(['read'])
  expect(general[1]?.['last_edit_timestamp']).toBe(at('03-05T11:30:00'))
  expect(
    items(hello?.['reactions']).map(({ emoji_name, reaction_type }) => [emoji_name, reaction_type]),
  ).toEqual([
    ['dough', 'realm_emoji'],
    ['+1', 'unicode_emoji'],
  ])
  const path = /\/user_uploads\/[^)]+/.exec(String(hello?.['content']))?.[0]
  const file = await fetch(server.url + path, { headers: { authorization: bob.authorization } })
  expect(await file.text()).toBe('flour, water, salt')
  const direct = await messagesOf(bob, [{ operator: 'is', operand: 'dm' }])
  expect(direct.map(({ content }) => content)).toEqual(['To myself', 'Between us', 'Among three'])
  expect(await messagesOf(bob, [{ operator: 'channel', operand: 'cellar' }])).toHaveLength(1)
  expect(items(first['problems']).map(({ what }) => what)).toContain('Files that are not in the archive')
  const links = items(first['links'])
  expect(links.map(({ email }) => email)).toEqual(['ann@x.io', 'bob@x.io', 'gus@x.io'])
  expect((await fetch(server.url + links[0]?.['path'])).status).toBe(200)
})

test('what administrators and people have set up comes over, once', async () => {
  await using confab = await founded()
  const now = Math.floor(Date.now() / 1000)
  const first = await imported(confab, zulipExportWithChoices(now))
  expect(Object.fromEntries(items(first['problems']).map(({ what, count }) => [what, count]))).toEqual({
    'Entries of the audit log': 2,
    'Files that are not in the archive': 1,
    'Linkifiers that can’t be taken': 1,
    'People without an e-mail address have made-up ones': 1,
    'Rows of other tables': 1,
    'Settings that can’t be what they were': 1,
    'Votes and tasks that can’t be taken': 1,
    'What people say of themselves that can’t be taken': 1,
  })
  const server = await confab.serve()
  const owner = await caller(confab, server.url, 'owner@x.io')
  const ann = await caller(confab, server.url, 'ann@x.io')
  const bob = await caller(confab, server.url, 'bob@x.io')
  const state = await registered(bob)
  const gus = items(state['realm_users']).find(({ full_name }) => full_name === 'Gus')
  const [general] = items(state['subscriptions'])
  expect(state).toMatchObject({
    realm_name: 'Acme',
    realm_description: 'We bake',
    realm_invite_required: false,
    realm_message_content_edit_limit_seconds: null,
    realm_new_stream_announcements_stream_id: general?.['stream_id'],
    realm_linkifiers: [{ url_template: 'https://example.com/{id}' }],
    realm_playgrounds: [{ name: 'Try it', pygments_language: 'Python' }],
    channel_folders: [{ name: 'House', description: 'What concerns all' }],
    realm_default_streams: [general?.['stream_id']],
    muted_users: [{ id: gus?.['user_id'] }],
    alert_words: ['flour'],
    saved_snippets: [{ title: 'Thanks', content: 'Thank you all' }],
    drafts: [{ content: `To @**Ann Lee|${ann.id}**`, topic: 'plans', to: [general?.['stream_id']] }],
    scheduled_messages: [{ content: 'Later', scheduled_delivery_timestamp: now + 86_400 }],
    user_settings: {
      twenty_four_hour_time: true,
      color_scheme: 2,
      emojiset: 'google',
      allow_private_data_export: false,
    },
    user_status: { [bob.id]: { status_text: 'At the oven', emoji_name: 'bread' } },
  })
  expect(general).toMatchObject({
    folder_id: items(state['channel_folders'])[0]?.['id'],
    message_retention_days: 36_500,
    color: '#94c849',
    pin_to_top: true,
    email_notifications: true,
    desktop_notifications: null,
  })
  expect(
    items(state['user_topics']).map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]),
  ).toEqual([
    ['plans', 3],
    ['noise', 1],
  ])
  const [bread, size, mentor] = items(state['custom_profile_fields']).map(({ id }) => id)
  const { body } = await bob.get(`/users/${bob.id}`, { include_custom_profile_fields: true })
  expect(item(body['user'])['profile_data']).toMatchObject({
    [String(bread)]: { value: 'Rye' },
    [String(size)]: { value: '0' },
    [String(mentor)]: { value: `[${ann.id}]` },
  })
  const groups = items(state['realm_user_groups']).filter(({ is_system_group }) => is_system_group === false)
  const bakers = groups.find(({ name }) => name === 'bakers')
  expect(
    groups.map(({ name, members, direct_subgroup_ids }) => [name, members, direct_subgroup_ids]),
  ).toEqual(
    expect.arrayContaining([
      ['bakers', [ann.id, bob.id], []],
      ['everyone who bakes', [], [bakers?.['id']]],
    ]),
  )
  const [poll, seen] = (await messagesOf(bob, inGeneral)).slice(-2)
  expect(items(poll?.['submessages']).map(({ sender_id, content }) => [sender_id, content])).toEqual([
    [ann.id, '{"widget_type":"poll","extra_data":{"question":"Which bread?","options":["Rye","Wheat"]}}'],
    [bob.id, '{"type":"new_option","idx":1,"option":"Spelt"}'],
    [ann.id, `{"type":"vote","key":"${bob.id},1","vote":1}`],
    [bob.id, '{"type":"vote","key":"canned,0","vote":1}'],
  ])
  expect(seen?.['flags']).toEqual(expect.arrayContaining(['mentioned', 'collapsed']))
  expect(seen?.['flags']).not.toContain('read')
  expect(
    items(item(state['unread_msgs'])['streams']).map(({ unread_message_ids }) => unread_message_ids),
  ).toEqual([[seen?.['id']]])
  expect(item(state['unread_msgs'])['mentions']).toEqual([seen?.['id']])
  expect((await messagesOf(ann, inGeneral)).at(-1)?.['flags']).toEqual(['read'])
  const { body: shown } = await bob.get(`/messages/${seen?.['id']}`)
  expect(String(item(shown['message'])['content'])).toMatch(/user-group-mention[^]*https:\/\/example.com\/12/)
  // What they choose here stays.
  await bob.patch('/settings', { twenty_four_hour_time: false })
  await bob.post('/user_topics', {
    stream_id: general?.['stream_id'],
    topic: 'noise',
    visibility_policy: 0,
  })
  await owner.patch('/realm', { description: 'We rest' })
  expect(await imported(confab, zulipExportWithChoices(now))).toMatchObject({ taken: { messages: 0 } })
  expect(await registered(await caller(confab, server.url, 'bob@x.io'))).toMatchObject({
    realm_description: 'We rest',
    user_settings: { twenty_four_hour_time: false },
    user_topics: [{ topic_name: 'plans' }],
    drafts: [{ topic: 'plans' }],
    saved_snippets: [{ title: 'Thanks' }],
    scheduled_messages: [{ content: 'Later' }],
  })
})

test('again, nothing is there twice', async () => {
  await using confab = await founded()
  await imported(confab, zulipExport())
  expect(await imported(confab, zulipExport())).toMatchObject({
    taken: { people: 0, channels: 0, messages: 0, reactions: 0, files: 0, emoji: 0 },
    known: { messages: 7, emoji: 1 },
  })
})

test('killed in the middle, it goes on with the next run, and nobody is there twice', async () => {
  await using confab = await founded()
  const busy = Array.from({ length: many }, (_, number) => ({
    id: 1000 + number,
    sender: 12,
    recipient: 30,
    subject: 'busy',
    content: `Message ${number} with *words*`,
    date_sent: at('05-01T00:00:00') + number,
  }))
  const parts = Object.fromEntries(
    Array.from({ length: many / 1000 }, (_, part) => [
      `messages-00001${part}.json`,
      JSON.stringify({ zerver_message: busy.slice(part * 1000, (part + 1) * 1000), zerver_usermessage: [] }),
    ]),
  )
  const path = join(confab.data, 'export.tar.gz')
  await Bun.write(path, await tarOf({ ...zulipExport(), ...parts }))
  await surviveKilling(confab, 'zulip', path, { count: 7 + many, name: 'general', email: 'ann@x.io' })
})

test('hostile archives are refused with a sentence, and the organization is as it was', async () => {
  await using confab = await founded()
  const files = zulipExport()
  const whole = await tarOf(files)
  const cases: Record<string, [Uint8Array | Record<string, string | Uint8Array>, string]> = {
    nothing: [new Uint8Array(), 'It is no'],
    'no archive': [new TextEncoder().encode('Hello'.repeat(1000)), 'It is no compressed tar archive'],
    'half of one': [whole.slice(0, whole.length / 2), 'It is no compressed tar archive'],
    'another archive': [{ 'a.txt': 'a' }, 'it has no realm.json'],
    'no JSON': [{ ...files, 'realm.json': '{' }, "can't be read"],
    'lists in lists': [{ ...files, 'realm.json': '['.repeat(200_000) }, "can't be read"],
    'a table in tables': [
      { ...files, 'realm.json': `{"zerver_realm":[${'['.repeat(200_000)}` },
      "can't be read",
    ],
    'a row without an end': [
      { ...files, 'realm.json': `{"zerver_realm":["${'x'.repeat(17 * 1024 * 1024)}` },
      'a part of it has over',
    ],
    'another encoding': [{ ...files, 'realm.json': Buffer.from('{}', 'utf16le') }, 'it is not UTF-8'],
    'messages that are no JSON': [
      { ...files, 'messages-000009.json': '{"zerver_message":[{]}' },
      "can't be read",
    ],
    'a bomb': [{ ...files, 'uploads/zeros': Buffer.alloc(300 * 1024 * 1024) }, 'packed more tightly'],
    'links to elsewhere alone': [
      await archiveOf([], [{ name: 'e/realm.json', type: 'symlink', linkname: '/etc/passwd' }]),
      'it has no realm.json',
    ],
  }
  for (const [name, [content, said]] of Object.entries(cases)) {
    const path = join(confab.data, 'hostile')
    await Bun.write(path, content instanceof Uint8Array ? content : await tarOf(content))
    const { code, err } = await confab.run(['import', 'zulip', path])
    expect({ name, code, err }).toEqual({ name, code: 7, err: expect.stringContaining(said) })
    expect({ name, left: readdirSync(join(confab.data, 'organizations')) }).toEqual({ name, left: ['root'] })
  }
  // Names lead nowhere else, and wrong types are as if nothing stood there: all else is taken.
  const realm = {
    ...zulipRealm,
    zerver_userprofile: [...zulipRealm.zerver_userprofile, null, 5, { id: {}, full_name: [] }],
    zerver_recipient: [...zulipRealm.zerver_recipient, { id: 40, type: 'x' }],
  }
  const odd = {
    ...zulipExport(realm),
    'uploads/../../../../evil': 'x',
    '../../evil': 'x',
    'messages-000003.json': JSON.stringify({
      zerver_message: [
        null,
        7,
        { id: 200, sender: 12, recipient: 40, content: 'x', date_sent: 1 },
        { id: 201, sender: 999, recipient: 30, subject: 4, content: 9, date_sent: at('04-01T00:00:00') },
      ],
      zerver_usermessage: 'x',
    }),
  }
  const taken = await imported(confab, odd)
  expect(taken['taken']).toMatchObject({ messages: 8 })
  expect(items(taken['problems']).map(({ what }) => what)).toContain('What is no message')
  for (const place of [join(confab.data, 'evil'), '/evil', '/tmp/evil']) expect(existsSync(place)).toBe(false)
})
