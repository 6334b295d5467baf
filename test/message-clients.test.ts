// Edits, moves, deletions and flags on two clients at once, through zulip-js and the built executable.
import { beforeAll, expect, test } from 'bun:test'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { ZulipJs } from './support/zulip-js'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

test('what becomes of a message reaches the other client', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const made = await confab.json('user create --email mia@x.io --name Mia --role member'.split(' '))
  const olive = await zulip.login({ username: 'owner@x.io', password: 'a long password', realm })
  const mia = await zulip.login({ username: 'mia@x.io', password: String(made['password']), realm })
  for (const client of [olive, mia]) {
    await client.call('users.me.subscriptions.add', { subscriptions: JSON.stringify([{ name: 'general' }]) })
  }
  const { id } = await olive.call('messages.send', {
    to: 'general',
    type: 'stream',
    topic: 'lunch',
    content: 'Soop',
  })
  const queue = await mia.call('queues.register', { event_types: ['update_message', 'delete_message'] })
  let lastEventId = -1
  const next = async () => {
    const parameters = { queue_id: queue['queue_id'], last_event_id: lastEventId++ }
    const { events } = await mia.call('events.retrieve', parameters)
    return Array.isArray(events) ? events[0] : undefined
  }

  const edited = await olive.call('messages.update', { message_id: id, content: 'Soup @**Mia**' })
  expect(edited).toMatchObject({ result: 'success', detached_uploads: [] })
  expect(await next()).toMatchObject({
    message_id: id,
    orig_content: 'Soop',
    content: 'Soup @**Mia**',
    flags: ['mentioned'],
  })

  await olive.call('messages.update', { message_id: id, topic: 'dinner', propagate_mode: 'change_all' })
  expect(await next()).toMatchObject({ message_ids: [id], orig_subject: 'lunch', subject: 'dinner' })
  const { messages } = await mia.call('messages.retrieve', {
    anchor: String(id),
    num_before: 0,
    num_after: 5,
  })
  expect(messages).toMatchObject([
    { id, subject: 'dinner', content: expect.stringContaining('Soup'), edit_history: [{}, {}] },
    { subject: 'dinner', sender_full_name: 'Notification Bot' },
  ])
  const history = await mia.call('callEndpoint', [`/messages/${String(id)}/history`, 'GET', {}])
  expect(history['message_history']).toMatchObject([
    { content: 'Soop' },
    { content_html_diff: expect.any(String) },
    {},
  ])

  await olive.call('callEndpoint', [`/messages/${String(id)}`, 'DELETE', {}])
  expect(await next()).toMatchObject({ type: 'delete_message', message_id: id })
  const refused = await mia.call('messages.update', { message_id: id, content: 'x' })
  expect(refused).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
}, 240_000)

test('what is read or starred on one client is so on the other', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const made = await confab.json('user create --email mia@x.io --name Mia --role member'.split(' '))
  const olive = await zulip.login({ username: 'owner@x.io', password: 'a long password', realm })
  const account = { username: 'mia@x.io', password: String(made['password']), realm }
  const [phone, desk] = [await zulip.login(account), await zulip.login(account)]
  const sent: unknown[] = []
  for (const content of ['Soup?', '@**Mia**']) {
    const { id } = await olive.call('messages.send', {
      to: JSON.stringify([made['user_id']]),
      type: 'direct',
      content,
    })
    sent.push(id)
  }
  const everything = ['message', 'update_message_flags', 'starred_messages']
  const state = await desk.call('queues.register', { event_types: everything })
  expect(state['unread_msgs']).toMatchObject({
    count: 2,
    mentions: [sent[1]],
    pms: [{ unread_message_ids: sent }],
  })
  const events = async (lastEventId: number) => {
    const parameters = { queue_id: state['queue_id'], last_event_id: lastEventId }
    return (await desk.call('events.retrieve', parameters))['events']
  }

  const read = await phone.call('messages.flags.add', { messages: sent, flag: 'read' })
  expect(read).toMatchObject({ result: 'success', messages: sent })
  expect(await events(-1)).toMatchObject([{ id: 0, op: 'add', flag: 'read', messages: sent, all: false }])
  const range = {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: '[["is","dm"]]',
    op: 'remove',
    flag: 'read',
  }
  const again = await phone.call('callEndpoint', ['/messages/flags/narrow', 'POST', range])
  expect(again).toMatchObject({ processed_count: 1, updated_count: 1, first_processed_id: sent[1] })
  expect(await events(0)).toMatchObject([
    { op: 'remove', messages: [sent[1]], message_details: expect.anything() },
  ])
  await phone.call('messages.flags.add', { messages: [sent[0]], flag: 'starred' })
  expect(await events(1)).toMatchObject([{ op: 'add', flag: 'starred', messages: [sent[0]] }])

  const now = await phone.call('queues.register', { event_types: everything })
  expect(now).toMatchObject({ unread_msgs: { count: 1, mentions: [sent[1]] }, starred_messages: [sent[0]] })
}, 240_000)
