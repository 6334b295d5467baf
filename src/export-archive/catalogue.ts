// What of an organization goes into an archive: every table, as what it is called there, and which of its rows for whom.
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { alertWords } from '../alert-words/tables'
import * as attachments from '../attachments/tables'
import { auditLog, auditLogPeople } from '../audit-log/tables'
import { botStorage } from '../bot-storage/tables'
import { bots } from '../bots/tables'
import { channelEmailTokens } from '../channel-email/tables'
import { channelFolders } from '../channel-folders/tables'
import { channels, subscriptionPeriods, subscriptions } from '../channels/tables'
import { customEmoji } from '../custom-emoji/tables'
import * as defaultGroups from '../default-channel-groups/tables'
import { sentDigests } from '../digest/tables'
import { drafts } from '../drafts/tables'
import { emailDomains } from '../email-domains/tables'
import { importSources } from '../imports/tables'
import { postedMails } from '../incoming-mail/tables'
import { unsupportedWebhookEvents, webhookDeliveries } from '../incoming-webhooks/tables'
import { invitationChannels, invitationGroups, invitations } from '../invitations/tables'
import { jobs } from '../jobs/tables'
import { linkifiers } from '../linkifiers/tables'
import * as archive from '../message-archive/tables'
import { messageStates } from '../message-flags/tables'
import { conversationMembers, conversations, messageEdits, messages } from '../messages/tables'
import { missedMessages } from '../missed-messages/tables'
import { mutedUsers } from '../muted-users/tables'
import { navigationViews } from '../navigation-views/tables'
import { onboardingStepsDone } from '../onboarding-steps/tables'
import { organizationSettings } from '../organization/tables'
import { pictures } from '../pictures/tables'
import { playgrounds } from '../playgrounds/tables'
import { presence } from '../presence/tables'
import { profileFields } from '../profile-fields/tables'
import { reactions } from '../reactions/tables'
import { reminders } from '../reminders/tables'
import { savedSnippets } from '../saved-snippets/tables'
import { scheduledMessages } from '../scheduled-messages/tables'
import { submessages } from '../submessages/tables'
import { userGroupMembers, userGroups, userGroupSubgroups } from '../user-groups/tables'
import { userSettingDefaults, userSettings } from '../user-settings/tables'
import { userStatus } from '../user-status/tables'
import { userTopics } from '../user-topics/tables'
import { apiKeys, profileValues, userActivity, users } from '../users/tables'
import { isOfConsenting, isOfShownMessage, isShownChannel, isShownConversation } from './scope'

/** A table, and how it goes along. */
export interface ExportedTable {
  readonly table: SQLiteTable
  /** What it is called in the archive: its files are `data/NAME-00001.jsonl` and so on. */
  readonly name: string
  /**
   * SQL: which rows go into an archive that is not a full one; `everything` for all of them, `fullOnly` for none. Full archives
   * have all rows, or those with which this is true of a full one.
   */
  readonly rows: string
  /** SQL: which rows go into full archives; all unless it says so. */
  readonly fullRows?: string
  /** Columns that let somebody in, which go along only where the operator asks for them; a whole table with `'all'`. */
  readonly credentials?: readonly string[] | 'all'
  /** SQL that stands instead of a column in archives that are not full. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Columns that are called otherwise than `columnNames` of names.ts says. */
  readonly names?: Readonly<Record<string, string>>
  /** Columns with a text that is JSON: in the archive it is what it says. */
  readonly jsonTexts?: readonly string[]
}

const everything = 'TRUE'
const fullOnly = 'FALSE'
const ofPerson = isOfConsenting('user_id')
const ofChannel = isShownChannel('channel_id')
const ofMessage = isOfShownMessage('message_id')
const ofConversation = isShownConversation('conversation_id')
const isOwnFile = isOfConsenting('owner_id')
const isShownFile = `id IN (SELECT attachment_id FROM attachment_messages WHERE ${ofMessage})`

/** Those who hide their address even from administrators hide it from their archives. */
const shownAddress = (column: string) =>
  `iif(email_address_visibility = 4 AND bot_type IS NULL AND NOT ${isOfConsenting('id')},
    'user' || id || '@hidden.invalid', ${column})`

/** What only the person sees of their subscription. */
const personal = (otherwise: string, column: string) => `iif(${ofPerson}, ${column}, ${otherwise})`

