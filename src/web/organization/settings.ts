// The organization's settings as pages show them: a line each, with how it is changed and by whom. Their words are in the texts, under
// their names.
import { call } from '../api/call'
import { state } from '../live/state'
import type { Organization } from '../store/organization'
import { isAdministrator, isOwner } from '../store/permissions'
import { isText, languageOptions, text, type TextKey } from '../texts/text'
import type { Control, SettingGroup, SettingsOf } from '../settings/controls/setting-rows'

type LabelIn<Area extends string, Key = TextKey> = Key extends `${Area}.${infer Name}` ? Name : never
export type OrganizationSetting = keyof Organization & LabelIn<'organizationSetting'>

/** Only owners may change them. */
const ofOwners: ReadonlySet<OrganizationSetting> = new Set([
  'invite_required',
  'emails_restricted_to_domains',
  'disallow_disposable_email_addresses',
  'waiting_period_threshold',
  'message_retention_days',
])

export const organizationSettings: SettingsOf<OrganizationSetting> = {
  label: (name) => text(`organizationSetting.${name}`),
  value: (name) => state().organization[name],
  save: (name, value) => call('PATCH', '/realm', { [name]: value }),
  refusal(name) {
    if (ofOwners.has(name)) return isOwner(state()) ? undefined : text('organization.ownersOnly')
    return administratorsOnly()
  },
}

/** Why this person can't change what administrators can; undefined for these. */
export function administratorsOnly(): string | undefined {
  return isAdministrator(state()) ? undefined : text('organization.administratorsOnly')
}

const onOff: Control = { kind: 'switch' }
const hour = 3600
const day = 24 * hour
const limit: Control = {
  kind: 'duration',
  presets: [120, 600, hour, day, 7 * day, 30 * day],
  canBeUnlimited: true,
}
const channel: Control = { kind: 'channel', isPrivate: false }

type Group = SettingGroup<OrganizationSetting>

/** What the server offers, in the reader's words where there are some, such as `gifs_disabled`. */
function optionsOf(
  area: 'gifs' | 'videoCalls',
  offered: Readonly<Record<string, { id: number; name: string }>>,
): { value: number; label: string }[] {
  return Object.entries(offered).map(([key, { id, name }]) => {
    const words = `organization.${area}_${key}`
    return { value: id, label: isText(words) ? text(words) : name }
  })
}

export const profile: Group = {
  title: 'organization.about',
  rows: [
    { setting: 'name', control: { kind: 'text', maxLength: 40 } },
    {
      setting: 'description',
      control: { kind: 'text', maxLength: 1000, lines: 4 },
      hint: 'organization.descriptionHint',
    },
    {
      setting: 'org_type',
      control: {
        kind: 'choice',
        options: {
          0: 'organization.typeNone',
          10: 'organization.typeBusiness',
          20: 'organization.typeOpenSource',
          30: 'organization.typeSchool',
          35: 'organization.typeSchoolForProfit',
          40: 'organization.typeResearch',
          50: 'organization.typeEvent',
          60: 'organization.typeNonProfit',
          70: 'organization.typeGovernment',
          80: 'organization.typePolitical',
          90: 'organization.typeCommunity',
          100: 'organization.typePersonal',
          1000: 'organization.typeOther',
        },
      },
    },
    { setting: 'want_advertise_in_communities_directory', control: onOff },
    {
      setting: 'default_language',
      control: {
        kind: 'list',
        options: languageOptions,
      },
      hint: 'organization.defaultLanguageHint',
    },
  ],
}

const messages: Group = {
  title: 'organization.messages',
  rows: [
    { setting: 'allow_message_editing', control: onOff },
    { setting: 'message_content_edit_limit_seconds', control: limit },
    { setting: 'message_content_delete_limit_seconds', control: limit },
    { setting: 'move_messages_within_stream_limit_seconds', control: limit },
    { setting: 'move_messages_between_streams_limit_seconds', control: limit },
    {
      setting: 'message_edit_history_visibility_policy',
      control: {
        kind: 'choice',
        options: {
          all: 'organization.historyAll',
          moves: 'organization.historyMoves',
          none: 'organization.historyNone',
        },
      },
    },
    { setting: 'enable_read_receipts', control: onOff },
    {
      setting: 'message_retention_days',
      control: {
        kind: 'choice',
        options: {
          [-1]: 'organization.keptForEver',
          30: 'organization.kept30',
          90: 'organization.kept90',
          365: 'organization.kept365',
          1095: 'organization.kept1095',
        },
      },
      hint: 'organization.retentionHint',
    },
  ],
}

