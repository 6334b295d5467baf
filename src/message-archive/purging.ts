// Forgetting what was deleted so long ago that it can't be put back any more.
import { Type } from '@sinclair/typebox'
import { archivedLinkedIds } from '../attachments/links-repository'
import { removeUnlinked } from '../attachments/removing'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { isOpenJob } from '../jobs/repository'
import { asMuchAs, inSteps } from '../jobs/steps'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { archivedBefore, firstDeletion, purgeDeletions, purgeMessages } from './repository'

/** How long deleted messages can be put back, in seconds. */
const keptSeconds = 30 * 24 * 3600

/** There is never more than one. */
const key = 'all'

/** What one step forgets at most: messages, and what they said to people. */
const step = { messages: 500, states: 10_000 }

export const purgeKind = jobKind({
  name: 'purge-archive',
  payload: Type.Object({}),
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, purgeSome),
})

function purgeSome(tx: Transaction, payload: object): object | undefined {
  const time = seconds(tx.organization.clock) - keptSeconds
  const found = archivedBefore(tx, time, step.messages)
  if (found.length === 0) {
    purgeDeletions(tx, time)
    return undefined
  }
  const purged = asMuchAs(found, step.states, ({ states }) => states)
  const ids = purged.map(({ id }) => id)
  const files = archivedLinkedIds(tx, ids)
  purgeMessages(tx, ids)
  removeUnlinked(tx, files)
  return payload
}

/** When there is something to be forgotten next, in milliseconds; never while somebody is at it. */
export function nextPurge({ db }: Organization): number {
  const first = firstDeletion(db)
  return first === null || isOpenJob(db, purgeKind.name, key) ? never : momentOf(first + keptSeconds + 1)
}

/** Queues the work. Called by the timer. */
export async function purgeArchive(organization: Organization): Promise<void> {
  await organization.write((tx) => enqueue(tx, purgeKind, {}, { key }))
}
