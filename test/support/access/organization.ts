// Calls of the access table about the organization: its settings, groups, invitations, and what clients are configured with.
import { allDefaultChannelGroups } from '../../../src/default-channel-groups/repository'
import { addChannel } from '../channels'
import type { Parameters } from '../client'
import { about, plain, withThese, type Calls, type Make } from './given'
import type { AccessWorld } from './world'

/** Something that the owner makes. */
const byOwner =
  (path: string, parameters: (serial: number) => Parameters, field: string) => async (world: AccessWorld) =>
    Number(await world.made(world.owner, path, parameters(world.next()), field))

const withSerial =
  (parameters: (serial: number) => Parameters): Make =>
  (world) => ({ parameters: parameters(world.next()) })

const field = byOwner('/realm/profile_fields', (n) => ({ field_type: 1, name: `Field ${n}` }), 'id')
const folder = byOwner('/channel_folders/create', (n) => ({ name: `Folder ${n}` }), 'channel_folder_id')
const target = 'https://example.com/{id}'
const linkifier = byOwner(
  '/realm/filters',
  (n) => ({ pattern: `T${n}-(?P<id>[0-9]+)`, url_template: target }),
  'id',
)
const template = 'https://example.com/{code}'
const playground = byOwner(
  '/realm/playgrounds',
  (n) => ({ name: `Playground ${n}`, pygments_language: 'Python', url_template: template }),
  'id',
)
const domain = async (world: AccessWorld) => {
  const name = `d${world.next()}.example.com`
  await world.owner.post('/realm/domains', { domain: name, allow_subdomains: false })
  return name
}
const group = byOwner(
  '/user_groups/create',
  (n) => ({ name: `Group ${n}`, description: '', members: [] }),
  'group_id',
)

/** All IDs of a list, the other way round. */
const turnedOver =
  (make: (world: AccessWorld) => Promise<number>, path: string, name: string, parameter = 'order'): Make =>
  async (world) => {
    await make(world)
    await make(world)
    const { body } = await world.owner.get(path)
    const all: { id: number }[] = Array.isArray(body[name]) ? body[name] : []
    return { parameters: { [parameter]: all.map(({ id }) => id).toReversed() } }
  }

const settings: Calls = {
  'PATCH /api/v1/realm (setting)': withSerial((n) => ({ description: `Description ${n}` })),
  'PATCH /api/v1/realm (owners’ setting)': withSerial((n) => ({ waiting_period_threshold: n })),
  'PATCH /api/v1/realm (permission)': (world) => ({
    parameters: {
      can_move_messages_between_channels_group: {
        new: { direct_members: [world.next() % 2 ? world.owner.id : world.other.id], direct_subgroups: [] },
      },
    },
  }),
  'PATCH /api/v1/realm/user_settings_defaults': withSerial((n) => ({ web_font_size_px: 12 + (n % 8) })),
  'POST /api/v1/realm/test_welcome_bot_custom_message': withThese({ welcome_message_custom_text: 'Welcome' }),
  'POST /api/v1/realm/deactivate': plain,
  'GET /api/v1/server_settings': plain,
  'GET /api/v1/realm/audit_log': plain,
  'GET /api/v1/realm/domains': plain,
  'POST /api/v1/realm/domains': withSerial((n) => ({ domain: `n${n}.example.com`, allow_subdomains: true })),
  'PATCH /api/v1/realm/domains/:domain': about('domain', domain, { allow_subdomains: true }),
  'DELETE /api/v1/realm/domains/:domain': about('domain', domain),
}

const startingGroup = async (world: AccessWorld) => {
  const name = `Start ${world.next()}`
  const channel = await addChannel(world.owner, `started ${world.next()}`)
  await world.owner.post('/default_stream_groups/create', {
    group_name: name,
    description: '',
    stream_names: [channel.name],
  })
  return Math.max(...allDefaultChannelGroups(world.server.organization).map(({ id }) => id))
}

const startingGroups: Calls = {
  'POST /api/v1/default_stream_groups/create': withSerial((n) => ({
    group_name: `New start ${n}`,
    description: '',
    stream_names: [],
  })),
  'PATCH /api/v1/default_stream_groups/:group_id': about('group_id', startingGroup, {
    new_description: 'New',
  }),
  'PATCH /api/v1/default_stream_groups/:group_id/streams': async (world) => ({
    path: { group_id: await startingGroup(world) },
    parameters: { op: 'add', stream_names: [(await addChannel(world.owner, `added ${world.next()}`)).name] },
  }),
  'DELETE /api/v1/default_stream_groups/:group_id': about('group_id', startingGroup),
}

