// Who may join with which address: registration without an invitation, domains of the organization, disposable addresses.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ServerSettings } from '../src/server'
import { Browser } from './support/browser'
import { addChannel } from './support/channels'
import type { Client, Parameters, Reply } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { password, TestServer } from './support/server'

let server: TestServer
let owner: Client
beforeEach(() => start())
afterEach(() => server.stop())

async function start(settings: Partial<ServerSettings> = {}): Promise<void> {
  server = await TestServer.start(settings)
  owner = server.owner
}

const newcomer = { email: 'nora@example.com', full_name: 'Nora New', password: 'a very good one' }

async function change(settings: Parameters): Promise<void> {
  expect((await owner.patch('/realm', settings)).body).toEqual({ result: 'success', msg: '' })
}

describe('registration', () => {
  test('takes an invitation where the organization says so, which it does from the start', async () => {
    const browser = new Browser(server.url)
    const closed = await browser.open('/register')
    expect(closed).toMatchObject({ status: 403, title: 'You need an invitation', fields: {} })
    expect((await browser.open('/login')).html).not.toContain('/register')
    expect(await browser.submit({ ...closed, fields: newcomer })).toMatchObject({ status: 403 })
    await change({ invite_required: false })
    const form = await browser.open('/register/')
    await change({ invite_required: true })
    expect(await browser.submit(form, newcomer)).toMatchObject({ status: 403 })
    expect(browser.cookies.size).toBe(0)
  })

  test('makes a member, in the default channels, and everybody is told', async () => {
    await addChannel(owner, 'general', [owner], { is_default_stream: true })
    const guest = await server.addPerson('Gus Guest', 'guest')
    await change({ invite_required: false, welcome_message_custom_text: 'Hello' })
    const browser = new Browser(server.url)
    expect((await browser.open('/login')).html).toContain('href="/register"')
    const form = await browser.open('/register')
    expect(form).toMatchObject({ status: 200, title: 'Join Test organization' })
    const inside = await holdsLaw([owner, guest], () => browser.submit(form, newcomer))
    expect(inside).toMatchObject({ status: 200, path: '/' })
    expect((await browser.get('/users/me')).body).toMatchObject({
      role: 400,
      delivery_email: 'nora@example.com',
    })
    const { subscriptions } = (await browser.get('/users/me/subscriptions')).body
    expect(items(subscriptions).map((each) => each['name'])).toEqual(['general'])
    const again = await new Browser(server.url).submit(form, { ...newcomer, email: 'NORA@example.com' })
    expect(again).toMatchObject({ status: 400, fields: { full_name: 'Nora New', password: '' } })
    expect(again.errors['email']).toContain('account with this address already')
  })

  test('is counted by address, mistakes not', async () => {
    await server.stop()
    await start({
      userRateLimit: { limit: 1000, windowSeconds: 60 },
      trustedProxies: ['127.0.0.0/8'],
    })
    await change({ invite_required: false })
    const browser = new Browser(server.url, {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': '192.0.2.1',
    })
    const form = await browser.open('/register')
    // Short passwords, which cost nothing to refuse, keep the test quick.
    const tries = { ...newcomer, password: 'short' }
    for (let count = 0; count < 40; count++) await browser.submit(form, { ...tries, email: 'nowhere' })
    for (let count = 0; count < 30; count++) expect((await browser.submit(form, tries)).status).toBe(400)
    const refused = await browser.submit(form, newcomer)
    expect(refused).toMatchObject({ status: 429, fields: { email: 'nora@example.com' } })
    expect(refused.headers.get('retry-after')).toBe('3600')
    browser.headers['x-forwarded-for'] = '192.0.2.2'
    expect((await browser.submit(form, newcomer)).status).toBe(200)
  })

  test('is no place for forms of other sites', async () => {
    await change({ invite_required: false })
    const browser = new Browser(server.url)
    const form = await browser.open('/register')
    browser.headers['sec-fetch-site'] = 'cross-site'
    expect(await browser.submit(form, newcomer)).toMatchObject({ status: 403, title: 'Please try again' })
  })
})

