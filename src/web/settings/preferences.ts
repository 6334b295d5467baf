// The personal settings as pages show them: a line each, with how it is changed. Their words are in the texts, under their names.
import { state } from '../live/state'
import type { UserSettings } from '../store/user-settings'
import { isText, languageOptions, text, type TextKey } from '../texts/text'
import { call } from '../api/call'
import type { Control, SettingGroup, SettingsOf } from './controls/setting-rows'

/** Those that have a label; the rest belongs to no page, or to a control of its own. */
export type PreferenceName = keyof UserSettings & LabelIn<'preference'>
type LabelIn<Area extends string, Key = TextKey> = Key extends `${Area}.${infer Name}` ? Name : never

/** One's own. */
export const ownSettings: SettingsOf<PreferenceName> = {
  label: (name) => text(`preference.${name}`),
  value: (name) => state().userSettings[name],
  save: (name, value) => call('PATCH', '/settings', { [name]: value }),
}

const onOff: Control = { kind: 'switch' }
const topicsToFollow: Control = {
  kind: 'choice',
  options: {
    1: 'option.whereITakePart',
    2: 'option.whereIWrite',
    3: 'option.thatIBegin',
    4: 'option.never',
  },
}
const always: Control = {
  kind: 'choice',
  options: { 1: 'option.automatic', 2: 'option.always', 3: 'option.never' },
}

type Group = SettingGroup<PreferenceName>

export const appearance: Group = {
  title: 'settings.appearance',
  rows: [
    {
      setting: 'color_scheme',
      control: {
        kind: 'choice',
        options: { 1: 'option.themeAutomatic', 3: 'option.themeLight', 2: 'option.themeDark' },
      },
    },
    { setting: 'high_contrast_mode', control: onOff, hint: 'preferenceHint.high_contrast_mode' },
    { setting: 'web_font_size_px', control: { kind: 'number', min: 8, max: 48 } },
    { setting: 'web_line_height_percent', control: { kind: 'number', min: 80, max: 300 } },
    {
      setting: 'web_animate_image_previews',
      control: {
        kind: 'choice',
        options: { always: 'option.always', on_hover: 'option.onHover', never: 'option.never' },
      },
    },
    {
      setting: 'user_list_style',
      control: {
        kind: 'choice',
        options: { 1: 'option.listCompact', 2: 'option.listStatus', 3: 'option.listPicture' },
      },
    },
  ],
}

/** Not one of the defaults of new people: theirs is the organization's. */
export const language: Group = {
  title: 'settings.language',
  rows: [
    {
      setting: 'default_language',
      control: {
        kind: 'list',
        options: languageOptions,
      },
      hint: 'preferenceHint.default_language',
    },
  ],
}

export const timeFormat: Group = {
  title: 'settings.time',
  rows: [{ setting: 'twenty_four_hour_time', control: onOff }],
}

export const navigation: Group = {
  title: 'settings.navigation',
  rows: [
    {
      setting: 'web_home_view',
      control: {
        kind: 'choice',
        options: {
          inbox: 'option.inbox',
          recent_topics: 'option.recent',
          all_messages: 'option.combined',
        },
      },
    },
    { setting: 'web_escape_navigates_to_home_view', control: onOff },
    {
      setting: 'web_channel_default_view',
      control: { kind: 'choice', options: { 1: 'option.newestTopic', 2: 'option.wholeChannel' } },
    },
    {
      setting: 'web_stream_unreads_count_display_policy',
      control: {
        kind: 'choice',
        options: { 1: 'option.allChannels', 2: 'option.unmutedChannels', 3: 'option.noChannels' },
      },
    },
    {
      setting: 'demote_inactive_streams',
      control: always,
      hint: 'preferenceHint.demote_inactive_streams',
    },
    { setting: 'starred_message_counts', control: onOff },
  ],
}

export const reading: Group = {
  title: 'settings.reading',
  rows: [
    {
      setting: 'web_mark_read_on_scroll_policy',
      control: {
        kind: 'choice',
        options: { 1: 'option.always', 2: 'option.inConversations', 3: 'option.never' },
      },
    },
    {
      setting: 'resolved_topic_notice_auto_read_policy',
      control: {
        kind: 'choice',
        options: { always: 'option.always', except_followed: 'option.exceptFollowed', never: 'option.never' },
      },
    },
    { setting: 'display_emoji_reaction_users', control: onOff },
    { setting: 'receives_typing_notifications', control: onOff },
  ],
}