/** Work at home that has begun. All else in the queue is of this server alone: what it would send to people and devices. */
const isOwnWork = `ended_at IS NULL AND lane = '' AND kind IN ('purge-archive', 'expire-messages', 'move-topic',
  'delete-topic', 'remove-files', 'index-messages', 'make-image-previews', 'show-image-previews', 'change-gravatars')`

/** In an order in which no row refers to a later one, but for users and groups. */
export const exportedTables: readonly ExportedTable[] = [
  { table: organizationSettings, name: 'realm', rows: everything, jsonTexts: ['value'] },
  { table: pictures, name: 'realm_pictures', rows: everything },
  {
    table: users,
    name: 'realm_users',
    rows: everything,
    credentials: ['password_hash'],
    hidden: { email: shownAddress('email'), email_key: shownAddress('email_key') },
    names: { email: 'delivery_email' },
  },
  { table: bots, name: 'realm_bots', rows: fullOnly, credentials: ['api_key', 'webhook_token'] },
  { table: apiKeys, name: 'api_keys', rows: fullOnly, credentials: 'all' },
  { table: botStorage, name: 'bot_storage', rows: fullOnly },
  { table: profileFields, name: 'custom_profile_fields', rows: everything, names: { kind: 'type' } },
  { table: profileValues, name: 'profile_data', rows: everything },
  {
    table: userSettingDefaults,
    name: 'realm_user_settings_defaults',
    rows: everything,
    jsonTexts: ['value'],
  },
  { table: userSettings, name: 'user_settings', rows: ofPerson, jsonTexts: ['value'] },
  { table: userStatus, name: 'user_status', rows: everything, names: { text: 'status_text' } },
  { table: userActivity, name: 'user_activity', rows: ofPerson },
  { table: presence, name: 'presences', rows: ofPerson },
  {
    table: userGroups,
    name: 'realm_user_groups',
    rows: everything,
    names: { is_system: 'is_system_group', is_deactivated: 'deactivated' },
  },
  { table: userGroupMembers, name: 'user_group_members', rows: everything },
  { table: userGroupSubgroups, name: 'user_group_subgroups', rows: everything },
  {
    table: emailDomains,
    name: 'realm_domains',
    rows: everything,
    names: { allows_subdomains: 'allow_subdomains' },
  },
  { table: linkifiers, name: 'realm_linkifiers', rows: everything },
  {
    table: playgrounds,
    name: 'realm_playgrounds',
    rows: everything,
    names: { language: 'pygments_language' },
  },
  { table: customEmoji, name: 'realm_emoji', rows: everything, names: { is_deactivated: 'deactivated' } },
  { table: channelFolders, name: 'channel_folders', rows: everything },
  {
    table: channels,
    name: 'streams',
    rows: isShownChannel('id'),
    names: {
      is_private: 'invite_only',
      is_history_shared: 'history_public_to_subscribers',
      weekly_traffic: 'stream_weekly_traffic',
      can_administer_channel_group: 'can_administer_channel_group',
    },
  },
  { table: channelEmailTokens, name: 'stream_email_tokens', rows: fullOnly, credentials: 'all' },
  { table: defaultGroups.defaultChannelGroups, name: 'default_stream_groups', rows: everything },
  { table: defaultGroups.defaultChannelGroupChannels, name: 'default_stream_group_streams', rows: ofChannel },
  {
    table: subscriptions,
    name: 'subscriptions',
    rows: ofChannel,
    hidden: {
      color: personal("'#76ce90'", 'color'),
      is_pinned: personal('0', 'is_pinned'),
      is_muted: personal('0', 'is_muted'),
      desktop_notifications: personal('NULL', 'desktop_notifications'),
      audible_notifications: personal('NULL', 'audible_notifications'),
      push_notifications: personal('NULL', 'push_notifications'),
      email_notifications: personal('NULL', 'email_notifications'),
      wildcard_mentions_notify: personal('NULL', 'wildcard_mentions_notify'),
    },
    names: { is_active: 'active', is_pinned: 'pin_to_top' },
  },
  { table: subscriptionPeriods, name: 'subscription_periods', rows: ofChannel },
  {
    table: conversations,
    name: 'recipients',
    rows: isShownConversation('id'),
    names: { member_key: 'user_ids' },
  },
  { table: conversationMembers, name: 'recipient_users', rows: ofConversation },
  { table: messages, name: 'messages', rows: isOfShownMessage('id') },
  { table: messageEdits, name: 'message_edit_history', rows: ofMessage },
  { table: reactions, name: 'reactions', rows: ofMessage },
  { table: submessages, name: 'submessages', rows: ofMessage, names: { kind: 'msg_type' } },
  { table: messageStates, name: 'message_flags', rows: `${ofPerson} AND ${ofMessage}` },
  {
    table: attachments.attachments,
    name: 'attachments',
    rows: `(${isShownFile} OR ${isOwnFile})`,
    // The job that makes them does not go along.
    hidden: { previews: "iif(previews = 'pending', 'failed', previews)" },
  },
  { table: attachments.attachmentMessages, name: 'attachment_messages', rows: ofMessage },
  { table: attachments.archivedAttachmentMessages, name: 'deleted_attachment_messages', rows: fullOnly },
  {
    table: attachments.attachmentDrafts,
    name: 'attachment_drafts',
    rows: `iif(kind = 'draft', draft_id IN (SELECT id FROM drafts WHERE ${ofPerson}),
      draft_id IN (SELECT id FROM scheduled_messages WHERE ${ofPerson}))`,
    names: { kind: 'type' },
  },
  { table: archive.deletions, name: 'deletions', rows: fullOnly },
  { table: archive.archivedMessages, name: 'deleted_messages', rows: fullOnly },
  { table: archive.archivedMessageStates, name: 'deleted_message_flags', rows: fullOnly },
  { table: archive.archivedMessageEdits, name: 'deleted_message_edit_history', rows: fullOnly },
  { table: archive.archivedReactions, name: 'deleted_reactions', rows: fullOnly },
  {
    table: archive.archivedSubmessages,
    name: 'deleted_submessages',
    rows: fullOnly,
    names: { kind: 'msg_type' },
  },
  {
    table: drafts,
    name: 'drafts',
    rows: ofPerson,
    names: { kind: 'type', recipient_ids: 'to', last_edited_at: 'timestamp', topic: 'topic' },
  },
  {
    table: scheduledMessages,
    name: 'scheduled_messages',
    rows: ofPerson,
    names: { topic: 'topic', member_ids: 'to' },
  },
  { table: reminders, name: 'reminders', rows: ofPerson },
  { table: savedSnippets, name: 'saved_snippets', rows: ofPerson },
  { table: alertWords, name: 'alert_words', rows: ofPerson },
  { table: mutedUsers, name: 'muted_users', rows: ofPerson, names: { muted_at: 'timestamp' } },
  {
    table: userTopics,
    name: 'user_topics',
    rows: `${ofPerson} AND ${ofChannel}`,
    names: { topic: 'topic_name', visibility: 'visibility_policy', updated_at: 'last_updated' },
  },
  { table: navigationViews, name: 'navigation_views', rows: ofPerson },
  { table: onboardingStepsDone, name: 'onboarding_steps', rows: ofPerson },
  { table: missedMessages, name: 'missed_messages', rows: fullOnly },
  { table: sentDigests, name: 'sent_digests', rows: fullOnly },
  {
    table: invitations,
    name: 'invites',
    rows: fullOnly,
    credentials: 'all',
    names: {
      role: 'invited_as',
      invited_at: 'invited',
      expires_at: 'expiry_date',
      tells_inviter: 'notify_referrer_on_join',
    },
  },
  { table: invitationChannels, name: 'invite_streams', rows: fullOnly, credentials: 'all' },
  { table: invitationGroups, name: 'invite_groups', rows: fullOnly, credentials: 'all' },
  { table: postedMails, name: 'posted_mails', rows: fullOnly },
  { table: webhookDeliveries, name: 'webhook_deliveries', rows: fullOnly },
  { table: unsupportedWebhookEvents, name: 'unsupported_webhook_events', rows: fullOnly },
  { table: auditLog, name: 'audit_log', rows: fullOnly, jsonTexts: ['changes'] },
  { table: auditLogPeople, name: 'audit_log_people', rows: fullOnly },
  { table: importSources, name: 'import_sources', rows: fullOnly },
  { table: jobs, name: 'jobs', rows: fullOnly, fullRows: isOwnWork, jsonTexts: ['payload'] },
]

/** Tables that never go along, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'browsers that are logged in here',
  known_logins: 'devices that have logged in here',
  password_resets: 'links that let somebody in',
  web_push_subscriptions: 'addresses and keys of browsers, which have to register with the new server',
  push_devices: 'tokens of devices, which have to register with the new server',
  encrypted_devices: 'keys of devices, which have to register with the new server',
  pushed_messages: 'what these devices show',
  resumable_uploads: 'uploads that have not come to their end',
  exports: 'the archives themselves',
  event_mark: 'how far the journal of events has come, which stays here',
  search_progress: 'made anew',
  unread_progress: 'made anew',
}
