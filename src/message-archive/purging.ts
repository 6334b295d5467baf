// Forgetting what was deleted so long ago that it can't be put back any more.
import { Type } from '@sinclair/typebox'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { isOpenJob } from '../jobs/repository'
import { inSteps } from '../jobs/steps'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { hasDeletionsBefore, purgeDeletions } from './repository'

/** How long deleted messages can be put back, in seconds. */
const keptSeconds = 30 * 24 * 3600

/** There is never more than one. */
const key = 'all'

export const purgeKind = jobKind({
  name: 'purge-archive',
  payload: Type.Object({}),
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 10,
  async run({ organization, write }) {
    const time = seconds(organization.clock) - keptSeconds
    await inSteps(write, { first: 50, most: 5000 }, (tx, size) => purgeDeletions(tx, time, size))
  },
})

/** Queues the work if there is any. Called by the timer. */
export async function purgeArchive(organization: Organization): Promise<void> {
  const { db, clock } = organization
  if (!hasDeletionsBefore(db, seconds(clock) - keptSeconds) || isOpenJob(db, purgeKind.name, key)) return
  await organization.write((tx) => enqueue(tx, purgeKind, {}, key))
}
