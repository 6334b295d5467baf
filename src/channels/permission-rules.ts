// A channel's permissions: by the protocol's names, the columns they are kept in and the groups they can be given to.
import type { PermissionRule } from '../user-groups/permission-values'
import type { SystemGroupName } from '../user-groups/repository'
import type { ChannelPermission } from './access'

export interface ChannelPermissionRule extends PermissionRule {
  column: ChannelPermission
  /** Whether whoever makes the channel has it from the start, rather than the default group. */
  startsWithCreator: boolean
}

/** A channel's permissions (reference: update-stream; since-372: 396, 402, 407). */
export const channelPermissionRules = {
  can_add_subscribers_group: rule('canAddSubscribersGroup', 'role:nobody'),
  can_administer_channel_group: {
    ...rule('canAdministerChannelGroup', 'role:nobody'),
    startsWithCreator: true,
  },
  can_create_topic_group: rule('canCreateTopicGroup', 'role:everyone', { allowEveryone: true }),
  can_delete_any_message_group: rule('canDeleteAnyMessageGroup', 'role:nobody'),
  can_delete_own_message_group: rule('canDeleteOwnMessageGroup', 'role:nobody', { allowEveryone: true }),
  can_move_messages_out_of_channel_group: rule('canMoveMessagesOutOfChannelGroup', 'role:nobody'),
  can_move_messages_within_channel_group: rule('canMoveMessagesWithinChannelGroup', 'role:nobody'),
  can_remove_subscribers_group: rule('canRemoveSubscribersGroup', 'role:administrators'),
  can_resolve_topics_group: rule('canResolveTopicsGroup', 'role:nobody', { allowEveryone: true }),
  can_send_message_group: rule('canSendMessageGroup', 'role:everyone', { allowEveryone: true }),
  can_subscribe_group: rule('canSubscribeGroup', 'role:nobody'),
} satisfies Record<string, ChannelPermissionRule>

export type ChannelPermissionName = keyof typeof channelPermissionRules

function rule(
  column: ChannelPermission,
  defaultGroup: SystemGroupName,
  changes: Partial<PermissionRule> = {},
): ChannelPermissionRule {
  return {
    column,
    defaultGroup,
    startsWithCreator: false,
    requireSystemGroup: false,
    allowInternet: false,
    allowNobody: true,
    allowEveryone: false,
    allowedSystemGroups: [],
    ...changes,
  }
}
