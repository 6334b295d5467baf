// Every permission in a channel and over a group, tried: who has it can, who lacks it is refused, and a change holds from the next request on.
import { describe, expect, test } from 'bun:test'
import {
  channelPermissionRules,
  channelPermissions,
  groupPermissionNames,
  type ChannelPermission,
  type GroupPermissionName,
} from '../src/user-groups/permission-catalogue'
import { addChannel, type ChannelRef } from './support/channels'
import type { Client } from './support/client'
import { Calls, fresh, patch, post, refusals, remove } from './support/permissions/calls'
import { tryPermission, type Call, type Trial } from './support/permissions/trial'
import { scenario } from './support/scenario'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const calls = new Calls(server)

describe('in a channel', () => {
  const trials: Record<ChannelPermission, Trial<ChannelRef>> = {
    canAddSubscribersGroup: {
      ready: (_, channel) => calls.subscribeOther(channel),
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
    canDeleteAnyMessageGroup: { ready: (_, channel) => calls.deleteAny(channel), refusal: refusals.deleting },
    canDeleteOwnMessageGroup: {
      ready: (who, channel) => calls.deleteOwn(who, channel),
      refusal: refusals.deleting,
    },
    canMoveMessagesOutOfChannelGroup: {
      ready: (who, channel) => calls.moveAway(who, channel),
      refusal: refusals.toAnotherChannel,
    },
    canMoveMessagesWithinChannelGroup: {
      ready: (_, channel) => calls.moveTopic(channel),
      refusal: refusals.toAnotherTopic,
    },
    canRemoveSubscribersGroup: {
      ready: async (_, { name }) => {
        const { id } = await calls.newcomer()
        await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
        return remove('/users/me/subscriptions', { subscriptions: [name], principals: [id] })
      },
      refusal: 'Insufficient permission',
    },
    canResolveTopicsGroup: { ready: (_, channel) => calls.resolve(channel), refusal: refusals.resolving },
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
      expect((await owner.patch('/realm', { [each]: { new: calls.role('role:owners') } })).status).toBe(200)
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
  type Group = Awaited<ReturnType<Calls['group']>>
  const members = (id: number, changes: object): Call => post(`/user_groups/${id}/members`, changes)
  const joined = async (group: Group, who: Client): Promise<number> => {
    await owner.post(`/user_groups/${group.id}/members`, { add: [who.id] })
    return who.id
  }
  const refusal = 'Insufficient permission'
  const trials: Record<GroupPermissionName, Trial<Group>> = {
    can_add_members_group: {
      ready: async (_, { id }) => members(id, { add: [(await calls.newcomer()).id] }),
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
        const { id } = await calls.room(who)
        return post('/messages', { type: 'channel', to: id, topic: 't', content: `@*${name}*` })
      },
      refusal: 'You are not allowed to mention the user group',
    },
    can_remove_members_group: {
      ready: async (_, group) => members(group.id, { delete: [await joined(group, await calls.newcomer())] }),
      refusal,
    },
  }

  test.each(groupPermissionNames)('%s', async (name) => {
    const group = await calls.group()
    await tryPermission(trials[name], {
      server,
      members: [ann, bob],
      subject: group,
      change: (change) => owner.patch(`/user_groups/${group.id}`, { [name]: change }),
    })
  })
})
