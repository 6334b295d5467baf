// Every permission of the catalogue, tried: who has it can, who lacks it is refused, and a change holds from the next request on.
import { describe, expect, test } from 'bun:test'
import { permissionNames } from '../src/permissions/permissions'
import {
  channelPermissionRules,
  channelPermissions,
  groupPermissionNames,
  organizationPermissions,
  type ChannelPermission,
  type GroupPermissionName,
  type OrganizationPermissionName,
} from '../src/user-groups/permission-catalogue'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { addChannel, subscribe, type ChannelRef } from './support/channels'
import type { Client } from './support/client'
import { sendToChannel } from './support/messages'
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

const role = (name: SystemGroupName): number => systemGroupId(server.organization, name)

let count = 0
/** A name that nothing has had yet. */
const fresh = (what: string): string => `${what} ${++count}`
const newcomer = (): Promise<Client> => server.addPerson(fresh('Newcomer'))
const post = (path: string, parameters: object): Call => ({
  method: 'post',
  path,
  parameters: { ...parameters },
})
const patch = (path: string, parameters: object): Call => ({
  method: 'patch',
  path,
  parameters: { ...parameters },
})
const remove = (path: string, parameters: object = {}): Call => ({
  method: 'delete',
  path,
  parameters: { ...parameters },
})

/** A public channel that the owner made, in which the person is, too. */
async function room(who: Client): Promise<ChannelRef> {
  const channel = await addChannel(owner, fresh('room'), [owner])
  await subscribe(who, channel, [who])
  return channel
}
const newChannel = (who: Client, parameters: object): Call =>
  post('/channels/create', { name: fresh('new'), subscribers: [who.id], ...parameters })
const newGroup = async (parameters: object = {}): Promise<{ id: number; name: string }> => {
  const name = fresh('group')
  const { body } = await owner.post('/user_groups/create', {
    name,
    description: '',
    members: [owner.id],
    ...parameters,
  })
  return { id: Number(body['group_id']), name }
}
const newBot = (bot_type: number): Call =>
  post('/bots', { full_name: 'Bot', short_name: `b${++count}`, bot_type })

// What is the same in the organization and in a channel: the channel's permission adds to the organization's.
const subscribeOther = async ({ name }: ChannelRef): Promise<Call> =>
  post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [(await newcomer()).id] })
const deleteAny = async (channel: ChannelRef): Promise<Call> =>
  remove(`/messages/${await sendToChannel(owner, channel)}`)
const deleteOwn = async (who: Client, channel: ChannelRef): Promise<Call> =>
  remove(`/messages/${await sendToChannel(who, channel)}`)
const moveTopic = async (channel: ChannelRef): Promise<Call> =>
  patch(`/messages/${await sendToChannel(owner, channel)}`, { topic: fresh('elsewhere') })
const moveAway = async (who: Client, channel: ChannelRef): Promise<Call> =>
  patch(`/messages/${await sendToChannel(owner, channel)}`, { stream_id: (await room(who)).id })
