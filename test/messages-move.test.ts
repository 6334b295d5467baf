// Moving messages to other topics, and resolving those: which messages, who is told, what is kept (contract 2.2).
import { describe, expect, test } from 'bun:test'
import { editMessage } from '../src/messages/changing/editing/editing'
import { storeValue } from '../src/organization/settings'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { chooseTopicVisibility } from '../src/user-topics/actions'
import { visibility } from '../src/user-topics/repository'
import { directory } from '../src/users/repository'
import { eventsOfOne, messageOf, messagesIn, move, sendTo, topicsIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import { holdsLaw } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { scenario } from './support/scenario'

const group = (name: SystemGroupName) => systemGroupId(server.organization, name)
const { server, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest Gus' })
const general = (await addChannel(server.owner, 'general', [ann, bob, server.owner, guest])).id

const inChannel = (id: number) => [{ operator: 'channel', operand: id }]

describe('to another topic', () => {
  test('one, the later ones, or all', async () => {
    const { id: channel } = await addChannel(server.owner, 'modes', [ann, bob])
    const ids = []
    for (const text of ['1', '2', '3', '4']) ids.push(await sendTo(ann, channel, 'Old', text))
    const [one = 0, two = 0, three = 0, four = 0] = ids
    await holdsLaw([ann, bob], () => move(bob, two, { topic: 'single' }))
    expect(await topicsIn(ann, channel)).toEqual({ Old: [one, three, four], single: [two] })
    await holdsLaw([ann, bob], () => move(bob, three, { topic: 'later', propagate_mode: 'change_later' }))
    expect(await topicsIn(ann, channel)).toEqual({ Old: [one], single: [two], later: [three, four] })
    // Into a topic that is there already, by a name that differs in case.
    await holdsLaw([ann, bob], () => move(bob, four, { topic: 'SINGLE', propagate_mode: 'change_all' }))
    expect(await topicsIn(ann, channel)).toEqual({ Old: [one], single: [two], SINGLE: [three, four] })
    const together = [...inChannel(channel), { operator: 'topic', operand: 'Single' }]
    expect((await messagesIn(ann, together)).map(({ id }) => id)).toEqual([two, three, four])
  })

  test('is told to who got them, and kept in their history', async () => {
    const first = await sendTo(ann, general, 'Here', 'one')
    const second = await sendTo(bob, general, 'here', 'two')
    server.clock.advance(1000)
    const now = Math.floor(server.clock.now() / 1000)
    const change = { topic: '', propagate_mode: 'change_all' }
    const options = { event_types: ['update_message'], client_capabilities: { empty_topic_name: true } }
    const [event] = await eventsOfOne(bob, options, () => move(bob, second, change))
    expect(event).toEqual({
      id: 0,
      type: 'update_message',
      user_id: bob.id,
      rendering_only: false,
      message_id: second,
      message_ids: [first, second],
      edit_timestamp: now,
      stream_name: 'general',
      stream_id: general,
      propagate_mode: 'change_all',
      orig_subject: 'here',
      subject: '',
      topic_links: [],
      flags: expect.anything(),
    })
    expect(await messageOf(ann, first)).toMatchObject({
      subject: '',
      last_moved_timestamp: now,
      edit_history: [{ user_id: bob.id, timestamp: now, prev_topic: 'here', topic: '' }],
    })
    expect(await messageOf(ann, first)).not.toHaveProperty('last_edit_timestamp')
    // Clients that know no empty topic are given a name for it, everywhere.
    const old = await messageOf(ann, first, { allow_empty_topic_name: false })
    expect(old).toMatchObject({ subject: 'general chat', edit_history: [{ topic: 'general chat' }] })
    const [legacy] = await eventsOfOne(ann, { event_types: ['update_message'] }, () =>
      move(ann, first, { topic: 'back' }),
    )
    expect(legacy).toMatchObject({ orig_subject: 'general chat', subject: 'back' })
    const by = await ann.patch(`/messages/${first}`, { topic: 'General Chat' })
    expect(by.body).toMatchObject({ result: 'success' })
    expect(await messageOf(ann, first)).toMatchObject({ subject: '' })
  })

  test('together with the text of the one', async () => {
    const first = await sendTo(ann, general, 'both', 'one')
    const second = await sendTo(ann, general, 'both', 'two')
    const edit = () =>
      move(ann, first, { topic: 'both ways', content: 'eins @**Bob**', propagate_mode: 'change_all' })
    const [event] = await eventsOfOne(bob, { event_types: ['update_message'] }, () =>
      holdsLaw([ann, bob], edit),
    )
    expect(event).toMatchObject({
      message_ids: [first, second],
      subject: 'both ways',
      content: 'eins @**Bob**',
      flags: ['mentioned'],
    })
    expect(await messageOf(bob, first)).toMatchObject({
      edit_history: [{ prev_content: 'one', prev_topic: 'both', topic: 'both ways' }],
    })
    const { edit_history: history } = await messageOf(bob, second)
    expect(history).toEqual([
      { user_id: ann.id, timestamp: expect.any(Number), prev_topic: 'both', topic: 'both ways' },
    ])
  })

  test('is told in the topics, as the mover wants', async () => {
    const { id: channel } = await addChannel(server.owner, 'notices *1*', [ann])
    const first = await sendTo(ann, channel, 'a `b`', 'one')
    await sendTo(ann, channel, 'a `b`', 'two')
    await ann.patch(`/messages/${first}`, { topic: 'new', send_notification_to_old_thread: true })
    const all = await messagesIn(ann, inChannel(channel))
    const bot = all.filter(({ sender_full_name: name }) => name === 'Notification Bot')
    const link = (topic: string, at: string) =>
      `<a href="/#narrow/channel/${channel}-notices-*1*/topic/${at}">#notices *1* &gt; ${topic}</a>`
    const who = `<span class="user-mention silent" data-user-id="${ann.id}">Ann</span>`
    expect(bot.map(({ subject, content }) => [subject, content])).toEqual([
      ['new', `<p>A message was moved here from ${link('a `b`', 'a.20.60b.60')} by ${who}.</p>`],
      ['a `b`', `<p>A message was moved from this topic to ${link('new', 'new')} by ${who}.</p>`],
    ])
    const moved = () => ann.patch(`/messages/${first}`, { topic: 'newer', propagate_mode: 'change_all' })
    const [, notice] = await eventsOfOne(ann, { event_types: ['update_message', 'message'] }, moved)
    expect(notice).toMatchObject({ message: { subject: 'newer' } })
    expect(JSON.stringify(notice)).toContain('This topic was moved here')
  })

  test('carries along how people see the topic', async () => {
    const first = await sendTo(ann, general, 'followed', 'one')
    await bob.post('/user_topics', { stream_id: general, topic: 'followed', visibility_policy: 3 })
    await holdsLaw([bob], () => move(ann, first, { topic: 'followed on' }))
    const { body } = await bob.post('/register', { event_types: ['user_topic'] })
    const follows = { topic_name: 'followed on', visibility_policy: 3 }
    expect(body['user_topics']).toContainEqual(expect.objectContaining(follows))
    expect(JSON.stringify(body['user_topics'])).not.toContain('"followed"')
  })
})

describe('resolving', () => {
  test('marks a topic and takes the mark away, always told, never a move', async () => {
    const first = await sendTo(ann, general, 'question', 'why?')
    const resolve = { topic: '✔ question', propagate_mode: 'change_all' }
    server.clock.advance(8 * 24 * 3600 * 1000)
    await holdsLaw([ann, bob], () => move(bob, first, resolve))
    const resolved = await messagesIn(ann, [
      ...inChannel(general),
      { operator: 'topic', operand: '✔ question' },
    ])
    expect(resolved).toMatchObject([
      { id: first, edit_history: [{ prev_topic: 'question', topic: '✔ question' }] },
      {
        sender_full_name: 'Notification Bot',
        content: expect.stringContaining('has marked this topic as resolved'),
      },
    ])
    expect(resolved[0]).not.toHaveProperty('last_moved_timestamp')
    await holdsLaw([ann, bob], () => move(ann, first, { topic: 'question', propagate_mode: 'change_all' }))
    expect(await messageOf(ann, first)).toMatchObject({ subject: 'question' })
    expect(await messageOf(ann, first)).not.toHaveProperty('last_moved_timestamp')
  })

  test('is what marking all there is of a topic amounts to, whatever the mode; marking a part is a move', async () => {
    const single = await sendTo(ann, general, 'single', 'why?')
    await holdsLaw([ann, bob], () => move(ann, single, { topic: '✔ single' }))
    expect(await messageOf(ann, single)).toMatchObject({ subject: '✔ single' })
    expect(await messageOf(ann, single)).not.toHaveProperty('last_moved_timestamp')
    const first = await sendTo(ann, general, 'part', 'why?')
    const second = await sendTo(ann, general, 'part', 'because')
    await holdsLaw([ann, bob], () => move(ann, second, { topic: '✔ part', propagate_mode: 'change_later' }))
    expect(await messageOf(ann, second)).toHaveProperty('last_moved_timestamp')
    await holdsLaw([ann, bob], () => move(ann, first, { topic: '✔ part', propagate_mode: 'change_later' }))
    expect(await messageOf(ann, first)).not.toHaveProperty('last_moved_timestamp')
  })

  test('is news to whom it is to be, by their settings', async () => {
    const first = await sendTo(ann, general, 'news', 'why?')
    await server.owner.post('/user_topics', { stream_id: general, topic: 'news', visibility_policy: 3 })
    await guest.patch('/settings', { resolved_topic_notice_auto_read_policy: 'never' })
    await holdsLaw([ann, bob, guest, server.owner], () =>
      move(ann, first, { topic: '✔ news', propagate_mode: 'change_all' }),
    )
    const flags = []
    for (const who of [ann, bob, guest, server.owner]) {
      const notice = (await messagesIn(who, inChannel(general))).at(-1)
      flags.push(notice?.['flags'])
    }
    // Whoever did it and whoever does not follow the topic need not read it.
    expect(flags).toEqual([['read'], ['read'], [], []])
  })

  test('is news or not as it was at that moment, though the topic is followed in the next', async () => {
    const { organization } = server
    const first = await sendTo(ann, general, 'moment', 'why?')
    const resolution = {
      content: undefined,
      previousSha256: undefined,
      channelId: undefined,
      topic: '✔ moment',
      mode: 'change_all' as const,
      tellOldTopic: false,
      tellNewTopic: false,
    }
    const choice = { channelId: general, topic: '✔ moment', visibility: visibility.followed }
    const { byId } = directory(organization)
    const [mover, follower] = [byId.get(ann.id), byId.get(bob.id)]
    if (!mover || !follower) throw new Error('Not there')
    // Begun in the same turn, both are in the same batch of writes.
    await holdsLaw([bob], () =>
      Promise.all([
        editMessage(organization, mover, first, resolution),
        chooseTopicVisibility(organization, follower, choice),
      ]),
    )
    expect((await messagesIn(bob, inChannel(general))).at(-1)).toMatchObject({ flags: ['read'] })
  })

  test('of a topic with a long name cuts it', async () => {
    const name = 'x'.repeat(60)
    const first = await sendTo(ann, general, name, 'long')
    await move(ann, first, { topic: `✔ ${name}`, propagate_mode: 'change_all' })
    expect(await messageOf(ann, first)).toMatchObject({ subject: `✔ ${'x'.repeat(55)}...` })
  })

  test('takes a permission of its own, and the empty topic stays open', async () => {
    const first = await sendTo(ann, general, 'hard', 'why?')
    const empty = await sendTo(ann, general, '', 'chat')
    await server.organization.write((tx) =>
      storeValue(tx, 'can_resolve_topics_group', group('role:moderators')),
    )
    const answer = badRequest("You don't have permission to resolve topics")
    const parameters = { topic: '✔ hard', propagate_mode: 'change_all' }
    const cases = [
      { who: ann, path: `/messages/${first}`, parameters, answer },
      { who: ann, path: `/messages/${first}`, parameters: { topic: '✔ hard' }, answer },
      {
        who: ann,
        path: `/messages/${empty}`,
        parameters: { topic: '✔ general chat', propagate_mode: 'change_all' },
        answer: { code: 'BAD_REQUEST' },
      },
      {
        who: server.owner,
        path: `/messages/${empty}`,
        parameters: { topic: '✔ ', propagate_mode: 'change_all' },
        answer: { code: 'BAD_REQUEST' },
      },
      {
        who: server.owner,
        path: `/messages/${empty}`,
        parameters: { topic: '✔ general chat', propagate_mode: 'change_all' },
        answer: { code: 'BAD_REQUEST' },
      },
    ]
    await areRefused(
      bob,
      cases.map((each) => ({ ...each, method: 'patch' as const })),
    )
    await move(server.owner, first, parameters)
    await server.organization.write((tx) =>
      storeValue(tx, 'can_resolve_topics_group', group('role:everyone')),
    )
    // The permission to move is not needed for it.
    await server.organization.write((tx) =>
      storeValue(tx, 'can_move_messages_between_topics_group', group('role:nobody')),
    )
    await move(guest, first, { topic: 'hard', propagate_mode: 'change_all' })
    await server.organization.write((tx) =>
      storeValue(tx, 'can_move_messages_between_topics_group', group('role:everyone')),
    )
  })
})
