// Whole topics are moved and deleted one after another: who wants to change one waits until nobody else is at it.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiError } from '../../../http/errors'
import { openJobs } from '../../../jobs/repository'
import { untilDone } from '../../../jobs/waiting'
import type { Organization } from '../../../organization/organization'
import type { Transaction } from '../../../organization/writer'
import type { TopicOf } from '../changes-repository'

/** The kinds of jobs that change whole topics. */
export const topicJobs = { move: 'move-topic', delete: 'delete-topic' } as const

/** The part of their payloads that says which topics they take from or bring to. */
export const Topics = Type.Array(Type.Object({ channelId: Type.Integer(), topicKey: Type.String() }))
const WithTopics = Type.Object({ topics: Topics })

/** Somebody's change of the topic goes on in the background. */
export class TopicBusyError extends ApiError<'BAD_REQUEST'> {
  constructor(readonly jobId: number) {
    super(
      'BAD_REQUEST',
      'Messages of this topic are still being moved or deleted. Please try again in a moment.',
      {},
    )
  }
}

/** Checks that no job is at one of the topics. @throws TopicBusyError, which `onceAtRest` waits for. */
export function assertAtRest(tx: Transaction, topics: readonly TopicOf[]): void {
  for (const kind of Object.values(topicJobs)) {
    for (const { id, payload } of openJobs(tx, kind)) {
      const busy = Value.Parse(WithTopics, JSON.parse(payload)).topics
      const isTheirs = (topic: TopicOf) =>
        busy.some(({ channelId, topicKey }) => channelId === topic.channelId && topicKey === topic.topicKey)
      if (topics.some(isTheirs)) throw new TopicBusyError(id)
    }
  }
}

/**
 * Makes a write in which `assertAtRest` stands, as often as it takes until the topics are at rest.
 * @throws TopicBusyError if they are not for too long, and what the write throws.
 */
export async function onceAtRest<T>(organization: Organization, work: (tx: Transaction) => T): Promise<T> {
  const giveUpAt = performance.now() + organization.rules.longestWaitMilliseconds
  for (;;) {
    try {
      return await organization.write(work)
    } catch (error) {
      if (!(error instanceof TopicBusyError)) throw error
      if (!(await untilDone(organization, error.jobId, giveUpAt - performance.now()))) throw error
    }
  }
}
