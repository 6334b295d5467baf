// Lists of everybody are kept ready for all of a role; what they say of each person is what is said of that person alone.
import { expect, test } from 'bun:test'
import type { Client } from './support/client'
import { register } from './support/law'
import { scenario } from './support/scenario'

const { server, owner, ...people } = await scenario({
  admin: 'administrator Ada Ádám 👍',
  moderator: 'moderator',
  member: 'member Žofie',
  other: 'member',
  guest: 'guest',
  gone: 'member',
})
await owner.patch('/realm', { use_gravatar: true })
const { admin, moderator, member, other, guest, gone } = people
const viewers = [owner, admin, moderator, member, other, guest]

interface Listed {
  user_id: number
  is_active?: boolean
  profile_data?: object
}

/** Everybody, by asking for one after another. */
async function oneByOne(viewer: Client, parameters: Record<string, string>): Promise<unknown[]> {
  const ids = [owner, ...Object.values(people)].map(({ id }) => id)
  return Promise.all(ids.map(async (id) => (await viewer.get(`/users/${id}`, parameters)).body['user']))
}

async function expectTheSame(): Promise<void> {
  for (const viewer of viewers) {
    for (const client_gravatar of ['true', 'false']) {
      for (const include_custom_profile_fields of ['true', 'false']) {
        const parameters = { client_gravatar, include_custom_profile_fields }
        const { body } = await viewer.get('/users', parameters)
        expect(body['members']).toEqual(await oneByOne(viewer, parameters))
      }
      const state = await register(viewer, { client_gravatar })
      const listed = (key: string, is_active: boolean): Listed[] =>
        Object.values<Listed>(Object(state[key])).map((person) => ({ ...person, is_active }))
      const all = [...listed('realm_users', true), ...listed('realm_non_active_users', false)]
      const parameters = { client_gravatar, include_custom_profile_fields: 'true' }
      expect(all.toSorted((a, b) => a.user_id - b.user_id)).toEqual(
        (await oneByOne(viewer, parameters)).map((each) => expect.objectContaining(Object(each))),
      )
    }
  }
}

test('whoever looks, in whatever way, and whatever changes', async () => {
  await expectTheSame()
  for (const [index, person] of viewers.entries()) {
    const email_address_visibility = String([5, 3, 4, 5, 4, 2][index])
    expect((await person.patch('/settings', { email_address_visibility })).status).toBe(200)
  }
  await expectTheSame()
  const field = await owner.post('/realm/profile_fields', { field_type: '1', name: 'Pronouns' })
  const data = [{ id: field.body['id'], value: 'they/them «x»' }]
  expect((await member.patch('/users/me/profile_data', { data })).status).toBe(200)
  await expectTheSame()
  expect((await owner.delete(`/users/${gone.id}`)).status).toBe(200)
  expect((await owner.patch(`/users/${admin.id}`, { full_name: 'Ada', role: 400 })).status).toBe(200)
  await expectTheSame()
  await server.server.settled()
})

test('what one sees of oneself is in nobody else’s list', async () => {
  for (const person of [member, other]) await person.patch('/settings', { email_address_visibility: '4' })
  for (const [viewer, next] of [
    [member, other],
    [other, member],
  ] as const) {
    const { body } = await viewer.get('/users')
    const addresses = Object.values<{ user_id: number; delivery_email: string | null }>(
      Object(body['members']),
    )
    const of = ({ id }: Client) => addresses.find(({ user_id }) => user_id === id)?.delivery_email
    expect([of(viewer), of(next)]).toEqual([viewer.email, null])
  }
})
