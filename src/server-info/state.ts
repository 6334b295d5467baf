// The server in the register state: its version, its limits and what it offers, the same for every organization.
import { thumbnailFormats } from '../attachments/thumbnails'
import { maxMessageLength } from '../messages/content'
import { emojiDataPath } from '../emoji/emoji'
import { folderLimits } from '../channel-folders/wire'
import type { StatePart } from '../events/state'
import { maxTopicLength } from '../channels/topics'
import { offeredGifRatings } from '../organization/gif-ratings'
import type { Organization } from '../organization/organization'
import {
  channelPermissionRules,
  groupPermissions,
  organizationPermissions,
  type PermissionRule,
} from '../user-groups/permission-catalogue'
import { maxFileMib } from '../pictures/limits'
import { maxNoteLength } from '../reminders/actions'
import { passwordLength } from '../accounts/creating'
import { version } from '../version'

/** The level of the protocol that this server speaks (contract 9). */
export const featureLevel = 420

/** Sizes, in the units of their names, else in code points (notes: numbers). Channels tell theirs themselves. */
export const limits = {
  max_message_length: maxMessageLength,
  max_topic_length: maxTopicLength,
  max_channel_folder_name_length: folderLimits.name,
  max_channel_folder_description_length: folderLimits.description,
  max_reminder_note_length: maxNoteLength,
  max_avatar_file_size_mib: maxFileMib,
  max_icon_file_size_mib: maxFileMib,
  max_logo_file_size_mib: maxFileMib,
} as const

/** The version, under the names of the contract and under those that existing clients read. */
export const versionFields = {
  chat_feature_level: featureLevel,
  chat_version: version,
  chat_merge_base: '',
  zulip_feature_level: featureLevel,
  zulip_version: version,
  zulip_merge_base: '',
} as const

/** Comes with every register. */
const always: StatePart = {
  types: ['always'],
  read: () => ({ ...versionFields, ...intervals }),
}

const intervals = {
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 140,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_stopped_wait_period_milliseconds: 5000,
  server_typing_started_wait_period_milliseconds: 10_000,
} as const

/** UNIX seconds: when this run of the server began, for the organization. */
export function generation(organization: Organization): number {
  return Math.floor(organization.openedAt / 1000)
}

/** What clients ask for together with the organization's settings. */
const server: StatePart = {
  types: ['realm'],
  read: ({ organization }) => ({
    ...limits,
    max_file_upload_size_mib: organization.rules.maxFileUploadSizeMib,
    server_generation: generation(organization),
    event_queue_longpoll_timeout_seconds: 90,
    development_environment: false,
    password_min_length: passwordLength.min,
    password_max_length: passwordLength.max,
    password_min_guesses: 0,
    giphy_rating_options: offeredGifRatings(organization.rules),
    settings_send_digest_emails: organization.rules.mail !== null,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: true,
    server_thumbnail_formats: thumbnailFormats,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: true,
    server_emoji_data_url: emojiDataPath,
    server_jitsi_server_url: null,
    server_can_summarize_topics: false,
    server_min_deactivated_realm_deletion_days: null,
    server_max_deactivated_realm_deletion_days: null,
    server_supported_permission_settings: supportedPermissions,
  }),
}

/** The key is no secret, but nobody’s who has no account. */
const gifs: StatePart = {
  types: ['giphy'],
  read: ({ organization, viewer }) => ({ giphy_api_key: viewer ? organization.rules.giphyApiKey : '' }),
}

export const serverState: readonly StatePart[] = [always, server, gifs]

const supportedPermissions = {
  realm: onWire(Object.entries(organizationPermissions)),
  stream: onWire(
    Object.values(channelPermissionRules).map((rule) => [rule.name, rule]),
    'stream_creator_or_nobody',
  ),
  group: onWire(Object.entries(groupPermissions), 'group_creator'),
}

interface AnyRule extends PermissionRule {
  startsWithCreator?: boolean
  defaultForSystemGroups?: string
}

/** @param creator what the protocol calls whoever made the thing */
function onWire(rules: readonly (readonly [string, AnyRule])[], creator = ''): object {
  return Object.fromEntries(rules.map(([name, rule]) => [name, ruleOnWire(rule, creator)]))
}

function ruleOnWire(rule: AnyRule, creator: string) {
  return {
    require_system_group: rule.requireSystemGroup,
    allow_internet_group: rule.allowInternet,
    allow_nobody_group: rule.allowNobody,
    allow_everyone_group: rule.allowEveryone,
    default_group_name: rule.startsWithCreator === true ? creator : rule.defaultGroup,
    default_for_system_groups: rule.defaultForSystemGroups ?? null,
    allowed_system_groups: rule.allowedSystemGroups,
  }
}
