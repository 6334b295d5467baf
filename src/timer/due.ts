// Working off what has become due, so that one bad thing never holds up the others and requests get their turn.
import { isStorageFailure } from '../database/storage-failure'
import { queues } from '../events/queues'
import { ApiError } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'

/** So many are done in one go; between two, the requests that wait have their turn. */
const batchSize = 10

/** Things that wait for their moment. */
export interface DueWork {
  /** IDs of what is due now, in order; what was done or has failed is no longer among them. */
  due(organization: Organization, now: number, limit: number): readonly number[]
  /** Does one and notes that it is done: in one write, so a crash undoes both or neither. */
  run(tx: Transaction, id: number): void
  /** Notes that it can't be done, and why. */
  fail(tx: Transaction, id: number, reason: string): void
}

/**
 * Does all that is due, in order, until the server stops. What can't even be noted as failed is passed over and
 * tried again the next time.
 * @throws what was wrong with the server itself, once everything that could be done is done.
 */
export async function workOff(organization: Organization, work: DueWork): Promise<void> {
  const bugs: unknown[] = []
  const stuck = new Set<number>()
  let batch: readonly number[] = []
  while (!queues(organization).isDraining) {
    const due = work.due(organization, seconds(organization.clock), batchSize + stuck.size + batch.length)
    for (const id of batch) if (due.includes(id)) stuck.add(id)
    batch = due.filter((id) => !stuck.has(id)).slice(0, batchSize)
    if (batch.length === 0) break
    await Promise.all(batch.map((id) => runOne(organization, work, id, bugs)))
  }
  if (bugs.length > 0) throw new AggregateError(bugs, 'Something that was due could not be done')
}

async function runOne(organization: Organization, work: DueWork, id: number, bugs: unknown[]): Promise<void> {
  try {
    await organization.write((tx) => work.run(tx, id))
  } catch (error) {
    if (!(error instanceof ApiError)) bugs.push(error)
    // It is done as soon as there is room.
    if (isStorageFailure(error)) return
    const reason = error instanceof ApiError ? error.message : 'Something went wrong in the server'
    await organization.write((tx) => work.fail(tx, id, reason)).catch((bug: unknown) => bugs.push(bug))
  }
}
