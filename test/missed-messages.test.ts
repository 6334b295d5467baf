// Mails about missed messages: one for each conversation, with what of it is still unread; they end by a click and are answered by mail.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { addChannel } from './support/channels'
import type { Client, Parameters } from './support/client'
import { storedJobs } from './support/jobs'
import { holdsLaw } from './support/law'
import { item, items } from './support/law/rules'
import { MailServer, type Received } from './support/mail-server'
import { deliver, mail, mailPattern, mailSecret } from './support/mails'
import { sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const post = await MailServer.start()
afterAll(() => post.stop())
const publicUrl = 'https://chat.example.com'
const rules = {
  ...defaultRules,
  publicUrl,
  mail: post.settings(),
  incomingMailPattern: mailPattern,
  incomingMailSecret: mailSecret,
}
const { server, owner, ann, bob, cam, gus } = await scenario(
  { ann: 'member', bob: 'member Bob Builder', cam: 'member', gus: 'guest' },
  { rules },
)
const news = await addChannel(owner, 'news', [ann, bob, cam])

/** Lets the usual time pass after which mails are sent, once what is under way is done. */
async function pass(seconds = 120): Promise<void> {
  await server.server.settled()
  await server.advance(seconds * 1000)
}

/** The mails that have come to somebody since it was last asked. */
function mailsTo(person: Client): Received[] {
  return post.received.splice(0).filter(({ to }) => to === person.email)
}

function mailTo(person: Client): Received {
  const [only, ...others] = mailsTo(person)
  if (!only || others.length > 0) throw new Error(`${only ? others.length + 1 : 0} mails have come`)
  return only
}

const subjectsTo = (person: Client) => mailsTo(person).map(({ mail }) => mail.subject)
const headerOf = ({ mail: { headers } }: Received, name: string) =>
  headers.find(({ key }) => key === name)?.value
const mention = (person: { name: string }) => `@**${person.name}**`
const annMentioned = mention({ name: 'Ann' })

async function set(person: Client, settings: Parameters): Promise<void> {
  expect((await person.patch('/settings', settings)).body).toMatchObject({ result: 'success' })
}

const read = (person: Client, ids: readonly number[]) =>
  person.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })

beforeEach(async () => {
  // What an earlier test has left unread is not what the next is about.
  await pass(3600)
  post.received.splice(0)
})

