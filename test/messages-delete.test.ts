// Deleting messages and topics: who may, until when, and who is told how (reference: delete-message, delete-topic).
import { describe, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { storeSetting, storeValue } from '../src/organization/settings'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { eventsOfOne, messageOf, messagesIn, sendTo, star } from './support/changed-messages'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, invalid, missing, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const group = (name: SystemGroupName) => systemGroupId(server.organization, name)
const bulk = {
  event_types: ['delete_message'],
  client_capabilities: { bulk_message_deletion: true, empty_topic_name: true },
}
const { server, ann, bob, cat, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  guest: 'guest Gus',
})
const general = (await addChannel(server.owner, 'general', [ann, bob, server.owner, guest])).id

const channelIs = (id: number) => [{ operator: 'channel', operand: id }]
const noPermission = badRequest("You don't have permission to delete this message")

describe('a message', () => {
  test('is gone for everybody; those who got it are told, in the form they know', async () => {
    const id = await sendTo(ann, general, '', 'oops @**Bob**')
    await star(server, bob, id)
    const old = await eventsOfOne(bob, { event_types: ['delete_message'] }, async () => {
      const [event] = await eventsOfOne(bob, bulk, async () => {
        const remove = () =>
          holdsLaw([ann, bob, server.owner, guest, cat], () => ann.delete(`/messages/${id}`))
        expect((await remove()).body).toEqual({ result: 'success', msg: '' })
      })
      expect(event).toEqual({
        id: 0,
        type: 'delete_message',
        message_type: 'stream',
        message_ids: [id],
        stream_id: general,
        topic: '',
      })
    })
    expect(old).toEqual([
      {
        id: 0,
        type: 'delete_message',
        message_type: 'stream',
        message_id: id,
        stream_id: general,
        topic: 'general chat',
      },
    ])
    const gone = badRequest('Invalid message(s)')
    for (const who of [ann, bob, server.owner])
      expect((await who.get(`/messages/${id}`)).body).toMatchObject(gone)
    expect((await ann.delete(`/messages/${id}`)).body).toMatchObject(gone)
    expect(await messagesIn(bob, [{ operator: 'is', operand: 'mentioned' }])).toEqual([])
  })

  test('in a direct conversation, too', async () => {
    const first = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'one' })
    const { body } = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'two' })
    const id = Number(body['id'])
    const toCat = await eventsOfOne(cat, bulk, async () => {
      const [event] = await eventsOfOne(bob, bulk, () =>
        holdsLaw([ann, bob], () => ann.delete(`/messages/${id}`)),
      )
      expect(event).toEqual({ id: 0, type: 'delete_message', message_type: 'private', message_ids: [id] })
    })
    expect(toCat).toEqual([])
    await holdsLaw([ann, bob], () => ann.delete(`/messages/${String(first.body['id'])}`))
  })

  test('that was the first of its channel gives way to the next', async () => {
    const { id: channel } = await addChannel(server.owner, 'firsts', [ann])
    const first = await sendTo(ann, channel, 'x', 'one')
    const second = await sendTo(ann, channel, 'x', 'two')
    await holdsLaw([ann, bob], () => ann.delete(`/messages/${first}`))
    expect((await ann.get(`/streams/${channel}`)).body).toMatchObject({
      stream: { first_message_id: second },
    })
  })

  test('may be deleted by whom the organization or the channel lets', async () => {
    const { id: strict } = await addChannel(server.owner, 'strict', [ann, bob, cat, server.owner], {
      can_delete_any_message_group: group('role:moderators'),
      can_delete_own_message_group: group('role:nobody'),
    })
    const moderator = await server.addPerson('Mod', 'moderator')
    await moderator.post('/users/me/subscriptions', { subscriptions: [{ name: 'strict' }] })
    const id = await sendTo(ann, general, 'x', 'mine')
    const strictly = await sendTo(ann, strict, 'x', 'mine')
    const direct = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'one' })
    const remove = (who: Client, message: unknown, answer: { code: string }) => ({
      who,
      method: 'delete' as const,
      path: `/messages/${String(message)}`,
      answer,
    })
    await areRefused(bob, [
      remove(bob, id, noPermission),
      remove(guest, id, noPermission),
      remove(guest, strictly, badRequest('Invalid message(s)')),
      remove(server.owner, direct.body['id'], badRequest('Invalid message(s)')),
      remove(bob, direct.body['id'], noPermission),
      remove(ann, 999_999, badRequest('Invalid message(s)')),
      remove(ann, 'x', invalid('message_id')),
    ])
    await server.organization.write((tx) =>
      storeValue(tx, 'can_delete_own_message_group', group('role:nobody')),
    )
    await areRefused(bob, [remove(ann, id, noPermission), remove(ann, strictly, noPermission)])
    await server.organization.write((tx) =>
      storeValue(tx, 'can_delete_own_message_group', group('role:everyone')),
    )
    for (const [who, message] of [
      [moderator, strictly],
      [server.owner, id],
    ] as const) {
      await holdsLaw([ann], async () => {
        expect((await who.delete(`/messages/${message}`)).body).toMatchObject({ result: 'success' })
      })
    }
    const bare = await fetch(`${server.url}/api/v1/messages/${id}`, { method: 'DELETE' })
    expect(bare.status).toBe(401)
  })

  test('of a bot is its owner’s to delete', async () => {
    const bot = await addBot(ann)
    const id = await sendTo(bot, general, 'x', 'beep')
    await areRefused(bob, [{ who: bob, method: 'delete', path: `/messages/${id}`, answer: noPermission }])
    await holdsLaw([ann, bob], () => ann.delete(`/messages/${id}`))
    expect((await ann.get(`/messages/${id}`)).body).toMatchObject({ result: 'error' })
  })

  test('only in time, by its sender', async () => {
    const id = await sendTo(ann, general, 'x', 'slow')
    server.clock.advance(601_000)
    const answer = badRequest('The time limit for deleting this message has passed')
    await areRefused(bob, [{ who: ann, method: 'delete', path: `/messages/${id}`, answer }])
    await server.organization.write((tx) => storeSetting(tx, 'message_content_delete_limit_seconds', null))
    expect((await ann.delete(`/messages/${id}`)).body).toMatchObject({ result: 'success' })
    await server.organization.write((tx) => storeSetting(tx, 'message_content_delete_limit_seconds', 600))
  })
})

