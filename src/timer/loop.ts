// The timer: what is due by the clock, done for an organization each time the loop comes round.
import { measureActivity } from '../channels/activity'
import { queues } from '../events/queues'
import { purgeArchive } from '../message-archive/actions'
import type { Organization } from '../organization/organization'
import { savePresenceIfDue } from '../presence/actions'
import { deliverDueReminders } from '../reminders/actions'
import { deliverDueMessages } from '../scheduled-messages/delivery'
import { promoteNewcomers } from '../users/roles'

/** How often the loop comes round, in milliseconds. */
export const tickMilliseconds = 500

/** Does what is due now. */
export async function tick(organization: Organization): Promise<void> {
  await promoteNewcomers(organization)
  await deliverDueMessages(organization)
  await deliverDueReminders(organization)
  await savePresenceIfDue(organization)
  await measureActivity(organization)
  await purgeArchive(organization)
  queues(organization).tick()
}