export const writing: Group = {
  title: 'settings.writing',
  rows: [
    { setting: 'enter_sends', control: onOff, hint: 'preferenceHint.enter_sends' },
    { setting: 'enable_drafts_synchronization', control: onOff },
    { setting: 'web_navigate_to_sent_message', control: onOff },
    { setting: 'translate_emoticons', control: onOff, hint: 'preferenceHint.translate_emoticons' },
  ],
}

export const topics: Group = {
  title: 'settings.topicsByThemselves',
  rows: [
    { setting: 'automatically_follow_topics_policy', control: topicsToFollow },
    { setting: 'automatically_unmute_topics_in_muted_streams_policy', control: topicsToFollow },
    { setting: 'automatically_follow_topics_where_mentioned', control: onOff },
  ],
}

/** What this client does not go by, but others do. */
export const otherApps: Group = {
  title: 'settings.otherApps',
  hint: 'settings.otherAppsHint',
  rows: [
    {
      setting: 'emojiset',
      control: {
        kind: 'list',
        options: () =>
          state().userSettings.emojiset_choices.map(({ key, text }) => ({ value: key, label: text })),
      },
    },
    { setting: 'fluid_layout_width', control: onOff },
    { setting: 'left_side_userlist', control: onOff },
    { setting: 'web_suggest_update_timezone', control: onOff },
    { setting: 'hide_ai_features', control: onOff },
  ],
}

export const privacy: Group = {
  title: 'settings.whatOthersSee',
  rows: [
    { setting: 'presence_enabled', control: onOff, hint: 'preferenceHint.presence_enabled' },
    { setting: 'send_private_typing_notifications', control: onOff },
    { setting: 'send_stream_typing_notifications', control: onOff },
    { setting: 'send_read_receipts', control: onOff },
    {
      setting: 'email_address_visibility',
      control: {
        kind: 'choice',
        options: {
          1: 'option.everyone',
          2: 'option.members',
          5: 'option.moderators',
          3: 'option.administrators',
          4: 'option.nobody',
        },
      },
    },
  ],
}

/** Not one of the defaults of new people: everybody decides that alone. */
export const ownPrivacy: Group = {
  title: 'settings.dataExport',
  rows: [{ setting: 'allow_private_data_export', control: onOff }],
}

function soundName(name: string): string {
  const key = `option.sound_${name}`
  return isText(key) ? text(key) : name
}

export const desktop: Group = {
  title: 'settings.desktop',
  rows: [
    {
      setting: 'notification_sound',
      control: {
        kind: 'list',
        options: () => [
          { value: 'none', label: text('option.noSound') },
          ...state()
            .userSettings.available_notification_sounds.filter((name) => name !== 'none')
            .map((name) => ({ value: name, label: soundName(name) })),
        ],
      },
    },
    { setting: 'pm_content_in_desktop_notifications', control: onOff },
    {
      setting: 'desktop_icon_count_display',
      control: {
        kind: 'choice',
        options: {
          1: 'option.countAll',
          2: 'option.countFollowed',
          3: 'option.countDirect',
          4: 'option.countNone',
        },
      },
    },
  ],
}

export const phones: Group = {
  title: 'settings.phones',
  rows: [{ setting: 'enable_online_push_notifications', control: onOff }],
}

export const mails: Group = {
  title: 'settings.mails',
  rows: [
    {
      setting: 'email_notifications_batching_period_seconds',
      control: { kind: 'duration', presets: [60, 120, 300, 600, 1800, 3600], canBeUnlimited: false },
    },
    { setting: 'message_content_in_email_notifications', control: onOff },
    { setting: 'realm_name_in_email_notifications_policy', control: always },
    { setting: 'enable_digest_emails', control: onOff },
  ],
}

/** Not one of the defaults of new people. */
export const loginMails: Group = {
  title: 'settings.loginMails',
  rows: [{ setting: 'enable_login_emails', control: onOff }],
}