describe('a topic', () => {
  test('goes with all its messages, in steps, one event each', async () => {
    const { id: channel } = await addChannel(server.owner, 'steps', [ann, bob])
    const ids = await Promise.all(
      Array.from({ length: defaultRules.messagesPerStep + 1 }, () => sendTo(ann, channel, 'Big', 'x')),
    )
    const kept = await sendTo(ann, channel, 'small', 'y')
    const path = `/streams/${channel}/delete_topic`
    const events = await eventsOfOne(bob, bulk, () =>
      holdsLaw([bob], async () => {
        const { body } = await server.owner.post(path, { topic_name: 'big' })
        expect(body).toEqual({ result: 'success', msg: '', complete: true })
      }),
    )
    const sorted = ids.toSorted((a, b) => a - b)
    expect(events.map(({ message_ids }) => message_ids)).toEqual([sorted.slice(1), sorted.slice(0, 1)])
    expect(await messagesIn(ann, channelIs(channel))).toMatchObject([{ id: kept }])
    expect((await server.owner.post(path, { topic_name: 'big' })).body).toMatchObject({ complete: true })
  })

  test('of which only a part can be read, goes in part', async () => {
    const changes = {
      invite_only: true,
      history_public_to_subscribers: false,
      can_delete_any_message_group: group('role:members'),
    }
    const { id: channel } = await addChannel(server.owner, 'vault', [ann], changes)
    const first = await sendTo(ann, channel, 'x', 'one')
    await ann.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [bob.id] })
    await sendTo(ann, channel, 'x', 'two')
    await holdsLaw([ann, bob], () => bob.post(`/streams/${channel}/delete_topic`, { topic_name: 'x' }))
    expect(await messagesIn(ann, channelIs(channel))).toMatchObject([{ id: first }])
  })

  test('is not for everybody to delete', async () => {
    const { id: secret } = await addChannel(server.owner, 'secret', [server.owner], {
      invite_only: true,
    })
    const id = await sendTo(ann, general, 'stay', 'here')
    const path = `/streams/${general}/delete_topic`
    const parameters = { topic_name: 'stay' }
    await areRefused(bob, [
      { who: ann, method: 'post', path, parameters, status: 403, answer: { code: 'UNAUTHORIZED_PRINCIPAL' } },
      {
        who: guest,
        method: 'post',
        path,
        parameters,
        status: 403,
        answer: { code: 'UNAUTHORIZED_PRINCIPAL' },
      },
      { who: server.owner, method: 'post', path, answer: missing('topic_name') },
      {
        who: ann,
        method: 'post',
        path: `/streams/${secret}/delete_topic`,
        parameters,
        answer: invalidChannel,
      },
      {
        who: ann,
        method: 'post',
        path: '/streams/99999/delete_topic',
        parameters,
        answer: invalidChannel,
      },
      { who: ann, method: 'post', path: '/streams/x/delete_topic', parameters, answer: invalid('stream_id') },
    ])
    expect(await messageOf(ann, id)).toMatchObject({ id })
  })
})
