// The page of the organization's permissions: whose each of them is.
import { call } from '../api/call'
import { state } from '../live/state'
import type { OrganizationPermission } from '../store/organization'
import { isOwner } from '../store/permissions'
import { text, type TextKey } from '../texts/text'
import { PermissionRow } from '../settings/controls/group-picker'
import { Refused } from '../settings/controls/refused'
import { Section } from '../settings/controls/row'
import { administratorsOnly } from './settings'

/** Only owners give them to others. */
const ofOwners: ReadonlySet<OrganizationPermission> = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
])

const groups: readonly { title: TextKey; permissions: readonly OrganizationPermission[] }[] = [
  {
    title: 'organization.joiningAndSeeing',
    permissions: ['can_invite_users_group', 'create_multiuse_invite_group', 'can_access_all_users_group'],
  },
  {
    title: 'organization.directMessages',
    permissions: ['direct_message_initiator_group', 'direct_message_permission_group'],
  },
  {
    title: 'organization.channels',
    permissions: [
      'can_create_public_channel_group',
      'can_create_private_channel_group',
      'can_create_web_public_channel_group',
      'can_add_subscribers_group',
      'can_set_topics_policy_group',
      'can_set_delete_message_policy_group',
      'can_mention_many_users_group',
    ],
  },
  {
    title: 'organization.messages',
    permissions: [
      'can_delete_own_message_group',
      'can_delete_any_message_group',
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
    ],
  },
  {
    title: 'organization.groupsAndBots',
    permissions: [
      'can_create_groups',
      'can_manage_all_groups',
      'can_create_bots_group',
      'can_create_write_only_bots_group',
      'can_add_custom_emoji_group',
    ],
  },
  {
    title: 'settings.otherApps',
    permissions: ['can_summarize_topics_group', 'can_manage_billing_group'],
  },
]

export function PermissionsPage() {
  return (
    <Refused why={administratorsOnly()}>
      {groups.map(({ title, permissions }) => (
        <Section key={title} title={text(title)}>
          {permissions.map((permission) => (
            <OrganizationPermissionRow key={permission} permission={permission} />
          ))}
        </Section>
      ))}
    </Refused>
  )
}

function OrganizationPermissionRow({ permission }: { permission: OrganizationPermission }) {
  const { organization, server } = state()
  const mayOwnersAlone = ofOwners.has(permission) && !isOwner(state())
  return (
    <PermissionRow
      label={text(`permission.${permission}`)}
      value={organization[permission]}
      rule={server.server_supported_permission_settings.realm[permission]}
      refusal={mayOwnersAlone ? text('organization.ownersOnly') : administratorsOnly()}
      send={(value) => call('PATCH', '/realm', { [permission]: { new: value } })}
    />
  )
}
