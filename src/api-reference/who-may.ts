// Who may make a call. test/api-reference.test.ts compares it with the access table.
import type { RouteDescription } from '../http/route'

const members = 'Members, not guests.'
const administrators = 'Administrators of the organization.'
const owners = 'Owners of the organization.'
const inviters = 'Whoever made the invitation, and administrators.'
const botOwners = 'The owner of the bot, and administrators.'
const channelChangers =
  'Those to whom the channel’s `can_administer_channel_group` gives it, and administrators of the organization who can see it.'
const groupChangers =
  'Those to whom the group’s `can_manage_group` or the organization’s `can_manage_all_groups` gives it.'
const groupMovers =
  'Those who may change the group, or to whom `can_add_members_group`, `can_remove_members_group`, `can_join_group` or `can_leave_group` gives it.'
const botsAlone = 'Bots alone, about themselves.'
const senders = 'Incoming webhook bots, with the key in the address.'
const mailServers = 'Mail servers that know the secret.'

const whoMayCall: Readonly<Record<string, string>> = {
  'POST /api/v1/users': 'Owners, and accounts that were given it on the command line.',
  'PATCH /api/v1/users/{user_id}': 'Administrators; owners alone change addresses, and who is an owner.',
  'DELETE /api/v1/users/{user_id}': administrators,
  'POST /api/v1/users/{user_id}/reactivate': administrators,
  'POST /api/v1/users/{user_id}/password_reset': administrators,
  'POST /api/v1/users/{user_id}/status': administrators,
  'POST /api/v1/bots': 'Those to whom `can_create_bots_group` gives it.',
  'PATCH /api/v1/bots/{bot_id}': botOwners,
  'DELETE /api/v1/bots/{bot_id}': botOwners,
  'POST /api/v1/bots/{bot_id}/api_key/regenerate': botOwners,
  'GET /api/v1/bot_storage': botsAlone,
  'PUT /api/v1/bot_storage': botsAlone,
  'DELETE /api/v1/bot_storage': botsAlone,
  'POST /api/v1/external/{integration}': senders,
  'POST /api/v1/email_mirror': mailServers,
  'POST /email_mirror': mailServers,
  'PATCH /api/v1/realm': 'Administrators; some settings owners alone.',
  'POST /api/v1/realm/deactivate': owners,
  'GET /api/v1/realm/audit_log': owners,
  'GET /api/v1/export/realm': administrators,
  'GET /api/v1/export/realm/consents': administrators,
  'POST /api/v1/export/realm': administrators,
  'DELETE /api/v1/export/realm/{export_id}': administrators,
  'GET /exports/{realm_id}/{key}/{name}': administrators,
  'POST /api/v1/realm/domains': owners,
  'PATCH /api/v1/realm/domains/{domain}': owners,
  'DELETE /api/v1/realm/domains/{domain}': owners,
  'PATCH /api/v1/realm/user_settings_defaults': administrators,
  'POST /api/v1/realm/test_welcome_bot_custom_message': administrators,
  'POST /api/v1/default_streams': administrators,
  'DELETE /api/v1/default_streams': administrators,
  'POST /api/v1/default_stream_groups/create': administrators,
  'PATCH /api/v1/default_stream_groups/{group_id}': administrators,
  'PATCH /api/v1/default_stream_groups/{group_id}/streams': administrators,
  'DELETE /api/v1/default_stream_groups/{group_id}': administrators,
  'POST /api/v1/realm/profile_fields': administrators,
  'PATCH /api/v1/realm/profile_fields': administrators,
  'PATCH /api/v1/realm/profile_fields/{field_id}': administrators,
  'DELETE /api/v1/realm/profile_fields/{field_id}': administrators,
  'POST /api/v1/channel_folders/create': administrators,
  'PATCH /api/v1/channel_folders': administrators,
  'PATCH /api/v1/channel_folders/{channel_folder_id}': administrators,
  'POST /api/v1/realm/filters': administrators,
  'PATCH /api/v1/realm/linkifiers': administrators,
  'PATCH /api/v1/realm/filters/{filter_id}': administrators,
  'DELETE /api/v1/realm/filters/{filter_id}': administrators,
  'POST /api/v1/realm/playgrounds': administrators,
  'DELETE /api/v1/realm/playgrounds/{playground_id}': administrators,
  'POST /api/v1/realm/emoji/{emoji_name}': 'Those to whom `can_add_custom_emoji_group` gives it.',
  'DELETE /api/v1/realm/emoji/{emoji_name}': 'Whoever added the emoji, and administrators.',
  'POST /api/v1/realm/icon': administrators,
  'DELETE /api/v1/realm/icon': administrators,
  'POST /api/v1/realm/logo': administrators,
  'DELETE /api/v1/realm/logo': administrators,
  'POST /api/v1/invites': 'Those to whom `can_invite_users_group` gives it.',
  'POST /api/v1/invites/multiuse': 'Those to whom `create_multiuse_invite_group` gives it.',
  'DELETE /api/v1/invites/{invite_id}': inviters,
  'DELETE /api/v1/invites/multiuse/{invite_id}': inviters,
  'POST /api/v1/invites/{invite_id}/resend': inviters,
  'GET /api/v1/user_groups': members,
  'GET /api/v1/user_groups/{user_group_id}/members': members,
  'GET /api/v1/user_groups/{user_group_id}/members/{user_id}': members,
  'GET /api/v1/user_groups/{user_group_id}/subgroups': members,
  'POST /api/v1/user_groups/create': 'Those to whom `can_create_groups` gives it.',
  'PATCH /api/v1/user_groups/{user_group_id}': groupChangers,
  'POST /api/v1/user_groups/{user_group_id}/deactivate': groupChangers,
  'POST /api/v1/user_groups/{user_group_id}/members': groupMovers,
  'POST /api/v1/user_groups/{user_group_id}/subgroups': groupMovers,
  'POST /api/v1/channels/create':
    'Those to whom `can_create_public_channel_group`, or the like for other kinds of channels, gives it.',
  'PATCH /api/v1/streams/{stream_id}': channelChangers,
  'DELETE /api/v1/streams/{stream_id}': channelChangers,
  'POST /api/v1/streams/{stream_id}/delete_topic':
    'Those to whom `can_delete_any_message_group`, of the organization or the channel, gives it.',
  'POST /api/v1/users/me/subscriptions':
    'Everybody, for channels they may join; others are subscribed by those to whom `can_add_subscribers_group` gives it.',
  'DELETE /api/v1/users/me/subscriptions':
    'Everybody, for themselves; others are unsubscribed by those to whom the channel’s `can_remove_subscribers_group` gives it.',
  'POST /api/v1/messages':
    'Everybody, where they may write: channels have `can_send_message_group`, direct messages the organization’s permissions.',
  'PATCH /api/v1/messages/{message_id}':
    'Contents are edited by their sender, for as long as the organization says. Topics and channels are changed by those to whom its permissions give it.',
  'DELETE /api/v1/messages/{message_id}':
    'The sender, for as long as the organization says, and those to whom `can_delete_any_message_group` gives it.',
  'DELETE /api/v1/attachments/{attachment_id}': 'Whoever uploaded the file.',
}

export function whoMay(call: string, { credentials, isOpen }: RouteDescription): string {
  const said = whoMayCall[call]
  if (said !== undefined) return said
  if (credentials.length === 0) return 'Anybody.'
  return isOpen
    ? 'Everybody with an account; anybody, of what is open to the web.'
    : 'Everybody with an account.'
}

/** The calls of which more is said than that. */
export const restrictedCalls: ReadonlySet<string> = new Set(Object.keys(whoMayCall))