const configuration: Calls = {
  'GET /api/v1/realm/profile_fields': plain,
  'POST /api/v1/realm/profile_fields': withSerial((n) => ({ field_type: 1, name: `New field ${n}` })),
  'PATCH /api/v1/realm/profile_fields': turnedOver(field, '/realm/profile_fields', 'custom_fields'),
  'PATCH /api/v1/realm/profile_fields/:field_id': about('field_id', field, { hint: 'A hint' }),
  'DELETE /api/v1/realm/profile_fields/:field_id': about('field_id', field),
  'GET /api/v1/channel_folders': plain,
  'POST /api/v1/channel_folders/create': withSerial((n) => ({ name: `New folder ${n}` })),
  'PATCH /api/v1/channel_folders': turnedOver(
    folder,
    '/channel_folders?include_archived=true',
    'channel_folders',
  ),
  'PATCH /api/v1/channel_folders/:channel_folder_id': about('channel_folder_id', folder, {
    is_archived: true,
  }),
  'GET /api/v1/realm/linkifiers': plain,
  'POST /api/v1/realm/filters': withSerial((n) => ({
    pattern: `N${n}-(?P<id>[0-9]+)`,
    url_template: target,
  })),
  'PATCH /api/v1/realm/linkifiers': turnedOver(
    linkifier,
    '/realm/linkifiers',
    'linkifiers',
    'ordered_linkifier_ids',
  ),
  'PATCH /api/v1/realm/filters/:filter_id': about('filter_id', linkifier, { url_template: `${target}/` }),
  'DELETE /api/v1/realm/filters/:filter_id': about('filter_id', linkifier),
  'POST /api/v1/realm/playgrounds': withSerial((n) => ({
    name: `New playground ${n}`,
    pygments_language: 'Python',
    url_template: template,
  })),
  'DELETE /api/v1/realm/playgrounds/:playground_id': about('playground_id', playground),
}

const invite = { stream_ids: [] }
const invitees = (n: number) => ({ ...invite, invitee_emails: `invited-${n}@example.com` })

/** An invitation of the owner's, for a member. */
const invitation = (kind: 'email' | 'link') => async (world: AccessWorld) => {
  if (kind === 'email') await world.owner.post('/invites', invitees(world.next()))
  else await world.owner.post('/invites/multiuse', invite)
  const { body } = await world.owner.get('/invites')
  const all: { id: number }[] = Array.isArray(body['invites']) ? body['invites'] : []
  return Math.max(...all.map(({ id }) => id))
}

const invitations: Calls = {
  'GET /api/v1/invites': plain,
  'POST /api/v1/invites': withSerial(invitees),
  'POST /api/v1/invites/multiuse': withThese(invite),
  'DELETE /api/v1/invites/:invite_id': about('invite_id', invitation('email')),
  'DELETE /api/v1/invites/multiuse/:invite_id': about('invite_id', invitation('link')),
  'POST /api/v1/invites/:invite_id/resend': about('invite_id', invitation('email')),
}

const groups: Calls = {
  'GET /api/v1/user_groups': plain,
  'POST /api/v1/user_groups/create': withSerial((n) => ({ name: `New ${n}`, description: '', members: [] })),
  'PATCH /api/v1/user_groups/:user_group_id': about('user_group_id', group, { description: 'Changed' }),
  'PATCH /api/v1/user_groups/:user_group_id (permission)': about('user_group_id', group, {
    can_mention_group: { new: { direct_members: [1], direct_subgroups: [] } },
  }),
  'PATCH /api/v1/user_groups/:user_group_id (back in use)': about(
    'user_group_id',
    async (world) => {
      const id = await group(world)
      await world.owner.post(`/user_groups/${id}/deactivate`)
      return id
    },
    { deactivated: false },
  ),
  'POST /api/v1/user_groups/:user_group_id/deactivate': about('user_group_id', group),
  'GET /api/v1/user_groups/:user_group_id/members': about('user_group_id', group),
  'POST /api/v1/user_groups/:user_group_id/members': async (world) => ({
    path: { user_group_id: await group(world) },
    parameters: { add: [world.other.id] },
  }),
  'POST /api/v1/user_groups/:user_group_id/members (out)': async (world) => {
    const id = await group(world)
    await world.owner.post(`/user_groups/${id}/members`, { add: [world.other.id] })
    return { path: { user_group_id: id }, parameters: { delete: [world.other.id] } }
  },
  'GET /api/v1/user_groups/:user_group_id/members/:user_id': async (world) => ({
    path: { user_group_id: await group(world), user_id: world.other.id },
  }),
  'GET /api/v1/user_groups/:user_group_id/subgroups': about('user_group_id', group),
  'POST /api/v1/user_groups/:user_group_id/subgroups': async (world) => ({
    path: { user_group_id: await group(world) },
    parameters: { add: [await group(world)] },
  }),
  'POST /api/v1/user_groups/:user_group_id/subgroups (out)': async (world) => {
    const [outer, inner] = [await group(world), await group(world)]
    await world.owner.post(`/user_groups/${outer}/subgroups`, { add: [inner] })
    return { path: { user_group_id: outer }, parameters: { delete: [inner] } }
  },
}

export const organizationCalls: Calls = {
  ...settings,
  ...startingGroups,
  ...configuration,
  ...invitations,
  ...groups,
}
