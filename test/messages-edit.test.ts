// Editing the text of messages: who may, until when, whom it mentions then, and what is kept of it (contract 2.2).
import { describe, expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { addChannel } from './support/channels'
import { eventsOfOne, messageOf, messagesIn, sendTo } from './support/changed-messages'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, invalid } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob, cat, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  guest: 'guest Gus',
})
const general = (await addChannel(server.owner, 'general', [ann, bob, server.owner])).id

describe('the text of a message', () => {
  test('is edited by its sender: everybody who got it is told, and it says when', async () => {
    const id = await sendTo(ann, general, 'lunch', 'Soop?')
    server.clock.advance(5000)
    const edit = () =>
      holdsLaw([ann, bob, server.owner], () =>
        ann.patch(`/messages/${id}`, { content: '/me eats **soup** \n' }),
      )
    const [event] = await eventsOfOne(bob, { event_types: ['update_message'] }, async () => {
      expect((await edit()).body).toEqual({ result: 'success', msg: '', detached_uploads: [] })
    })
    const now = Math.floor(server.clock.now() / 1000)
    expect(event).toEqual({
      id: 0,
      type: 'update_message',
      user_id: ann.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      edit_timestamp: now,
      stream_name: 'general',
      stream_id: general,
      orig_content: 'Soop?',
      orig_rendered_content: '<p>Soop?</p>',
      content: '/me eats **soup**',
      rendered_content: '<p>/me eats <strong>soup</strong></p>',
      is_me_message: true,
      flags: [],
    })
    const message = await messageOf(bob, id)
    expect(message).toMatchObject({
      content: '<p>/me eats <strong>soup</strong></p>',
      is_me_message: true,
      last_edit_timestamp: now,
      edit_history: [
        { user_id: ann.id, timestamp: now, prev_content: 'Soop?', prev_rendered_content: '<p>Soop?</p>' },
      ],
    })
    expect(message).not.toHaveProperty('last_moved_timestamp')
  })

  test('in a direct message, too; others are not told', async () => {
    const sent = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'hi' })
    const id = Number(sent.body['id'])
    const edit = () => ann.patch(`/messages/${id}`, { content: 'hello @**Bob**' })
    const toCat = await eventsOfOne(cat, {}, async () => {
      const [event] = await eventsOfOne(bob, {}, () => holdsLaw([ann, bob], edit))
      expect(event).toMatchObject({ type: 'update_message', content: 'hello @**Bob**', flags: ['mentioned'] })
      expect(event).not.toHaveProperty('stream_id')
    })
    expect(toCat).toEqual([])
  })

  test('mentions anew: flags come and go, what is read stays read', async () => {
    await bob.post('/users/me/alert_words', { alert_words: ['soup'] })
    const id = await sendTo(ann, general, 'mentions', 'hello @**all**')
    await holdsLaw([ann, bob, server.owner], () =>
      ann.patch(`/messages/${id}`, { content: '@**Bob** soup http://x.io' }),
    )
    expect(await messageOf(bob, id)).toMatchObject({ flags: ['mentioned', 'has_alert_word'] })
    expect(await messageOf(server.owner, id)).toMatchObject({ flags: [] })
    const mentions = await messagesIn(bob, [{ operator: 'is', operand: 'mentioned' }])
    expect(mentions.map((message) => message['id'])).toContain(id)
    await holdsLaw([ann, bob], () => ann.patch(`/messages/${id}`, { content: 'nobody' }))
    expect(await messageOf(bob, id)).toMatchObject({ flags: [] })
    // Its sender has read it, and mentioning oneself does not change that.
    const own = await sendTo(ann, general, 'mentions', 'x', { read_by_sender: true })
    await holdsLaw([ann], () => ann.patch(`/messages/${own}`, { content: '@**Ann**' }))
    expect(await messageOf(ann, own)).toMatchObject({ flags: ['read', 'mentioned'] })
  })

  test('is taken away by an empty one', async () => {
    const id = await sendTo(ann, general, 'lunch', 'oops')
    await ann.patch(`/messages/${id}`, { content: ' \n' })
    expect(await messageOf(bob, id, { apply_markdown: false })).toMatchObject({ content: '(deleted)' })
  })

  test('is checked against what the client took it to be', async () => {
    const id = await sendTo(ann, general, 'lunch', 'Ünïcode ✔')
    const sha = new Bun.CryptoHasher('sha256').update('Ünïcode ✔').digest('hex')
    const refused = await ann.patch(`/messages/${id}`, {
      content: 'new',
      prev_content_sha256: sha.replace(/^./, 'z'),
    })
    expect(refused.body).toMatchObject({ code: 'EXPECTATION_MISMATCH' })
    const { body } = await ann.patch(`/messages/${id}`, { content: 'new', prev_content_sha256: sha })
    expect(body).toMatchObject({ result: 'success' })
  })

  test('of two edits under the same expectation only one is made', async () => {
    const id = await sendTo(ann, general, 'lunch', 'first')
    const prev_content_sha256 = new Bun.CryptoHasher('sha256').update('first').digest('hex')
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((content) =>
        ann.patch(`/messages/${id}`, { content, prev_content_sha256 }),
      ),
    )
    expect(replies.map(({ body }) => body['result']).toSorted()).toEqual(['error', 'error', 'success'])
  })
})

