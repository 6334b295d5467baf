// One's own account in PATCH /settings: name, address and who sees it, time zone, password.
import { beforeEach, expect, test } from 'bun:test'
import { storeSetting } from '../src/organization/settings'
import type { Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { password } from './support/server'
import { scenario } from './support/scenario'
import { usualLoginLimits } from '../src/accounts/login-attempts'
import { directory } from '../src/users/repository'

let person: Client
let count = 0
const { server, administrator, guest } = await scenario(
  { administrator: 'administrator Ada Admin', guest: 'guest Gus Guest' },
  { loginLimits: usualLoginLimits },
)
beforeEach(async () => {
  person = await server.addPerson(`Person ${++count}`)
})

/** Changes the person's settings; every watcher's state keeps up. */
async function change(parameters: object, who = person): Promise<void> {
  const reply = await holdsLaw([person, administrator, guest], () =>
    who.patch('/settings', { ...parameters }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '' })
}

async function seenBy(viewer: Client): Promise<unknown> {
  return (await viewer.get(`/users/${person.id}`)).body['user']
}

test('a new name and time zone are seen by everyone', async () => {
  await change({ full_name: '  Mia  Renamed ', timezone: 'Europe/Vienna', enter_sends: true })
  expect(await seenBy(guest)).toMatchObject({ full_name: 'Mia Renamed', timezone: 'Europe/Vienna' })
  expect(await register(person)).toMatchObject({
    full_name: 'Mia Renamed',
    timezone: 'Europe/Vienna',
    user_settings: { timezone: 'Europe/Vienna', enter_sends: true },
  })
  await change({ timezone: '' })
  expect(await seenBy(guest)).toMatchObject({ timezone: '' })
})

test('a new address is the one to log in with', async () => {
  const reply = await holdsLaw([administrator, guest], () =>
    person.patch('/settings', { email: 'New.Address@example.org' }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  expect(await seenBy(guest)).toMatchObject({ delivery_email: 'New.Address@example.org' })
  expect((await person.get('/users/me')).body['code']).toBe('UNAUTHORIZED')
  expect((await person.withEmail('new.address@example.org').get('/users/me')).status).toBe(200)
})

test.each([2, 3, 4, 5])('who sees the address: %p', async (email_address_visibility) => {
  await change({ email_address_visibility })
  expect(await register(person)).toMatchObject({ user_settings: { email_address_visibility } })
  const seesIt = { delivery_email: person.email }
  const not = { delivery_email: null }
  expect(await seenBy(person)).toMatchObject(seesIt)
  expect(await seenBy(guest)).toMatchObject(not)
  expect(await seenBy(administrator)).toMatchObject(email_address_visibility === 4 ? not : seesIt)
  await change({ email_address_visibility: 1 })
  expect(await seenBy(guest)).toMatchObject(seesIt)
})

test('nobody takes an address that stands for somebody else, or for somebody to come', async () => {
  await guest.patch('/settings', { email_address_visibility: 4 })
  const addresses = [
    `user${guest.id}@root.confab.invalid`,
    `USER${guest.id}@Root.confab.INVALID`,
    `ｕｓｅｒ${guest.id}@root.confab.invalid`,
    'user9999@root.confab.invalid',
    'user9999@root.confab.invalid.',
    'helper-bot@root.confab.invalid',
    'mia@confab.invalid',
  ]
  const refusals = addresses.flatMap((address): Refusal[] => [
    {
      who: person,
      method: 'patch',
      path: '/settings',
      parameters: { email: address },
      answer: invalid('email'),
    },
    {
      who: server.owner,
      method: 'patch',
      path: `/users/${person.id}`,
      parameters: { new_email: address },
      answer: invalid('new_email'),
    },
    {
      who: server.owner,
      method: 'post',
      path: '/users',
      parameters: { email: address, full_name: 'Mia', password: 'a long password' },
      answer: invalid('email'),
    },
  ])
  await areRefused(person, refusals)
  // What is sent there is for the one it stands for.
  const to = [`user${guest.id}@root.confab.invalid`]
  const { body } = await server.owner.post('/messages', { type: 'direct', to, content: 'for you alone' })
  expect((await guest.get(`/messages/${String(body['id'])}`)).status).toBe(200)
  await guest.patch('/settings', { email_address_visibility: 1 })
})

test('a new password needs the old one, and a wrong one is tried five times at most', async () => {
  const { organization } = server
  const hash = () => directory(organization).byId.get(person.id)?.passwordHash ?? ''
  await change({ old_password: password, new_password: 'staple of horses' })
  expect(await Bun.password.verify('staple of horses', hash())).toBe(true)
  const before = hash()
  const attempt = (parameters: object, answer: Refusal['answer'], status = 400): Refusal => ({
    who: person,
    method: 'patch',
    path: '/settings',
    parameters: { full_name: 'Not This', ...parameters },
    answer,
    status,
  })
  const wrong = attempt(
    { old_password: password, new_password: 'another one' },
    badRequest('The old password is wrong'),
  )
  await areRefused(person, [
    attempt({ new_password: 'another one' }, missing('old_password')),
    attempt({ old_password: 'staple of horses', new_password: 'short' }, invalid('new_password')),
    wrong,
    wrong,
    wrong,
    wrong,
    wrong,
    attempt(
      { old_password: 'staple of horses', new_password: 'another one' },
      { code: 'RATE_LIMIT_HIT' },
      429,
    ),
  ])
  expect(hash()).toBe(before)
  await server.advance(30 * 60_000)
  await change({ old_password: 'staple of horses', new_password: 'another one' })
})

test('bad values are refused, and nothing of the call is done', async () => {
  const patch = (parameters: object, answer: Refusal['answer']): Refusal => ({
    who: person,
    method: 'patch',
    path: '/settings',
    parameters: { enter_sends: true, timezone: 'Asia/Tokyo', ...parameters },
    answer,
  })
  await areRefused(person, [
    patch({ full_name: ' ' }, invalid('full_name')),
    patch({ full_name: 'a*b' }, invalid('full_name')),
    patch({ full_name: 'x'.repeat(101) }, invalid('full_name')),
    patch({ full_name: 'Fine', email: 'not an address' }, invalid('email')),
    patch({ email: 'OWNER@example.com' }, badRequest("Email 'OWNER@example.com' already in use")),
    patch({ email_address_visibility: 0 }, invalid('email_address_visibility')),
    patch({ timezone: 'Middle/Earth' }, invalid('timezone')),
    patch({ timezone: '+05:30' }, invalid('timezone')),
  ])
})

test('the organization can keep all but administrators from changing names and addresses', async () => {
  await server.organization.write((tx) => {
    storeSetting(tx, 'name_changes_disabled', true)
    storeSetting(tx, 'email_changes_disabled', true)
  })
  const patch = (parameters: object, msg: string): Refusal => ({
    who: person,
    method: 'patch',
    path: '/settings',
    parameters: { ...parameters },
    answer: badRequest(msg),
  })
  await areRefused(person, [
    patch({ full_name: 'Somebody Else' }, "Names can't be changed in this organization"),
    patch({ email: 'else@example.com' }, "E-mail addresses can't be changed in this organization"),
  ])
  await change({ full_name: 'Ada Allowed' }, administrator)
})
