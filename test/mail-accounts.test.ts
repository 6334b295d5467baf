// What people get by mail about their accounts: links that let them in, and news of what was done to them.
import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import pino from 'pino'
import { jobList } from '../src/jobs/repository'
import { defaultRules } from '../src/organization/rules'
import { Browser } from './support/browser'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { items } from './support/law/rules'
import { linkIn, MailServer, type Received } from './support/mail-server'
import { scenario } from './support/scenario'
import { password, TestServer } from './support/server'

// Encryption and passwords take a while, and the machine may be busy.
setDefaultTimeout(240_000)

const post = await MailServer.start()
afterAll(() => post.stop())
const rules = { ...defaultRules, publicUrl: 'https://chat.example.com', mail: post.settings() }
const { server, owner, ann } = await scenario({ ann: 'member' }, { rules })
beforeEach(async () => {
  await server.server.settled()
  post.received.length = 0
})

const better = 'a much better one'
const hour = 3600_000

/** What has come to an address since the test began; the mails are taken away. */
async function mailsTo(address: string): Promise<Received[]> {
  await server.server.settled()
  return post.received.splice(0).filter(({ to }) => to === address)
}

async function mailTo(address: string): Promise<Received> {
  const [only, ...others] = await mailsTo(address)
  if (!only || others.length > 0) throw new Error(`${only ? others.length + 1 : 0} mails to ${address}`)
  return only
}

/** What the table of jobs, and the log, have of a token. */
function stored(): string {
  return JSON.stringify(jobList(server.organization.db, 1000))
}

/** While nothing can be sent. */
async function withoutMailServer(work: () => Promise<void>): Promise<void> {
  await post.stop()
  await work()
  await server.server.settled()
  await post.start()
}

test('an invitation comes by mail, and its link to nobody else; once more where it is asked for', async () => {
  const reply = await holdsLaw([owner], () =>
    owner.post('/invites', { invitee_emails: 'nora@example.com', stream_ids: [] }),
  )
  const [invitation] = items(reply.body['invites'])
  expect(invitation).toMatchObject({ email: 'nora@example.com', is_multiuse: false })
  expect(invitation).not.toHaveProperty('link_url')
  const { body } = await owner.get('/invites')
  const listed = items(body['invites']).find(({ id }) => id === invitation?.['id'])
  expect(listed).toMatchObject({ email: 'nora@example.com' })
  expect(listed).not.toHaveProperty('link_url')
  const path = linkIn(await mailTo('nora@example.com'), '/join/')
  expect((await owner.post(`/invites/${invitation?.['id']}/resend`)).body).toEqual({
    result: 'success',
    msg: '',
  })
  expect(linkIn(await mailTo('nora@example.com'), '/join/')).toBe(path)
  const browser = new Browser(server.url)
  const form = await browser.open(path)
  expect(form.fields).toMatchObject({ email: 'nora@example.com' })
  expect(await browser.submit(form, { full_name: 'Nora', password: better })).toMatchObject({
    path: '/',
  })
  const welcome = await mailTo('nora@example.com')
  expect(welcome.mail.subject).toBe('Welcome to Test organization')
  expect(welcome.mail.text).toContain('Hello Nora,')
  await owner.patch('/realm', { send_welcome_emails: false })
  const silent = await server.addPerson('Silent Sam')
  expect(await mailsTo(silent.email)).toEqual([])
  await owner.patch('/realm', { send_welcome_emails: true })
})

test('a forgotten password is set anew by a link; nobody learns who has an account', async () => {
  const person = await server.addPerson('Frida Forgetful')
  const gone = await server.addPerson('Gone Gustav')
  await owner.delete(`/users/${gone.id}`)
  await server.server.settled()
  post.received.length = 0
  const browser = new Browser(server.url)
  expect((await browser.open('/login')).html).toContain('href="/reset-password"')
  const way = await browser.fetch('/accounts/password/reset/')
  expect([way.status, way.headers.get('location')]).toEqual([303, '/reset-password'])
  const asking = await browser.open('/reset-password')
  expect(asking).toMatchObject({ status: 200, title: 'Forgotten your password?', fields: { email: '' } })
  const answers = []
  for (const email of [
    'nobody@example.com',
    gone.email,
    person.email.toUpperCase(),
    'notification-bot@confab.invalid',
    'no address',
    '',
    'x'.repeat(5000),
  ])
    answers.push(await browser.submit(asking, { email }))
  expect(answers[0]).toMatchObject({ status: 200, title: 'Look into your mail' })
  for (const { status, html } of answers)
    expect({ status, html }).toEqual({ status: 200, html: String(answers[0]?.html) })
  await server.server.settled()
  expect(post.received.map(({ to }) => to)).toEqual([person.email])
  const path = linkIn(await mailTo(person.email), '/reset-password/')
  const form = await browser.open(path)
  expect(form).toMatchObject({ status: 200, fields: { email: person.email } })
  expect(await browser.submit(form, { password: better })).toMatchObject({
    path: '/',
  })
  expect((await browser.open(path)).status).toBe(410)
  expect(await mailsTo(person.email)).toEqual([])
})

