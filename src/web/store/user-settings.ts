// Personal settings, and those that new accounts of the organization start with.
import type { ServerEvent } from './events'
import { flag, known, number, readFields, text, texts, withFields, type Known } from './known-fields'
import { isFields, isText, list, orElse, shape, type Fields } from './shapes'

/** What the organization has defaults of, too. */
const settings = {
  twenty_four_hour_time: flag(),
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  fluid_layout_width: flag(),
  high_contrast_mode: flag(),
  /** 1 as the system, 2 dark, 3 light. */
  color_scheme: number(1),
  translate_emoticons: flag(),
  default_language: text('en'),
  web_home_view: text('inbox'),
  left_side_userlist: flag(),
  emojiset: text('google'),
  /** 1 where there are many, 2 always, 3 never. */
  demote_inactive_streams: number(1),
  enter_sends: flag(),
  enable_drafts_synchronization: flag(true),
  /** 1 always, 2 in conversations only, 3 never. */
  web_mark_read_on_scroll_policy: number(1),
  /** 1 the newest topic, 2 the whole channel, 3 the list of topics, 4 the first unread topic. */
  web_channel_default_view: number(1),
  web_suggest_update_timezone: flag(true),
  web_font_size_px: number(16),
  web_line_height_percent: number(140),
  display_emoji_reaction_users: flag(true),
  web_escape_navigates_to_home_view: flag(true),
  /** 1 compact, 2 with status, 3 with picture. */
  user_list_style: number(2),
  web_animate_image_previews: text('on_hover'),
  /** 1 all channels, 2 those that are not muted, 3 none. */
  web_stream_unreads_count_display_policy: number(2),
  web_navigate_to_sent_message: flag(true),
  hide_ai_features: flag(),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(),
  resolved_topic_notice_auto_read_policy: text('except_followed'),
  enable_stream_desktop_notifications: flag(),
  enable_stream_email_notifications: flag(),
  enable_stream_push_notifications: flag(),
  enable_stream_audible_notifications: flag(),
  notification_sound: text('chime'),
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  email_notifications_batching_period_seconds: number(120),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_digest_emails: flag(true),
  enable_marketing_emails: flag(true),
  enable_login_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  /** 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none. */
  desktop_icon_count_display: number(1),
  realm_name_in_email_notifications_policy: number(1),
  presence_enabled: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  automatically_follow_topics_policy: number(3),
  automatically_unmute_topics_in_muted_streams_policy: number(2),
  automatically_follow_topics_where_mentioned: flag(true),
  email_address_visibility: number(1),
  /** What there is to choose from. */
  available_notification_sounds: texts(),
  emojiset_choices: known(list(shape({ key: isText, text: isText })), []),
}

const personal = { ...settings, timezone: text() }

/** By the names of `PATCH /settings`. */
export type UserSettings = Known<typeof personal>

/** By the names of `PATCH /realm/user_settings_defaults`. */
export type UserSettingsDefaults = Known<typeof settings>

export function userSettingsFrom(register: Fields): UserSettings {
  return readFields(personal, orElse(isFields, register['user_settings'], {}))
}

/** `user_settings`: `update` of one. */
export function userSettingsAfter(own: UserSettings, event: ServerEvent): UserSettings {
  return event.type === 'user_settings' ? withFields(personal, own, changeIn(event)) : own
}

export function userSettingsDefaultsFrom(register: Fields): UserSettingsDefaults {
  return readFields(settings, orElse(isFields, register['realm_user_settings_defaults'], {}))
}

/** `realm_user_settings_defaults`: `update` of one. */
export function userSettingsDefaultsAfter(
  defaults: UserSettingsDefaults,
  event: ServerEvent,
): UserSettingsDefaults {
  return event.type === 'realm_user_settings_defaults'
    ? withFields(settings, defaults, changeIn(event))
    : defaults
}

function changeIn({ property, value }: ServerEvent): Fields {
  return isText(property) ? { [property]: value } : {}
}
