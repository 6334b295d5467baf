// Kinds of jobs for tests: what they do is for the test to say.
import { Type, type Static } from '@sinclair/typebox'
import { jobKind, type Attempt, type Delivery, type TypedJobKind } from '../../src/jobs/kind'
import { enqueue } from '../../src/jobs/queueing'
import { jobList, type StoredJob } from '../../src/jobs/repository'
import type { TestServer } from './server'

const payload = Type.Object({ name: Type.String() })

/** Each is called by a name. */
export type Work = Static<typeof payload>
export type TestKind = TypedJobKind<typeof payload>

/** A kind whose handler the test gives. */
export function testKind(
  name: string,
  run: (attempt: Attempt<Work>) => Promise<void>,
  limits: Partial<{
    concurrency: number
    timeoutSeconds: number
    maxAttempts: number
    delivery: Delivery
  }> = {},
): TestKind {
  return jobKind({ name, payload, concurrency: 1, timeoutSeconds: 60, maxAttempts: 3, ...limits, run })
}

/** Queues one job for each name, in one write. */
export function queue(server: TestServer, kind: TestKind, ...names: string[]): Promise<void> {
  return server.organization.write((tx) => {
    for (const name of names) enqueue(tx, kind, { name })
  })
}

/** All jobs in the table, oldest first. */
export function storedJobs(server: TestServer): StoredJob[] {
  return jobList(server.organization.db, 1000).reverse()
}

/** Whether there was ever a job. */
export function hadJobs(server: TestServer): boolean {
  const { sqlite } = server.organization.db
  return sqlite.query("SELECT 1 FROM sqlite_sequence WHERE name = 'jobs'").get() !== null
}

/** Resolves once the condition holds, without a clock. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/** Something that is opened later. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