test('only the newest link for a password is sent, and no job holds one', async () => {
  const person = await server.addPerson('Paula Patient')
  await server.server.settled()
  post.received.length = 0
  const browser = new Browser(server.url)
  const asking = await browser.open('/reset-password')
  await withoutMailServer(async () => {
    await browser.submit(asking, { email: person.email })
    await browser.submit(asking, { email: person.email })
  })
  const jobs = stored()
  await server.advance(hour)
  const path = linkIn(await mailTo(person.email), '/reset-password/')
  expect(jobs).not.toContain(path.split('/').at(-1) ?? '')
  expect((await browser.open(path)).status).toBe(200)
  server.clock.advance(23 * hour)
  expect((await browser.open(path)).status).toBe(410)
})

test('no log has what lets somebody in, whatever is logged', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const watched = await TestServer.start({ rules, log })
  await watched.server.settled()
  post.received.length = 0
  const browser = new Browser(watched.url)
  await browser.submit(await browser.open('/reset-password'), { email: watched.owner.email })
  await watched.owner.post('/invites', { invitee_emails: 'nora@example.com', stream_ids: [] })
  await watched.owner.patch('/settings', { email: 'olive@new.example' })
  await watched.server.settled()
  for (const way of ['/reset-password/', '/join/', '/confirm-address/']) {
    const mail = post.received.find(
      ({ mail }) => mail.text?.includes(way) && !mail.subject?.includes('Welcome'),
    )
    const path = mail === undefined ? '' : linkIn(mail, way)
    expect((await browser.open(path)).status).toBe(200)
    expect(lines.some((line) => line.includes(`"path":"${way}…`))).toBe(true)
    for (const secret of path.split(/[/.]/).filter((part) => part.length > 16))
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
  await watched.stop()
})

test('how often a link may be asked for is limited, for an address without a word', async () => {
  const limited = await TestServer.start({ rules, userRateLimit: { limit: 1000, windowSeconds: 60 } })
  await limited.server.settled()
  post.received.length = 0
  const browser = new Browser(limited.url)
  const asking = await browser.open('/reset-password')
  for (let times = 0; times < 5; times++)
    expect(await browser.submit(asking, { email: limited.owner.email })).toMatchObject({ status: 200 })
  await limited.server.settled()
  expect(post.received.splice(0).length).toBe(3)
  for (let times = 5; times < 20; times++) await browser.submit(asking, { email: `p${times}@example.com` })
  expect(await browser.submit(asking, { email: limited.owner.email })).toMatchObject({ status: 429 })
  await limited.advance(hour)
  await browser.submit(asking, { email: limited.owner.email })
  await limited.server.settled()
  expect(post.received.splice(0).length).toBe(1)
  await limited.stop()
})