describe('a mail', () => {
  test('comes once, after the time that the person set, with all that was said in the conversation', async () => {
    await sendDirectly(bob, [ann], 'Are you **there**?')
    await pass(60)
    await sendDirectly(bob, [ann], 'Hello?')
    await pass(59)
    expect(mailsTo(ann)).toEqual([])
    await pass(1)
    const received = mailTo(ann)
    expect(received.mail.subject).toBe('DMs with Bob Builder')
    expect(received.mail.from).toMatchObject({ name: 'Bob Builder' })
    expect(received.mail.text).toContain('Are you there?')
    expect(received.mail.text).toContain('Hello?')
    expect(received.mail.html).toContain('Are you <strong>there</strong>?')
    expect(received.mail.html).toContain(`href="${publicUrl}/#narrow/dm/`)
    await pass(3600)
    expect(mailsTo(ann)).toEqual([])
    await set(ann, { email_notifications_batching_period_seconds: 5 })
    await sendDirectly(bob, [ann])
    await pass(5)
    expect(subjectsTo(ann)).toEqual(['DMs with Bob Builder'])
    await set(ann, { email_notifications_batching_period_seconds: 120 })
  })

  test('is about one conversation; what came before is shown with it', async () => {
    await sendToChannel(cam, news, 'Long ago', 'plans')
    await pass(25 * 3600)
    for (const text of ['one', 'two', 'three', 'four']) await sendToChannel(cam, news, text, 'plans')
    await sendToChannel(bob, news, `What do you think, ${annMentioned}?`, 'plans')
    await sendToChannel(bob, news, `${annMentioned}!`, 'Plans')
    await sendToChannel(bob, news, annMentioned, 'other')
    await sendDirectly(bob, [ann, cam])
    await pass()
    const mails = mailsTo(ann)
    expect(mails.map(({ mail }) => mail.subject).sort()).toEqual([
      '#news > other',
      '#news > plans',
      'Group DMs with Bob Builder and Cam',
    ])
    const plans = mails.find(({ mail }) => mail.subject === '#news > plans')?.mail.text ?? ''
    expect(plans).toMatch(
      /Cam \(.*\):\s+two\s+three\s+four\s+Bob Builder \(.*\):\s+What do you think, @Ann\?\s+@Ann!/,
    )
    expect(plans).not.toContain('Long ago')
    expect(plans).not.toMatch(/\bone\b/)
    const threads = mails.map((each) => headerOf(each, 'references'))
    expect(new Set(threads).size).toBe(3)
    await sendToChannel(bob, news, `${annMentioned} again`, 'other')
    await pass()
    expect(threads).toContain(headerOf(mailTo(ann), 'references'))
  })

  test('leaves out what was read, deleted, or is out of sight by then', async () => {
    const [first, second] = [
      await sendDirectly(bob, [ann], 'first'),
      await sendDirectly(bob, [ann], 'second'),
    ]
    await read(ann, [first])
    await pass()
    const { text } = mailTo(ann).mail
    expect(text).toContain('second')
    await read(ann, [second])

    const secret = await addChannel(owner, 'secret', [owner, ann], { invite_only: true })
    await sendToChannel(owner, secret, annMentioned)
    const gone = await sendToChannel(bob, news, annMentioned, 'gone')
    await owner.delete(`/messages/${gone}`)
    await owner.delete('/users/me/subscriptions', { subscriptions: ['secret'], principals: [ann.id] })
    const all = await sendDirectly(bob, [ann], 'third')
    await read(ann, [all])
    await pass()
    expect(mailsTo(ann)).toEqual([])
  })

  test('waits for a mail server that is down, and is not sent if all was read until then', async () => {
    const [first] = [await sendDirectly(bob, [ann], 'first'), await sendDirectly(cam, [ann], 'second')]
    await post.stop()
    await pass()
    await read(ann, [first])
    await server.restart()
    await post.start()
    await pass(3600)
    expect(subjectsTo(ann)).toEqual(['DMs with Cam'])
  })

  test('shows nothing but what programs for mail can show: whole links, no previews, no spoilers', async () => {
    const file = await bob.upload('/user_uploads', Buffer.from('notes'), { name: 'notes.txt' })
    const text = [
      `[notes](${file.body['url']}) :tada: #**news>plans** <script>alert(1)</script>`,
      '```spoiler Who wins\nThe butler\n```',
      'https://example.com/picture.png',
      '$$E = mc^2$$',
      '| a | b |\n|---|---|\n| 1 | 2 |',
    ].join('\n\n')
    await sendDirectly(bob, [ann], text)
    await pass()
    const { html = '', text: plain = '' } = mailTo(ann).mail
    expect(html).toContain(`href="${publicUrl}/user_uploads/`)
    expect(html).toContain(`href="${publicUrl}/#narrow/channel/`)
    expect(html).toContain('🎉')
    expect(html).not.toMatch(
      /<img|<script|external_content|katex|butler|class="(?!back|frame|sheet|soft|button|rule|box)/,
    )
    expect(plain).toMatch(/Who wins[^]*\(…\)/)
    expect(plain).not.toContain('butler')
    expect(plain).toContain('E = mc^2')
  })

  test('is not sent to whoever turned it off meanwhile, or whose account is closed', async () => {
    await sendDirectly(bob, [ann])
    await sendDirectly(bob, [cam])
    await set(ann, { enable_offline_email_notifications: false })
    await owner.delete(`/users/${cam.id}`)
    await pass()
    expect(post.received.splice(0)).toEqual([])
    await set(ann, { enable_offline_email_notifications: true })
    await server.reactivate(cam)
  })
})

