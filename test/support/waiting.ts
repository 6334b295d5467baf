// Waiting for a poll to have reached the server, without a clock.
import { queues } from '../../src/events/queues'
import type { TestServer } from './server'

/** Resolves once a poll of the queue waits at the server. */
export async function untilWaiting(server: TestServer, queueId: unknown): Promise<void> {
  for (;;) {
    if (queues(server.organization).find(String(queueId))?.isWaiting) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
