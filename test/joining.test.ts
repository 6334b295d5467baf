// Joining: the page of an invitation, with which somebody makes an account, and what follows for everybody.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import { Browser } from './support/browser'
import { addChannel } from './support/channels'
import type { Client, Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { TestServer } from './support/server'

let server: TestServer
let owner: Client
let member: Client
let browser: Browser
beforeEach(async () => {
  server = await TestServer.start()
  owner = server.owner
  member = await server.addPerson('Mia Member')
  browser = new Browser(server.url)
})
afterEach(() => server.stop())

const newcomer = { full_name: 'Nora New', password: 'a very good one' }

/** Where the link of a new invitation by e-mail leads. */
async function invited(who: Client, parameters: Parameters = {}): Promise<string> {
  const { body } = await who.post('/invites', {
    invitee_emails: 'nora@example.com',
    stream_ids: [],
    ...parameters,
  })
  expect(body).toMatchObject({ result: 'success' })
  return pathOf(items(body['invites'])[0]?.['link_url'])
}

/** Where a new link for everybody leads. */
async function linked(parameters: Parameters = {}): Promise<string> {
  const { body } = await owner.post('/invites/multiuse', parameters)
  expect(body).toMatchObject({ result: 'success' })
  return pathOf(body['invite_link'])
}

function pathOf(link: unknown): string {
  return new URL(String(link)).pathname
}

/** The texts of the direct messages that somebody got, oldest first. */
async function directMessagesOf(person: Client): Promise<unknown[]> {
  const narrow = [{ operator: 'is', operand: 'dm' }]
  const { body } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return items(body['messages']).map((message) => message['content'])
}

describe('an invitation by e-mail address', () => {
  test('lets one person in, where and as what the inviter said, and everybody is told', async () => {
    const channels = [
      await addChannel(owner, 'general', [member], { is_default_stream: true }),
      await addChannel(owner, 'garden', [member]),
      await addChannel(owner, 'attic', [member]),
    ]
    const { body } = await owner.post('/user_groups/create', { name: 'team', description: '', members: [] })
    const guest = await server.addPerson('Gus Guest', 'guest')
    const path = await invited(owner, {
      stream_ids: [channels[1]?.id],
      group_ids: [body['group_id']],
      include_realm_default_subscriptions: true,
      invite_as: 300,
      welcome_message_custom_text: 'Welcome to the **garden**',
    })
    const form = await browser.open(path)
    expect(form).toMatchObject({
      status: 200,
      title: 'Join Test organization',
      fields: { email: 'nora@example.com', full_name: '', password: '' },
    })
    expect(form.html).toContain('Olive Owner invites you')
    expect(form.html).toMatch(/name="email"[^>]*autocomplete="username"[^>]*readonly/)
    expect(form.html).toContain('autocomplete="new-password"')
    const inside = await holdsLaw([owner, member, guest], () =>
      browser.submit(form, { ...newcomer, email: 'else@example.com' }),
    )
    expect(inside).toMatchObject({ status: 200, path: '/' })
    expect((await browser.get('/users/me')).body).toMatchObject({
      delivery_email: 'nora@example.com',
      full_name: 'Nora New',
      role: 300,
    })
    const { subscriptions } = (await browser.get('/users/me/subscriptions')).body
    expect(items(subscriptions).map((each) => each['name'])).toEqual(['general', 'garden'])
    const { user_groups } = (await owner.get('/user_groups')).body
    const me = (await browser.get('/users/me')).body['user_id']
    expect(items(user_groups).find((group) => group['name'] === 'team')?.['members']).toEqual([me])
    expect(await directMessagesOf(browser)).toEqual(['Welcome to the **garden**'])
    expect(await directMessagesOf(owner)).toEqual([
      expect.stringContaining(path),
      `@_**|${String(me)}** has accepted your invitation.`,
    ])
    expect((await owner.get('/invites')).body).toMatchObject({ invites: [] })
    expect((await new Browser(server.url).logIn('nora@example.com', newcomer.password)).status).toBe(200)
  })

  test('says nothing to an inviter who did not want to know, or is gone, and greets as the organization does', async () => {
    await owner.patch('/realm', { welcome_message_custom_text: 'Make yourself at home' })
    const path = await invited(owner, { notify_referrer_on_join: false })
    await browser.submit(await browser.open(path), newcomer)
    expect(await directMessagesOf(owner)).toEqual([expect.stringContaining(path)])
    expect(await directMessagesOf(browser)).toEqual(['Make yourself at home'])
    const admin = await server.addPerson('Ada Admin', 'administrator')
    const other = await invited(admin, { invitee_emails: 'o@example.com', welcome_message_custom_text: '' })
    await owner.delete(`/users/${admin.id}`)
    const second = new Browser(server.url)
    await second.submit(await second.open(other), newcomer)
    expect(await directMessagesOf(second)).toEqual([])
  })

  test('works once, also for two at the same moment', async () => {
    const path = await invited(owner)
    const form = await browser.open(path)
    const answers = await Promise.all([1, 2].map(() => new Browser(server.url).submit(form, newcomer)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await browser.open(path)).toMatchObject({ status: 410, title: 'This invitation has ended' })
    expect(await browser.submit(form, newcomer)).toMatchObject({ status: 410 })
  })

  test('joins no channel or group that has ended meanwhile', async () => {
    const channel = await addChannel(owner, 'garden', [owner])
    const { body } = await owner.post('/user_groups/create', { name: 'team', description: '', members: [] })
    const path = await invited(owner, { stream_ids: [channel.id], group_ids: [body['group_id']] })
    await owner.delete(`/streams/${channel.id}`)
    await owner.post(`/user_groups/${String(body['group_id'])}/deactivate`)
    expect(await browser.submit(await browser.open(path), newcomer)).toMatchObject({ status: 200 })
    expect((await browser.get('/users/me/subscriptions')).body).toMatchObject({ subscriptions: [] })
  })
})

describe('a link', () => {
  test('lets in whoever has it, until it is revoked', async () => {
    const channel = await addChannel(owner, 'garden', [owner])
    const path = await linked({ stream_ids: [channel.id], invite_as: 600 })
    for (const name of ['Ann', 'Bob']) {
      const next = new Browser(server.url)
      const form = await next.open(path)
      expect(form.html).not.toContain(' readonly')
      const email = `${name}@example.com`
      const inside = await holdsLaw([owner], () => next.submit(form, { ...newcomer, full_name: name, email }))
      expect(inside).toMatchObject({ status: 200, path: '/' })
      expect((await next.get('/users/me')).body).toMatchObject({ is_guest: true, delivery_email: email })
      expect((await next.get('/users/me/subscriptions')).body).toMatchObject({
        subscriptions: [{ name: 'garden' }],
      })
    }
    const [{ id } = {}] = items((await owner.get('/invites')).body['invites'])
    const form = await browser.open(path)
    await owner.delete(`/invites/multiuse/${String(id)}`)
    expect(await browser.submit(form, { ...newcomer, email: 'c@example.com' })).toMatchObject({ status: 410 })
    expect(await browser.open(path)).toMatchObject({ status: 410 })
  })

  test('ends by the clock, and one that never was looks the same', async () => {
    const path = await linked({ invite_expires_in_minutes: 10 })
    const form = await browser.open(path)
    server.clock.advance(600_000)
    const ended = await browser.open(path)
    expect(ended).toMatchObject({ status: 410 })
    expect((await browser.submit(form, { ...newcomer, email: 'c@example.com' })).status).toBe(410)
    expect((await browser.open('/join/xxxxxxxxxxxxxxxxxxxxxxxx/')).html).toBe(ended.html)
  })
})

test('what is wrong stands beside its field; what was filled in stays, but for the password; nobody is made', async () => {
  const path = await linked()
  const form = await browser.open(path)
  const right = { ...newcomer, email: 'c@example.com' }
  const hostile = '<script>"&'
  for (const [values, status, errors] of [
    [
      { ...right, password: 'short' },
      400,
      { password: 'The password is too short: it needs 8 characters at least.' },
    ],
    [{ ...right, password: '' }, 400, { password: expect.stringContaining('too short') }],
    [{ ...right, full_name: ' ' }, 400, { full_name: 'Please say what you are called.' }],
    [{ ...right, full_name: 'x'.repeat(101) }, 400, { full_name: expect.stringContaining('too long') }],
    [{ ...right, full_name: hostile }, 400, { full_name: expect.stringContaining('names can’t have') }],
    [{ ...right, email: 'nowhere' }, 400, { email: 'That is no e-mail address.' }],
    [{ ...right, email: member.email }, 400, { email: expect.stringContaining('already') }],
  ] as const) {
    const again = await browser.submit(form, values)
    expect(again).toMatchObject({ status, fields: { password: '' } })
    expect(Object.entries(again.errors)).toEqual(
      Object.entries(errors).map(([name, text]) => [
        name,
        typeof text === 'string' ? Bun.escapeHTML(text) : text,
      ]),
    )
    expect(again.fields).toMatchObject({ email: values.email, full_name: values.full_name })
    expect(again.html).not.toContain('<script')
  }
  await server.organization.write((tx) => storeSetting(tx, 'require_unique_names', true))
  const taken = await browser.submit(form, { ...right, full_name: 'mia member' })
  expect(taken.errors).toEqual({ full_name: 'Somebody here is called so already.' })
  expect(browser.cookies.size).toBe(0)
  expect(
    items((await owner.get('/users')).body['members']).filter((user) => !item(user)['is_bot']),
  ).toHaveLength(2)
})

test('another site makes nobody join', async () => {
  const form = await browser.open(await linked())
  browser.headers['sec-fetch-site'] = 'cross-site'
  const refused = await browser.submit(form, { ...newcomer, email: 'c@example.com' })
  expect(refused).toMatchObject({ status: 403 })
  expect(browser.cookies.size).toBe(0)
})

test('new people are announced where the organization says, whoever makes them', async () => {
  const channel = await addChannel(owner, 'hall', [owner])
  await owner.patch('/realm', { signup_announcements_stream_id: channel.id })
  await holdsLaw([owner, member], () => server.addPerson('Nora New'))
  const { body } = await owner.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  expect(body['messages']).toMatchObject([
    {
      display_recipient: 'hall',
      subject: 'signups',
      content: expect.stringMatching(/^@_\*\*\|\d+\*\* has joined\.$/),
    },
  ])
})

test('an administrator tries a greeting out on themselves', async () => {
  const path = '/realm/test_welcome_bot_custom_message'
  const text = { welcome_message_custom_text: 'Hello **you**' }
  const { body } = await holdsLaw([owner, member], () => owner.post(path, text))
  expect(body).toEqual({ result: 'success', msg: '', message_id: expect.any(Number) })
  expect(await directMessagesOf(owner)).toEqual(['Hello **you**'])
  await areRefused(owner, [
    {
      who: member,
      method: 'post',
      path,
      parameters: text,
      answer: badRequest('Must be an organization administrator'),
    },
    { who: owner, method: 'post', path, answer: missing('welcome_message_custom_text') },
    {
      who: owner,
      method: 'post',
      path,
      parameters: { welcome_message_custom_text: 'x'.repeat(8001) },
      answer: invalid('welcome_message_custom_text'),
    },
    {
      who: owner,
      method: 'post',
      path,
      parameters: { welcome_message_custom_text: ' ' },
      answer: invalid('welcome_message_custom_text'),
    },
  ])
})