describe('settings', () => {
  test('have mails say nothing of what messages do', async () => {
    const secretive = async () => {
      await sendDirectly(bob, [ann], 'the password')
      await pass()
      const { mail, raw } = mailTo(ann)
      expect(mail.subject).toBe('New messages')
      expect(`${raw}${mail.text}${mail.html}`).not.toMatch(/password\b(?! reset)|Bob/)
      expect(mail.text).toContain('new message')
    }
    await set(ann, { message_content_in_email_notifications: false })
    await secretive()
    await set(ann, { message_content_in_email_notifications: true })
    await owner.patch('/realm', { message_content_allowed_in_email_notifications: false })
    await secretive()
    await owner.patch('/realm', { message_content_allowed_in_email_notifications: true })
  })

  test('name the organization in subjects: always, never, or where there are several', async () => {
    const subjects: (string | undefined)[] = []
    for (const policy of [1, 2, 3]) {
      await set(ann, { realm_name_in_email_notifications_policy: policy })
      await sendDirectly(bob, [ann])
      await pass()
      subjects.push(mailTo(ann).mail.subject)
    }
    expect(subjects).toEqual([
      'DMs with Bob Builder',
      'DMs with Bob Builder [Test organization]',
      'DMs with Bob Builder',
    ])
    await set(ann, { realm_name_in_email_notifications_policy: 1 })
  })
})

describe('unsubscribing', () => {
  /** The link that came with a mail. */
  async function linkFor(person: Client): Promise<string> {
    await sendDirectly(bob, [person])
    await pass()
    const received = mailTo(person)
    expect(headerOf(received, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] = /^<(https:\/\/[^>]+)>$/.exec(headerOf(received, 'list-unsubscribe') ?? '') ?? []
    expect(received.mail.text).toContain(link)
    return server.url + link.slice(publicUrl.length)
  }

  const oneClick = (link: string) =>
    fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body: 'List-Unsubscribe=One-Click',
    })

  test('takes one click, and a look at the link is none', async () => {
    await ann.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: news.id, property: 'email_notifications', value: true }],
    })
    const link = await linkFor(ann)
    const page = await fetch(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ann.email)])
    await sendToChannel(bob, news)
    await pass()
    expect(mailsTo(ann)).toHaveLength(1)
    await holdsLaw([ann, bob], async () => {
      expect((await oneClick(link)).status).toBe(200)
    })
    await sendDirectly(bob, [ann])
    await sendToChannel(bob, news, annMentioned)
    await pass()
    expect(mailsTo(ann)).toEqual([])
    expect((await oneClick(link)).status).toBe(200)
    await sendDirectly(bob, [cam])
    await pass()
    expect(mailsTo(cam)).toHaveLength(1)
    await set(ann, { enable_offline_email_notifications: true })
  })

  test('ends nothing for others, of another kind, or with a link that nobody gave out', async () => {
    const link = await linkFor(ann)
    const of = (person: Client) => link.replace(/\/\d+\.(?=[0-9a-f]{32})/, `/${person.id}.`)
    const wrong = [
      of(bob),
      link.replace('missed_messages', 'digest'),
      `${link}0`,
      link.slice(0, -1),
      link.replace(/[^/]+$/, 'x'),
    ]
    await holdsLaw([ann, bob], async () => {
      for (const each of wrong) {
        expect([(await fetch(each)).status, (await oneClick(each)).status]).toEqual([404, 404])
      }
    })
    const { body } = await bob.post('/register', { fetch_event_types: ['user_settings'] })
    expect(item(body['user_settings'])).toMatchObject({ enable_offline_email_notifications: true })
  })
})

