// The digest: once a week, where the organization has it, to those who have not been here for days and want it.
import { afterAll, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { MailServer, type Received } from './support/mail-server'
import { sendToChannel } from './support/messages'
import { scenario } from './support/scenario'
import { startOfTests } from './support/server'

const post = await MailServer.start()
afterAll(() => post.stop())
const rules = { ...defaultRules, publicUrl: 'https://chat.example.com', mail: post.settings() }
const { server, owner, ann, bob, cam, dan } = await scenario(
  { ann: 'member', bob: 'member', cam: 'member', dan: 'guest' },
  { rules },
)
const news = await addChannel(owner, 'news', [ann, bob, cam, dan])
const secret = await addChannel(owner, 'secret', [owner], { invite_only: true })
const loud = await addChannel(owner, 'loud', [ann, bob])

const day = 24 * 3600_000
/** The tests begin on a Thursday, at noon; the digest comes on Tuesdays if nobody chose otherwise. */
const noonOf = (days: number) => startOfTests + days * day

/** Lets time pass, a day at a time, as the timer would see it. */
async function until(days: number): Promise<void> {
  await server.server.settled()
  while (server.clock.now() < noonOf(days))
    await server.advance(Math.min(day, noonOf(days) - server.clock.now()))
}

/** The digests that somebody got. */
const mailsTo = (person: Client): Received[] =>
  post.received.filter(({ to, mail }) => to === person.email && mail.subject?.endsWith('what you missed'))

test('nobody gets one as long as the organization does not want it', async () => {
  await sendToChannel(bob, news, 'Early news', 'plans')
  await until(12)
  expect([ann, bob, cam, dan].flatMap(mailsTo)).toEqual([])
})

test('it comes on its day to those who were away, with what they could have read, once', async () => {
  await owner.patch('/realm', { digest_emails_enabled: true, digest_weekday: 3 })
  await until(13)
  for (const [writer, text] of [
    [bob, 'First **plan**'],
    [cam, 'Second'],
    [bob, 'Third'],
  ] as const) {
    await sendToChannel(writer, news, text, 'plans')
  }
  await sendToChannel(owner, secret, 'Nobody’s business')
  await sendToChannel(bob, loud, 'Blah')
  await ann.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: loud.id, property: 'is_muted', value: true }],
  })
  await cam.patch('/settings', { enable_digest_emails: false })
  // That was a Wednesday on which ann and cam did something; a week later on Thursday they were long away.
  await until(14)
  expect(mailsTo(ann)).toEqual([])
  post.received.splice(0)
  await until(20)
  await bob.get('/users/me')
  expect(mailsTo(ann)).toEqual([])
  await sendToChannel(bob, news, 'Fourth', 'plans')
  await until(21)
  expect(mailsTo(bob)).toEqual([])
  expect(mailsTo(cam)).toEqual([])
  const [digest, ...others] = mailsTo(ann)
  expect(others).toEqual([])
  expect(digest?.mail.subject).toBe('Test organization: what you missed')
  const { text = '', headers = [] } = digest?.mail ?? {}
  expect(text).toContain('#news > plans')
  expect(text).toContain('Fourth')
  expect(text).not.toMatch(/Nobody’s|Blah|Early/)
  expect(headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  await server.restart()
  await server.advance(3600_000)
  expect(mailsTo(ann)).toHaveLength(1)
})

test('it says no more than it may, nothing where nothing happened, and ends by one click', async () => {
  post.received.splice(0)
  await until(28)
  // Nobody wrote anything.
  expect(mailsTo(ann)).toEqual([])
  await ann.patch('/settings', { message_content_in_email_notifications: false })
  await until(29)
  await sendToChannel(bob, news, 'Hidden plan', 'plans')
  await until(35)
  const { text = '', html = '', headers = [] } = mailsTo(ann)[0]?.mail ?? {}
  expect(text).toContain('one message came in one conversation')
  expect(text + html).not.toMatch(/Hidden|plans|Bob/)
  const [, path = ''] =
    /chat\.example\.com(\/unsubscribe\/digest\/[^>]+)/.exec(
      headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    ) ?? []
  expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(200)
  post.received.splice(0)
  await until(36)
  await sendToChannel(bob, news, 'Another', 'plans')
  await until(42)
  expect(mailsTo(ann)).toEqual([])
  // Others are not concerned by that.
  expect(mailsTo(dan)).toHaveLength(1)
})
