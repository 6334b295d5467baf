// Deleted messages: kept for a while with all that belongs to them, and put back from the command line.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { restore } from '../src/messages/changing/editing/restoring'
import { deletionList } from '../src/message-archive/repository'
import { archivedAttachmentMessages, attachmentMessages } from '../src/attachments/tables'
import * as archive from '../src/message-archive/tables'
import { messageStates } from '../src/message-flags/tables'
import * as live from '../src/messages/tables'
import { reactions } from '../src/reactions/tables'
import { submessages } from '../src/submessages/tables'
import { messageOf, messagesIn, move, sendTo, star } from './support/changed-messages'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { register } from './support/law'
import { scenario } from './support/scenario'

// Commands are processes of their own, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })

const inChannel = (id: number) => [{ operator: 'channel', operand: id }]

/** All that people know of a channel's messages, and of their own. */
async function known(channel: number) {
  const views = []
  for (const who of [ann, bob, server.owner]) {
    const { unread_msgs, starred_messages, max_message_id } = await register(who)
    const { body } = await who.get(`/streams/${channel}`)
    views.push([
      await messagesIn(who, inChannel(channel)),
      unread_msgs,
      starred_messages,
      max_message_id,
      body,
    ])
  }
  return views
}

test('a topic comes back as it was: text, flags, edits, reactions, votes', async () => {
  const { id: channel } = await addChannel(server.owner, 'topics', [ann, bob])
  const first = await sendTo(ann, channel, 'plans', '/poll Soup?\nyes\nno')
  const second = await sendTo(ann, channel, 'Plans', 'hello @**Bob**')
  await sendTo(bob, channel, 'other', 'stays')
  await ann.patch(`/messages/${second}`, { content: 'hello again @**Bob**' })
  await move(ann, second, { topic: 'plans' })
  await bob.post(`/messages/${second}/reactions`, { emoji_name: 'wave' })
  await bob.post('/submessage', {
    message_id: first,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  })
  await star(server, bob, second)
  const before = await known(channel)
  expect(JSON.stringify(before)).toContain('canned,0')
  await server.owner.post(`/streams/${channel}/delete_topic`, { topic_name: 'plans' })
  expect(await known(channel)).not.toEqual(before)
  const { queue_id, last_event_id } = await register(bob)
  const [deletion] = deletionList(server.organization.db, 1)
  expect(deletion).toMatchObject({
    messageCount: 2,
    firstMessageId: first,
    lastMessageId: second,
    channelId: channel,
  })
  expect(await restore(server.organization, { deletionId: deletion?.id ?? 0 })).toEqual([first, second])
  expect(await known(channel)).toEqual(before)
  // Clients start over.
  const poll = await bob.get('/events', { queue_id, last_event_id })
  expect(poll.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
})

test('a message says nothing new to those who have left meanwhile', async () => {
  const { id: channel } = await addChannel(server.owner, 'private', [ann, bob], { invite_only: true })
  const id = await sendTo(ann, channel, 'x', 'hello @**Bob**')
  await star(server, bob, id)
  await ann.delete(`/messages/${id}`)
  await bob.delete('/users/me/subscriptions', { subscriptions: ['private'] })
  await restore(server.organization, { messageId: id })
  const { unread_msgs, starred_messages } = await register(bob)
  expect(JSON.stringify([unread_msgs, starred_messages])).not.toContain(String(id))
  expect(await messageOf(ann, id)).toMatchObject({ id, content: expect.stringContaining('hello') })
})

test('messages of somebody who was muted meanwhile come back read', async () => {
  const { id: channel } = await addChannel(server.owner, 'loud', [ann, bob])
  const id = await sendTo(ann, channel, 'x', 'hello @**Bob**')
  await ann.delete(`/messages/${id}`)
  await bob.post(`/users/me/muted_users/${ann.id}`)
  await restore(server.organization, { messageId: id })
  expect(await messageOf(bob, id)).toMatchObject({ flags: ['read', 'mentioned'] })
  const { unread_msgs } = await register(bob)
  expect(JSON.stringify(unread_msgs)).not.toContain(String(id))
  await bob.delete(`/users/me/muted_users/${ann.id}`)
})

test('after 30 days it is gone', async () => {
  const { id: channel } = await addChannel(server.owner, 'old', [ann, bob])
  const early = await sendTo(ann, channel, 'x', 'one')
  await ann.delete(`/messages/${early}`)
  await server.advance(86_400_000)
  const late = await sendTo(ann, channel, 'x', 'two')
  await ann.delete(`/messages/${late}`)
  await server.advance(29.5 * 86_400_000)
  await expect(restore(server.organization, { messageId: early })).rejects.toThrow('30 days')
  expect(await restore(server.organization, { messageId: late })).toEqual([late])
  await expect(restore(server.organization, { messageId: late })).rejects.toThrow('30 days')
  const rows = server.organization.db.sqlite
    .query('SELECT count(*) AS count FROM archived_message_states')
    .get()
  expect(rows).toEqual({ count: 0 })
})

test('the archive has every column of what it keeps', () => {
  // What is put back is in the index of unread messages at once.
  const kept = (name: string) => name !== 'is_new'
  const columns = (table: SQLiteTable) =>
    Object.values(getTableColumns(table))
      .map(({ name }) => name)
      .filter(kept)
  for (const [archived, original] of [
    [archive.archivedMessageStates, messageStates],
    [archive.archivedMessageEdits, live.messageEdits],
    [archive.archivedReactions, reactions],
    [archive.archivedSubmessages, submessages],
    [archivedAttachmentMessages, attachmentMessages],
  ] as const) {
    expect(columns(archived).toSorted()).toEqual(columns(original).toSorted())
  }
  const messages = columns(archive.archivedMessages).filter((name) => name !== 'deletion_id')
  expect(messages.toSorted()).toEqual(columns(live.messages).toSorted())
})

test('from the command line, beside the server and without one', async () => {
  await using confab = new Confab()
  const process = await confab.serve()
  const made = await confab.json(createAcme, 'a long password\n')
  const owner = new Client(process.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  const { body } = await owner.get('/get_stream_id', { stream: 'general' })
  const channel = Number(body['stream_id'])
  const ids = [await sendTo(owner, channel, 'x', 'one'), await sendTo(owner, channel, 'x', 'two')]
  await owner.delete(`/messages/${ids[0]}`)
  await owner.post(`/streams/${channel}/delete_topic`, { topic_name: 'x' })
  const { deletions } = await confab.json(['message', 'deleted'])
  const fields = { deleted_by: 'owner@x.io', channel: 'general', topic: 'x', messages: 1 }
  expect(deletions).toMatchObject([
    { ...fields, deletion_id: 2, first_message_id: ids[1] },
    { ...fields, deletion_id: 1, first_message_id: ids[0] },
  ])
  expect(await confab.json(['message', 'restore', '--deletion', '2'])).toEqual({ message_ids: [ids[1]] })
  expect(await messageOf(owner, ids[1] ?? 0)).toMatchObject({ content: '<p>two</p>' })
  process.kill('SIGTERM')
  await process.exited
  const readable = await confab.run(['message', 'deleted'])
  expect(readable.out).toContain('#general > x')
  expect((await confab.run(['message', 'restore', '--id', String(ids[0])])).out).toBe('Restored 1 message.\n')
  for (const [args, code] of [
    [['--id', String(ids[0])], 7],
    [['--deletion', '9'], 7],
    [[], 7],
    [['--id', '1', '--deletion', '1'], 2],
    [['--id', 'x'], 2],
  ] as const) {
    expect((await confab.run(['message', 'restore', ...args])).code).toBe(code)
  }
})
