// A day of an administrator on the built executable: an existing client beside a browser and plain HTTP, and what everybody sees of it.
import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Browser } from './support/browser'
import { Client, type Reply } from './support/client'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { eventsOfOne } from './support/changed-messages'
import { find, item, items } from './support/law/rules'
import { plain, png, red } from './support/pictures'
import { ZulipJs, type ZulipJsClient } from './support/zulip-js'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

/** What was answered. @throws if it is an error. */
async function done(reply: Promise<Reply>): Promise<Reply['body']> {
  const { body } = await reply
  expect(body).toMatchObject({ result: 'success' })
  return body
}

/** The type of what is served at an address within the server. */
async function pictureAt(server: string, address: unknown): Promise<string | null> {
  expect(address).toStartWith('/')
  return (await fetch(new URL(String(address), server))).headers.get('content-type')
}

test('an organization is founded, people join, are given rights, emoji, fields and folders, and one goes', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url } = await confab.serve()
  const founded = await confab.json(createAcme, 'a long password\n')
  const owner = new Client(url, 1, 'owner@x.io', String(founded['api_key']))
  const channel = await done(owner.post('/channels/create', { name: 'garden', subscribers: [owner.id] }))

  // Invited, she opens the page, joins, and logs in with a client that knows nothing of this server.
  const invited = await done(
    owner.post('/invites', { invitee_emails: 'nora@x.io', stream_ids: [channel['id']] }),
  )
  const { link_url: link } = item(items(invited['invites'])[0])
  const browser = new Browser(url)
  const page = await browser.open(new URL(String(link)).pathname)
  const joined = await browser.submit(page, { full_name: 'Nora New', password: 'a very good one' })
  expect(joined.status).toBe(200)
  const nora = await zulip.login({ username: 'nora@x.io', password: 'a very good one', realm: url })
  const profile = await nora.call('users.me.getProfile')
  expect(profile).toMatchObject({ full_name: 'Nora New', email: 'nora@x.io' })
  const noraId = Number(profile['user_id'])
  const noraHerself = new Client(url, noraId, 'nora@x.io', nora.apiKey ?? '')

  // A permission is given to a group, and tried by both sides.
  const group = await done(
    owner.post('/user_groups/create', { name: 'gardeners', description: '', members: [owner.id] }),
  )
  await done(owner.patch('/realm', { can_create_public_channel_group: { new: group['group_id'] } }))
  const shed = { subscriptions: JSON.stringify([{ name: 'shed' }]) }
  expect(await nora.call('users.me.subscriptions.add', shed)).toMatchObject({ result: 'error' })
  await done(owner.post(`/user_groups/${group['group_id']}/members`, { add: [noraId] }))
  expect(await nora.call('users.me.subscriptions.add', shed)).toMatchObject({ result: 'success' })

  // A channel moves to a folder, a field is added and filled: she is told of both.
  const told = await eventsOfOne(noraHerself, {}, async () => {
    const folder = await done(owner.post('/channel_folders/create', { name: 'Outside', description: '' }))
    await done(owner.patch(`/streams/${channel['id']}`, { folder_id: folder['channel_folder_id'] }))
    const field = await done(owner.post('/realm/profile_fields', { name: 'Tool', field_type: 1 }))
    await done(noraHerself.patch('/users/me/profile_data', { data: [{ id: field['id'], value: 'Spade' }] }))
  })
  expect(told.map(({ type }) => type)).toEqual([
    'channel_folder',
    'stream',
    'custom_profile_fields',
    'realm_user',
  ])
  const seen = item(
    (await done(owner.get(`/users/${noraId}`, { include_custom_profile_fields: true })))['user'],
  )
  expect(Object.values(item(seen['profile_data']))).toEqual([expect.objectContaining({ value: 'Spade' })])

  // Pictures, sent by that client: an avatar, and an icon and an emoji of the organization, which she may not change.
  const olive = await zulip.login({ username: owner.email, apiKey: owner.apiKey, realm: url })
  const picture = join(confab.data, 'tomato.png')
  await Bun.write(picture, png(80, 60, plain(red)))
  const send = (who: ZulipJsClient, path: string, file = picture) =>
    who.call('callEndpoint', [path, 'POST', { file }])
  const { avatar_url: avatar } = await send(nora, '/users/me/avatar')
  expect(await pictureAt(url, avatar)).toBe('image/png')
  expect(await nora.call('users.me.getProfile')).toMatchObject({ avatar_url: avatar })
  expect(await send(nora, '/realm/icon')).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  expect(await pictureAt(url, (await send(olive, '/realm/icon'))['icon_url'])).toBe('image/png')
  expect(await send(olive, '/realm/emoji/no!')).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID' })
  const text = join(confab.data, 'text.png')
  await Bun.write(text, 'This is no picture')
  expect(await send(olive, '/realm/emoji/tomato', text)).toMatchObject({ code: 'BAD_IMAGE' })
  expect(await send(olive, '/realm/emoji/tomato')).toMatchObject({ result: 'success' })

  // The emoji in a message and as a reaction; a linkifier in a message.
  await done(
    owner.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://beds.example/{id}' }),
  )
  const sent = await nora.call('messages.send', {
    to: 'garden',
    type: 'stream',
    topic: 'harvest',
    content: 'The first :tomato: of #12',
  })
  const reaction = { message_id: sent['id'], emoji_name: 'tomato', reaction_type: 'realm_emoji' }
  const { emoji } = await nora.call('emojis.retrieve')
  const tomato = items(Object.values(item(emoji)))[0]
  await done(
    owner.post(`/messages/${sent['id']}/reactions`, { ...reaction, emoji_code: String(tomato?.['id']) }),
  )
  const newest = { anchor: 'newest', num_before: 1, num_after: 0 }
  const { messages } = await nora.call('messages.retrieve', newest)
  const message = find(items(messages), 'id', sent['id'])
  expect(message['content']).toContain('<a href="https://beds.example/12">#12</a>')
  expect(message['content']).toContain(`src="${String(tomato?.['source_url'])}"`)
  expect(message['reactions']).toMatchObject([{ emoji_name: 'tomato', user_id: owner.id }])
  expect(await pictureAt(url, tomato?.['source_url'])).toBe('image/png')

  // She goes, and is gone everywhere: from her client, her browser, her groups and her channels.
  const queue = await nora.call('queues.register', { event_types: ['message'] })
  await done(owner.delete(`/users/${noraId}`))
  for (const gone of [
    await nora.call('users.me.getProfile'),
    await nora.call('events.retrieve', { queue_id: queue['queue_id'], last_event_id: -1 }),
    (await browser.get('/users/me')).body,
  ]) {
    expect(gone).toMatchObject({ result: 'error' })
  }
  expect(await done(owner.get(`/user_groups/${group['group_id']}/members`))).toMatchObject({
    members: [owner.id],
  })
  expect(await done(owner.get(`/streams/${channel['id']}/members`))).toMatchObject({
    subscribers: [owner.id],
  })
  expect(await done(owner.get(`/users/${noraId}`))).toMatchObject({ user: { is_active: false } })

  // And all of that can be read again.
  const { audit_log: entries } = await confab.json(['organization', 'audit'])
  const what = items(entries).map((entry) => entry['action'])
  for (const action of ['user.deactivated', 'emoji.added', 'linkifier.added', 'invitation.created'])
    expect(what).toContain(action)
}, 240_000)
