// Personal settings: changed by their person, started from the organization's defaults, told in new and old forms.
import { describe, expect, test } from 'bun:test'
import { legacyGroup, settingNames } from '../src/user-settings/catalogue'
import { userSetting } from '../src/user-settings/repository'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item, type Event, type State } from './support/law/rules'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, member, guest } = await scenario({ member: 'member Mia Member', guest: 'guest Gus Guest' })

/** A value that differs from the given one, by the setting's own kind. */
const others: Readonly<Record<string, unknown>> = {
  default_language: 'pt-br',
  web_home_view: 'all_messages',
  emojiset: 'twitter',
  notification_sound: 'none',
  web_animate_image_previews: 'always',
  resolved_topic_notice_auto_read_policy: 'never',
  email_notifications_batching_period_seconds: 3600,
  web_font_size_px: 20,
  web_line_height_percent: 120,
  web_channel_default_view: 2,
}

function anotherValue(name: string, value: unknown): unknown {
  if (name in others) return others[name]
  return typeof value === 'boolean' ? !value : value === 3 ? 1 : 3
}

async function settingsOf(person: Client): Promise<State> {
  return item((await register(person, { fetch_event_types: ['user_settings'] }))['user_settings'])
}

describe("one's own settings", () => {
  test('every one can be changed, and all clients hold what a new register gives', async () => {
    const before = await settingsOf(member)
    const changes = Object.fromEntries(settingNames.map((name) => [name, anotherValue(name, before[name])]))
    const reply = await holdsLaw([member, guest], () => member.patch('/settings', changes))
    expect(reply.body).toEqual({ result: 'success', msg: '' })
    expect(await settingsOf(member)).toMatchObject(changes)
    expect(await settingsOf(guest)).toEqual(before)
    expect(userSetting(server.organization, member.id, 'web_font_size_px')).toBe(20)
    await server.restart()
    expect(await settingsOf(member)).toMatchObject(changes)
    await member.patch('/settings', Object.fromEntries(settingNames.map((name) => [name, before[name]])))
    expect(await settingsOf(member)).toEqual(before)
  })

  test('an event for each that is different, and none for the others', async () => {
    const state = await register(guest, { client_capabilities: { user_settings_object: true } })
    const reply = await guest.patch('/settings', {
      default_language: 'de',
      enter_sends: false,
      starred_message_counts: false,
      unknown_setting: 7,
    })
    expect(reply.body['ignored_parameters_unsupported']).toEqual(['unknown_setting'])
    expect(await eventsOf({ person: guest, state })).toEqual([
      { id: 0, type: 'user_settings', op: 'update', property: 'starred_message_counts', value: false },
      {
        id: 1,
        type: 'user_settings',
        op: 'update',
        property: 'default_language',
        value: 'de',
        language_name: 'German',
      },
    ])
  })

  test('clients without user_settings_object get the old events and fields too', async () => {
    const state = await register(member)
    expect(state).toMatchObject({ enter_sends: false, timezone: '', enable_sounds: true })
    for (const name of settingNames) expect(name in state).toBe(legacyGroup(name) !== undefined)
    await member.patch('/settings/display', { enter_sends: true, web_font_size_px: 12 })
    await member.patch('/settings/notifications', { enable_sounds: false })
    const old = (events: Event[]) => events.filter(({ type }) => type !== 'user_settings')
    expect(old(await eventsOf({ person: member, state }))).toEqual([
      {
        id: 1,
        type: 'update_display_settings',
        user: 'mia.member@example.com',
        setting_name: 'enter_sends',
        setting: true,
      },
      {
        id: 4,
        type: 'update_global_notifications',
        user: 'mia.member@example.com',
        notification_name: 'enable_sounds',
        setting: false,
      },
    ])
    const modern = await register(member, { client_capabilities: { user_settings_object: true } })
    expect('enter_sends' in modern).toBe(false)
    expect(item(modern['user_settings'])).toMatchObject({
      enter_sends: true,
      timezone: '',
      email_address_visibility: 1,
    })
  })

  test('bad values are refused by name, and nothing of the call is done', async () => {
    const patch = (name: string, value: unknown): Refusal => ({
      who: member,
      method: 'patch',
      path: '/settings',
      parameters: { starred_message_counts: false, [name]: value },
      answer: invalid(name),
    })
    await areRefused(member, [
      patch('enter_sends', 'maybe'),
      patch('color_scheme', 4),
      patch('color_scheme', 'dark'),
      patch('web_font_size_px', 7),
      patch('web_font_size_px', 49),
      patch('web_line_height_percent', 1.5),
      patch('emojiset', 'apple'),
      patch('web_home_view', ''),
      patch('notification_sound', 'bang'),
      patch('email_notifications_batching_period_seconds', 0),
      patch('email_notifications_batching_period_seconds', 604801),
      patch('default_language', 'klingonish'),
      patch('default_language', ''),
      patch('default_language', '../../etc'),
    ])
    const nobody = await anonymous(server.url, '/settings', { method: 'PATCH' })
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('defaults of new accounts', () => {
  const path = '/realm/user_settings_defaults'

  test('an administrator sets them; accounts made later take them, others stay', async () => {
    const administrator = await server.addPerson('Ada Admin', 'administrator')
    const changes = { web_font_size_px: 18, enable_sounds: false, email_address_visibility: 3 }
    const reply = await holdsLaw([administrator, guest], () => administrator.patch(path, changes))
    expect(reply.body).toEqual({ result: 'success', msg: '' })
    const newcomer = await server.addPerson('Newton New')
    expect(await settingsOf(newcomer)).toMatchObject(changes)
    expect(await settingsOf(administrator)).toMatchObject({
      web_font_size_px: 16,
      email_address_visibility: 1,
    })

    await administrator.patch(path, { web_font_size_px: 16 })
    expect(await settingsOf(newcomer)).toMatchObject({ web_font_size_px: 18 })
    const state = await register(newcomer, { fetch_event_types: ['realm_user_settings_defaults'] })
    expect(state['realm_user_settings_defaults']).toMatchObject({
      web_font_size_px: 16,
      enable_sounds: false,
    })
    await administrator.patch(path, { enable_sounds: true, email_address_visibility: 1 })
  })

  test('accounts that hide their presence from the start are away for everyone at once', async () => {
    await server.owner.patch(path, { presence_enabled: false })
    const hidden = await holdsLaw([server.owner, member, guest], () => server.addPerson('Hidden Henry'))
    expect((await register(guest))['user_status']).toMatchObject({ [hidden.id]: { away: true } })
    await server.owner.patch(path, { presence_enabled: true })
  })

  test('only administrators may, and only where a default makes sense', async () => {
    const refused = (who: Client, parameters: object, answer: Refusal['answer']): Refusal => ({
      who,
      method: 'patch',
      path,
      parameters: { ...parameters },
      answer,
    })
    await areRefused(server.owner, [
      refused(member, { enter_sends: true }, badRequest('Must be an organization administrator')),
      refused(guest, { enter_sends: true }, badRequest('Must be an organization administrator')),
      refused(server.owner, { enter_sends: 'x' }, invalid('enter_sends')),
      refused(
        server.owner,
        { enter_sends: true, email_address_visibility: 6 },
        invalid('email_address_visibility'),
      ),
    ])
    const ignored = await server.owner.patch(path, {
      allow_private_data_export: true,
      timezone: 'Asia/Tokyo',
    })
    expect(ignored.body['ignored_parameters_unsupported']).toEqual(['allow_private_data_export', 'timezone'])
  })
})
