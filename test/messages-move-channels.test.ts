// Moving messages to other channels, and moves that are refused: who sees them then, who may, until when.
import { describe, expect, test } from 'bun:test'
import { storeSetting, storeValue } from '../src/organization/settings'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { eventsOfOne, messageOf, messagesIn, move, sendTo, star, topicsIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client, Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { scenario } from './support/scenario'

const group = (name: SystemGroupName) => systemGroupId(server.organization, name)
const { server, ann, bob, cat, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  cat: 'member',
  guest: 'guest Gus',
})
const general = (await addChannel(server.owner, 'general', [ann, bob, server.owner, guest])).id

describe('to another channel', () => {
  test('a topic spelled in several ways is told as it is spelled from now on', async () => {
    const { id: spelled } = await addChannel(server.owner, 'spelled', [ann, bob])
    const { id: target } = await addChannel(server.owner, 'target', [ann, bob])
    const small = await sendTo(ann, spelled, 'plans', 'one')
    const capital = await sendTo(ann, spelled, 'Plans', 'two')
    const all = { stream_id: target, propagate_mode: 'change_all' }
    const toBob = await eventsOfOne(bob, {}, () => holdsLaw([ann, bob], () => move(ann, small, all)))
    expect(toBob[0]).toMatchObject({
      type: 'update_message',
      message_ids: [small, capital],
      subject: 'plans',
    })
    expect(await messageOf(bob, capital)).toMatchObject({ stream_id: target, subject: 'plans' })
  })

  test('whoever got them where they were is told what becomes of them, as long as they can read them', async () => {
    const { id: here } = await addChannel(server.owner, 'here', [ann, bob])
    const { id: there } = await addChannel(server.owner, 'there', [ann, cat])
    const { id: hidden } = await addChannel(server.owner, 'hidden', [ann, cat], { invite_only: true })
    const id = await sendTo(ann, here, 'plans', 'one')
    await bob.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await move(ann, id, { stream_id: there })
    const toBob = await eventsOfOne(bob, { client_capabilities: { bulk_message_deletion: true } }, () =>
      holdsLaw([ann, bob, cat], async () => {
        await ann.patch(`/messages/${id}`, { content: 'two' })
        await cat.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
        await move(ann, id, { topic: 'dreams' })
        await move(ann, id, { stream_id: hidden })
        await ann.patch(`/messages/${id}`, { content: 'three' })
      }),
    )
    expect(toBob.filter(({ type }) => /_message$|^reaction$/.test(type))).toMatchObject([
      { type: 'update_message', message_id: id, content: 'two', flags: ['read', 'historical'] },
      { type: 'reaction', message_id: id, emoji_name: 'tada' },
      { type: 'update_message', message_id: id, subject: 'dreams' },
      { type: 'delete_message', message_ids: [id] },
    ])
    await move(ann, id, { stream_id: there })
    const toBobAgain = await eventsOfOne(bob, { client_capabilities: { bulk_message_deletion: true } }, () =>
      holdsLaw([ann, bob, cat], () => ann.delete(`/messages/${id}`)),
    )
    expect(toBobAgain[0]).toMatchObject({ type: 'delete_message', message_ids: [id] })
  })

  test('people who see both keep them, others lose or gain them', async () => {
    const { id: open } = await addChannel(server.owner, 'open', [ann, bob, guest])
    const { id: closed } = await addChannel(server.owner, 'closed', [ann, cat], { invite_only: true })
    const { id: other } = await addChannel(server.owner, 'other', [ann, cat])
    const first = await sendTo(ann, open, 'plans', '@**Bob** one')
    const second = await sendTo(bob, open, 'plans', 'two')
    await star(server, bob, first)
    const watchers = [ann, bob, cat, guest, server.owner]
    const all = { stream_id: other, propagate_mode: 'change_all' }
    // To a public channel: whoever is not subscribed there has read them, and still sees what they starred.
    const toBob = await eventsOfOne(bob, {}, () => holdsLaw(watchers, () => move(ann, second, all)))
    expect(toBob.find(({ type }) => type === 'update_message')).toMatchObject({
      message_ids: [first, second],
      stream_id: open,
      new_stream_id: other,
      orig_subject: 'plans',
    })
    expect(toBob.find(({ type }) => type === 'update_message')).not.toHaveProperty('subject')
    expect(toBob.find(({ type }) => type === 'update_message_flags')).toMatchObject({
      op: 'add',
      flag: 'read',
      messages: [first, second],
    })
    expect(await messageOf(bob, first)).toMatchObject({
      stream_id: other,
      display_recipient: 'other',
      edit_history: [{ prev_stream: open, stream: other, user_id: ann.id }],
    })
    const lost = await guest.get(`/messages/${first}`)
    expect(lost.body).toMatchObject(badRequest('Invalid message(s)'))
    // To a private one: for the others they are gone.
    const change = { stream_id: closed, topic: 'secret plans', propagate_mode: 'change_all' }
    const events = { event_types: ['update_message', 'delete_message'] }
    const capable = { ...events, client_capabilities: { bulk_message_deletion: true } }
    const [bobs] = await eventsOfOne(bob, capable, () => holdsLaw(watchers, () => move(ann, second, change)))
    expect(bobs).toEqual({
      id: 0,
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [first, second],
      stream_id: other,
      topic: 'plans',
    })
    expect((await bob.get(`/messages/${first}`)).body).toMatchObject(badRequest('Invalid message(s)'))
    expect(await messageOf(cat, first)).toMatchObject({ stream_id: closed, subject: 'secret plans' })
    // And back: who gains them is told without the name of a channel they can't see.
    const [back] = await eventsOfOne(bob, events, () =>
      holdsLaw(watchers, () => move(ann, first, { stream_id: open, propagate_mode: 'change_all' })),
    )
    expect(back).toMatchObject({ type: 'update_message', new_stream_id: open, stream_id: closed })
    expect(back).not.toHaveProperty('stream_name')
    expect(await topicsIn(bob, open)).toEqual({ 'secret plans': [first, second] })
  })

  test('out of a private one tells those who were not in it nothing of its name and topics', async () => {
    const { id: open } = await addChannel(server.owner, 'piazza', [ann, bob])
    const { id: closed } = await addChannel(server.owner, 'hush-hush', [ann, cat], { invite_only: true })
    const id = await sendTo(ann, closed, 'layoffs', 'one')
    const watch = async (person: Client, action: () => Promise<unknown>) => {
      const events = await eventsOfOne(person, { event_types: ['update_message', 'message'] }, action)
      const seen = await Promise.all([
        messageOf(person, id),
        person.get(`/messages/${id}/history`),
        messagesIn(person, [{ operator: 'channel', operand: open }]),
      ])
      return JSON.stringify([events, seen])
    }
    await move(ann, id, { topic: 'firings' })
    const out = { stream_id: open, topic: 'news', send_notification_to_new_thread: true }
    const notified = { ...out, send_notification_to_old_thread: true }
    const toBob = await watch(bob, () =>
      holdsLaw([ann, bob, cat], () => ann.patch(`/messages/${id}`, notified)),
    )
    for (const secret of ['hush', 'layoffs', 'firings']) expect(toBob).not.toContain(secret)
    expect(toBob).toContain('"orig_subject":"news"')
    expect(toBob).toContain('This topic was moved here by')
    // A topic it gets later is no secret, nor is any to those who read the channel it comes from.
    const renamed = await watch(bob, () => move(ann, id, { topic: 'old news' }))
    expect(renamed).toContain('"prev_topic":"news","topic":"old news"')
    for (const secret of ['hush', 'layoffs', 'firings']) expect(renamed).not.toContain(secret)
    const toCat = await watch(cat, async () => {})
    expect(toCat).toContain('"prev_topic":"layoffs","topic":"firings"')
    expect(toCat).toContain(`"prev_stream":${closed},"stream":${open},"prev_topic":"firings","topic":"news"`)
    // Nor are those who read the open one told where in the closed one it goes.
    const back = await eventsOfOne(bob, { event_types: ['message', 'delete_message'] }, () =>
      ann.patch(`/messages/${id}`, { ...notified, stream_id: closed, topic: 'hearings' }),
    )
    for (const secret of ['hush', 'hearings']) expect(JSON.stringify(back)).not.toContain(secret)
    expect(JSON.stringify(back)).toContain('This topic was moved to another channel by')
  })

  test('brings its first message, and takes it away', async () => {
    const { id: from } = await addChannel(server.owner, 'from', [ann])
    const { id: to } = await addChannel(server.owner, 'to', [ann])
    const first = await sendTo(ann, from, 'x', 'one')
    await sendTo(ann, to, 'x', 'two')
    await holdsLaw([ann, bob], () => move(ann, first, { stream_id: to }))
    const { body } = await ann.get(`/streams/${to}`)
    expect(body).toMatchObject({ stream: { first_message_id: first } })
    expect((await ann.get(`/streams/${from}`)).body).toMatchObject({ stream: { first_message_id: null } })
  })
})