test('a new address is taken once it is confirmed, and the old one is told', async () => {
  const person = await server.addPerson('Cara Change')
  await server.server.settled()
  post.received.length = 0
  const seen = async (): Promise<unknown> => (await owner.get(`/users/${person.id}`)).body['user']
  for (const email of ['nowhere', owner.email, 'user7@confab.invalid'])
    expect((await person.patch('/settings', { email })).status).toBe(400)
  await holdsLaw([owner, person], () => person.patch('/settings', { email: 'cara@new.example' }))
  expect(await seen()).toMatchObject({ delivery_email: 'cara.change@example.com' })
  await server.server.settled()
  expect(post.received.map(({ to }) => to)).toEqual(['cara@new.example'])
  const path = linkIn(await mailTo('cara@new.example'), '/confirm-address/')
  const browser = new Browser(server.url)
  const form = await browser.open(path)
  expect(form).toMatchObject({ status: 200, title: 'Confirm your address' })
  // Mail programs open links, too.
  expect(await seen()).toMatchObject({ delivery_email: 'cara.change@example.com' })
  browser.headers['sec-fetch-site'] = 'cross-site'
  expect(await browser.submit(form)).toMatchObject({ status: 403 })
  browser.headers['sec-fetch-site'] = 'same-origin'
  const done = await holdsLaw([owner], () => browser.submit(form))
  expect(done).toMatchObject({ status: 200, title: 'Your address is confirmed' })
  expect(await seen()).toMatchObject({ delivery_email: 'cara@new.example' })
  expect((await mailTo('cara.change@example.com')).mail.text).toContain('is cara@new.example now')
  expect((await browser.open(path)).status).toBe(410)
  expect((await browser.submit(form)).status).toBe(410)
})

test('a link for an address ends with the day, with another password, and where somebody else has the address', async () => {
  const person = await server.addPerson('Dora Doubt')
  const browser = new Browser(server.url)
  const askFor = async (email: string): Promise<string> => {
    post.received.length = 0
    expect((await person.patch('/settings', { email })).status).toBe(200)
    return linkIn(await mailTo(email), '/confirm-address/')
  }
  const late = await askFor('dora1@new.example')
  server.clock.advance(24 * hour)
  expect((await browser.open(late)).status).toBe(410)
  const taken = await askFor('dora2@new.example')
  const form = await browser.open(taken)
  const thief = await server.addPerson('Theo Thief')
  await owner.patch(`/users/${thief.id}`, { new_email: 'dora2@new.example' })
  expect(await browser.submit(form)).toMatchObject({
    status: 400,
    alert: 'There is an account with this address already.',
  })
  const outdated = await askFor('dora3@new.example')
  await person.patch('/settings', { old_password: password, new_password: better })
  expect((await browser.open(outdated)).status).toBe(410)
  for (const forged of [
    'x',
    'x.y',
    outdated.split('/').at(-1)?.split('.')[0] ?? '',
    `${outdated.split('/').at(-1)}0`,
  ])
    expect((await browser.open(`/confirm-address/${forged}`)).status).toBe(410)
})

test('an owner changes an address at once, and the old one is told', async () => {
  const person = await server.addPerson('Olaf Old')
  await server.server.settled()
  post.received.length = 0
  await owner.patch(`/users/${person.id}`, { new_email: 'olaf@new.example' })
  expect((await mailTo('olaf.old@example.com')).mail.subject).toBe(
    'Your e-mail address at Test organization has changed',
  )
})

test('log-ins from somewhere new are told, those from where one was before are not', async () => {
  const person = await server.addPerson('Lina Login')
  await server.server.settled()
  post.received.length = 0
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const logIn = async (userAgent: string): Promise<string[]> => {
    const browser = new Browser(server.url, { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent })
    expect((await browser.logIn(person.email, password)).status).toBe(200)
    return (await mailsTo(person.email)).map(({ mail }) => mail.text ?? '')
  }
  const [told] = await logIn(firefox)
  expect(told).toContain('With: Firefox on Linux')
  expect(told).toContain('From: 127.0.0.1')
  expect(told).toMatch(/When: January \d+, 2026 at /)
  expect(await logIn(firefox)).toEqual([])
  expect((await logIn(`Evil\r\n/${'x'.repeat(2000)}`.replace('\r\n', ''))).length).toBe(1)
  const wrong = await new Browser(server.url).logIn(person.email, 'wrong')
  expect([wrong.status, await mailsTo(person.email)]).toEqual([401, []])
  const key = await person.post('/fetch_api_key', { username: person.email, password })
  expect([key.status, (await mailsTo(person.email)).length]).toEqual([200, 1])
  server.clock.advance(91 * 24 * hour)
  expect((await logIn(firefox)).length).toBe(1)
  await person.patch('/settings', { enable_login_emails: false })
  expect(await logIn('Another/1.0')).toEqual([])
})

