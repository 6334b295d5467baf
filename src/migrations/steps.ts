// The steps from an empty file to this version's schema, in order. A released step is never changed: what comes after is a new one.
import type { Database } from 'bun:sqlite'
import baseline from '../../drizzle/0000_baseline.sql' with { type: 'text' }
import search from '../../drizzle/0001_search.sql' with { type: 'text' }
import jobs from '../../drizzle/0002_jobs.sql' with { type: 'text' }
import eventMark from '../../drizzle/0003_event_mark.sql' with { type: 'text' }
import configuration from '../../drizzle/0004_configuration.sql' with { type: 'text' }
import userActivity from '../../drizzle/0005_user_activity.sql' with { type: 'text' }
import searchMerging from '../../drizzle/0006_search_merging.sql' with { type: 'text' }
import oneSequence from '../../drizzle/0007_one_sequence.sql' with { type: 'text' }
import keptMessages from '../../drizzle/0008_kept_messages.sql' with { type: 'text' }
import sessions from '../../drizzle/0009_sessions.sql' with { type: 'text' }
import invitations from '../../drizzle/0010_invitations.sql' with { type: 'text' }
import emailDomains from '../../drizzle/0011_email_domains.sql' with { type: 'text' }
import searchInBlocks from '../../drizzle/0012_search_in_blocks.sql' with { type: 'text' }
import passwordResets from '../../drizzle/0013_password_resets.sql' with { type: 'text' }
import bots from '../../drizzle/0014_bots.sql' with { type: 'text' }
import defaultChannelGroups from '../../drizzle/0015_default_channel_groups.sql' with { type: 'text' }
import searchProgress from '../../drizzle/0016_search_progress.sql' with { type: 'text' }
import pictures from '../../drizzle/0017_pictures.sql' with { type: 'text' }
import searchMergingAgain from '../../drizzle/0018_search_merging_again.sql' with { type: 'text' }
import unreadByDozens from '../../drizzle/0019_unread_by_dozens.sql' with { type: 'text' }
import auditLog from '../../drizzle/0020_audit_log.sql' with { type: 'text' }
import searchMergingInParts from '../../drizzle/0021_search_merging_in_parts.sql' with { type: 'text' }
import attachments from '../../drizzle/0022_attachments.sql' with { type: 'text' }
import searchEmojiNames from '../../drizzle/0023_search_emoji_names.sql' with { type: 'text' }
import resumableUploads from '../../drizzle/0024_resumable_uploads.sql' with { type: 'text' }
import attachmentLinks from '../../drizzle/0025_attachment_links.sql' with { type: 'text' }
import usersHasGravatar from '../../drizzle/0026_users_has_gravatar.sql' with { type: 'text' }
import jobLanes from '../../drizzle/0027_job_lanes.sql' with { type: 'text' }
import webhookOutages from '../../drizzle/0028_webhook_outages.sql' with { type: 'text' }
import pushDevices from '../../drizzle/0029_push_devices.sql' with { type: 'text' }
import encryptedPush from '../../drizzle/0030_encrypted_push.sql' with { type: 'text' }
import incomingWebhooks from '../../drizzle/0031_incoming_webhooks.sql' with { type: 'text' }
import knownLogins from '../../drizzle/0032_known_logins.sql' with { type: 'text' }
import mailBothWays from '../../drizzle/0033_mail_both_ways.sql' with { type: 'text' }
import dataExports from '../../drizzle/0034_exports.sql' with { type: 'text' }

/** One step. A database's `user_version` is the number of steps it has had. */
export interface Step {
  /** The name of its file in `drizzle/`, which drizzle-kit's journal has too. */
  readonly name: string
  readonly sql: string
  /**
   * What SQL alone can't do, after the SQL and in the same transaction. It lives in this folder, in a file named as the
   * step, and works on tables as they were at this step: it imports nothing of the features, whose tables go on changing.
   */
  readonly run?: (sqlite: Database) => void
}

export const steps: readonly Step[] = [
  // Release 0.1.
  { name: '0000_baseline', sql: baseline },
  { name: '0001_search', sql: search },
  // After it.
  { name: '0002_jobs', sql: jobs },
  { name: '0003_event_mark', sql: eventMark },
  { name: '0004_configuration', sql: configuration },
  { name: '0005_user_activity', sql: userActivity },
  { name: '0006_search_merging', sql: searchMerging },
  { name: '0007_one_sequence', sql: oneSequence },
  { name: '0008_kept_messages', sql: keptMessages },
  { name: '0009_sessions', sql: sessions },
  { name: '0010_invitations', sql: invitations },
  { name: '0011_email_domains', sql: emailDomains },
  { name: '0012_search_in_blocks', sql: searchInBlocks },
  { name: '0013_password_resets', sql: passwordResets },
  { name: '0014_bots', sql: bots },
  { name: '0015_default_channel_groups', sql: defaultChannelGroups },
  { name: '0016_search_progress', sql: searchProgress },
  { name: '0017_pictures', sql: pictures },
  { name: '0018_search_merging_again', sql: searchMergingAgain },
  { name: '0019_unread_by_dozens', sql: unreadByDozens },
  { name: '0020_audit_log', sql: auditLog },
  { name: '0021_search_merging_in_parts', sql: searchMergingInParts },
  { name: '0022_attachments', sql: attachments },
  { name: '0023_search_emoji_names', sql: searchEmojiNames },
  { name: '0024_resumable_uploads', sql: resumableUploads },
  { name: '0025_attachment_links', sql: attachmentLinks },
  { name: '0026_users_has_gravatar', sql: usersHasGravatar },
  { name: '0027_job_lanes', sql: jobLanes },
  { name: '0028_webhook_outages', sql: webhookOutages },
  { name: '0029_push_devices', sql: pushDevices },
  { name: '0030_encrypted_push', sql: encryptedPush },
  { name: '0031_incoming_webhooks', sql: incomingWebhooks },
  { name: '0032_known_logins', sql: knownLogins },
  { name: '0033_mail_both_ways', sql: mailBothWays },
  { name: '0034_exports', sql: dataExports },
]
