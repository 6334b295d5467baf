// The catalogues of settings and permissions, row by row: what they say is what the API does.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { RealmParameters } from '../src/organization-settings/parameters'
import { defaultRules } from '../src/organization/rules'
import {
  settingDefaults,
  settingNames,
  settingOptions,
  type SettingName,
} from '../src/organization/settings-catalogue'
import { permissionNames } from '../src/permissions/permissions'
import {
  channelPermissionRules,
  channelPermissions,
  groupPermissions,
  organizationPermissions,
  type PermissionRule,
} from '../src/user-groups/permission-catalogue'
import { systemGroupId, systemGroupNames } from '../src/user-groups/repository'
import { addChannel, channelSeenBy } from './support/channels'
import type { Client, Parameters, Reply } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, admin, member } = await scenario(
  { admin: 'administrator Ada Admin', member: 'member Mia Member' },
  { rules: { ...defaultRules, giphyApiKey: 'a key' } },
)
const privateChannelId = (await addChannel(owner, 'reports', [owner], { invite_only: true })).id

const changeable = settingNames.filter((name) => settingOptions(name).changedBy !== 'nobody')
const forOwners = { ...badRequest('Must be an organization owner') }

/** A value that the setting can have, other than its default, as the parameter and as it is told. */
function anotherValue(name: SettingName): { parameter: unknown; value: unknown } {
  if (settingOptions(name).channel) return { parameter: privateChannelId, value: privateChannelId }
  const schema = RealmParameters.properties[name]
  const before = settingDefaults[name]
  if (typeof before === 'boolean') return same(!before)
  if (name === 'jitsi_server_url') return same('https://meet.example.com')
  if (name === 'default_language') return same('pt-BR')
  if (name === 'default_code_block_language') return same('python')
  if (name === 'name') return { parameter: ' Acme ', value: 'Acme' }
  if (schema?.['type'] === 'string') return same('Something else')
  if (schema?.['const'] !== undefined) return same(schema['const'])
  const members: unknown[] = schema?.['anyOf']?.map((each: { const?: unknown }) => each.const) ?? []
  return same(members.find((each) => each !== undefined && each !== before && each !== 'unlimited') ?? 5)
}

function same(value: unknown) {
  return { parameter: value, value }
}

describe('settings of the organization', () => {
  test('have the default of the catalogue, but for what founding sets', async () => {
    const state = await register(member, { fetch_event_types: ['realm'] })
    const founded: readonly string[] = ['name', 'date_created']
    for (const name of changeable) {
      if (!founded.includes(name))
        expect([name, state[`realm_${name}`]]).toEqual([name, settingDefaults[name]])
    }
  })

  test.each(changeable)(
    '%s: those who may change it do, everyone is told, nonsense is refused',
    async (name) => {
      const { parameter, value } = anotherValue(name)
      const isForOwners = settingOptions(name).changedBy === 'owners'
      const refused = (who: Client, given: unknown, answer: Refusal['answer']): Refusal => ({
        who,
        method: 'patch',
        path: '/realm',
        parameters: { [name]: given },
        answer,
      })
      await areRefused(member, [
        refused(member, parameter, badRequest('Must be an organization administrator')),
        ...(isForOwners ? [refused(admin, parameter, forOwners)] : []),
        refused(owner, 'x'.repeat(20_000), invalid(name)),
      ])
      const reply = await holdsLaw([owner, member], async () => {
        const answer = await (isForOwners ? owner : admin).patch('/realm', { [name]: parameter })
        // What follows from some, jobs tell of.
        await server.server.settled()
        return answer
      })
      expect(reply.body).toEqual({ result: 'success', msg: '' })
      expect((await register(member))[`realm_${name}`]).toEqual(value)
    },
  )

  test('that nobody changes are no parameters', async () => {
    for (const name of settingNames.filter((each) => !changeable.includes(each))) {
      expect((await owner.patch('/realm', { [name]: 1 })).body['ignored_parameters_unsupported']).toEqual([
        name,
      ])
    }
  })
})

test('what is said to take effect in the server is asked for in it, all else is not', async () => {
  const texts = await sources()
  const forChannels: readonly unknown[] = channelPermissions.map(
    (each) => channelPermissionRules[each].changedBy,
  )
  const isAsked = (name: string) =>
    forChannels.includes(name) || texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  const asked = [...settingNames, ...permissionNames].filter(isAsked)
  const effective = [
    ...settingNames.filter((name) => settingOptions(name).effect === 'server'),
    ...permissionNames.filter((name) => organizationPermissions[name].effect === 'server'),
  ]
  expect(asked).toEqual(effective)
})

/** The server's own code, but for the catalogues and what is made from them; the web client is none of it. */
async function sources(): Promise<string[]> {
  const made =
    /-catalogue\.ts$|^src\/web\/|^src\/api-reference\/|^src\/organization-settings\/|^src\/administration\/settings\.ts$|^src\/accounts\/state\.ts$/
  const paths = [...new Glob('src/**/*.ts').scanSync('.')].filter((path) => !made.test(path))
  return Promise.all(paths.map((path) => Bun.file(path).text()))
}

