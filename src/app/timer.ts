// What the timer starts: every feature that has something to do by the clock, one line each.
import { promoteNewcomers } from '../accounts/roles'
import { removeUnclaimedFiles } from '../attachments/removing'
import { queueDigests } from '../digest/sending'
import { removeOldArchives } from '../exports/actions'
import { queues } from '../events/queues'
import { removeOldMails } from '../incoming-mail/storing'
import { endOverdueInvitations } from '../invitations/actions'
import { purgeArchive } from '../message-archive/purging'
import { expireMessages } from '../messages/changing/retention/expiring'
import { measureActivity } from '../messages/activity/channel-activity'
import { savePresenceIfDue } from '../presence/actions'
import { removeOldExternalImages } from '../external-images/storing'
import { removeLeftOverPictures } from '../pictures/storing'
import { followPushConfiguration } from '../push/configuring/following'
import { failUnanswered } from '../push/encrypted/failing'
import { deliverDueReminders } from '../reminders/actions'
import { removeStaleUploads } from '../resumable-uploads/actions'
import { deliverDueMessages } from '../scheduled-messages/delivery'
import { announceVersion } from '../server-info/version-news'
import { endOldSessions } from '../sessions/actions'
import { saveSeen } from '../sessions/activity'
import type { Duty } from '../timer/loop'
import { removeLeftOverUploads } from '../uploads/storing'
import { saveActivity } from '../users/activity'

/** In the order in which they are started. */
export const duties: readonly Duty[] = [
  { name: 'news of the version', run: announceVersion },
  { name: 'ways to devices', run: followPushConfiguration },
  { name: 'newcomers', run: promoteNewcomers },
  { name: 'scheduled messages', run: deliverDueMessages },
  { name: 'reminders', run: deliverDueReminders },
  { name: 'presence', run: savePresenceIfDue },
  { name: 'activity of people', run: saveActivity },
  { name: 'activity of channels', run: measureActivity },
  { name: 'expired messages', run: expireMessages },
  { name: 'archive', run: purgeArchive },
  { name: 'unclaimed files', run: removeUnclaimedFiles },
  { name: 'old exports', run: removeOldArchives },
  { name: 'use of sessions', run: saveSeen },
  { name: 'old sessions', run: endOldSessions },
  { name: 'overdue invitations', run: endOverdueInvitations },
  { name: 'left-over pictures', run: removeLeftOverPictures },
  { name: 'old images from elsewhere', run: removeOldExternalImages },
  { name: 'left-over uploads', run: removeLeftOverUploads },
  { name: 'unanswered push devices', run: failUnanswered },
  { name: 'digests', run: queueDigests },
  { name: 'old mails', run: removeOldMails },
  { name: 'stale uploads', run: removeStaleUploads },
  { name: 'heartbeats and idle queues', run: (organization) => queues(organization).tick() },
]
