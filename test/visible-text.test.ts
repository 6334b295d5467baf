// Texts that show nothing count as empty, wherever a text is asked for.
import { describe, expect, test } from 'bun:test'
import { emojiCodesToNames } from '../src/emoji/emoji'
import { isBlank } from '../src/http/visible-text'
import { sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import { holdsLaw } from './support/law'
import { fetched } from './support/messages'
import { areRefused, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'
import { startOfTests } from './support/server'

/** Spaces, joiners, directions, fillers, variation selectors, tags, controls, dots that are not there. */
const blanks = [
  '',
  ' \t\n',
  '\u00a0\u3000',
  '\u200b',
  '\u2060\ufeff',
  '\u202e \u202c',
  '\u200d\u200c',
  '\u00ad\u034f',
  '\u3164\uffa0\u115f',
  '\ufe0f',
  '\u{e0061}\u{e007f}',
  '\u{1d173}',
  '\u2800',
  '\u2028',
  '\ufff9\ufffb',
]

describe('what shows nothing', () => {
  test.each(blanks)('%j', (text) => expect(isBlank(text)).toBe(true))

  test.each([
    'a',
    '.',
    '\u200ba',
    '文',
    'क्\u200dष',
    'می\u200cخواهم',
    '\u0600',
    '\u0301',
    '✔',
    '\u202eabc',
    '👩\u200d👩\u200d👧',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\ue000',
  ])('is not %j', (text) => expect(isBlank(text)).toBe(false))

  test('is no emoji', () => {
    for (const code of Object.keys(emojiCodesToNames())) {
      const points = code.split('-').map((hex) => Number.parseInt(hex, 16))
      expect(isBlank(String.fromCodePoint(...points))).toBe(false)
    }
  })
})

const { owner } = await scenario({})
const { id: channel } = await addChannel(owner, 'engineering', [owner])
const id = await sendTo(owner, channel, 'plans', 'Hello')

describe('over HTTP', () => {
  const toChannel = () => ({ type: 'channel', to: channel })
  const later = startOfTests / 1000 + 3600
  const invisible = blanks.filter((text) => text !== '' && text.trim() !== '')

  /** Calls whose text is asked for, and how they refuse one that shows nothing. */
  const refusals = (text: string): Refusal[] => {
    const call = (
      method: Refusal['method'],
      path: string,
      parameters: object,
      answer: Refusal['answer'],
    ) => ({
      who: owner,
      method,
      path,
      parameters: { ...parameters },
      answer,
    })
    const bad = { code: 'BAD_REQUEST' }
    return [
      call('post', '/messages', { ...toChannel(), topic: 'plans', content: text }, invalid('content')),
      call('post', '/messages/render', { content: text }, invalid('content')),
      call(
        'post',
        '/scheduled_messages',
        { ...toChannel(), topic: 'plans', content: text, scheduled_delivery_timestamp: later },
        invalid('content'),
      ),
      call(
        'post',
        '/drafts',
        { drafts: [{ type: '', to: [], topic: '', content: text }] },
        invalid('content'),
      ),
      call('post', '/saved_snippets', { title: text, content: 'x' }, bad),
      call('post', '/saved_snippets', { title: 'x', content: text }, bad),
      call('post', '/users/me/alert_words', { alert_words: ['good', text] }, bad),
      call('post', '/users/me/subscriptions', { subscriptions: [{ name: text }] }, invalid('subscriptions')),
      call('patch', `/streams/${channel}`, { new_name: text }, invalid('new_name')),
      call('patch', '/settings', { full_name: text }, invalid('full_name')),
      call('patch', `/users/${owner.id}`, { full_name: text }, invalid('full_name')),
      call(
        'post',
        '/users',
        { email: 'new@example.com', password: 'a long password', full_name: text },
        invalid('full_name'),
      ),
      call('patch', '/realm', { name: text }, invalid('name')),
      call('post', '/navigation_views', { fragment: text, is_pinned: false }, invalid('fragment')),
      call('post', '/navigation_views', { fragment: 'inbox', is_pinned: false, name: text }, invalid('name')),
    ]
  }

  test.each(invisible)('%j is refused where a text has to be', (text) => areRefused(owner, refusals(text)))

  test('a topic that shows nothing is the empty one, in messages, edits and what is scheduled', async () => {
    const sent = await holdsLaw([owner], () =>
      owner.post('/messages', { ...toChannel(), topic: '\u200b\u2060', content: 'x' }),
    )
    expect(await fetched(owner, Number(sent.body['id']))).toMatchObject({ subject: 'general chat' })
    await holdsLaw([owner], () => owner.patch(`/messages/${id}`, { topic: '\u202e' }))
    expect(await fetched(owner, id)).toMatchObject({ subject: 'general chat' })
    await owner.patch(`/streams/${channel}`, { topics_policy: 'disable_empty_topic' })
    const topic = '\u3164'
    await areRefused(
      owner,
      ['/messages', '/scheduled_messages'].map((path) => ({
        who: owner,
        method: 'post',
        path,
        parameters: { ...toChannel(), topic, content: 'x', scheduled_delivery_timestamp: later },
        answer: { code: 'BAD_REQUEST', msg: 'Topics are required in this channel: topic must not be empty' },
      })),
    )
  })

  test('what may be empty is emptied: a status, a description, the text of a message', async () => {
    const blank = '\u200b \u2060'
    await owner.post('/users/me/status', { status_text: 'here' })
    await holdsLaw([owner], () => owner.post('/users/me/status', { status_text: blank }))
    expect((await owner.get(`/users/${owner.id}/status`)).body['status']).toEqual({})
    await holdsLaw([owner], () => owner.patch(`/streams/${channel}`, { description: blank }))
    expect((await owner.get(`/streams/${channel}`)).body['stream']).toMatchObject({ description: '' })
    await holdsLaw([owner], () => owner.patch(`/messages/${id}`, { content: blank }))
    expect(await fetched(owner, id)).toMatchObject({ content: '<p>(deleted)</p>' })
  })

  test('polls and lists have no options and tasks that show nothing', async () => {
    const post = (content: string) => owner.post('/messages', { type: 'direct', to: [owner.id], content })
    const { body } = await post('/poll \u200b\n\u2060\n- \u3164\nyes')
    const message_id = Number(body['id'])
    const { submessages } = await fetched(owner, message_id)
    expect(submessages).toMatchObject([
      { content: '{"widget_type":"poll","extra_data":{"question":"","options":["yes"]}}' },
    ])
    const content = JSON.stringify({ type: 'new_option', idx: 1, option: '\u200b' })
    const answer = { code: 'BAD_REQUEST', msg: 'The option must not be empty' }
    const parameters = { message_id, msg_type: 'widget', content }
    await areRefused(owner, [{ who: owner, method: 'post', path: '/submessage', parameters, answer }])
  })
})
