// Every personal setting: its rule, its default, and the old event that told of it; the one table all else is made from.
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The event types in which clients without `user_settings_object` learn of some settings (contract 4.17). */
export type LegacyGroup = 'update_display_settings' | 'update_global_notifications'

/** What is said of a setting beside its type and default. */
interface SettingOptions {
  /** The event of older clients; undefined: newer clients only. */
  legacy?: LegacyGroup
  /** The organization can't choose the default of new accounts. */
  personalOnly?: boolean
}

const display = { legacy: 'update_display_settings' } as const
const notifications = { legacy: 'update_global_notifications' } as const
const personal = { personalOnly: true } as const

/** Sounds a client may play for a notification. */
export const notificationSounds = ['none', 'chime', 'ding', 'pop'] as const

/** Emoji sets with their names for people. */
export const emojiSets = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const

const maxBatchingSeconds = 7 * 24 * 60 * 60

/**
 * All settings but `timezone` and `email_address_visibility`, which belong to the account itself.
 * Meanings of the numbers: reference, operations/update-settings.
 */
export const catalogue = Type.Object({
  twenty_four_hour_time: flag(false, display),
  starred_message_counts: flag(true, display),
  receives_typing_notifications: flag(true, display),
  fluid_layout_width: flag(false, display),
  high_contrast_mode: flag(false, display),
  color_scheme: choice([1, 2, 3], 1, display),
  translate_emoticons: flag(false, display),
  default_language: Type.String({ minLength: 1, maxLength: 50, default: 'en', ...display, ...personal }),
  web_home_view: choice(['recent_topics', 'inbox', 'all_messages'], 'inbox', display),
  left_side_userlist: flag(false, display),
  emojiset: choice(
    emojiSets.map(({ key }) => key),
    'google',
    display,
  ),
  demote_inactive_streams: choice([1, 2, 3], 1, display),
  enter_sends: flag(false, display),
  enable_drafts_synchronization: flag(true, display),

  web_mark_read_on_scroll_policy: choice([1, 2, 3], 1),
  web_channel_default_view: choice([1, 2], 1),
  web_suggest_update_timezone: flag(true),
  web_font_size_px: whole({ minimum: 8, maximum: 48 }, 16),
  web_line_height_percent: whole({ minimum: 80, maximum: 300 }, 140),
  display_emoji_reaction_users: flag(true),
  web_escape_navigates_to_home_view: flag(true),
  user_list_style: choice([1, 2, 3], 2),
  web_animate_image_previews: choice(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: choice([1, 2, 3], 2),
  web_navigate_to_sent_message: flag(true),
  hide_ai_features: flag(false),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false, personal),
  resolved_topic_notice_auto_read_policy: choice(['always', 'except_followed', 'never'], 'except_followed'),

  enable_stream_desktop_notifications: flag(false, notifications),
  enable_stream_email_notifications: flag(false, notifications),
  enable_stream_push_notifications: flag(false, notifications),
  enable_stream_audible_notifications: flag(false, notifications),
  notification_sound: choice(notificationSounds, 'chime', notifications),
  enable_desktop_notifications: flag(true, notifications),
  enable_sounds: flag(true, notifications),
  email_notifications_batching_period_seconds: whole(
    { minimum: 1, maximum: maxBatchingSeconds },
    120,
    notifications,
  ),
  enable_offline_email_notifications: flag(true, notifications),
  enable_offline_push_notifications: flag(true, notifications),
  enable_online_push_notifications: flag(true, notifications),
  enable_digest_emails: flag(true, notifications),
  enable_marketing_emails: flag(true, { ...notifications, ...personal }),
  enable_login_emails: flag(true, { ...notifications, ...personal }),
  message_content_in_email_notifications: flag(true, notifications),
  pm_content_in_desktop_notifications: flag(true, notifications),
  wildcard_mentions_notify: flag(true, notifications),
  desktop_icon_count_display: choice([1, 2, 3, 4], 1, notifications),
  realm_name_in_email_notifications_policy: choice([1, 2, 3], 1, notifications),
  presence_enabled: flag(true, notifications),

  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  automatically_follow_topics_policy: choice([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: choice([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: flag(true),
})

export type SettingValues = Static<typeof catalogue>
export type SettingName = keyof SettingValues

/** Every setting as it is where nobody has chosen otherwise. */
export const builtInSettings: Readonly<SettingValues> = Object.freeze(Value.Create(catalogue))

export const settingNames: readonly SettingName[] = Object.keys(catalogue.properties).filter(isSettingName)

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(catalogue.properties, name)
}

/** The event in which older clients learn of the setting. */
export function legacyGroup(name: SettingName): LegacyGroup | undefined {
  return catalogue.properties[name]['legacy']
}

/** The settings as optional parameters of a call; for the organization's defaults, only those that have one. */
export function settingParameters(of: 'person' | 'organization'): Record<string, TSchema> {
  const parameters: Record<string, TSchema> = {}
  for (const name of settingNames) {
    const { default: _, legacy: __, personalOnly, ...schema } = catalogue.properties[name]
    if (of === 'person' || personalOnly !== true) parameters[name] = Type.Optional({ ...schema })
  }
  return parameters
}

function flag(value: boolean, options: SettingOptions = {}) {
  return Type.Boolean({ default: value, ...options })
}

function choice<const T extends string | number>(
  values: readonly T[],
  value: NoInfer<T>,
  options: SettingOptions = {},
) {
  return Type.Union(
    values.map((each) => Type.Literal(each)),
    { default: value, ...options },
  )
}

function whole(range: { minimum: number; maximum: number }, value: number, options: SettingOptions = {}) {
  return Type.Integer({ ...range, default: value, ...options })
}
