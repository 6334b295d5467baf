// What the timer starts: every feature that has something to do by the clock, one line each.
import { nextFullMember, promoteNewcomers } from '../accounts/roles'
import { nextUnclaimed, removeUnclaimedFiles } from '../attachments/removing'
import { nextDigests, queueDigests } from '../digest/sending'
import { queues } from '../events/queues'
import { nextOldArchive, removeOldArchives } from '../exports/actions'
import { removeOldMails } from '../incoming-mail/storing'
import { endOverdueInvitations, nextOverdueInvitation } from '../invitations/actions'
import { nextPurge, purgeArchive } from '../message-archive/purging'
import { expireMessages } from '../messages/changing/retention/expiring'
import { measureActivity } from '../messages/activity/channel-activity'
import { nextPresenceSaving, savePresence } from '../presence/actions'
import { removeOldExternalImages } from '../external-images/storing'
import { removeLeftOverPictures } from '../pictures/storing'
import { followPushConfiguration, nextPushConfiguration } from '../push/configuring/following'
import { failUnanswered, nextUnanswered } from '../push/encrypted/failing'
import { deliverDueReminders, nextReminder } from '../reminders/actions'
import { nextStaleUpload, removeLeftOverParts, removeStaleUploads } from '../resumable-uploads/actions'
import { giveBackIdle, nextIdle } from '../resumable-uploads/room'
import { deliverDueMessages, nextDelivery } from '../scheduled-messages/delivery'
import { announceVersion, nextVersionNews } from '../server-info/version-news'
import { endOldSessions, nextOldSession } from '../sessions/actions'
import { nextSeenSaving, saveSeen } from '../sessions/activity'
import type { Duty } from '../timer/loop'
import { removeLeftOverUploads } from '../uploads/storing'
import { nextActivitySaving, saveActivity } from '../users/activity'

const hour = 3_600_000
const day = 24 * hour

/** In the order in which they are started. */
export const duties: readonly Duty[] = [
  { name: 'news of the version', due: nextVersionNews, run: announceVersion },
  { name: 'ways to devices', due: nextPushConfiguration, run: followPushConfiguration },
  { name: 'newcomers', due: nextFullMember, run: promoteNewcomers },
  { name: 'scheduled messages', due: nextDelivery, run: deliverDueMessages },
  { name: 'reminders', due: nextReminder, run: deliverDueReminders },
  { name: 'presence', due: nextPresenceSaving, run: savePresence },
  { name: 'activity of people', due: nextActivitySaving, run: saveActivity },
  { name: 'activity of channels', every: day, run: measureActivity },
  { name: 'expired messages', every: hour, run: expireMessages },
  { name: 'archive', due: nextPurge, run: purgeArchive },
  { name: 'unclaimed files', due: nextUnclaimed, run: removeUnclaimedFiles },
  { name: 'use of sessions', due: nextSeenSaving, run: saveSeen },
  { name: 'old sessions', due: nextOldSession, run: endOldSessions },
  { name: 'overdue invitations', due: nextOverdueInvitation, run: endOverdueInvitations },
  { name: 'left-over pictures', every: day, run: removeLeftOverPictures },
  { name: 'old images from elsewhere', every: day, run: removeOldExternalImages },
  { name: 'left-over uploads', every: hour, run: removeLeftOverUploads },
  { name: 'old exports', due: nextOldArchive, run: removeOldArchives },
  { name: 'unanswered push devices', due: nextUnanswered, run: failUnanswered },
  { name: 'digests', due: nextDigests, run: queueDigests },
  { name: 'old mails', every: hour, run: removeOldMails },
  { name: 'stale uploads', due: nextStaleUpload, run: removeStaleUploads },
  { name: 'idle uploads', due: nextIdle, run: giveBackIdle },
  { name: 'left-over parts of uploads', every: day, run: removeLeftOverParts },
  {
    name: 'heartbeats and idle queues',
    due: (organization) => queues(organization).nextTick(),
    run: (organization) => queues(organization).tick(),
  },
]
