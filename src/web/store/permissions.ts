// What this person may do, by whose the permissions are: in the organization, in a channel, over a group.
import type { Channel, ChannelPermission } from './channels'
import type { GroupSetting } from './group-settings'
import type { Group, GroupPermission } from './groups'
import { isAmong } from './membership'
import { ownUserOf } from './names'
import type { OrganizationPermission } from './organization'
import type { PermissionRule } from './server'
import type { State } from './state'

type Rules = Readonly<Record<string, PermissionRule>>

/** Guests never have a permission that can't be given to everyone, whatever group they are in. */
function has(state: State, rules: Rules, name: string, setting: GroupSetting): boolean {
  const own = ownUserOf(state)
  if (!own || (own.is_guest && rules[name]?.allow_everyone_group !== true)) return false
  return isAmong(state, setting, own.user_id)
}

/** Whether the organization gives this person the permission. */
export function may(state: State, permission: OrganizationPermission): boolean {
  const { realm } = state.server.server_supported_permission_settings
  return has(state, realm, permission, state.organization[permission])
}

/** Whether they may ask people to join, by address or by a link. */
export function mayInvite(state: State): boolean {
  return may(state, 'can_invite_users_group') || may(state, 'create_multiuse_invite_group')
}

export function isOwner(state: State): boolean {
  return ownUserOf(state)?.is_owner === true
}

/** Owners are administrators, too. */
export function isAdministrator(state: State): boolean {
  return ownUserOf(state)?.is_admin === true
}

/** Administrators are moderators, too. */
export function isModerator(state: State): boolean {
  return (ownUserOf(state)?.role ?? 600) <= 300
}

export function isGuest(state: State): boolean {
  return ownUserOf(state)?.is_guest !== false
}

export function isSubscribed(state: State, channelId: number): boolean {
  return state.subscriptions.has(channelId)
}

/** Administrators of the organization have these in every channel. */
const administratorsToo: readonly ChannelPermission[] = [
  'can_administer_channel_group',
  'can_remove_subscribers_group',
]

/** Whether this person has the permission in the channel, as the server answers it: the organization's beside it are not asked. */
export function mayInChannel(state: State, channel: Channel, permission: ChannelPermission): boolean {
  const { stream } = state.server.server_supported_permission_settings
  const own = ownUserOf(state)
  if (!own || (own.is_guest && stream[permission]?.allow_everyone_group !== true)) return false
  if (has(state, stream, permission, channel[permission])) return true
  if (administratorsToo.includes(permission)) return own.is_admin
  if (permission === 'can_subscribe_group')
    return !channel.invite_only || has(state, stream, permission, channel.can_add_subscribers_group)
  return permission === 'can_add_subscribers_group' && mayAddByAdministering(state, channel)
}

function mayAddByAdministering(state: State, channel: Channel): boolean {
  if (channel.invite_only && !isReadable(state, channel)) return false
  return mayInChannel(state, channel, 'can_administer_channel_group')
}

/** Whether this person may read messages of the channel at all, perhaps only those since they joined. */
export function isReadable(state: State, channel: Channel): boolean {
  if (channel.is_web_public || isSubscribed(state, channel.stream_id)) return true
  return !channel.invite_only && !isGuest(state)
}

/** Why this person can't send messages to the channel; undefined if they can. */
export function refusalToPost(
  state: State,
  channel: Channel,
): 'archived' | 'not subscribed' | 'not permitted' | undefined {
  if (channel.is_archived) return 'archived'
  const mustSubscribe = channel.invite_only || isGuest(state)
  if (mustSubscribe && !isSubscribed(state, channel.stream_id)) return 'not subscribed'
  return mayInChannel(state, channel, 'can_send_message_group') ? undefined : 'not permitted'
}

/**
 * Whether this person may do one of these with the group, or manages it, or all groups. Nobody changes system groups. Who
 * joins or leaves needs `can_join_group` or `can_leave_group`, or what lets them add or remove anybody.
 */
export function mayOverGroup(
  state: State,
  group: Group,
  ...permissions: readonly GroupPermission[]
): boolean {
  if (group.is_system_group) return false
  if (may(state, 'can_manage_all_groups')) return true
  const wanted: readonly GroupPermission[] = ['can_manage_group', ...permissions]
  return wanted.some((permission) => hasOverGroup(state, group, permission))
}

/** Whether this person may mention the group, which who manages it need not. */
export function mayMention(state: State, group: Group): boolean {
  const own = ownUserOf(state)
  return own !== undefined && isAmong(state, group.can_mention_group, own.user_id)
}

function hasOverGroup(state: State, group: Group, permission: GroupPermission): boolean {
  const { group: rules } = state.server.server_supported_permission_settings
  return has(state, rules, permission, group[permission])
}
