// The store and the wire: it knows all that the server can say, asks for nothing twice, and takes whatever comes without harm.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { settingNames as organizationSettings } from '../../src/organization/settings-catalogue'
import { permissionNames } from '../../src/permissions/permissions'
import { channelPermissionRules, groupPermissionNames } from '../../src/user-groups/permission-catalogue'
import { settingNames as personalSettings } from '../../src/user-settings/catalogue'
import { registration } from '../../src/web/store/registration'
import { addMessages, apply, stateFrom, type State } from '../../src/web/store/state'
import { unreadCounts } from '../../src/web/store/unread-counts'
import { addChannel } from '../support/channels'
import { eventKinds } from '../support/law/kinds'
import { eventsOf, register } from '../support/law'
import { changed, pathsIn } from '../support/law/mutations'
import { items, type Event } from '../support/law/rules'
import { sendDirectly, sendToChannel } from '../support/messages'
import { randomly } from '../support/random'
import { scenario } from '../support/scenario'

const { owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])
const answer = await register(ann, registration)
const events = await somethingOfEverything()

async function somethingOfEverything(): Promise<Event[]> {
  const id = await sendToChannel(bob, open, 'Hello @**Ann**')
  await sendDirectly(bob, [ann])
  await ann.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await ann.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await ann.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
  await bob.patch(`/messages/${id}`, { content: 'Hello again', topic: 'elsewhere' })
  await bob.post('/typing', { op: 'start', type: 'direct', to: [ann.id] })
  await bob.post('/users/me/presence', { status: 'active' })
  await bob.post('/users/me/status', { status_text: 'Busy', emoji_name: 'tada' })
  await bob.patch('/settings', { full_name: 'Robert' })
  await ann.post('/user_topics', { stream_id: open.id, topic: 'elsewhere', visibility_policy: 1 })
  await ann.patch('/settings', { twenty_four_hour_time: true })
  const group = { name: 'group', description: '', members: [ann.id] }
  await owner.post('/user_groups/create', group)
  await owner.post('/channel_folders/create', { name: 'Folder' })
  await owner.patch(`/streams/${open.id}`, { description: 'Open to all', new_name: 'opened' })
  await owner.patch('/realm', { name: 'Another name' })
  await addChannel(owner, 'second', [owner, ann])
  await ann.delete('/users/me/subscriptions', { subscriptions: ['second'] })
  await owner.delete(`/messages/${id}`)
  return eventsOf({ person: ann, state: answer })
}

function afterAll(state: State): State {
  return events.reduce<State>((now, event) => apply(now, event, 0), state)
}

test('every setting and permission of the server is known', () => {
  const { organization, userSettings, channels, groups } = stateFrom(answer)
  const told = [...organizationSettings, ...permissionNames].filter((name) => `realm_${name}` in answer)
  expect(told.filter((name) => !(name in organization))).toEqual([])
  expect(told.length).toBeGreaterThan(60)
  expect(personalSettings.filter((name) => !(name in userSettings))).toEqual([])
  const [channel] = channels.values()
  const [group] = groups.values()
  const inChannels = Object.values(channelPermissionRules).map(({ name }) => name)
  expect(inChannels.filter((name) => channel?.[name] === undefined)).toEqual([])
  expect(groupPermissionNames.filter((name) => group?.[name] === undefined)).toEqual([])
})

test('the client asks for all there is, and for no parameter or type that the server does not know', async () => {
  const { client_capabilities, fetch_event_types: _, event_types: __, ...more } = registration
  const all = await register(ann, { ...more, client_capabilities })
  // The same in other words, of features to come, or of no use to this client.
  const unwanted =
    'muted_topics streams realm_filters stop_words realm_billing has_zoom_token custom_profile_field_types'.split(
      ' ',
    )
  const missing = Object.keys(all).filter((name) => !(name in answer))
  expect(missing.filter((name) => !unwanted.includes(name))).toEqual([])
  expect(answer['ignored_parameters_unsupported']).toBeUndefined()
  const types = new Set(eventKinds.map((kind) => kind.split('/')[0] ?? ''))
  const old = ['muted_topics', 'update_display_settings', 'update_global_notifications', 'heartbeat']
  expect([...registration.event_types, ...old].sort()).toEqual([...types].sort())
})

test('what the store was made of, and every state on the way, stays as it was', () => {
  const register = frozen(structuredClone(answer))
  let state = stateFrom(register)
  for (const event of events) {
    frozen(state)
    state = apply(state, frozen(structuredClone(event)), 0)
  }
  expect(state).toEqual(afterAll(stateFrom(answer)))
  expect(events.length).toBeGreaterThan(20)
})

/** Nobody writes to any of it from here on: strict code that tries to throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner)
  if (value instanceof Map) for (const inner of value.values()) frozen(inner)
  return value
}

test('an event that comes a second time says nothing new, where it says how things are', () => {
  const lasting =
    /^(realm|user_settings|presence|user_status|user_topic|stream|realm_user|update_message_flags)$/
  let state = stateFrom(answer)
  let count = 0
  for (const event of events) {
    state = apply(state, event, 0)
    if (!lasting.test(event.type) || event.op === 'create') continue
    expect({ event, again: apply(state, event, 0) === state }).toEqual({ event, again: true })
    count++
  }
  expect(count).toBeGreaterThan(10)
})

test('fields that are not known mean nothing; records without what they need are left out, and nothing else', () => {
  const users = items(answer['realm_users'])
  const [first, ...others] = users
  const strange = {
    ...structuredClone(answer),
    realm_users: [{ ...first, shoe_size: 43 }, { user_id: 7 }, null, ...others],
    realm_name: 12,
    something_new: { deep: [1] },
    user_settings: { color_scheme: 'green', twenty_four_hour_time: true },
  }
  const state = stateFrom(strange)
  expect(state.users.size).toBe(stateFrom(answer).users.size)
  expect(state.organization.name).toBe('')
  expect(state.userSettings).toMatchObject({ color_scheme: 1, twenty_four_hour_time: true })
  expect(unreadCounts(state)).toEqual(unreadCounts(stateFrom(answer)))
})

test('whatever an event or answer says, the store takes it without an error', () => {
  const before = afterAll(stateFrom(answer))
  const fields = Object.keys(answer)
  return randomly(
    fc.tuple(fc.nat(events.length - 1), fc.nat(), fc.jsonValue()),
    { runs: 40, must: 'said' },
    ([at, path, value], did) => {
      const event = events[at]
      if (!event) return
      const paths = pathsIn(event)
      const strange = changed(event, paths[path % paths.length] ?? '')
      const state = apply(before, strange, 0)
      for (const field of Object.keys(event)) apply(state, { ...event, [field]: value }, 0)
      for (const field of fields.filter((_, n) => n % 20 === path % 20))
        unreadCounts(addMessages(stateFrom({ ...answer, [field]: value }), value))
      stateFrom(value)
      apply(state, value, 0)
      did('said')
    },
  )
})
