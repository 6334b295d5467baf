// The edit history of messages, and the differences shown in it (reference: get-message-history).
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { renderMarkdown } from '../src/markdown/render'
import { insertEdits } from '../src/messages/changing/changes-repository'
import { htmlDiff } from '../src/messages/reading/html-diff'
import { storeSetting } from '../src/organization/settings'
import { messageOf, messagesIn, sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { items } from './support/law/rules'
import { htmlProblems, organization } from './support/markdown'
import { randomly } from './support/random'
import { rawRequest } from './support/raw-request'
import { areRefused, badRequest, invalid } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest Gus' })
const general = (await addChannel(server.owner, 'general', [ann, bob])).id
const other = (await addChannel(server.owner, 'other', [ann, bob])).id

const now = () => Math.floor(server.clock.now() / 1000)

/** A message that was edited, moved, resolved and moved to another channel, a second apart; with the times. */
async function edited(): Promise<{ id: number; times: number[] }> {
  const times = [now()]
  const id = await sendTo(ann, general, '', 'Hello **you**!')
  for (const [who, change] of [
    [ann, { content: 'Hello **there**!' }],
    [bob, { topic: 'greetings', propagate_mode: 'change_all' }],
    [bob, { topic: '✔ greetings', propagate_mode: 'change_all' }],
    [bob, { stream_id: other }],
  ] as const) {
    server.clock.advance(1000)
    times.push(now())
    await who.patch(`/messages/${id}`, { ...change, send_notification_to_new_thread: false })
  }
  return { id, times }
}

test('tells what the message was after each edit, oldest first', async () => {
  const { id, times } = await edited()
  const { body } = await bob.get(`/messages/${id}/history`, { allow_empty_topic_name: true })
  const before = { content: 'Hello **you**!', rendered_content: '<p>Hello <strong>you</strong>!</p>' }
  const after = { content: 'Hello **there**!', rendered_content: '<p>Hello <strong>there</strong>!</p>' }
  expect(body['message_history']).toEqual([
    { topic: '', ...before, user_id: ann.id, timestamp: times[0] },
    {
      topic: '',
      ...after,
      prev_content: before.content,
      prev_rendered_content: before.rendered_content,
      content_html_diff:
        '<div><p>Hello <strong><span class="highlight_text_deleted">you</span><span class="highlight_text_inserted">there</span></strong>!</p></div>',
      user_id: ann.id,
      timestamp: times[1],
    },
    { topic: 'greetings', prev_topic: '', ...after, user_id: bob.id, timestamp: times[2] },
    { topic: '✔ greetings', prev_topic: 'greetings', ...after, user_id: bob.id, timestamp: times[3] },
    {
      topic: '✔ greetings',
      stream: other,
      prev_stream: general,
      ...after,
      user_id: bob.id,
      timestamp: times[4],
    },
  ])
  const named = await bob.get(`/messages/${id}/history`)
  expect(named.body['message_history']).toMatchObject([
    { topic: 'general chat' },
    { topic: 'general chat' },
    { prev_topic: 'general chat' },
    {},
    {},
  ])
  // In the message itself the newest edit comes first, and only a move sets the time of moving.
  const message = await messageOf(bob, id)
  expect(message).toMatchObject({ last_edit_timestamp: times[1], last_moved_timestamp: times[4] })
  expect(message['edit_history']).toEqual([
    { user_id: bob.id, timestamp: times[4], prev_stream: general, stream: other },
    { user_id: bob.id, timestamp: times[3], prev_topic: 'greetings', topic: '✔ greetings' },
    { user_id: bob.id, timestamp: times[2], prev_topic: '', topic: 'greetings' },
    {
      user_id: ann.id,
      timestamp: times[1],
      prev_content: before.content,
      prev_rendered_content: before.rendered_content,
    },
  ])
})

test('of a direct message has no topic; of one that was never edited, one entry', async () => {
  const sent = await ann.post('/messages', { type: 'direct', to: [bob.id], content: 'hi' })
  const { body } = await bob.get(`/messages/${String(sent.body['id'])}/history`)
  expect(body['message_history']).toEqual([
    { topic: '', content: 'hi', rendered_content: '<p>hi</p>', user_id: ann.id, timestamp: now() },
  ])
})

test('shows what the organization lets be seen', async () => {
  const { id, times } = await edited()
  const set = (policy: 'all' | 'moves' | 'none') =>
    server.organization.write((tx) => storeSetting(tx, 'message_edit_history_visibility_policy', policy))
  await set('moves')
  const { body } = await bob.get(`/messages/${id}/history`)
  expect(body['message_history']).toMatchObject([
    { topic: 'general chat', content: 'Hello **there**!' },
    { prev_topic: 'general chat' },
    { prev_topic: 'greetings' },
    { stream: other },
  ])
  expect(JSON.stringify(body)).not.toContain('you')
  const [message] = (await messagesIn(bob, [{ operator: 'id', operand: id }])) ?? []
  expect(message).toMatchObject({ edit_history: [{ stream: other }, {}, {}], last_edit_timestamp: times[1] })
  expect(JSON.stringify(message)).not.toContain('you')
  await set('none')
  await areRefused(bob, [
    { who: ann, method: 'get', path: `/messages/${id}/history`, answer: { code: 'BAD_REQUEST' } },
  ])
  expect(await messageOf(bob, id)).not.toHaveProperty('edit_history')
  await set('all')
})

/** A message with so many edits of its text, straight in the table. */
async function editedTimes(count: number, text: (number: number) => string): Promise<number> {
  const id = await sendTo(ann, general, 'often', 'the last')
  await server.organization.write((tx) => {
    for (let number = 0; number < count; number++) {
      const [previousContent, previousRenderedContent] = [text(number), `<p>${text(number)}</p>`]
      insertEdits(tx, [id], { userId: ann.id, editedAt: now(), previousContent, previousRenderedContent })
    }
  })
  return id
}

/** The earlier texts that an answer carries of a message, newest first. */
async function listedEdits(id: number): Promise<unknown[]> {
  const listed = (await messagesIn(bob, [{ operator: 'id', operand: id }]))[0]
  return items(listed?.['edit_history']).map((edit) => edit['prev_content'])
}

test('of a message in a list comes in part: the newest 20, and no more text than a list can bear', async () => {
  const often = await editedTimes(30, (number) => `text ${number}`)
  const newest = Array.from({ length: 30 }, (_, index) => `text ${29 - index}`)
  expect(await listedEdits(often)).toEqual(newest.slice(0, 20))
  const whole = items((await messageOf(bob, often))['edit_history'])
  expect(whole.map((edit) => edit['prev_content'])).toEqual(newest)
  const long = await editedTimes(5, (number) => `${number}`.repeat(4000))
  expect(await listedEdits(long)).toEqual(['4'.repeat(4000), '3'.repeat(4000)])
  const longer = await editedTimes(3, (number) => `${number}`.repeat(30_000))
  expect(await listedEdits(longer)).toEqual(['2'.repeat(30_000)])
  expect(items((await messageOf(bob, longer))['edit_history'])).toHaveLength(3)
})

test('in a list has the newest moves where only those are shown', async () => {
  const id = await editedTimes(25, (number) => `text ${number}`)
  await bob.patch(`/messages/${id}`, { topic: 'elsewhere', send_notification_to_new_thread: false })
  await server.organization.write((tx) => {
    insertEdits(tx, [id], {
      userId: ann.id,
      editedAt: now(),
      previousContent: 'x',
      previousRenderedContent: 'x',
    })
    for (let time = 0; time < 25; time++)
      insertEdits(tx, [id], { userId: ann.id, editedAt: now(), previousContent: 'y' })
    storeSetting(tx, 'message_edit_history_visibility_policy', 'moves')
  })
  const listed = (await messagesIn(bob, [{ operator: 'id', operand: id }]))[0]
  expect(listed?.['edit_history']).toMatchObject([{ prev_topic: 'often', topic: 'elsewhere' }])
  await server.organization.write((tx) => storeSetting(tx, 'message_edit_history_visibility_policy', 'all'))
})

test('of a thousand edits is worked out without keeping others waiting', async () => {
  const words = (number: number) => Array.from({ length: 100 }, (_, word) => `w${(word * (number + 3)) % 89}`)
  const id = await editedTimes(1000, (number) => words(number).join(' '))
  expect(items((await bob.get(`/messages/${id}/history`)).body['message_history'])).toHaveLength(1001)
  const finished: string[] = []
  const ask = async (who: Client, path: string): Promise<void> => {
    const head = `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${who.authorization}\r\n\r\n`
    expect(await rawRequest(server.server.port, head)).toStartWith('HTTP/1.1 200 ')
    finished.push(path)
  }
  await Promise.all([ask(bob, `/messages/${id}/history`), ask(ann, '/users/me')])
  expect(finished).toEqual(['/users/me', `/messages/${id}/history`])
})

test('has an end: a message that was edited too often can be read, but not edited', async () => {
  const id = await editedTimes(17, () => 'x'.repeat(512 * 1024))
  await areRefused(bob, [
    {
      who: ann,
      method: 'patch',
      path: `/messages/${id}`,
      parameters: { content: 'once more' },
      answer: badRequest('This message has been edited too often'),
    },
  ])
  expect(items((await messageOf(bob, id))['edit_history'])).toHaveLength(17)
  expect((await ann.patch(`/messages/${id}`, { topic: 'moved all the same' })).body).toMatchObject({
    result: 'success',
  })
})

test('is refused where the message is', async () => {
  const { id } = await edited()
  const answer = badRequest('Invalid message(s)')
  await areRefused(bob, [
    { who: guest, method: 'get', path: `/messages/${id}/history`, answer },
    { who: ann, method: 'get', path: '/messages/99999/history', answer },
    { who: ann, method: 'get', path: '/messages/x/history', answer: invalid('message_id') },
  ])
  expect((await fetch(`${server.url}/api/v1/messages/${id}/history`)).status).toBe(401)
})

describe('a difference', () => {
  const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`
  const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`
  const cases: [name: string, before: string, after: string, diff: string][] = [
    ['of nothing', '<p>a</p>', '<p>a</p>', '<p>a</p>'],
    ['of words', '<p>a b c</p>', '<p>a x c</p>', `<p>a ${deleted('b')}${inserted('x')} c</p>`],
    [
      'of characters in scripts without spaces',
      '<p>你好吗</p>',
      '<p>你坏吗</p>',
      `<p>你${deleted('好')}${inserted('坏')}吗</p>`,
    ],
    ['of all', '<p>a</p>', '', `<p>${deleted('a')}</p>`],
    [
      'of a whole mention',
      '<p><span class="user-mention" data-user-id="5">@A</span></p>',
      '<p>b</p>',
      `<p>${deleted('<span class="user-mention" data-user-id="5">@A</span>')}${inserted('b')}</p>`,
    ],
    [
      'in a list',
      '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
      '<ul>\n<li>a</li>\n</ul>',
      `<ul>\n<li>a</li>\n</ul><p>${deleted('b')}</p>`,
    ],
  ]
  for (const [name, before, after, diff] of cases) {
    test(name, () => expect(htmlDiff(before, after)).toBe(`<div>${diff}</div>`))
  }

  const piece = fc.constantFrom(
    'a',
    'b ',
    '**c** ',
    '\n\n',
    '\n* d',
    '\n1. e',
    '\n> f',
    '`g` ',
    '\n```js\nconst h = 1\n```\n',
    '@**Anna** ',
    ':smile: ',
    '$$x^2$$ ',
    '\n|i|j|\n|-|-|\n|k|l|\n',
    'https://m.io ',
    '~~n~~',
    '你',
    '<&> ',
    '\n```spoiler o\np\n```\n',
  )
  const markdown = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('is HTML as good as the versions are, and says all of the new one', async () => {
    const versions = fc.tuple(markdown, markdown, fc.constantFrom(0, 5, 1000))
    const must = 'highlight_text_inserted highlight_text_deleted'
    await randomly(versions, { runs: 300, must }, ([before, after, effort], did) => {
      const old = renderMarkdown(before, organization).html
      const html = renderMarkdown(after, organization).html
      const diff = htmlDiff(old, html, effort)
      expect(htmlProblems(diff)).toEqual([])
      expect(withoutDeletions(diff)).toBe(html.replaceAll(/\s+/g, ''))
      for (const mark of must.split(' ')) if (diff.includes(mark)) did(mark)
    })
  })

  /** The text and tags of the new version, without spaces. */
  function withoutDeletions(diff: string): string {
    const rewriter = new HTMLRewriter()
      .on('.highlight_text_deleted', { element: (element) => void element.remove() })
      .on('.highlight_text_inserted', { element: (element) => void element.removeAndKeepContent() })
    const html = rewriter.transform(diff).replace(/(<p><\/p>)?<\/div>$/, '')
    return html.slice('<div>'.length).replaceAll(/\s+/g, '')
  }
})
