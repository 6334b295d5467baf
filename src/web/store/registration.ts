// How the client registers: the constant parameters of `POST /register` (contract 4.17).

/** The kinds of events that the store applies, and those that are for whoever polls or shows what is fetched. */
const eventTypes = [
  'alert_words',
  'attachment',
  'channel_folder',
  'custom_profile_fields',
  'default_stream_groups',
  'default_streams',
  'delete_message',
  'drafts',
  'invites_changed',
  'message',
  'muted_users',
  'navigation_view',
  'onboarding_steps',
  'presence',
  'push_device',
  'reaction',
  'realm',
  'realm_bot',
  'realm_domains',
  'realm_emoji',
  'realm_export',
  'realm_export_consent',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_settings_defaults',
  'reminders',
  'restart',
  'saved_snippets',
  'scheduled_messages',
  'stream',
  'submessage',
  'subscription',
  'typing',
  'typing_edit_message',
  'update_message',
  'update_message_flags',
  'user_group',
  'user_settings',
  'user_status',
  'user_topic',
  'web_reload_client',
] as const

/** What brings the parts of the state that the store reads. */
const fetchEventTypes = [
  'alert_words',
  'attachment',
  'channel_folders',
  'custom_profile_fields',
  'default_stream_groups',
  'default_streams',
  'drafts',
  'giphy',
  'message',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'presence',
  'push_device',
  'realm',
  'realm_bot',
  'realm_domains',
  'realm_embedded_bots',
  'realm_emoji',
  'realm_incoming_webhook_bots',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_groups',
  'realm_user_settings_defaults',
  'recent_private_conversations',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'starred_messages',
  'subscription',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
] as const

/**
 * What a full client wants, and nothing twice:
 * - `client_gravatar` false: the server says where every picture is, so that the client need not hash addresses; the same for
 *   `user_avatar_url_field_optional`.
 * - `include_subscribers` `partial`: of large channels those who are about; who else is in one is asked for where it is shown.
 * - `fetch_event_types` without `stream`: each channel is in one of the lists of `subscription` already, and a copy of all of
 *   them would be half of the answer.
 * - `event_types` are named, so that no old form of an event comes beside the one that the store reads.
 * - `presence_history_limit_days`: a year, so that profiles can say when somebody was last seen.
 */
export const registration = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  presence_history_limit_days: 365,
  event_types: eventTypes,
  fetch_event_types: fetchEventTypes,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
  },
} as const
