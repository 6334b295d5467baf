// The organization's settings: their defaults here, what differs in the table. Who may do what: organization-settings/permissions.ts.
import { cache } from './cache'
import { organizationSettings } from './tables'
import { assertSightIsWatched, type Transaction } from './writer'

/** Every setting. Names follow the protocol's, without `realm_`. */
export interface OrganizationSettings {
  name: string
  /** Markdown. */
  description: string
  /** UNIX seconds. */
  date_created: number
  /** Nobody can use a deactivated organization. */
  is_deactivated: boolean
  allow_message_editing: boolean
  avatar_changes_disabled: boolean
  default_code_block_language: string
  default_language: string
  digest_emails_enabled: boolean
  /** 0 is Monday. */
  digest_weekday: number
  disallow_disposable_email_addresses: boolean
  email_changes_disabled: boolean
  emails_restricted_to_domains: boolean
  enable_guest_user_dm_warning: boolean
  enable_guest_user_indicator: boolean
  enable_read_receipts: boolean
  /** Whether anyone may look at web-public channels without an account. */
  enable_spectator_access: boolean
  giphy_rating: number
  inline_image_preview: boolean
  inline_url_embed_preview: boolean
  invite_required: boolean
  jitsi_server_url: string | null
  message_content_allowed_in_email_notifications: boolean
  /** Seconds; null is no limit, here and in the three below. */
  message_content_delete_limit_seconds: number | null
  message_content_edit_limit_seconds: number | null
  move_messages_within_stream_limit_seconds: number | null
  move_messages_between_streams_limit_seconds: number | null
  message_edit_history_visibility_policy: 'all' | 'moves' | 'none'
  /** -1 keeps messages for ever. */
  message_retention_days: number
  /** A channel's ID, or -1 for none, here and in the three below. */
  moderation_request_channel_id: number
  new_stream_announcements_stream_id: number
  signup_announcements_stream_id: number
  zulip_update_announcements_stream_id: number
  name_changes_disabled: boolean
  org_type: number
  presence_disabled: boolean
  require_e2ee_push_notifications: boolean
  /** Whether two people may not have names that differ only in case or Unicode form. */
  require_unique_names: boolean
  send_welcome_emails: boolean
  /** What channels whose policy is `inherit` do with the empty topic. */
  topics_policy: 'allow_empty_topic' | 'disable_empty_topic'
  video_chat_provider: number
  /** Days until a member counts as a full member. */
  waiting_period_threshold: number
  want_advertise_in_communities_directory: boolean
  welcome_message_custom_text: string
}

export type SettingName = keyof OrganizationSettings

const week = 7 * 24 * 3600

export const settingDefaults: Readonly<OrganizationSettings> = {
  name: '',
  description: '',
  date_created: 0,
  is_deactivated: false,
  allow_message_editing: true,
  avatar_changes_disabled: false,
  default_code_block_language: '',
  default_language: 'en',
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: false,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 0,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600,
  message_content_edit_limit_seconds: 600,
  move_messages_within_stream_limit_seconds: week,
  move_messages_between_streams_limit_seconds: week,
  message_edit_history_visibility_policy: 'all',
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  zulip_update_announcements_stream_id: -1,
  name_changes_disabled: false,
  org_type: 0,
  presence_disabled: false,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_welcome_emails: true,
  topics_policy: 'allow_empty_topic',
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: '',
}

/** What the table says, by name; the rest has its default. */
export const storedSettings = cache(
  [organizationSettings],
  (organization): ReadonlyMap<string, unknown> =>
    new Map(
      organization.db.orm
        .select()
        .from(organizationSettings)
        .all()
        .map(({ name, value }) => [name, JSON.parse(value)]),
    ),
)

/** The settings as they are now. */
export const settings = cache([organizationSettings], (organization): OrganizationSettings => ({
  ...settingDefaults,
  ...Object.fromEntries(storedSettings(organization)),
}))

/** Stores a setting; the caller has checked the value and emits the event. */
export function storeSetting<Name extends SettingName>(
  tx: Transaction,
  name: Name,
  value: OrganizationSettings[Name],
): void {
  storeValue(tx, name, value)
}

/** Stores what is kept under a name among the settings, such as the group that has a permission. */
export function storeValue(tx: Transaction, name: string, value: unknown): void {
  if (name === 'can_access_all_users_group') assertSightIsWatched(tx, 'Whom guests may see')
  const text = JSON.stringify(value)
  tx.orm
    .insert(organizationSettings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: organizationSettings.name, set: { value: text } })
    .run()
}
