// Sending messages: who may write where, who gets it, and how it arrives (contract 2.2; reference: send-message).
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { TestServer } from './support/server'

let server: TestServer
let ann: Client
let bob: Client
let cat: Client
let general: number
beforeAll(async () => {
  server = await TestServer.start()
  ann = await server.addPerson('Ann')
  bob = await server.addPerson('Bob')
  cat = await server.addPerson('Cat')
  general = (await addChannel(server, 'general', [ann, bob])).id
})
afterAll(() => server.stop())

/** The events a new queue of the person gets while the action runs. */
async function eventsDuring(person: Client, options: object, action: () => Promise<unknown>) {
  const state = await register(person, { ...options })
  await action()
  return eventsOf({ person, state })
}

describe('to a channel', () => {
  test('the subscribers get it, by name or by ID, as HTML or as Markdown', async () => {
    const send = () =>
      ann.post('/messages', { type: 'channel', to: 'General', topic: ' lunch ', content: '**Soup**?  \n' })
    const [event] = await eventsDuring(bob, { apply_markdown: true, event_types: ['message'] }, send)
    expect(event).toMatchObject({
      type: 'message',
      flags: [],
      message: {
        type: 'stream',
        stream_id: general,
        display_recipient: 'general',
        subject: 'lunch',
        content: '<p><strong>Soup</strong>?</p>',
        content_type: 'text/html',
        sender_id: ann.id,
        sender_full_name: 'Ann',
        sender_email: ann.email,
        avatar_url: null,
        is_me_message: false,
        reactions: [],
        submessages: [],
        topic_links: [],
      },
    })
    const byId = () => ann.post('/messages', { type: 'stream', to: general, topic: 'lunch', content: '*a*' })
    const [plain] = await eventsDuring(bob, { client_gravatar: false, event_types: ['message'] }, byId)
    expect(plain).toMatchObject({ message: { content: '*a*', content_type: 'text/x-markdown' } })
    expect(JSON.stringify(plain)).toContain('https://secure.gravatar.com/avatar/')
  })

  test('others do not, unless they asked for all public channels', async () => {
    const send = () => ann.post('/messages', { type: 'channel', to: general, topic: 'x', content: 'public' })
    expect(await eventsDuring(cat, { event_types: ['message'] }, send)).toEqual([])
    const all = { event_types: ['message'], all_public_streams: true }
    expect(await eventsDuring(cat, all, send)).toMatchObject([
      { message: { content: 'public' }, flags: ['read', 'historical'] },
    ])
    const { id: board } = await addChannel(server, 'board', [ann], { isPrivate: true })
    const secret = () => ann.post('/messages', { type: 'channel', to: board, topic: 'x', content: 'private' })
    expect(await eventsDuring(cat, all, secret)).toEqual([])
  })

  test('state and events agree', async () => {
    await holdsLaw([ann, bob, cat], async () => {
      await ann.post('/messages', { type: 'channel', to: general, topic: '', content: 'one @**Bob**' })
      await bob.post('/messages', { type: 'channel', to: general, topic: 'Two', content: '@**all** two' })
      await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'three' })
      await cat.post('/messages', { type: 'direct', to: [ann.id, bob.id], content: 'four' })
      await ann.post('/messages', { type: 'direct', to: [ann.id], content: 'five', read_by_sender: false })
    })
  })

  test('the empty topic goes by its names', async () => {
    for (const topic of ['', '(no topic)', 'general chat', 'General Chat']) {
      const { body } = await ann.post('/messages', { type: 'channel', to: general, topic, content: 'x' })
      const shown = await ann.get(`/messages/${String(body['id'])}`)
      expect(shown.body).toMatchObject({ message: { subject: 'general chat' } })
      const empty = await ann.get(`/messages/${String(body['id'])}`, { allow_empty_topic_name: true })
      expect(empty.body).toMatchObject({ message: { subject: '' } })
    }
  })
})