test('whoever is deactivated is told if the administrator says so, with what they say', async () => {
  const told = async (name: string, parameters: Record<string, string>): Promise<string[]> => {
    const person = await server.addPerson(name)
    await server.server.settled()
    post.received.length = 0
    await owner.delete(`/users/${person.id}`, parameters)
    return (await mailsTo(person.email)).map(({ mail }) => mail.text ?? '')
  }
  expect(await told('Quiet Quinn', {})).toEqual([])
  const [plain] = await told('Plain Pia', { deactivation_notification_comment: '' })
  expect(plain).toContain('has deactivated your account')
  expect(plain).not.toContain('They say')
  const [said] = await told('Said Sue', { deactivation_notification_comment: 'Farewell,\n<b>Sue</b>!' })
  expect(said).toContain('> Farewell,\n> <b>Sue</b>!')
})

test('owners are told that their organization was closed, and by whom', async () => {
  const closing = await TestServer.start({ rules })
  const other = await closing.addPerson('Otto Owner', 'owner')
  await closing.server.settled()
  post.received.length = 0
  expect((await other.post('/realm/deactivate')).status).toBe(200)
  await closing.server.settled()
  expect(post.received.map(({ to }) => to).toSorted()).toEqual([
    'otto.owner@example.com',
    'owner@example.com',
  ])
  const { mail } = post.received[0] ?? {}
  expect(mail?.subject).toBe('Test organization was deactivated')
  expect(mail?.text).toContain('Otto Owner has deactivated the organization')
  await closing.stop()
})

async function joinBy(first: string, email: string): Promise<void> {
  const browser = new Browser(server.url)
  const asking = await browser.open(first)
  expect(asking.fields).toEqual({ email: '' })
  post.received.length = 0
  const answer = await browser.submit(asking, { email })
  const holder = await browser.submit(asking, { email: ann.email })
  expect([answer.title, holder.html]).toEqual(['Look into your mail', answer.html])
  expect((await browser.submit(asking, { email: 'nowhere' })).errors['email']).toContain('no e-mail address')
  await server.server.settled()
  expect(post.received.find(({ to }) => to === ann.email)?.mail.subject).toContain('You have an account')
  const form = await browser.open(linkIn(await mailTo(email), '/register/'))
  expect(form.fields).toMatchObject({ email })
  const inside = await holdsLaw([owner], () =>
    browser.submit(form, { email: 'other@example.com', full_name: 'Nina New', password: better }),
  )
  expect(inside).toMatchObject({ status: 200, path: '/' })
  expect((await browser.get('/users/me')).body).toMatchObject({ delivery_email: email })
  expect((await browser.submit(form, { full_name: 'Twice', password: better })).status).toBe(400)
}

test('whoever joins without being known proves their address first', async () => {
  await owner.patch('/realm', { invite_required: false })
  await joinBy('/register', 'nina@example.com')
  await owner.patch('/realm', { invite_required: true })
  const link = String((await owner.post('/invites/multiuse', { stream_ids: [] })).body['invite_link'])
  await joinBy(new URL(link).pathname, 'nina2@example.com')
})

test('a link to register ends with the invitation, and with open registration', async () => {
  await owner.patch('/realm', { invite_required: false })
  const browser = new Browser(server.url)
  post.received.length = 0
  await browser.submit(await browser.open('/register'), { email: 'late@example.com' })
  const path = linkIn(await mailTo('late@example.com'), '/register/')
  await owner.patch('/realm', { invite_required: true })
  expect((await browser.open(path)).status).toBe(410)
  await owner.patch('/realm', { invite_required: false })
  const form = await browser.open(path)
  expect(form.status).toBe(200)
  server.clock.advance(25 * hour)
  expect((await browser.submit(form, { full_name: 'Late', password: better })).status).toBe(410)
  await owner.patch('/realm', { invite_required: true })
})

test('mail goes to people in their time zone, and to nobody’s bots', async () => {
  const person: Client = await server.addPerson('Tess Tokyo')
  await person.patch('/settings', { timezone: 'Asia/Tokyo', twenty_four_hour_time: true })
  await person.post('/bots', { full_name: 'Robbie', short_name: 'robbie', bot_type: 1 })
  await server.server.settled()
  expect(post.received.map(({ to }) => to)).toEqual([person.email])
  post.received.length = 0
  await new Browser(server.url).logIn(person.email, password)
  const { mail } = await mailTo(person.email)
  expect(mail.text).toMatch(/When: [A-Z][a-z]+ \d+, 2026 at \d\d:\d\d GMT\+9/)
})
