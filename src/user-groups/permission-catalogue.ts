// Every permission that is given to groups: the organization's, each channel's and each group's; whose it is at first, and whose it can be.
import type { ChangedBy, Effect } from '../organization/settings-catalogue'
import type { SystemGroupName } from './repository'

/** Which groups a permission can be given to, and which has it at first. */
export interface PermissionRule {
  defaultGroup: SystemGroupName
  /** Neither people outright nor groups that people have made. */
  requireSystemGroup: boolean
  allowInternet: boolean
  allowNobody: boolean
  /** Where false, guests can't have the permission even as members of the group. */
  allowEveryone: boolean
  /** Where not empty, no other system groups. */
  allowedSystemGroups: readonly SystemGroupName[]
  /** System groups that it can't be given to. */
  refusedSystemGroups: readonly SystemGroupName[]
}

/** A permission, and what those who have it may do. */
export interface Permission extends PermissionRule {
  allows: string
}

/** A permission of the organization. */
export interface OrganizationPermission extends Permission {
  changedBy: ChangedBy
  effect: Effect
}

/** What holds for a permission unless something else is said. */
const usual: Omit<PermissionRule, 'defaultGroup'> = {
  requireSystemGroup: false,
  allowInternet: false,
  allowNobody: true,
  allowEveryone: false,
  allowedSystemGroups: [],
  refusedSystemGroups: [],
}

const inClients = { effect: 'clients' } as const
const byOwners = { changedBy: 'owners' } as const
const guestsToo = { allowEveryone: true } as const