describe('edits are refused', () => {
  test('and nothing changes', async () => {
    const id = await sendTo(ann, general, 'lunch', 'Soup?')
    const secret = (await addChannel(server.owner, 'secret', [server.owner], { invite_only: true })).id
    const hidden = await sendTo(server.owner, secret, 'x', 'hidden')
    const direct = Number(
      (await bob.post('/messages', { type: 'direct', to: [cat.id], content: 'hi' })).body['id'],
    )
    const path = `/messages/${id}`
    const cases = [
      { who: ann, path, parameters: { content: 'Soup?' }, answer: badRequest('Nothing to change') },
      { who: ann, path, parameters: { topic: 'lunch' }, answer: badRequest('Nothing to change') },
      { who: ann, path, parameters: { content: 'x'.repeat(10_001) }, answer: invalid('content') },
      { who: ann, path, parameters: { content: 'a\0b' }, answer: invalid('content') },
      {
        who: ann,
        path,
        parameters: { content: 'x', propagate_mode: 'change_all' },
        answer: invalid('propagate_mode'),
      },
      {
        who: ann,
        path,
        parameters: { topic: 'x', propagate_mode: 'all' },
        answer: invalid('propagate_mode'),
      },
      {
        who: ann,
        path,
        parameters: { topic: 'x', send_notification_to_new_thread: 'maybe' },
        answer: invalid('send_notification_to_new_thread'),
      },
      { who: ann, path, parameters: { stream_id: 'general' }, answer: invalid('stream_id') },
      { who: ann, path, parameters: { topic: 'x'.repeat(61) }, answer: invalid('topic') },
      { who: ann, path, parameters: { content: 'y', stream_id: general }, answer: { code: 'BAD_REQUEST' } },
      {
        who: bob,
        path,
        parameters: { content: 'mine' },
        answer: badRequest("You don't have permission to edit this message"),
      },
      {
        who: server.owner,
        path,
        parameters: { content: 'mine' },
        answer: badRequest("You don't have permission to edit this message"),
      },
      { who: guest, path, parameters: { content: 'mine' }, answer: badRequest('Invalid message(s)') },
      {
        who: ann,
        path: `/messages/${hidden}`,
        parameters: { content: 'x' },
        answer: badRequest('Invalid message(s)'),
      },
      {
        who: ann,
        path: `/messages/${direct}`,
        parameters: { content: 'x' },
        answer: badRequest('Invalid message(s)'),
      },
      {
        who: ann,
        path: '/messages/999999',
        parameters: { content: 'x' },
        answer: badRequest('Invalid message(s)'),
      },
      { who: ann, path: '/messages/abc', parameters: { content: 'x' }, answer: invalid('message_id') },
      { who: bob, path: `/messages/${direct}`, parameters: { topic: 'x' }, answer: { code: 'BAD_REQUEST' } },
      {
        who: bob,
        path: `/messages/${direct}`,
        parameters: { stream_id: general },
        answer: { code: 'BAD_REQUEST' },
      },
    ]
    await areRefused(
      server.owner,
      cases.map((each) => ({ ...each, method: 'patch' as const })),
    )
    const bare = await fetch(`${server.url}/api/v1${path}`, {
      method: 'PATCH',
      body: new URLSearchParams({ content: 'x' }),
    })
    expect(bare.status).toBe(401)
  })

  test('after the time the organization allows, and where it allows none', async () => {
    const id = await sendTo(ann, general, 'lunch', 'Soup?')
    server.clock.advance(600_000)
    expect((await ann.patch(`/messages/${id}`, { content: 'just in time' })).body).toMatchObject({
      result: 'success',
    })
    server.clock.advance(1000)
    await areRefused(bob, [
      {
        who: ann,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { content: 'late' },
        answer: badRequest('The time limit for editing this message has passed'),
      },
    ])
    await server.organization.write((tx) => storeSetting(tx, 'message_content_edit_limit_seconds', null))
    expect((await ann.patch(`/messages/${id}`, { content: 'any time' })).body).toMatchObject({
      result: 'success',
    })
    await server.organization.write((tx) => storeSetting(tx, 'allow_message_editing', false))
    await areRefused(bob, [
      {
        who: ann,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { content: 'never' },
        answer: badRequest('Your organization has turned off message editing'),
      },
    ])
    await server.organization.write((tx) => storeSetting(tx, 'allow_message_editing', true))
  })

  test('that mention too many', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, (_, n) => server.addPerson(`Many ${n}`)))
    const { id: crowd } = await addChannel(server.owner, 'crowd', [ann, ...people])
    const id = await sendTo(ann, crowd, 'x', 'hello')
    await areRefused(ann, [
      {
        who: ann,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { content: '@**all**' },
        answer: { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
      },
    ])
  })

  test('to people whose account is deactivated', async () => {
    const leaver = await server.addPerson('Lea')
    const id = await sendTo(leaver, general, 'x', 'bye')
    await server.owner.delete(`/users/${leaver.id}`)
    const answer = { code: 'USER_DEACTIVATED' }
    await areRefused(ann, [
      {
        who: leaver,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { content: 'x' },
        status: 401,
        answer,
      },
      { who: leaver, method: 'delete', path: `/messages/${id}`, status: 401, answer },
    ])
  })

  test('of polls, and in archived channels', async () => {
    const poll = await sendTo(ann, general, 'x', '/poll Soup?\nyes\nno')
    const { id: old } = await addChannel(server.owner, 'old', [ann])
    const id = await sendTo(ann, old, 'x', 'hello')
    await server.owner.delete(`/streams/${old}`)
    await areRefused(bob, [
      {
        who: ann,
        method: 'patch',
        path: `/messages/${poll}`,
        parameters: { content: 'x' },
        answer: badRequest('Widgets cannot be edited'),
      },
      {
        who: ann,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { content: 'x' },
        answer: badRequest("Channel 'old' is archived"),
      },
      {
        who: ann,
        method: 'patch',
        path: `/messages/${id}`,
        parameters: { topic: 'y' },
        answer: badRequest("Channel 'old' is archived"),
      },
    ])
  })
})
