// The organization and the server as clients see them: register fields, settings and permissions, server_settings.
import { describe, expect, test } from 'bun:test'
import { settingDefaults } from '../src/organization/settings-catalogue'
import { groupGraph, systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { addChannel, channelSeenBy } from './support/channels'
import { anonymous, type Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, admin, member, guest } = await scenario({
  admin: 'administrator Ada Admin',
  member: 'member Mia Member',
  guest: 'guest Gus Guest',
})

const group = (name: SystemGroupName) => systemGroupId(server.organization, name)

describe('the register state', () => {
  test('always tells the version, under both spellings', async () => {
    const state = await register(member, { fetch_event_types: [] })
    expect(state).toMatchObject({
      chat_feature_level: 420,
      zulip_feature_level: 420,
      chat_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      zulip_version: state['chat_version'],
      chat_merge_base: '',
      zulip_merge_base: '',
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 140,
      server_typing_started_expiry_period_milliseconds: 15_000,
      server_typing_stopped_wait_period_milliseconds: 5000,
      server_typing_started_wait_period_milliseconds: 10_000,
    })
    expect(state).not.toHaveProperty('realm_name')
  })

  test('has every setting, permission, limit and address with `realm`', async () => {
    const state = await register(member, { fetch_event_types: ['realm'] })
    expect(state).toMatchObject({
      realm_name: 'Test organization',
      realm_date_created: 1_768_478_400,
      realm_url: server.url,
      realm_uri: server.url,
      max_message_length: 10_000,
      max_topic_length: 60,
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_file_upload_size_mib: 100,
      realm_empty_topic_display_name: 'general chat',
      event_queue_longpoll_timeout_seconds: 90,
      password_min_length: 8,
      realm_mandatory_topics: false,
      realm_can_create_public_channel_group: group('role:members'),
      realm_create_public_stream_policy: 1,
      realm_create_web_public_stream_policy: 7,
      realm_wildcard_mention_policy: 5,
      realm_authentication_methods: { Email: { enabled: true, available: true } },
      server_supported_permission_settings: {
        realm: {
          can_access_all_users_group: {
            require_system_group: true,
            allowed_system_groups: ['role:everyone', 'role:members'],
          },
        },
        stream: { can_administer_channel_group: { default_group_name: 'stream_creator_or_nobody' } },
        group: { can_mention_group: { default_for_system_groups: 'role:nobody' } },
      },
    })
    for (const name of Object.keys(settingDefaults)) {
      if (name !== 'is_deactivated') expect(state).toHaveProperty(`realm_${name}`)
    }
  })

  test('has a field of the right kind for what clients expect at their start', async () => {
    const state = await register(member)
    for (const name of ['realm_linkifiers', 'realm_playgrounds', 'realm_domains', 'realm_filters', 'streams'])
      expect(state[name]).toBeArray()
    for (const name of [
      'realm_emoji',
      'user_status',
      'presences',
      'custom_profile_field_types',
      'user_settings',
    ])
      expect(state[name]).toBeObject()
  })
})

test('the names of all emoji are where the register state says', async () => {
  const { server_emoji_data_url: path } = await register(member)
  const answer = await fetch(`${server.url}${String(path)}`)
  expect(await answer.json()).toMatchObject({
    code_to_names: {
      '1f44d': ['+1', 'thumbs_up', 'like', 'thumbsup'],
      '1f642': ['smile', 'slightly_smiling_face'],
    },
  })
  expect(answer.headers.get('cache-control')).toContain('max-age')
})

describe('PATCH /realm', () => {
  const watched = () => [owner, member, guest]
  const change = (who: Client, parameters: object) => who.patch('/realm', { ...parameters })

  test('an administrator changes settings; everyone is told of what is different, in one event', async () => {
    const queue = await register(member, { event_types: ['realm'] })
    const changes = {
      name: ' Acme ',
      description: 'We *make* things',
      allow_message_editing: false,
      message_content_edit_limit_seconds: 60,
      message_content_delete_limit_seconds: 'unlimited',
      message_edit_history_visibility_policy: 'none',
      topics_policy: 'disable_empty_topic',
      jitsi_server_url: 'https://meet.example.com',
      org_type: 10,
      invite_required: true,
    }
    expect((await holdsLaw(watched(), () => change(owner, changes))).status).toBe(200)
    expect(await eventsOf({ person: member, state: queue })).toEqual([
      {
        id: 0,
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: {
          name: 'Acme',
          description: 'We *make* things',
          allow_message_editing: false,
          message_content_edit_limit_seconds: 60,
          message_content_delete_limit_seconds: null,
          message_edit_history_visibility_policy: 'none',
          topics_policy: 'disable_empty_topic',
          mandatory_topics: true,
          jitsi_server_url: 'https://meet.example.com',
          org_type: 10,
        },
      },
    ])
    await holdsLaw(watched(), () =>
      change(admin, {
        message_edit_history_visibility_policy: 'moves',
        topics_policy: 'allow_empty_topic',
        jitsi_server_url: 'default',
        message_content_edit_limit_seconds: '"unlimited"',
      }),
    )
  })

  test('a permission is given to a group, to people outright, and back', async () => {
    const give = (value: unknown) =>
      holdsLaw(watched(), () => change(owner, { can_create_public_channel_group: value }))
    await give({ new: group('role:moderators'), old: group('role:members') })
    expect((await register(member))['can_create_public_streams']).toBe(false)
    await give({ new: { direct_members: [member.id], direct_subgroups: [group('role:administrators')] } })
    const state = await register(member)
    expect(state['can_create_public_streams']).toBe(true)
    expect(state['realm_can_create_public_channel_group']).toMatchObject({
      direct_members: [member.id],
      direct_subgroups: [group('role:administrators')],
    })
    // Deactivated people have no permissions.
    await holdsLaw([owner, guest], () => owner.delete(`/users/${member.id}`))
    await holdsLaw([owner, guest], () => server.reactivate(member))
    await owner.patch('/realm', { can_access_all_users_group: { new: group('role:members') } })
    await holdsLaw([guest], () => owner.delete(`/users/${member.id}`))
    await holdsLaw([guest], () => server.reactivate(member))
    await owner.patch('/realm', { can_access_all_users_group: { new: group('role:everyone') } })
    await give({
      new: { direct_members: [], direct_subgroups: [group('role:members')] },
      old: { direct_member_ids: [member.id], direct_subgroup_ids: [group('role:administrators')] },
    })
    expect((await register(member))['realm_can_create_public_channel_group']).toBe(group('role:members'))
    const unnamed = [...groupGraph(server.organization).byId.values()].filter(({ name }) => name === null)
    expect(unnamed).toEqual([])
  })

  test('deactivated people leave the values of permissions, and come back with their accounts', async () => {
    const other = await server.addPerson('Otto Other')
    const value = { direct_members: [other.id, guest.id], direct_subgroups: [] }
    const { id: hall } = await addChannel(owner, 'hall', [owner, other, guest], {
      can_send_message_group: value,
    })
    await change(owner, { direct_message_initiator_group: { new: value } })
    const listed = async () => [
      (await register(guest))['realm_direct_message_initiator_group'],
      (await channelSeenBy(guest, hall))['can_send_message_group'],
    ]
    for (const sight of ['role:everyone', 'role:members'] as const) {
      await change(owner, { can_access_all_users_group: { new: group(sight) } })
      await holdsLaw([owner, guest], () => owner.delete(`/users/${other.id}`))
      const without = { direct_members: [guest.id], direct_subgroups: [] }
      expect(await listed()).toMatchObject([without, { ...without, direct_member_ids: [guest.id] }])
      await holdsLaw([owner, guest], () => server.reactivate(other))
      const sorted = [guest.id, other.id]
      expect(await listed()).toMatchObject([{ direct_members: sorted }, { direct_members: sorted }])
    }
    await change(owner, { can_access_all_users_group: { new: group('role:everyone') } })
    // Whoever gives it to the others alone, whom they see listed, takes it from the deactivated.
    await owner.delete(`/users/${other.id}`)
    const only = { direct_members: [guest.id], direct_subgroups: [] }
    await owner.patch(`/streams/${hall}`, { can_send_message_group: { new: only, old: only } })
    await server.reactivate(other)
    expect((await channelSeenBy(guest, hall))['can_send_message_group']).toMatchObject(only)
    await change(owner, { direct_message_initiator_group: { new: group('role:everyone') } })
    await owner.delete('/users/me/subscriptions', { subscriptions: ['hall'], principals: [guest.id] })
  })

  test('whom guests may see is a permission', async () => {
    const give = (name: SystemGroupName) =>
      holdsLaw([owner, guest], () => change(owner, { can_access_all_users_group: { new: group(name) } }))
    await give('role:members')
    expect((await guest.get('/users')).body['members']).toMatchObject([{ user_id: guest.id }])
    await give('role:everyone')
  })

  test('a waiting period makes newcomers of members', async () => {
    await holdsLaw(watched(), () => change(owner, { waiting_period_threshold: 30 }))
    await holdsLaw(watched(), () => change(owner, { waiting_period_threshold: 0 }))
  })

  test('bad values change nothing, good ones beside them neither', async () => {
    const refused = (who: Client, parameters: object, answer: { code: string; setting_name?: string }) => ({
      who,
      method: 'patch' as const,
      path: '/realm',
      parameters: { ...parameters },
      answer,
    })
    const nobody = group('role:nobody')
    await areRefused(member, [
      refused(member, { name: 'Mine' }, badRequest('Must be an organization administrator')),
      refused(guest, { name: 'Mine' }, badRequest('Must be an organization administrator')),
      refused(admin, { invite_required: false }, badRequest('Must be an organization owner')),
      refused(admin, { can_create_groups: { new: nobody } }, badRequest('Must be an organization owner')),
      refused(owner, { name: '' }, invalid('name')),
      refused(owner, { name: '   ' }, invalid('name')),
      refused(owner, { name: '🏠'.repeat(41) }, invalid('name')),
      refused(owner, { description: 'x'.repeat(1001) }, invalid('description')),
      refused(owner, { presence_disabled: 'yes' }, invalid('presence_disabled')),
      refused(owner, { digest_weekday: 7 }, invalid('digest_weekday')),
      refused(owner, { org_type: 11 }, invalid('org_type')),
      refused(
        owner,
        { message_content_edit_limit_seconds: 0 },
        invalid('message_content_edit_limit_seconds'),
      ),
      refused(owner, { topics_policy: 'empty_topic_only' }, invalid('topics_policy')),
      refused(owner, { default_language: '../etc' }, invalid('default_language')),
      refused(owner, { default_code_block_language: 'py thon' }, invalid('default_code_block_language')),
      refused(owner, { jitsi_server_url: 'javascript:alert(1)' }, invalid('jitsi_server_url')),
      refused(
        owner,
        { name: 'Good', signup_announcements_stream_id: 99 },
        invalid('signup_announcements_stream_id'),
      ),
      refused(owner, { can_create_groups: nobody }, invalid('can_create_groups')),
      refused(owner, { can_create_groups: { new: 99_999 } }, invalid('can_create_groups')),
      refused(owner, { can_create_groups: { new: group('role:internet') } }, { code: 'BAD_REQUEST' }),
      refused(owner, { can_create_groups: { new: group('role:everyone') } }, { code: 'BAD_REQUEST' }),
      refused(
        owner,
        { can_create_groups: { new: { direct_members: [99_999], direct_subgroups: [] } } },
        { code: 'BAD_REQUEST' },
      ),
      refused(
        owner,
        { can_access_all_users_group: { new: { direct_members: [guest.id], direct_subgroups: [] } } },
        { code: 'SYSTEM_GROUP_REQUIRED', setting_name: 'can_access_all_users_group' },
      ),
      refused(owner, { can_create_groups: { new: nobody, old: nobody } }, { code: 'EXPECTATION_MISMATCH' }),
    ])
    expect((await anonymous(server.url, '/realm', { method: 'PATCH' })).body['code']).toBe('UNAUTHORIZED')
  })
})

test('server_settings tells anybody what a login page needs', async () => {
  const reply = await anonymous(server.url, '/server_settings')
  expect(reply.body).toMatchObject({
    result: 'success',
    chat_feature_level: 420,
    zulip_feature_level: 420,
    zulip_version: expect.any(String),
    chat_merge_base: '',
    realm_name: 'Acme',
    realm_url: server.url,
    realm_description: '<p>We <em>make</em> things</p>',
    realm_web_public_access_enabled: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    external_authentication_methods: [],
    authentication_methods: {
      password: true,
      email: true,
      'openid connect': false,
      ldap: false,
      saml: false,
    },
    is_incompatible: false,
  })
})