describe('moves are refused', () => {
  test('without permission, or where the messages may not be', async () => {
    const nobody = group('role:nobody')
    const { id: secret } = await addChannel(server.owner, 'secret', [server.owner], { invite_only: true })
    const { id: quiet } = await addChannel(server.owner, 'quiet', [ann], { can_send_message_group: nobody })
    const { id: fixed } = await addChannel(server.owner, 'fixed', [ann], { can_create_topics_group: nobody })
    const { id: named } = await addChannel(server.owner, 'named', [ann], {
      topics_policy: 'disable_empty_topic',
    })
    const { id: only } = await addChannel(server.owner, 'only', [ann], {
      topics_policy: 'empty_topic_only',
    })
    const { id: archived } = await addChannel(server.owner, 'archived', [ann])
    await server.owner.delete(`/streams/${archived}`)
    const id = await sendTo(ann, general, 'stay', 'here')
    const path = `/messages/${id}`
    const noChannel = { code: 'STREAM_DOES_NOT_EXIST', stream_id: secret }
    const cases = [
      { who: ann, path, parameters: { stream_id: secret }, answer: noChannel },
      { who: ann, path, parameters: { stream_id: 999_999 }, answer: { ...noChannel, stream_id: 999_999 } },
      { who: ann, path, parameters: { stream_id: quiet }, answer: { code: 'BAD_REQUEST' } },
      { who: ann, path, parameters: { stream_id: fixed }, answer: { code: 'BAD_REQUEST' } },
      {
        who: ann,
        path,
        parameters: { stream_id: named, topic: '(no topic)' },
        answer: { code: 'BAD_REQUEST' },
      },
      { who: ann, path, parameters: { stream_id: only }, answer: { code: 'BAD_REQUEST' } },
      { who: ann, path, parameters: { stream_id: archived }, answer: { code: 'BAD_REQUEST' } },
      {
        who: ann,
        path,
        parameters: { stream_id: general, topic: 'stay' },
        answer: badRequest('Nothing to change'),
      },
      {
        who: guest,
        path,
        parameters: { stream_id: only, topic: '' },
        answer: { code: 'STREAM_DOES_NOT_EXIST' },
      },
      {
        who: cat,
        path: '/messages/999999',
        parameters: { topic: 'x' },
        answer: badRequest('Invalid message(s)'),
      },
    ]
    const refused = (
      list: { who: Client; path: string; parameters: Parameters; answer: { code: string } }[],
    ) =>
      areRefused(
        bob,
        list.map((each) => ({ ...each, method: 'patch' as const })),
      )
    await refused(cases)
    await server.organization.write((tx) => {
      storeValue(tx, 'can_move_messages_between_topics_group', group('role:administrators'))
      storeValue(tx, 'can_move_messages_between_channels_group', group('role:administrators'))
    })
    const { id: free } = await addChannel(server.owner, 'free', [ann], {
      can_move_messages_within_channel_group: group('role:members'),
    })
    const freely = await sendTo(ann, free, 'stay', 'here')
    await refused([
      {
        who: ann,
        path,
        parameters: { topic: 'away' },
        answer: badRequest("You don't have permission to move this message to another topic"),
      },
      {
        who: ann,
        path,
        parameters: { stream_id: free },
        answer: badRequest("You don't have permission to move this message to another channel"),
      },
      {
        who: ann,
        path: `/messages/${freely}`,
        parameters: { stream_id: general },
        answer: badRequest("You don't have permission to move this message to another channel"),
      },
    ])
    await move(ann, freely, { topic: 'away' })
    await move(server.owner, freely, { topic: 'home', stream_id: general })
    await server.organization.write((tx) => {
      storeValue(tx, 'can_move_messages_between_topics_group', group('role:everyone'))
      storeValue(tx, 'can_move_messages_between_channels_group', group('role:members'))
    })
  })

  test('after a time, which says what may still be moved', async () => {
    const { id: channel } = await addChannel(server.owner, 'times', [ann, bob])
    await server.organization.write((tx) => {
      storeSetting(tx, 'move_messages_within_stream_limit_seconds', 100)
      storeSetting(tx, 'move_messages_between_streams_limit_seconds', 50)
    })
    const first = await sendTo(ann, channel, 'slow', 'one')
    server.clock.advance(60_000)
    const second = await sendTo(ann, channel, 'slow', 'two')
    server.clock.advance(41_000)
    const third = await sendTo(ann, channel, 'slow', 'three')
    const exceeded = (allowed: number, count: number) => ({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: allowed,
      total_messages_in_topic: 3,
      total_messages_allowed_to_move: count,
    })
    const all = { propagate_mode: 'change_all' }
    const late = badRequest('The time limit for moving this message has passed')
    const cases = [
      {
        who: ann,
        path: `/messages/${third}`,
        parameters: { topic: 'x', ...all },
        answer: exceeded(second, 2),
      },
      { who: bob, path: `/messages/${first}`, parameters: { topic: 'x', ...all }, answer: late },
      { who: bob, path: `/messages/${first}`, parameters: { topic: 'x' }, answer: late },
    ]
    await areRefused(
      bob,
      cases.map((each) => ({ ...each, method: 'patch' as const })),
    )
    server.clock.advance(10_000)
    const between = { stream_id: general, ...all }
    await areRefused(bob, [
      {
        who: ann,
        method: 'patch',
        path: `/messages/${third}`,
        parameters: between,
        answer: exceeded(third, 1),
      },
      {
        who: ann,
        method: 'patch',
        path: `/messages/${second}`,
        parameters: { ...between, topic: 'y' },
        answer: late,
      },
    ])
    await move(ann, second, { topic: 'x', propagate_mode: 'change_later' })
    await move(server.owner, first, { topic: 'x' })
    expect(await topicsIn(ann, channel)).toEqual({ x: [first, second, third] })
  })
})