const channels: Group = {
  title: 'organization.channels',
  rows: [
    {
      setting: 'topics_policy',
      control: {
        kind: 'choice',
        options: {
          allow_empty_topic: 'organization.emptyTopicAllowed',
          disable_empty_topic: 'organization.emptyTopicRefused',
        },
      },
    },
    { setting: 'enable_spectator_access', control: onOff },
    { setting: 'new_stream_announcements_stream_id', control: channel },
    { setting: 'signup_announcements_stream_id', control: channel },
    { setting: 'zulip_update_announcements_stream_id', control: channel },
  ],
}

const content: Group = {
  title: 'organization.content',
  rows: [
    { setting: 'inline_image_preview', control: onOff },
    { setting: 'inline_url_embed_preview', control: onOff },
    {
      setting: 'default_code_block_language',
      control: { kind: 'text', maxLength: 40 },
      hint: 'organization.codeHint',
    },
    {
      setting: 'giphy_rating',
      control: {
        kind: 'list',
        options: () => optionsOf('gifs', state().server.giphy_rating_options),
      },
    },
    {
      setting: 'video_chat_provider',
      control: {
        kind: 'list',
        options: () => optionsOf('videoCalls', state().organization.available_video_chat_providers),
      },
    },
    {
      setting: 'jitsi_server_url',
      control: { kind: 'text', maxLength: 200 },
      hint: 'organization.jitsiHint',
    },
  ],
}

const people: Group = {
  title: 'organization.peopleRules',
  rows: [
    { setting: 'presence_disabled', control: onOff },
    { setting: 'enable_guest_user_indicator', control: onOff },
    { setting: 'enable_guest_user_dm_warning', control: onOff },
    { setting: 'require_unique_names', control: onOff },
    { setting: 'name_changes_disabled', control: onOff },
    { setting: 'email_changes_disabled', control: onOff },
    { setting: 'avatar_changes_disabled', control: onOff },
    { setting: 'use_gravatar', control: onOff, hint: 'organization.gravatarHint' },
  ],
}

const leaving: Group = {
  title: 'organization.leaving',
  hint: 'organization.leavingHint',
  rows: [
    { setting: 'message_content_allowed_in_email_notifications', control: onOff },
    { setting: 'require_e2ee_push_notifications', control: onOff },
    { setting: 'digest_emails_enabled', control: onOff },
    {
      setting: 'digest_weekday',
      control: {
        kind: 'choice',
        options: {
          0: 'organization.monday',
          1: 'organization.tuesday',
          2: 'organization.wednesday',
          3: 'organization.thursday',
          4: 'organization.friday',
          5: 'organization.saturday',
          6: 'organization.sunday',
        },
      },
    },
  ],
}

export const generalGroups: readonly Group[] = [messages, channels, content, people, leaving]

export const joining: Group = {
  title: 'organization.whoMayJoin',
  rows: [
    { setting: 'invite_required', control: onOff },
    { setting: 'emails_restricted_to_domains', control: onOff },
    { setting: 'disallow_disposable_email_addresses', control: onOff },
    { setting: 'waiting_period_threshold', control: { kind: 'number', min: 0, max: 36_500 } },
  ],
}

export const welcome: Group = {
  title: 'organization.welcome',
  rows: [
    { setting: 'send_welcome_emails', control: onOff },
    {
      setting: 'welcome_message_custom_text',
      control: { kind: 'text', maxLength: 8000, lines: 4 },
      hint: 'organization.welcomeHint',
    },
  ],
}

export const moderation: Group = {
  title: 'organization.reports',
  rows: [
    {
      setting: 'moderation_request_channel_id',
      control: { kind: 'channel', isPrivate: true },
      hint: 'organization.reportsHint',
    },
  ],
}
