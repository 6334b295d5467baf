// Setting a new password with a link that an administrator or the command line made: once, within a day; all other logins end.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { Browser } from './support/browser'
import type { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest } from './support/refusals'
import { password, startOfTests, TestServer } from './support/server'

// The command line is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

let server: TestServer
let member: Client
let browser: Browser
beforeEach(async () => {
  server = await TestServer.start()
  member = await server.addPerson('Mia Member')
  browser = new Browser(server.url)
})
afterEach(() => server.stop())

const better = 'a much better one'

/** Where the page of a new link is. */
async function linkFor(person: Client): Promise<string> {
  const { body } = await server.owner.post(`/users/${person.id}/password_reset`)
  expect(body).toEqual({
    result: 'success',
    msg: '',
    reset_url: expect.stringContaining(`${server.url}/reset-password/`),
    expiry_date: expect.any(Number),
  })
  return new URL(String(body['reset_url'])).pathname
}

test('the new password is set, this browser is logged in, and everybody else is out', async () => {
  const other = new Browser(server.url)
  await other.logIn(member.email, password)
  const state = await register(member, { event_types: ['alert_words'] })
  const path = await holdsLaw([server.owner, member], () => linkFor(member))
  const form = await browser.open(path)
  expect(form).toMatchObject({
    status: 200,
    title: 'Set a new password',
    fields: { email: member.email, password: '' },
  })
  expect(form.html).toContain('autocomplete="new-password"')
  const short = await browser.submit(form, { password: 'short' })
  expect(short).toMatchObject({ status: 400, errors: { password: expect.stringContaining('too short') } })
  expect((await other.get('/users/me')).status).toBe(200)
  const inside = await holdsLaw([server.owner], () => browser.submit(form, { password: better }))
  expect(inside).toMatchObject({ status: 200, path: '/' })
  expect((await browser.get('/users/me')).body).toMatchObject({ user_id: member.id })
  expect((await other.get('/users/me')).status).toBe(401)
  expect((await member.get('/events', { queue_id: state['queue_id'], last_event_id: -1 })).status).toBe(401)
  expect((await other.logIn(member.email, password)).status).toBe(401)
  expect((await other.logIn(member.email, better)).status).toBe(200)
  expect((await server.owner.get('/users/me')).status).toBe(200)
})

test('a link works once, the newest only, for a day, and as long as nothing else has happened', async () => {
  const isOpen = async (path: string): Promise<boolean> => (await browser.open(path)).status === 200
  const replaced = await linkFor(member)
  const used = await linkFor(member)
  expect([await isOpen(replaced), await isOpen(used)]).toEqual([false, true])
  const form = await browser.open(used)
  const twice = await Promise.all(
    [better, `${better}!`].map((each) => browser.submit(form, { password: each })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const ended = await browser.open(used)
  expect(ended).toMatchObject({ status: 410, title: 'This link has ended' })
  expect((await browser.submit(form, { password: better })).status).toBe(410)
  expect((await browser.open(`/reset-password/${'x'.repeat(32)}`)).html).toBe(ended.html)

  const late = await linkFor(member)
  server.clock.advance(24 * 3600_000 - 1000)
  expect(await isOpen(late)).toBe(true)
  server.clock.advance(1000)
  expect(await isOpen(late)).toBe(false)

  const outdated = await linkFor(server.owner)
  await server.owner.patch('/settings', { old_password: password, new_password: better })
  expect(await isOpen(outdated)).toBe(false)

  const closed = await linkFor(member)
  await server.owner.delete(`/users/${member.id}`)
  expect(await isOpen(closed)).toBe(false)
})

test('another site sets no password', async () => {
  const form = await browser.open(await linkFor(member))
  browser.headers['sec-fetch-site'] = 'cross-site'
  expect(await browser.submit(form, { password: better })).toMatchObject({ status: 403 })
  expect((await new Browser(server.url).logIn(member.email, password)).status).toBe(200)
})

test('only administrators make links, for owners only owners, for bots and closed accounts nobody', async () => {
  const admin = await server.addPerson('Ada Admin', 'administrator')
  const gone = await server.addPerson('Gone Girl')
  await server.owner.delete(`/users/${gone.id}`)
  const link = (who: Client, ref: number | string, message: string) =>
    ({ who, method: 'post', path: `/users/${ref}/password_reset`, answer: badRequest(message) }) as const
  await areRefused(server.owner, [
    link(member, member.id, 'Must be an organization administrator'),
    link(admin, server.owner.id, 'Must be an organization owner'),
    link(admin, gone.id, `The account of ${gone.email} is deactivated`),
    link(admin, 'notification-bot@confab.invalid', 'No such user'),
    link(admin, 9999, 'No such user'),
  ])
  expect((await admin.post(`/users/${member.email}/password_reset`)).body).toMatchObject({
    result: 'success',
    expiry_date: startOfTests / 1000 + 24 * 3600,
  })
})

test('the command line makes links beside the server', async () => {
  await using confab = new Confab()
  const running = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const command = ['user', 'reset-password', '--email', 'OWNER@x.io']
  const made = await confab.json([...command, '--origin', running.url])
  expect(made).toEqual({
    user_id: expect.any(Number),
    email: 'owner@x.io',
    reset_url: expect.stringContaining(`${running.url}/reset-password/`),
    expiry_date: expect.any(Number),
  })
  const person = new Browser(running.url)
  const form = await person.open(new URL(String(made['reset_url'])).pathname)
  expect(await person.submit(form, { password: better })).toMatchObject({ path: '/' })
  expect((await new Browser(running.url).logIn('owner@x.io', better)).status).toBe(200)
  const shown = await confab.run(command)
  expect(shown.out).toContain('http://localhost:8420/reset-password/')
  const settings = { CONFAB_PUBLIC_URL: 'https://chat.example.com' }
  expect((await confab.run(command, '', settings)).out).toContain('https://chat.example.com/reset-password/')
  for (const origin of ['chat.example.com', 'https://chat.example.com/path', 'ftp://x'])
    expect(await confab.run([...command, '--origin', origin])).toMatchObject({ code: 2 })
})
