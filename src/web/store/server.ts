// The server: its version, its limits and what it offers, the same for every organization.
import type { ServerEvent } from './events'
import { known, number, readFields, text, withFields, flag, type Known } from './known-fields'
import {
  dictionary,
  isBoolean,
  isNumber,
  isText,
  isTexts,
  list,
  nullable,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const isPermissionRule = shape({
  require_system_group: isBoolean,
  allow_internet_group: isBoolean,
  allow_nobody_group: isBoolean,
  /** Where false, guests don't have the permission whatever group they are in. */
  allow_everyone_group: isBoolean,
  default_group_name: isText,
  default_for_system_groups: nullable(isText),
  /** Where not empty, no other system groups. */
  allowed_system_groups: isTexts,
})
export type PermissionRule = Checked<typeof isPermissionRule>

const isPermissionRules = shape({
  realm: dictionary(isPermissionRule),
  stream: dictionary(isPermissionRule),
  group: dictionary(isPermissionRule),
})

const isThumbnailFormats = list(
  shape({ name: isText, max_width: isNumber, max_height: isNumber, format: isText, animated: isBoolean }),
)

const isNamed = shape({ name: isText, id: isNumber })

const fields = {
  chat_feature_level: number(),
  chat_version: text(),
  server_generation: number(),
  event_queue_longpoll_timeout_seconds: number(90),
  server_presence_ping_interval_seconds: number(60),
  server_presence_offline_threshold_seconds: number(140),
  server_typing_started_expiry_period_milliseconds: number(15_000),
  server_typing_stopped_wait_period_milliseconds: number(5000),
  server_typing_started_wait_period_milliseconds: number(10_000),
  max_message_length: number(10_000),
  max_topic_length: number(60),
  max_stream_name_length: number(60),
  max_stream_description_length: number(1024),
  max_bulk_new_subscription_messages: number(100),
  max_channel_folder_name_length: number(60),
  max_channel_folder_description_length: number(1024),
  max_reminder_note_length: number(1000),
  max_avatar_file_size_mib: number(5),
  max_icon_file_size_mib: number(5),
  max_logo_file_size_mib: number(5),
  /** 0 is no limit. */
  max_file_upload_size_mib: number(),
  password_min_length: number(8),
  password_max_length: number(1000),
  password_min_guesses: number(),
  giphy_rating_options: known(dictionary(isNamed), {}),
  giphy_api_key: text(),
  settings_send_digest_emails: flag(),
  server_avatar_changes_disabled: flag(),
  server_name_changes_disabled: flag(),
  server_web_public_streams_enabled: flag(),
  server_emoji_data_url: text(),
  server_thumbnail_formats: known(isThumbnailFormats, []),
  server_supported_permission_settings: known(isPermissionRules, { realm: {}, stream: {}, group: {} }),
}

/** Facts and limits under the names of the register answer (contract 4.17). */
export type Server = Known<typeof fields>

export function serverFrom(register: Fields): Server {
  return readFields(fields, register)
}

/** `restart`: it may be another version now. */
export function serverAfter(server: Server, event: ServerEvent): Server {
  return event.type === 'restart' ? withFields(fields, server, event) : server
}
