// Putting a job into the queue, in the write that causes it.
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import type { TypedJobKind } from './kind'
import { insertJob, waitingJob } from './repository'
import { jobRunners } from './runner'

/**
 * Queues a job: it starts once the write is on disk, and is done at least once, in this process or the next.
 * @param key where one with this key waits already, that one is enough, and nothing is queued; two with the same key never
 *   run at once.
 * @returns its ID, or that of the one that waits.
 */
export function enqueue<Payload>(
  tx: Transaction,
  kind: TypedJobKind<Payload>,
  payload: Payload,
  key: string | null = null,
): number {
  const waiting = key === null ? undefined : waitingJob(tx, kind.name, key)
  if (waiting) return waiting.id
  const now = seconds(tx.organization.clock)
  tx.afterCommit(() => jobRunners(tx.organization).current?.wake())
  return insertJob(tx, { kind: kind.name, key, payload: kind.encode(payload), queuedAt: now, runAt: now })
}