/** The organization's permissions, by the protocol's names (reference: events/realm.update_dict). */
export const organizationPermissions = {
  can_access_all_users_group: inOrganization(
    'see people who share no channel or conversation with them',
    'role:everyone',
    {
      ...guestsToo,
      allowNobody: false,
      requireSystemGroup: true,
      allowedSystemGroups: ['role:everyone', 'role:members'],
    },
  ),
  can_add_custom_emoji_group: inOrganization('add emoji', 'role:members'),
  can_add_subscribers_group: inOrganization('subscribe others to channels', 'role:members'),
  can_create_bots_group: inOrganization('make bots of every type', 'role:members'),
  can_create_groups: inOrganization('make groups of people', 'role:members', byOwners),
  can_create_private_channel_group: inOrganization('make private channels', 'role:members'),
  can_create_public_channel_group: inOrganization('make public channels', 'role:members'),
  can_create_web_public_channel_group: inOrganization('make web-public channels', 'role:owners', {
    requireSystemGroup: true,
    allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: inOrganization('make bots that can only send', 'role:members'),
  can_delete_any_message_group: inOrganization('delete any message', 'role:administrators'),
  can_delete_own_message_group: inOrganization('delete messages of their own', 'role:everyone', guestsToo),
  can_invite_users_group: inOrganization('invite people', 'role:members', byOwners),
  can_manage_all_groups: inOrganization('change every group', 'role:owners', byOwners),
  // This server bills nobody: clients show those who have it what they know of payments and plans.
  can_manage_billing_group: inOrganization('see to what the organization pays', 'role:administrators', {
    ...inClients,
    ...byOwners,
  }),
  can_mention_many_users_group: inOrganization('mention everybody in large channels', 'role:administrators'),
  can_move_messages_between_channels_group: inOrganization('move messages to other channels', 'role:members'),
  can_move_messages_between_topics_group: inOrganization(
    'move messages to other topics',
    'role:everyone',
    guestsToo,
  ),
  can_resolve_topics_group: inOrganization('mark topics as resolved', 'role:everyone', guestsToo),
  can_set_delete_message_policy_group: inOrganization(
    'choose who may delete messages in a channel',
    'role:moderators',
  ),
  can_set_topics_policy_group: inOrganization(
    'choose whether a channel takes the empty topic',
    'role:members',
  ),
  // This server summarizes nothing (`server_can_summarize_topics`): clients that can by themselves offer it to these.
  can_summarize_topics_group: inOrganization('have topics summarized', 'role:everyone', {
    ...guestsToo,
    ...inClients,
  }),
  create_multiuse_invite_group: inOrganization('make invitation links', 'role:administrators', byOwners),
  direct_message_initiator_group: inOrganization('begin direct conversations', 'role:everyone', guestsToo),
  direct_message_permission_group: inOrganization(
    'have direct conversations with others',
    'role:everyone',
    guestsToo,
  ),
} satisfies Record<string, OrganizationPermission>

export type OrganizationPermissionName = keyof typeof organizationPermissions

/** A permission in a channel. */
export interface ChannelPermissionRule extends Permission {
  /** The protocol's. */
  name: `can_${string}`
  /** It decides who gets into the channel: only those who can read it change it. */
  letsIn: boolean
  /** Administrators of the organization may do it anyway. */
  administratorsToo: boolean
  /** Whoever makes a channel has it alone, unless they choose otherwise. */
  startsWithCreator: boolean
  /** Only those who have this permission of the organization change it. */
  changedBy: OrganizationPermissionName | undefined
}

const deletion = { changedBy: 'can_set_delete_message_policy_group' } as const

/** The permissions of a channel, by the columns they are kept in. */
export const channelPermissionRules = {
  canAddSubscribersGroup: inChannel('can_add_subscribers_group', 'subscribe anyone', 'role:nobody', {
    letsIn: true,
  }),
  canAdministerChannelGroup: inChannel('can_administer_channel_group', 'change the channel', 'role:nobody', {
    administratorsToo: true,
    startsWithCreator: true,
  }),
  canCreateTopicGroup: inChannel('can_create_topics_group', 'begin new topics', 'role:everyone', guestsToo),
  canDeleteAnyMessageGroup: inChannel(
    'can_delete_any_message_group',
    'delete any message',
    'role:nobody',
    deletion,
  ),
  canDeleteOwnMessageGroup: inChannel(
    'can_delete_own_message_group',
    'delete messages of their own',
    'role:nobody',
    {
      ...guestsToo,
      ...deletion,
    },
  ),
  canMoveMessagesOutOfChannelGroup: inChannel(
    'can_move_messages_out_of_channel_group',
    'move messages to other channels',
    'role:nobody',
    guestsToo,
  ),
  canMoveMessagesWithinChannelGroup: inChannel(
    'can_move_messages_within_channel_group',
    'move messages to other topics',
    'role:nobody',
    guestsToo,
  ),
  canRemoveSubscribersGroup: inChannel(
    'can_remove_subscribers_group',
    'unsubscribe others',
    'role:administrators',
    {
      administratorsToo: true,
    },
  ),
  canResolveTopicsGroup: inChannel(
    'can_resolve_topics_group',
    'mark topics as resolved',
    'role:nobody',
    guestsToo,
  ),
  canSendMessageGroup: inChannel('can_send_message_group', 'send messages', 'role:everyone', guestsToo),
  canSubscribeGroup: inChannel('can_subscribe_group', 'subscribe themselves', 'role:nobody', {
    letsIn: true,
  }),
} satisfies Record<string, ChannelPermissionRule>

export type ChannelPermission = keyof typeof channelPermissionRules

export const channelPermissions: readonly ChannelPermission[] =
  Object.keys(channelPermissionRules).filter(isChannelPermission)

function isChannelPermission(column: string): column is ChannelPermission {
  return Object.hasOwn(channelPermissionRules, column)
}

/** An object of an entry for each permission of a channel. */
export function forChannelPermissions<Key extends string, Value>(
  entry: (
    rule: (typeof channelPermissionRules)[ChannelPermission],
    permission: ChannelPermission,
  ) => readonly [Key, Value],
): Record<Key, Value> {
  const made: Partial<Record<Key, Value>> = {}
  for (const permission of channelPermissions) {
    const [key, value] = entry(channelPermissionRules[permission], permission)
    made[key] = value
  }
  const isComplete = (object: Partial<Record<Key, Value>>): object is Record<Key, Value> =>
    Object.keys(object).length === channelPermissions.length
  if (!isComplete(made)) throw new Error('Two permissions of channels have the same key')
  return made
}

/** A permission over a group. */
export interface GroupPermissionRule extends Permission {
  column:
    | 'canAddMembersGroup'
    | 'canJoinGroup'
    | 'canLeaveGroup'
    | 'canManageGroup'
    | 'canMentionGroup'
    | 'canRemoveMembersGroup'
  /** System groups have this instead of the default. */
  defaultForSystemGroups: SystemGroupName
  /** Whoever makes a group has it alone, unless they choose otherwise. */
  startsWithCreator: boolean
}

/** The permissions over a group, by the protocol's names. */
export const groupPermissions = {
  can_add_members_group: overGroup('canAddMembersGroup', 'add people to the group', 'role:nobody', {
    startsWithCreator: true,
  }),
  can_join_group: overGroup('canJoinGroup', 'join the group', 'role:nobody'),
  can_leave_group: overGroup('canLeaveGroup', 'leave the group', 'role:everyone', guestsToo),
  can_manage_group: overGroup('canManageGroup', 'change the group', 'role:nobody', {
    startsWithCreator: true,
  }),
  can_mention_group: overGroup('canMentionGroup', 'mention the group', 'role:everyone', {
    ...guestsToo,
    refusedSystemGroups: ['role:owners'],
  }),
  can_remove_members_group: overGroup('canRemoveMembersGroup', 'take people out of the group', 'role:nobody'),
} satisfies Record<string, GroupPermissionRule>

function inOrganization(
  allows: string,
  defaultGroup: SystemGroupName,
  more: Partial<OrganizationPermission> = {},
): OrganizationPermission {
  return { ...usual, allows, defaultGroup, changedBy: 'administrators', effect: 'server', ...more }
}

function inChannel<Name extends `can_${string}`>(
  name: Name,
  allows: string,
  defaultGroup: SystemGroupName,
  more: Partial<ChannelPermissionRule> = {},
): ChannelPermissionRule & { name: Name } {
  const inner = { letsIn: false, administratorsToo: false, startsWithCreator: false, changedBy: undefined }
  return { ...usual, allows, defaultGroup, ...inner, ...more, name }
}

function overGroup(
  column: GroupPermissionRule['column'],
  allows: string,
  defaultGroup: SystemGroupName,
  more: Partial<GroupPermissionRule> = {},
): GroupPermissionRule {
  const inner = { defaultForSystemGroups: 'role:nobody', startsWithCreator: false } as const
  return { ...usual, allows, defaultGroup, ...inner, ...more, column }
}

export type GroupPermissionName = keyof typeof groupPermissions

export const groupPermissionNames: readonly GroupPermissionName[] =
  Object.keys(groupPermissions).filter(isGroupPermission)

function isGroupPermission(name: string): name is GroupPermissionName {
  return Object.hasOwn(groupPermissions, name)
}
