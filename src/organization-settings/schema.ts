// The settings that administrators can change: what each can be set to, as parameters of PATCH /realm.
import { Type, type TSchema } from '@sinclair/typebox'
import { Id, Text } from '../http/parameters'
import type { OrganizationSettings, SettingName } from '../organization/settings'
import { PermissionChange } from '../user-groups/permission-values'
import { permissionNames } from '../permissions/permissions'

/** Settings that are no parameters: founding sets them, or they have calls of their own. */
type FixedSetting = 'date_created' | 'is_deactivated'
export type ChangeableSetting = Exclude<SettingName, FixedSetting>

const flag = Type.Boolean()
/** Seconds, or `unlimited`. */
const limit = Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Literal('unlimited')])
/** A channel's ID, or -1 for none. */
const channel = Id()

export const settingSchemas: Readonly<Record<ChangeableSetting, TSchema>> = {
  name: Text({ minLength: 1, maxLength: 40 }),
  description: Text({ maxLength: 1000 }),
  allow_message_editing: flag,
  avatar_changes_disabled: flag,
  default_code_block_language: Text({ maxLength: 40 }),
  default_language: Type.String({ pattern: '^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$', maxLength: 40 }),
  digest_emails_enabled: flag,
  digest_weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  disallow_disposable_email_addresses: flag,
  email_changes_disabled: flag,
  emails_restricted_to_domains: flag,
  enable_guest_user_dm_warning: flag,
  enable_guest_user_indicator: flag,
  enable_read_receipts: flag,
  enable_spectator_access: flag,
  giphy_rating: Type.Literal(0),
  inline_image_preview: flag,
  inline_url_embed_preview: flag,
  invite_required: flag,
  jitsi_server_url: Text({ maxLength: 200, description: 'An https address; `default` or empty for none' }),
  message_content_allowed_in_email_notifications: flag,
  message_content_delete_limit_seconds: limit,
  message_content_edit_limit_seconds: limit,
  move_messages_within_stream_limit_seconds: limit,
  move_messages_between_streams_limit_seconds: limit,
  message_edit_history_visibility_policy: Type.Union([
    Type.Literal('all'),
    Type.Literal('moves'),
    Type.Literal('none'),
  ]),
  message_retention_days: Type.Union([
    Type.Integer({ minimum: 1, maximum: 36_500 }),
    Type.Literal(-1),
    Type.Literal('unlimited'),
  ]),
  moderation_request_channel_id: channel,
  new_stream_announcements_stream_id: channel,
  signup_announcements_stream_id: channel,
  zulip_update_announcements_stream_id: channel,
  name_changes_disabled: flag,
  org_type: Type.Union(
    [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000].map((type) => Type.Literal(type)),
  ),
  presence_disabled: flag,
  require_e2ee_push_notifications: flag,
  require_unique_names: flag,
  send_welcome_emails: flag,
  topics_policy: Type.Union([Type.Literal('allow_empty_topic'), Type.Literal('disable_empty_topic')]),
  video_chat_provider: Type.Union([Type.Literal(0), Type.Literal(1)]),
  waiting_period_threshold: Type.Integer({ minimum: 0, maximum: 36_500 }),
  want_advertise_in_communities_directory: flag,
  welcome_message_custom_text: Text({ maxLength: 8000 }),
}

/** The parameters of PATCH /realm: any of the settings, any of the permissions. */
export const RealmParameters = Type.Object(
  Object.fromEntries([
    ...Object.entries(settingSchemas).map(([name, schema]) => [name, Type.Optional(schema)]),
    ...permissionNames.map((name) => [name, Type.Optional(PermissionChange)]),
  ]),
)

/** Whether a parameter's name is a setting's. */
export function isChangeableSetting(name: string): name is ChangeableSetting {
  return name in settingSchemas
}

/** Only owners change these (and the permission to make invitation links, and over all groups). */
export const ownersOnly: ReadonlySet<string> = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
] satisfies (keyof OrganizationSettings | (typeof permissionNames)[number])[])
