// Edits, moves and deletions on two clients at once, through zulip-js and the built executable.
import { beforeAll, expect, test } from 'bun:test'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { ZulipJs } from './support/zulip-js'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 60_000)

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
}, 30_000)
