// The organization's settings on the wire: the realm_* fields of the register state, and the realm events.
import { externalAccounts } from '../profile-fields/kinds'
import type { ServerEvent } from '../events/event'
import type { StateContext, StatePart } from '../events/state'
import { emptyTopicDisplayName } from '../channels/topics'
import { pictureRoles } from '../organization/own-pictures'
import { realmId, type Organization } from '../organization/organization'
import { isPushConfigured } from '../organization/rules'
import { settings } from '../organization/settings'
import { settingNames } from '../organization/settings-catalogue'
import type { OrganizationPermissionName } from '../user-groups/permission-catalogue'
import { permissionOnWire } from '../user-groups/permission-values'
import { groupGraph } from '../user-groups/repository'
import { ownDomain } from '../users/wire'
import { isPermissionName, permissionGroupId, permissionNames } from '../permissions/permissions'
import { isChangeableSetting } from './parameters'
import { pictureOnWire } from './pictures'

/** One setting or permission as clients see it, with what older clients read instead of it. */
export function settingOnWire(organization: Organization, name: string): Record<string, unknown> {
  if (isPermissionName(name)) {
    return { [name]: permissionOnWire(organization, permissionGroupId(organization, name)) }
  }
  if (!isChangeableSetting(name)) return {}
  const value = settings(organization)[name]
  if (name === 'topics_policy') return { [name]: value, mandatory_topics: value === 'disable_empty_topic' }
  return { [name]: value }
}

/** `realm` `update_dict`: settings that have another value now, by name. */
export function settingsChangedEvent(data: Readonly<Record<string, unknown>>): ServerEvent {
  return {
    type: 'realm',
    audience: 'everyone',
    payload: () => ({ op: 'update_dict', property: 'default', data }),
  }
}

/** `realm` `deactivated` */
export const deactivatedEvent: ServerEvent = {
  type: 'realm',
  audience: 'everyone',
  payload: () => ({ op: 'deactivated', realm_id: realmId }),
}

/** Every setting and permission, and what follows from them. */
export const organizationState: StatePart = {
  types: ['realm'],
  read(context) {
    const { organization } = context
    const fields: Record<string, unknown> = {}
    for (const name of [...settingNames, ...permissionNames]) {
      for (const [field, value] of Object.entries(settingOnWire(organization, name)))
        fields[`realm_${field}`] = value
    }
    return { ...fields, ...derivedFields(context), ...fixedFields(context), ...pictureFields(organization) }
  },
}

function derivedFields({ organization }: StateContext) {
  const { date_created, message_edit_history_visibility_policy, jitsi_server_url } = settings(organization)
  return {
    realm_date_created: date_created,
    realm_allow_edit_history: message_edit_history_visibility_policy !== 'none',
    // Always a text, as old clients expect; empty where there is no server.
    jitsi_server_url: jitsi_server_url ?? '',
    realm_create_public_stream_policy: policyNumber(organization, 'can_create_public_channel_group'),
    realm_create_private_stream_policy: policyNumber(organization, 'can_create_private_channel_group'),
    realm_create_web_public_stream_policy: policyNumber(organization, 'can_create_web_public_channel_group'),
    realm_wildcard_mention_policy:
      wildcardPolicies[smallestRoleGroup(organization, 'can_mention_many_users_group')],
  }
}

function pictureFields(organization: Organization) {
  const fields = pictureRoles.flatMap((role) => Object.entries(pictureOnWire(organization, role)))
  return Object.fromEntries(fields.map(([field, value]) => [`realm_${field}`, value]))
}

/** What does not change, or only with features that change it. */
function fixedFields({ organization, origin }: StateContext) {
  return {
    realm_url: origin,
    realm_uri: origin,
    realm_bot_domain: ownDomain(organization),
    realm_authentication_methods: { Email: { enabled: true, available: true } },
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_available_video_chat_providers: {
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
    },
    realm_default_external_accounts: externalAccounts,
    realm_push_notifications_enabled: isPushConfigured(organization.rules),
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: organization.rules.uploadQuotaMib,
    realm_plan_type: 1,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    realm_is_zephyr_mirror_realm: false,
    realm_empty_topic_display_name: emptyTopicDisplayName,
  }
}

type RoleGroup =
  'everyone' | 'members' | 'fullmembers' | 'moderators' | 'administrators' | 'owners' | 'nobody'

const policies: Readonly<Record<RoleGroup, number>> = {
  everyone: 1,
  members: 1,
  fullmembers: 3,
  moderators: 4,
  administrators: 2,
  owners: 7,
  nobody: 6,
}

const wildcardPolicies: Readonly<Record<RoleGroup, number>> = {
  everyone: 1,
  members: 2,
  fullmembers: 3,
  moderators: 7,
  administrators: 5,
  owners: 5,
  nobody: 6,
}

/** The old number for who has a permission: at least all who have it. */
function policyNumber(organization: Organization, name: OrganizationPermissionName): number {
  return policies[smallestRoleGroup(organization, name)]
}

/** The smallest role group that holds everybody with the permission; for groups of people, all members. */
function smallestRoleGroup(organization: Organization, name: OrganizationPermissionName): RoleGroup {
  const group = groupGraph(organization).byId.get(permissionGroupId(organization, name))
  const role = group?.isSystem ? group.name?.replace('role:', '') : undefined
  return role !== undefined && isRoleGroup(role) ? role : 'members'
}

function isRoleGroup(name: string): name is RoleGroup {
  return name in policies
}
