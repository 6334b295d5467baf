// Putting all messages into the full-text index anew, from the newest to the oldest: an upgrade queues it when the index changes.
import { Type } from '@sinclair/typebox'
import { jobKind } from '../jobs/kind'
import { asMuchAs, inSteps } from '../jobs/steps'
import type { Transaction } from '../organization/writer'
import { indexMessages, newestUpTo } from './repository'

/** What one step takes on at most: messages, and bytes of their HTML. */
const step = { messages: 200, bytes: 100_000 }

export const indexingKind = jobKind({
  name: 'index-messages',
  payload: Type.Object({ upTo: Type.Integer() }),
  concurrency: 1,
  timeoutSeconds: 24 * 3600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, indexSome),
})

function indexSome(tx: Transaction, { upTo }: { upTo: number }): { upTo: number } | undefined {
  const some = asMuchAs(newestUpTo(tx, upTo, step.messages), step.bytes, ({ bytes }) => bytes)
  indexMessages(
    tx,
    some.map(({ id }) => id),
  )
  const oldest = some.at(-1)
  return oldest && { upTo: oldest.id - 1 }
}
