// Waiting for a poll to have reached the server, without a clock.
import { expect } from 'bun:test'
import { queues } from '../../src/events/queues'
import type { Organization } from '../../src/organization/organization'

/** Resolves once a poll of the queue waits at the server. */
export async function untilWaiting(
  { organization }: { organization: Organization },
  queueId: unknown,
): Promise<void> {
  for (;;) {
    if (queues(organization).find(String(queueId))?.isWaiting) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves once it holds; asks again and again, as soon as there is an answer. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}

/** The same for what is seen at once; others have their turns in between. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * What is seen in a page may come a moment after what caused it: reads it again and again until it is what is expected.
 * @throws as `expect` does, if it isn't within thirty seconds
 */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const givesUpAt = performance.now() + 30_000
  for (;;) {
    const value = await read()
    if (Bun.deepEquals(value, expected)) return
    if (performance.now() > givesUpAt) return expect(value).toEqual(expected)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
