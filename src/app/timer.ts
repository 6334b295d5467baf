// The timer: what is due by the clock, done for an organization each time the loop comes round.
import { measureActivity } from '../messages/channel-activity'
import { queues } from '../events/queues'
import { purgeArchive } from '../messages/changing/restoring'
import type { Organization } from '../organization/organization'
import { savePresenceIfDue } from '../presence/actions'
import { deliverDueReminders } from '../reminders/actions'
import { deliverDueMessages } from '../scheduled-messages/delivery'
import { promoteNewcomers } from '../accounts/roles'

/** What the timer does, in this order. */
const duties: readonly ((organization: Organization) => Promise<unknown> | void)[] = [
  promoteNewcomers,
  deliverDueMessages,
  deliverDueReminders,
  savePresenceIfDue,
  measureActivity,
  purgeArchive,
  (organization) => queues(organization).tick(),
]

/**
 * Does what is due now. A duty that fails does not hold up the others.
 * @throws AggregateError of what failed, at the end.
 */
export async function tick(organizations: readonly Organization[]): Promise<void> {
  const failures: unknown[] = []
  for (const organization of organizations) {
    for (const duty of duties) {
      try {
        await duty(organization)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The timer failed at what was due')
}
