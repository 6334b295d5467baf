// Putting a job into the queue, in the write that causes it.
import type { Static, TSchema } from '@sinclair/typebox'
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import type { JobType } from './kind'
import { insertJob, moveToLane, waitingJob } from './repository'
import { jobRunners } from './runner'

export interface QueueOptions {
  /**
   * Where one with this key waits already, that one is enough, and nothing is queued; two with the same key never run at
   * once.
   */
  key?: string | undefined
  /** Where it is delivered: for kinds that leave the house. */
  lane?: string
  /** UNIX seconds before which it is not begun. */
  runAt?: number
}

/**
 * Queues a job: it starts once the write is on disk, and is done at least once, in this process or the next.
 * @returns its ID, or that of the one that waits.
 */
export function enqueue<Schema extends TSchema>(
  tx: Transaction,
  { name }: JobType<Schema>,
  payload: Static<Schema>,
  { key, lane = '', runAt }: QueueOptions = {},
): number {
  const waiting = key === undefined ? undefined : waitingJob(tx, name, key)
  if (waiting) return waiting.id
  const now = seconds(tx.organization.clock)
  tx.afterCommit(() => jobRunners(tx.organization).current?.wake(name))
  return insertJob(tx, {
    kind: name,
    key: key ?? null,
    lane,
    payload: JSON.stringify(payload),
    queuedAt: now,
    runAt: runAt ?? now,
  })
}

/**
 * Sends jobs that wait to another destination, where they are tried at once and as if for the first time.
 * @param those whose payload has this value in this field
 */
export function redirect<Schema extends TSchema>(
  tx: Transaction,
  { name }: JobType<Schema>,
  those: { field: keyof Static<Schema> & string; value: number },
  lane: string,
): void {
  moveToLane(tx, name, those, { lane, now: seconds(tx.organization.clock) })
  tx.afterCommit(() => jobRunners(tx.organization).current?.wake())
}
