// Statuses: text and emoji, set in part, by their person or an administrator, seen by all who see the person.
import { quietly } from './support/quietly'
import { beforeEach, expect, test } from 'bun:test'
import { storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const path = '/users/me/status'
const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }

let member: Client
let count = 0
const { server, owner, guest } = await scenario({ guest: 'guest Gus Guest' })
beforeEach(async () => {
  member = await server.addPerson(`Member ${++count}`)
})

async function set(parameters: object, who = member, where = path): Promise<void> {
  const reply = await holdsLaw([owner, member, guest], () => who.post(where, { ...parameters }))
  expect(reply.body).toEqual({ result: 'success', msg: '' })
}

async function status(): Promise<unknown> {
  return (await guest.get(`/users/${member.id}/status`)).body['status']
}

test('a status is set in part and in whole, and cleared', async () => {
  expect(await status()).toEqual({})
  await set({ status_text: ' on vacation ' })
  expect(await status()).toEqual({ status_text: 'on vacation' })
  await set({ emoji_name: 'car' })
  expect(await status()).toEqual({ status_text: 'on vacation', ...car })
  await set({ status_text: '' })
  expect(await status()).toEqual(car)
  await set({ status_text: 'back', ...car, emoji_name: '', emoji_code: '', reaction_type: undefined })
  expect(await status()).toEqual({ status_text: 'back' })
  await set({ status_text: '', emoji_name: '' })
  expect(await status()).toEqual({})
  expect((await register(owner))['user_status']).toEqual({})
})

test("the server's own emoji goes by both of its names", async () => {
  const confab = { emoji_name: 'confab', emoji_code: 'confab', reaction_type: 'chat_extra_emoji' }
  await set({ ...confab, reaction_type: 'zulip_extra_emoji' })
  expect(await status()).toEqual(confab)
  const publicly = { ...confab, reaction_type: 'zulip_extra_emoji' }
  const client = 'ZulipMobile'
  expect((await guest.get(`/users/${member.id}/status`, { client })).body['status']).toEqual(publicly)
  const states = [await register(guest, { client }), await register(guest)]
  expect(states).toMatchObject([
    { user_status: { [member.id]: publicly } },
    { user_status: { [member.id]: confab } },
  ])
  await member.post(path, { status_text: 'x', ...publicly })
  const [theirs = {}, ours = {}] = states
  expect(await eventsOf({ person: guest, state: theirs })).toMatchObject([publicly])
  expect(await eventsOf({ person: guest, state: ours })).toMatchObject([confab])
  await set({ status_text: '', emoji_name: '' })
})

test('the event says what has changed, and only that', async () => {
  await set({ status_text: 'here', ...car })
  const state = await register(guest)
  await member.post(path, { emoji_name: '' })
  expect(await eventsOf({ person: guest, state })).toEqual([
    {
      id: 0,
      type: 'user_status',
      user_id: member.id,
      emoji_name: '',
      emoji_code: '',
      reaction_type: 'unicode_emoji',
    },
  ])
  await set({ status_text: '' })
})

test("away is the old word for hiding one's presence", async () => {
  await set({ away: true, status_text: 'hidden' })
  expect(await status()).toEqual({ away: true, status_text: 'hidden' })
  expect(await register(member)).toMatchObject({ user_settings: { presence_enabled: false } })
  await holdsLaw([owner, member], () => member.patch('/settings', { presence_enabled: true }))
  expect(await status()).toEqual({ status_text: 'hidden' })
  await set({ status_text: '', away: false })
})

test('an administrator sets the status of others', async () => {
  const administrator = await server.addPerson('Ada Admin', 'administrator')
  const where = `/users/${member.id}/status`
  await set({ status_text: 'on leave', emoji_name: 'car' }, administrator, where)
  expect(await status()).toEqual({ status_text: 'on leave', ...car })
  const refused = (who: Client, userId: unknown, msg: string): Refusal => ({
    who,
    method: 'post',
    path: `/users/${userId}/status`,
    parameters: { status_text: 'x' },
    answer: badRequest(msg),
  })
  await areRefused(member, [
    refused(member, owner.id, 'Must be an organization administrator'),
    refused(guest, member.id, 'Must be an organization administrator'),
    refused(administrator, 999, 'No such user'),
  ])
  await set({ status_text: '', emoji_name: '' }, owner, where)
})

test('bad input is refused and changes nothing', async () => {
  await set({ status_text: '𝒳'.repeat(60) })
  const post = (parameters: object, answer: Refusal['answer']): Refusal => ({
    who: member,
    method: 'post',
    path,
    parameters: { status_text: 'not stored', ...parameters },
    answer,
  })
  await areRefused(member, [
    { who: member, method: 'post', path, answer: badRequest('Client did not pass any new values.') },
    post({ status_text: 'x'.repeat(61) }, badRequest('status_text is too long (limit: 60 characters)')),
    post(
      { emoji_code: '1f697' },
      badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.'),
    ),
    post({ emoji_name: 'no_such_emoji' }, badRequest("Emoji 'no_such_emoji' does not exist")),
    post(
      { ...car, emoji_code: '1f642' },
      badRequest('Invalid emoji name: emoji_code is that of another emoji'),
    ),
    post({ ...car, emoji_code: 'x' }, badRequest('Invalid emoji code')),
    post({ ...car, reaction_type: 'realm_emoji' }, badRequest("Emoji 'car' does not exist")),
    post({ ...car, reaction_type: 'sticker' }, invalid('reaction_type')),
    post({ ...car, reaction_type: '' }, invalid('reaction_type')),
    post({ away: 'x' }, invalid('away')),
    { who: member, method: 'get', path: '/users/999/status', answer: badRequest('No such user') },
  ])
  for (const [method, where] of [
    ['POST', path],
    ['GET', `/users/${member.id}/status`],
  ] as const) {
    const nobody = await anonymous(server.url, where, { method })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
  await set({ status_text: '' })
})

test('statuses survive a restart, and are not shown to guests out of whose sight the person is', async () => {
  await set({ status_text: 'still here' })
  await server.restart()
  expect(await status()).toEqual({ status_text: 'still here' })
  const only = systemGroupId(server.organization, 'role:members')
  await quietly(server.organization, (tx) => storeValue(tx, 'can_access_all_users_group', only))
  const state = await register(guest)
  expect(state['user_status']).toEqual({})
  await member.post(path, { status_text: 'unseen' })
  expect(await eventsOf({ person: guest, state })).toEqual([])
  expect((await guest.get(`/users/${member.id}/status`)).body).toMatchObject(badRequest('No such user'))
})
