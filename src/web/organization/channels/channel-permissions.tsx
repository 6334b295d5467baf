// Whose the permissions in a channel are.
import { call } from '../../api/call'
import { state } from '../../live/state'
import type { Channel, ChannelPermission } from '../../store/channels'
import { may } from '../../store/permissions'
import { PermissionRow } from '../../settings/controls/group-picker'
import { Refused } from '../../settings/controls/refused'
import { Section } from '../../settings/controls/row'
import { text, type TextKey } from '../../texts/text'
import { channelRefusal } from './channel-general'

const groups: readonly { title: TextKey; permissions: readonly ChannelPermission[] }[] = [
  {
    title: 'channels.whoIsIn',
    permissions: [
      'can_subscribe_group',
      'can_add_subscribers_group',
      'can_remove_subscribers_group',
      'can_administer_channel_group',
    ],
  },
  {
    title: 'organization.messages',
    permissions: [
      'can_send_message_group',
      'can_create_topics_group',
      'can_resolve_topics_group',
      'can_move_messages_within_channel_group',
      'can_move_messages_out_of_channel_group',
      'can_delete_own_message_group',
      'can_delete_any_message_group',
    ],
  },
]

/** Who may change these is the organization's to say. */
const ofDeletion: ReadonlySet<ChannelPermission> = new Set([
  'can_delete_own_message_group',
  'can_delete_any_message_group',
])

export function ChannelPermissions({ channel }: { channel: Channel }) {
  const { stream } = state().server.server_supported_permission_settings
  const refusal = channelRefusal(channel)
  const deletion = may(state(), 'can_set_delete_message_policy_group')
    ? undefined
    : text('channels.deletionRefused')
  return (
    <Refused why={refusal}>
      {groups.map(({ title, permissions }) => (
        <Section key={title} title={text(title)}>
          {permissions.map((permission) => (
            <PermissionRow
              key={permission}
              label={text(`channelPermission.${permission}`)}
              value={channel[permission]}
              rule={stream[permission]}
              refusal={refusal ?? (ofDeletion.has(permission) ? deletion : undefined)}
              send={(value) =>
                call('PATCH', `/streams/${channel.stream_id}`, { [permission]: { new: value } })
              }
            />
          ))}
        </Section>
      ))}
    </Refused>
  )
}
