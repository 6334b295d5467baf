// Every permission of the organization, tried: who has it can, who lacks it is refused, and a change holds from the next request on.
import { expect, test } from 'bun:test'
import { permissionNames } from '../src/permissions/permissions'
import {
  organizationPermissions,
  type OrganizationPermissionName,
} from '../src/user-groups/permission-catalogue'
import { addChannel, type ChannelRef } from './support/channels'
import type { Client } from './support/client'
import { plain, png, red } from './support/pictures'
import { Calls, fresh, patch, post, refusals } from './support/permissions/calls'
import { tryPermission, type Call, type Trial } from './support/permissions/trial'
import { addPeople, scenario } from './support/scenario'

const { server, owner, ann, bob, moderator, guest } = await scenario({
  ann: 'member',
  bob: 'member',
  moderator: 'moderator Mona Moderator',
  guest: 'guest Gus Guest',
})
const crowd = Object.values(
  await addPeople(
    server,
    Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`p${index}`, 'member'])),
  ),
)
await owner.patch('/realm', { enable_spectator_access: true })
const calls = new Calls(server)

const newChannel = (who: Client, parameters: object): Call =>
  post('/channels/create', { name: fresh('new'), subscribers: [who.id], ...parameters })
let bots = 0
const newBot = (bot_type: number): Call =>
  post('/bots', { full_name: 'Bot', short_name: `b${++bots}`, bot_type })
const administered = (who: Client): Promise<ChannelRef> =>
  addChannel(owner, fresh('administered'), [owner, who], {
    can_administer_channel_group: { direct_members: [who.id], direct_subgroups: [] },
  })

const trials: Partial<Record<OrganizationPermissionName, Trial<undefined>>> = {
  can_access_all_users_group: {
    ready: async () => ({ method: 'get', path: `/users/${bob.id}` }),
    refusal: 'No such user',
    sides: { person: guest, withThem: calls.role('role:everyone'), withoutThem: calls.role('role:members') },
  },
  can_add_custom_emoji_group: {
    ready: async () => ({
      method: 'post',
      path: `/realm/emoji/${fresh('emoji')}`,
      file: png(8, 8, plain(red)),
    }),
    refusal: 'Insufficient permission',
  },
  can_add_subscribers_group: {
    ready: async (who) => calls.subscribeOther(await calls.room(who)),
    refusal: { code: 'UNAUTHORIZED_PRINCIPAL' },
  },
  can_create_bots_group: {
    ready: async () => newBot(1),
    refusal: 'Insufficient permission',
  },
  can_create_groups: {
    ready: async () => post('/user_groups/create', { name: fresh('group'), description: '', members: [] }),
    refusal: 'Insufficient permission',
  },
  can_create_private_channel_group: {
    ready: async (who) => newChannel(who, { invite_only: true }),
    refusal: 'Insufficient permission: you cannot create private channels',
  },
  can_create_public_channel_group: {
    ready: async (who) => newChannel(who, {}),
    refusal: 'Insufficient permission: you cannot create public channels',
  },
  can_create_web_public_channel_group: {
    ready: async (who) => newChannel(who, { is_web_public: true }),
    refusal: 'Insufficient permission: you cannot create web-public channels',
    sides: {
      person: moderator,
      withThem: calls.role('role:moderators'),
      withoutThem: calls.role('role:administrators'),
    },
  },
  can_create_write_only_bots_group: {
    ready: async () => {
      // Who may make bots of every type may make these, too.
      await owner.patch('/realm', { can_create_bots_group: { new: calls.role('role:nobody') } })
      return newBot(2)
    },
    refusal: 'Insufficient permission',
  },
  can_delete_any_message_group: {
    ready: async (who) => calls.deleteAny(await calls.room(who)),
    refusal: refusals.deleting,
  },
  can_delete_own_message_group: {
    ready: async (who) => calls.deleteOwn(who, await calls.room(who)),
    refusal: refusals.deleting,
  },
  can_invite_users_group: {
    ready: async () =>
      post('/invites', { invitee_emails: `${fresh('p').replace(' ', '')}@example.com`, stream_ids: [] }),
    refusal: 'Insufficient permission',
  },
  can_manage_all_groups: {
    ready: async () => patch(`/user_groups/${(await calls.group()).id}`, { description: fresh('changed') }),
    refusal: 'Insufficient permission',
  },
  can_mention_many_users_group: {
    ready: async (who) => {
      const { id } = await addChannel(owner, fresh('crowd'), [owner, who, ...crowd])
      return post('/messages', { type: 'channel', to: id, topic: 'all', content: '@**all**' })
    },
    refusal: { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
  },
  can_move_messages_between_channels_group: {
    ready: async (who) => calls.moveAway(who, await calls.room(who)),
    refusal: refusals.toAnotherChannel,
  },
  can_move_messages_between_topics_group: {
    ready: async (who) => calls.moveTopic(await calls.room(who)),
    refusal: refusals.toAnotherTopic,
  },
  can_resolve_topics_group: {
    ready: async (who) => calls.resolve(await calls.room(who)),
    refusal: refusals.resolving,
  },
  can_set_delete_message_policy_group: {
    ready: async (who) =>
      patch(`/streams/${(await administered(who)).id}`, {
        can_delete_any_message_group: { new: calls.role('role:moderators') },
      }),
    refusal: 'Insufficient permission: you cannot set can_delete_any_message_group',
  },
  can_set_topics_policy_group: {
    ready: async (who) =>
      patch(`/streams/${(await administered(who)).id}`, { topics_policy: 'disable_empty_topic' }),
    refusal: 'Insufficient permission',
  },
  create_multiuse_invite_group: {
    ready: async () => post('/invites/multiuse', {}),
    refusal: 'Insufficient permission',
  },
  direct_message_initiator_group: {
    ready: async () =>
      post('/messages', { type: 'direct', to: [(await calls.newcomer()).id], content: 'Hello' }),
    refusal: 'You do not have permission to initiate direct message conversations',
  },
  direct_message_permission_group: {
    ready: async (who) => {
      const { id } = await calls.newcomer()
      return post('/messages', { type: 'direct', to: [id, who.id], content: 'Hello' })
    },
    refusal: 'You do not have permission to send direct messages to this recipient',
  },
}

test('every one that takes effect in the server is tried', () => {
  const effective = permissionNames.filter((name) => organizationPermissions[name].effect === 'server')
  expect(Object.keys(trials).toSorted()).toEqual(effective.toSorted())
})

test.each(Object.entries(trials))('%s', async (name, trial) => {
  const before = (await owner.post('/register', { fetch_event_types: ['realm'] })).body[`realm_${name}`]
  const change = (to: object) => owner.patch('/realm', { [name]: to })
  try {
    await tryPermission(trial, { server, members: [ann, bob], subject: undefined, change })
  } finally {
    await change({ new: before })
  }
})