describe('an answer by mail', () => {
  /** The address that answers to a mail go to. */
  async function answersTo(): Promise<string> {
    await pass()
    const address = mailTo(ann).mail.replyTo?.[0]?.address ?? ''
    expect(address).toMatch(/^reply\.[0-9a-z]+\.[0-9a-z]+\.[0-9a-f]{32}@mail\.example\.com$/)
    return address
  }

  const newestFor = async (person: Client) => {
    const { body } = await person.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    })
    return item(items(body['messages'])[0])
  }

  const answer = (body: string) => mail({ subject: 'Re: whatever', from: 'Ann <ann@home.example>', body })

  test('is posted in the conversation, in the person’s name, without what it quotes', async () => {
    await sendDirectly(bob, [ann, cam], 'Lunch?')
    const address = await answersTo()
    const text = answer(
      'Yes, @**Cam**!\n\nOn Mon, 5 Jan 2026 at 10:00, Confab <chat@example.com> wrote:\n> Lunch?',
    )
    await holdsLaw([ann, bob], () => deliver(server, address, text))
    expect(await newestFor(cam)).toMatchObject({
      content: 'Yes, @**Cam**!',
      sender_id: ann.id,
      type: 'private',
      flags: ['mentioned'],
    })
    // A mail server that brings it again doubles nothing.
    const { id } = await newestFor(ann)
    await deliver(server, address, text)
    expect((await newestFor(ann))['id']).toBe(id)
  })

  test('goes where the message is by then', async () => {
    const id = await sendToChannel(bob, news, annMentioned, 'before')
    const address = await answersTo()
    await owner.patch(`/messages/${id}`, { topic: 'after', propagate_mode: 'change_all' })
    await deliver(server, address, answer('Found it'))
    expect(await newestFor(bob)).toMatchObject({ content: 'Found it', subject: 'after', sender_id: ann.id })
  })

  test('that may not be posted is told to its author alone', async () => {
    await sendToChannel(bob, news, annMentioned, 'closing')
    const address = await answersTo()
    await owner.patch(`/streams/${news.id}`, {
      can_send_message_group: { new: { direct_members: [bob.id], direct_subgroups: [] } },
    })
    await deliver(server, address, answer('Too late'))
    expect(await newestFor(ann)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining('could not be posted: You do not have permission'),
    })
    const { body } = await owner.get('/user_groups')
    const everyone = items(body['user_groups']).find(({ name }) => name === 'role:everyone')
    await owner.patch(`/streams/${news.id}`, { can_send_message_group: { new: everyone?.['id'] } })
  })

  test('comes to nothing by machines, from closed accounts, to what is gone or a month old', async () => {
    const id = await sendDirectly(bob, [ann])
    const address = await answersTo()
    const before = (await newestFor(bob))['id']
    await deliver(server, address, mail({ headers: { 'Auto-Submitted': 'auto-generated' } }))
    await owner.delete(`/users/${ann.id}`)
    await deliver(server, address, answer('closed'))
    await server.reactivate(ann)
    await server.advance(31 * 24 * 3600 * 1000)
    await deliver(server, address, answer('late'))
    expect((await newestFor(bob))['id']).toBe(before)
    const [kind, failure] = [storedJobs(server).at(-1)?.kind, storedJobs(server).at(-1)?.failure]
    expect([kind, failure]).toEqual(['receive-mail', 'The message that it answers is gone, or too old'])
    expect(id).toBe(Number(before))
  })
})

test('guests get no names of people whom they may not see', async () => {
  const hall = await addChannel(owner, 'hall', [gus, bob])
  const { body } = await owner.get('/user_groups')
  const members = items(body['user_groups']).find(({ name }) => name === 'role:members')
  const limited = { can_access_all_users_group: { new: members?.['id'] } }
  expect((await owner.patch('/realm', limited)).body).toMatchObject({ result: 'success' })
  await sendToChannel(bob, hall, '@**Gus** hello')
  await owner.delete('/users/me/subscriptions', { subscriptions: ['hall'], principals: [bob.id] })
  await pass()
  const { mail: received } = mailTo(gus)
  expect(received.text).toContain('hello')
  expect(JSON.stringify(received)).not.toContain('Bob')
  expect(received.from).toMatchObject({ name: 'Unknown user' })
})