const resolve = async (channel: ChannelRef): Promise<Call> => {
  const topic = fresh('question')
  const id = await sendToChannel(owner, channel, 'Why?', topic)
  return patch(`/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' })
}

const refusals = {
  deleting: "You don't have permission to delete this message",
  toAnotherTopic: "You don't have permission to move this message to another topic",
  toAnotherChannel: "You don't have permission to move this message to another channel",
  resolving: "You don't have permission to resolve topics",
}

describe('of the organization', () => {
  const administered = (who: Client): Promise<ChannelRef> =>
    addChannel(owner, fresh('administered'), [owner, who], {
      can_administer_channel_group: { direct_members: [who.id], direct_subgroups: [] },
    })

  const trials: Partial<Record<OrganizationPermissionName, Trial<undefined>>> = {
    can_access_all_users_group: {
      ready: async () => ({ method: 'get', path: `/users/${bob.id}` }),
      refusal: 'No such user',
      sides: { person: guest, withThem: role('role:everyone'), withoutThem: role('role:members') },
    },
    can_add_subscribers_group: {
      ready: async (who) => subscribeOther(await room(who)),
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
        withThem: role('role:moderators'),
        withoutThem: role('role:administrators'),
      },
    },
    can_create_write_only_bots_group: {
      ready: async () => {
        // Who may make bots of every type may make these, too.
        await owner.patch('/realm', { can_create_bots_group: { new: role('role:nobody') } })
        return newBot(2)
      },
      refusal: 'Insufficient permission',
    },
    can_delete_any_message_group: {
      ready: async (who) => deleteAny(await room(who)),
      refusal: refusals.deleting,
    },
    can_delete_own_message_group: {
      ready: async (who) => deleteOwn(who, await room(who)),
      refusal: refusals.deleting,
    },
    can_invite_users_group: {
      ready: async () =>
        post('/invites', { invitee_emails: `${fresh('p').replace(' ', '')}@example.com`, stream_ids: [] }),
      refusal: 'Insufficient permission',
    },
    can_manage_all_groups: {
      ready: async () => patch(`/user_groups/${(await newGroup()).id}`, { description: fresh('changed') }),
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
      ready: async (who) => moveAway(who, await room(who)),
      refusal: refusals.toAnotherChannel,
    },
    can_move_messages_between_topics_group: {
      ready: async (who) => moveTopic(await room(who)),
      refusal: refusals.toAnotherTopic,
    },
    can_resolve_topics_group: {
      ready: async (who) => resolve(await room(who)),
      refusal: refusals.resolving,
    },
    can_set_delete_message_policy_group: {
      ready: async (who) =>
        patch(`/streams/${(await administered(who)).id}`, {
          can_delete_any_message_group: { new: role('role:moderators') },
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
      ready: async () => post('/messages', { type: 'direct', to: [(await newcomer()).id], content: 'Hello' }),
      refusal: 'You do not have permission to initiate direct message conversations',
    },
    direct_message_permission_group: {
      ready: async (who) => {
        const { id } = await newcomer()
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
})

describe('in a channel', () => {
  const trials: Record<ChannelPermission, Trial<ChannelRef>> = {
    canAddSubscribersGroup: {
      ready: (_, channel) => subscribeOther(channel),
      refusal: { code: 'UNAUTHORIZED_PRINCIPAL' },
    },
    canAdministerChannelGroup: {
      ready: async (_, { id }) => patch(`/streams/${id}`, { description: fresh('changed') }),
      refusal: { code: 'CANNOT_ADMINISTER_CHANNEL' },
    },
    canCreateTopicGroup: {
      ready: async (_, { id }) =>
        post('/messages', { type: 'channel', to: id, topic: fresh('topic'), content: 'Hello' }),
      refusal: 'You do not have permission to create new topics in this channel',
    },
    canDeleteAnyMessageGroup: { ready: (_, channel) => deleteAny(channel), refusal: refusals.deleting },
    canDeleteOwnMessageGroup: { ready: deleteOwn, refusal: refusals.deleting },
    canMoveMessagesOutOfChannelGroup: { ready: moveAway, refusal: refusals.toAnotherChannel },
    canMoveMessagesWithinChannelGroup: {
      ready: (_, channel) => moveTopic(channel),
      refusal: refusals.toAnotherTopic,
    },
    canRemoveSubscribersGroup: {
      ready: async (_, { name }) => {
        const { id } = await newcomer()
        await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
        return remove('/users/me/subscriptions', { subscriptions: [name], principals: [id] })
      },
      refusal: 'Insufficient permission',
    },
    canResolveTopicsGroup: { ready: (_, channel) => resolve(channel), refusal: refusals.resolving },
    canSendMessageGroup: {
      ready: async (_, { id }) =>
        post('/messages', { type: 'channel', to: id, topic: 't', content: 'Hello' }),
      refusal: 'You do not have permission to post in channel',
    },
    canSubscribeGroup: {
      ready: async (who, { name }) => {
        await owner.delete('/users/me/subscriptions', { subscriptions: [name], principals: [who.id] })
        return post('/users/me/subscriptions', { subscriptions: [{ name }] })
      },
      refusal: 'Unable to access channel',
    },
  }

  test.each(channelPermissions)('%s', async (permission) => {
    const { name } = channelPermissionRules[permission]
    // The organization gives none of this to everybody, so that the channel's own word counts.
    for (const each of [
      'can_add_subscribers_group',
      'can_delete_any_message_group',
      'can_delete_own_message_group',
      'can_move_messages_between_channels_group',
      'can_move_messages_between_topics_group',
      'can_resolve_topics_group',
    ]) {
      expect((await owner.patch('/realm', { [each]: { new: role('role:owners') } })).status).toBe(200)
    }
    const isPrivate = permission === 'canSubscribeGroup'
    const channel = await addChannel(owner, fresh('channel'), [owner, ann, bob], { invite_only: isPrivate })
    await tryPermission(trials[permission], {
      server,
      members: [ann, bob],
      subject: channel,
      change: (change) => owner.patch(`/streams/${channel.id}`, { [name]: change }),
    })
  })
})

describe('over a group', () => {
  type Group = Awaited<ReturnType<typeof newGroup>>
  const members = (id: number, changes: object): Call => post(`/user_groups/${id}/members`, changes)
  const joined = async (group: Group, who: Client): Promise<number> => {
    await owner.post(`/user_groups/${group.id}/members`, { add: [who.id] })
    return who.id
  }
  const refusal = 'Insufficient permission'
  const trials: Record<GroupPermissionName, Trial<Group>> = {
    can_add_members_group: {
      ready: async (_, { id }) => members(id, { add: [(await newcomer()).id] }),
      refusal,
    },
    can_join_group: {
      ready: async (who, { id }) => {
        await owner.post(`/user_groups/${id}/members`, { delete: [who.id] })
        return members(id, { add: [who.id] })
      },
      refusal,
    },
    can_leave_group: {
      ready: async (who, group) => members(group.id, { delete: [await joined(group, who)] }),
      refusal,
    },
    can_manage_group: {
      ready: async (_, { id }) => patch(`/user_groups/${id}`, { description: fresh('changed') }),
      refusal,
    },
    can_mention_group: {
      ready: async (who, { name }) => {
        const { id } = await room(who)
        return post('/messages', { type: 'channel', to: id, topic: 't', content: `@*${name}*` })
      },
      refusal: 'You are not allowed to mention the user group',
    },
    can_remove_members_group: {
      ready: async (_, group) => members(group.id, { delete: [await joined(group, await newcomer())] }),
      refusal,
    },
  }

  test.each(groupPermissionNames)('%s', async (name) => {
    const group = await newGroup()
    await tryPermission(trials[name], {
      server,
      members: [ann, bob],
      subject: group,
      change: (change) => owner.patch(`/user_groups/${group.id}`, { [name]: change }),
    })
  })
})
