// What a client can do with its event queue: register, poll, delete (contract 4.17, 6).
import { ApiError, badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import type { EventQueue } from './queue'
import { queues } from './queues'

/** One poll: what to acknowledge and whether to wait. */
export interface Poll {
  queueId: string
  lastEventId: number | undefined
  dontBlock: boolean
  /** Aborted when the client hangs up. */
  signal: AbortSignal
}

/**
 * The caller's queue.
 * @throws ApiError BAD_EVENT_QUEUE_ID when it is unknown, collected, or somebody else's.
 */
export function ownQueue(organization: Organization, caller: User, queueId: string): EventQueue {
  const queue = queues(organization).find(queueId)
  if (!queue || queue.userId !== caller.id || queue.overflowed) {
    throw new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { queue_id: queueId })
  }
  return queue
}

/**
 * The events after `lastEventId`, as JSON text of a list; waits for one if there is none.
 * @throws ApiError BAD_EVENT_QUEUE_ID; BAD_REQUEST for an event ID that the queue has not reached.
 */
export function poll(
  organization: Organization,
  caller: User,
  { queueId, lastEventId, dontBlock, signal }: Poll,
): Promise<string> | string {
  const queue = ownQueue(organization, caller, queueId)
  if (lastEventId !== undefined && lastEventId > queue.lastEventId) {
    throw badRequest(`last_event_id ${lastEventId} is newer than the queue's newest event`)
  }
  const now = organization.clock.now()
  queue.lastActiveAt = now
  if (lastEventId !== undefined) queue.acknowledge(lastEventId)
  const all = queues(organization)
  if (dontBlock || all.isDraining || all.hasAnswer(queue)) {
    queue.release()
    return all.answerOf(queue)
  }
  return new Promise((resolve) => {
    queue.lastSentAt = now
    queue.wait(resolve)
    signal.addEventListener('abort', () => queue.stopWaiting(resolve, organization.clock.now()), {
      once: true,
    })
  })
}

/** Deletes the caller's queue. */
export function deleteQueue(organization: Organization, caller: User, queueId: string): void {
  queues(organization).remove(ownQueue(organization, caller, queueId))
}