/** Which values a rule takes: a permission is tried with each. */
function values(rule: PermissionRule): { value: number | object; isAllowed: boolean }[] {
  const groups = systemGroupNames.map((name) => ({
    value: systemGroupId(server.organization, name),
    isAllowed:
      (name !== 'role:internet' || rule.allowInternet) &&
      (name !== 'role:nobody' || rule.allowNobody) &&
      (name !== 'role:everyone' || rule.allowEveryone) &&
      (rule.allowedSystemGroups.length === 0 || rule.allowedSystemGroups.includes(name)),
  }))
  const people = {
    direct_members: [member.id],
    direct_subgroups: [systemGroupId(server.organization, 'role:moderators')],
  }
  return [...groups, { value: people, isAllowed: !rule.requireSystemGroup }]
}

/** Gives a permission to every kind of group: each that the rule takes is told to everyone, the others change nothing. */
async function tryAll(
  rule: PermissionRule,
  give: (value: unknown) => Promise<Reply>,
  seen: () => Promise<unknown>,
): Promise<void> {
  for (const { value, isAllowed } of values(rule)) {
    const before = await seen()
    const reply = await holdsLaw([owner, member], () => give(value))
    expect([value, reply.status]).toEqual([value, isAllowed ? 200 : 400])
    const expected = !isAllowed ? before : typeof value === 'number' ? value : expect.objectContaining(value)
    expect(await seen()).toEqual(expected)
  }
}

describe('permissions', () => {
  test('are described to clients just as the catalogue has them', async () => {
    const { server_supported_permission_settings: supported } = await register(member)
    const described = (rule: PermissionRule) => ({
      require_system_group: rule.requireSystemGroup,
      allow_internet_group: rule.allowInternet,
      allow_nobody_group: rule.allowNobody,
      allow_everyone_group: rule.allowEveryone,
      default_group_name: rule.defaultGroup,
      default_for_system_groups: null,
      allowed_system_groups: rule.allowedSystemGroups,
    })
    const ofRules = (rules: readonly (readonly [string, PermissionRule])[], more = {}) =>
      Object.fromEntries(rules.map(([name, rule]) => [name, { ...described(rule), ...more }]))
    const stream = ofRules(Object.values(channelPermissionRules).map((rule) => [rule.name, rule]))
    Object.assign(stream['can_administer_channel_group'] ?? {}, {
      default_group_name: 'stream_creator_or_nobody',
    })
    const group = ofRules(Object.entries(groupPermissions), { default_for_system_groups: 'role:nobody' })
    for (const name of ['can_add_members_group', 'can_manage_group']) {
      Object.assign(group[name] ?? {}, { default_group_name: 'group_creator' })
    }
    expect(supported).toEqual({ realm: ofRules(Object.entries(organizationPermissions)), stream, group })
  })

  test.each(permissionNames)('of the organization: %s', async (name) => {
    const rule = organizationPermissions[name]
    const seen = async () => (await register(member, { fetch_event_types: ['realm'] }))[`realm_${name}`]
    const initial = systemGroupId(server.organization, rule.defaultGroup)
    expect(await seen()).toBe(initial)
    const isForOwners = rule.changedBy === 'owners'
    const change = (who: Client, parameters: Parameters) => who.patch('/realm', { [name]: parameters })
    const refused = (who: Client, answer: Refusal['answer']): Refusal => {
      const parameters = { [name]: { new: systemGroupId(server.organization, 'role:owners') } }
      return { who, method: 'patch', path: '/realm', parameters, answer }
    }
    await areRefused(member, [
      refused(member, badRequest('Must be an organization administrator')),
      ...(isForOwners ? [refused(admin, forOwners)] : []),
    ])
    await tryAll(rule, (value) => change(isForOwners ? owner : admin, { new: value }), seen)
    await change(owner, { new: initial })
    expect(await seen()).toBe(initial)
  })

  test.each(channelPermissions)('in a channel: %s', async (permission) => {
    const rule = channelPermissionRules[permission]
    const { id } = await addChannel(owner, permission, [owner])
    const seen = async () => (await channelSeenBy(owner, id))[rule.name]
    expect(await seen()).toEqual(
      rule.startsWithCreator
        ? expect.objectContaining({ direct_members: [owner.id] })
        : systemGroupId(server.organization, rule.defaultGroup),
    )
    await tryAll(rule, (value) => owner.patch(`/streams/${id}`, { [rule.name]: { new: value } }), seen)
    for (const { value, isAllowed } of values(rule).slice(0, 2)) {
      const parameters = {
        name: `${permission} ${String(value)}`,
        subscribers: [owner.id],
        [rule.name]: value,
      }
      const reply = await owner.post('/channels/create', parameters)
      expect([value, reply.status]).toEqual([value, isAllowed ? 200 : 400])
    }
  })
})
