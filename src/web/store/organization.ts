// The organization: its settings, and whose its permissions are.
import type { ServerEvent } from './events'
import { isGroupSetting, type GroupSetting } from './group-settings'
import {
  flag,
  known,
  number,
  numberOrNull,
  readFields,
  text,
  textOrNull,
  withFields,
  type Known,
  type KnownField,
} from './known-fields'
import { dictionary, isBoolean, isFields, isNumber, isText, oneOf, shape, type Fields } from './shapes'

const noGroup: GroupSetting = { direct_member_ids: [], direct_subgroup_ids: [] }
const permission = (): KnownField<GroupSetting> => known(isGroupSetting, noGroup)

/** The permissions of the organization, by the protocol's names. */
const permissions = {
  can_access_all_users_group: permission(),
  can_add_custom_emoji_group: permission(),
  can_add_subscribers_group: permission(),
  can_create_bots_group: permission(),
  can_create_groups: permission(),
  can_create_private_channel_group: permission(),
  can_create_public_channel_group: permission(),
  can_create_web_public_channel_group: permission(),
  can_create_write_only_bots_group: permission(),
  can_delete_any_message_group: permission(),
  can_delete_own_message_group: permission(),
  can_invite_users_group: permission(),
  can_manage_all_groups: permission(),
  can_manage_billing_group: permission(),
  can_mention_many_users_group: permission(),
  can_move_messages_between_channels_group: permission(),
  can_move_messages_between_topics_group: permission(),
  can_resolve_topics_group: permission(),
  can_set_delete_message_policy_group: permission(),
  can_set_topics_policy_group: permission(),
  can_summarize_topics_group: permission(),
  create_multiuse_invite_group: permission(),
  direct_message_initiator_group: permission(),
  direct_message_permission_group: permission(),
}

export type OrganizationPermission = keyof typeof permissions

/** What the organization's people can change, by the names of `PATCH /realm`. */
const settings = {
  name: text(),
  description: text(),
  org_type: number(),
  want_advertise_in_communities_directory: flag(),
  default_language: text('en'),
  invite_required: flag(true),
  emails_restricted_to_domains: flag(),
  disallow_disposable_email_addresses: flag(),
  waiting_period_threshold: number(),
  send_welcome_emails: flag(),
  welcome_message_custom_text: text(),
  require_unique_names: flag(),
  name_changes_disabled: flag(),
  email_changes_disabled: flag(),
  avatar_changes_disabled: flag(),
  use_gravatar: flag(),
  enable_guest_user_indicator: flag(true),
  enable_guest_user_dm_warning: flag(true),
  enable_spectator_access: flag(),
  topics_policy: text('allow_empty_topic'),
  mandatory_topics: flag(),
  /** Of channels for announcements; -1 is none. */
  new_stream_announcements_stream_id: number(-1),
  signup_announcements_stream_id: number(-1),
  zulip_update_announcements_stream_id: number(-1),
  moderation_request_channel_id: number(-1),
  allow_message_editing: flag(),
  /** Null is no limit. */
  message_content_edit_limit_seconds: numberOrNull(),
  message_content_delete_limit_seconds: numberOrNull(),
  move_messages_within_stream_limit_seconds: numberOrNull(),
  move_messages_between_streams_limit_seconds: numberOrNull(),
  message_edit_history_visibility_policy: text('all'),
  /** -1 is forever. */
  message_retention_days: number(-1),
  enable_read_receipts: flag(),
  presence_disabled: flag(),
  default_code_block_language: text(),
  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(),
  giphy_rating: number(),
  video_chat_provider: number(),
  jitsi_server_url: textOrNull(),
  digest_emails_enabled: flag(),
  digest_weekday: number(),
  message_content_allowed_in_email_notifications: flag(true),
  require_e2ee_push_notifications: flag(),
}

/** What follows from the server, or from the organization's pictures. */
const facts = {
  url: text(),
  date_created: number(),
  bot_domain: text(),
  authentication_methods: known(dictionary(shape({ enabled: isBoolean, available: isBoolean })), {}),
  email_auth_enabled: flag(),
  password_auth_enabled: flag(),
  available_video_chat_providers: known(dictionary(shape({ name: isText, id: isNumber })), {}),
  default_external_accounts: known(
    dictionary(shape({ name: isText, text: isText, hint: isText, url_pattern: isText })),
    {},
  ),
  push_notifications_enabled: flag(),
  upload_quota_mib: numberOrNull(),
  empty_topic_display_name: text('general chat'),
  icon_url: text(),
  /** `G` if it follows from the organization, `U` if somebody has uploaded it. */
  icon_source: known(oneOf('G', 'U'), 'G'),
  logo_url: text(),
  /** `D` is the usual one. */
  logo_source: known(oneOf('D', 'U'), 'D'),
  night_logo_url: text(),
  night_logo_source: known(oneOf('D', 'U'), 'D'),
}

const fields = { ...permissions, ...settings, ...facts }

/** Under the names of `PATCH /realm` and of its events, which are those of the register answer without `realm_`. */
export type Organization = Known<typeof fields>

export function organizationFrom(register: Fields): Organization {
  return readFields(fields, register, 'realm_')
}

/** `realm`: `update_dict`. */
export function organizationAfter(organization: Organization, event: ServerEvent): Organization {
  const { type, op, data } = event
  return type === 'realm' && op === 'update_dict' && isFields(data)
    ? withFields(fields, organization, data)
    : organization
}