describe('domains', () => {
  const domains = async (): Promise<unknown> => {
    const { body } = await owner.get('/realm/domains')
    expect((await register(owner))['realm_domains']).toEqual(body['domains'])
    return body['domains']
  }

  test('are added, changed and removed by owners, and everybody is told', async () => {
    const member = await server.addPerson('Mia Member')
    await holdsLaw([owner, member], async () => {
      await owner.post('/realm/domains', { domain: ' Example.COM. ', allow_subdomains: true })
      await owner.post('/realm/domains', { domain: 'BÜCHER.example' })
    })
    expect(await domains()).toEqual([
      { domain: 'example.com', allow_subdomains: true },
      { domain: 'bücher.example', allow_subdomains: false },
    ])
    await holdsLaw([owner, member], () =>
      owner.patch('/realm/domains/example.com', { allow_subdomains: false }),
    )
    await holdsLaw([owner, member], () => owner.delete('/realm/domains/xn--bcher-kva.example'))
    expect(await domains()).toEqual([{ domain: 'example.com', allow_subdomains: false }])
    const admin = await server.addPerson('Ada Admin', 'administrator')
    const mustOwn = badRequest('Must be an organization owner')
    const none = badRequest('There is no such domain')
    const path = '/realm/domains'
    await areRefused(owner, [
      { who: admin, method: 'post', path, parameters: { domain: 'b.example' }, answer: mustOwn },
      {
        who: admin,
        method: 'patch',
        path: `${path}/example.com`,
        parameters: { allow_subdomains: true },
        answer: mustOwn,
      },
      { who: admin, method: 'delete', path: `${path}/example.com`, answer: mustOwn },
      { who: owner, method: 'post', path, answer: missing('domain') },
      ...[
        '',
        'example',
        'a b.example',
        '-a.example',
        '127.0.0.1',
        '@example.org',
        'x'.repeat(64) + '.example',
        'a..example',
      ].map(
        (domain) =>
          ({ who: owner, method: 'post', path, parameters: { domain }, answer: invalid('domain') }) as const,
      ),
      {
        who: owner,
        method: 'post',
        path,
        parameters: { domain: 'b.example', allow_subdomains: 'x' },
        answer: invalid('allow_subdomains'),
      },
      {
        who: owner,
        method: 'post',
        path,
        parameters: { domain: 'EXAMPLE.com' },
        answer: badRequest('The domain example.com is already a part of your organization.'),
      },
      {
        who: owner,
        method: 'patch',
        path: `${path}/b.example`,
        parameters: { allow_subdomains: true },
        answer: none,
      },
      { who: owner, method: 'delete', path: `${path}/b.example`, answer: none },
    ])
  })

  let count = 0

  /** Whether somebody with that address may come: by an invitation, by themselves, made by the owner, or by a change. */
  async function ways(email: string): Promise<boolean[]> {
    const browser = new Browser(server.url)
    const invited = await owner.post('/invites', { invitee_emails: email, stream_ids: [] })
    const form = await browser.open('/register')
    const { errors } = await browser.submit(form, { ...newcomer, email, password: 'short' })
    const made = await owner.post('/users', { email, full_name: 'Made', password: 'short' })
    const somebody = await server.addPerson(`Somebody ${++count}`)
    const changed = await somebody.patch('/settings', { email })
    if (changed.status === 200) await owner.patch(`/users/${somebody.id}`, { new_email: somebody.email })
    return [
      invited.status === 200,
      !('email' in errors),
      made.body['var_name'] !== 'email',
      changed.status === 200,
    ]
  }

  const yes = [true, true, true, true]
  const no = [false, false, false, false]

  test('decide which addresses are taken, whichever way somebody comes', async () => {
    await change({ invite_required: false })
    await owner.post('/realm/domains', { domain: 'corp.example', allow_subdomains: false })
    await owner.post('/realm/domains', { domain: 'example.com', allow_subdomains: true })
    await owner.post('/realm/domains', { domain: 'bücher.example', allow_subdomains: false })
    expect(await ways('a@elsewhere.example')).toEqual(yes)
    await change({ emails_restricted_to_domains: true })
    for (const [email, expected] of [
      ['a@CORP.example', yes],
      ['a@sub.corp.example', no],
      ['a@notcorp.example', no],
      ['a@example.com', yes],
      ['a@deep.sub.example.com', yes],
      ['a@xn--bcher-kva.example', yes],
      ['a@elsewhere.example', no],
      ['a@localhost', no],
    ] as const) {
      expect([email, await ways(email)]).toEqual([email, expected])
    }
    for (const domain of ['corp.example', 'example.com', 'bücher.example'])
      await owner.delete(`/realm/domains/${encodeURIComponent(domain)}`)
    expect(await ways('a@corp.example')).toEqual(no)
  })

  test('that are disposable are refused where the organization says so', async () => {
    await change({ invite_required: false })
    expect(await ways('a@mailinator.com')).toEqual(yes)
    await change({ disallow_disposable_email_addresses: true })
    for (const email of ['a@mailinator.com', 'a@x.Mailinator.com']) expect(await ways(email)).toEqual(no)
    expect(await ways('a@gmail.com')).toEqual(yes)
    const refused = await owner.post('/invites', { invitee_emails: 'a@mailinator.com', stream_ids: [] })
    expect(refused.body['errors']).toEqual([
      ['a@mailinator.com', expect.stringContaining('disposable'), false],
    ])
  })
})

test('somebody who registered logs in like everybody else', async () => {
  await change({ invite_required: false })
  const browser = new Browser(server.url)
  await browser.submit(await browser.open('/register'), newcomer)
  const reply: Reply = await new Browser(server.url).logIn(newcomer.email, newcomer.password)
  expect(reply.status).toBe(200)
  expect((await new Browser(server.url).logIn(newcomer.email, password)).status).toBe(401)
})
