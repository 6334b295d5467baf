// What a kind of job is: the shape of its payload, its limits, and how it is done.
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'

/** One attempt at a job, as its handler sees it. */
export interface Attempt<Payload> {
  readonly organization: Organization
  readonly payload: Payload
  /** Aborted when the time is up or the server stops. What the handler does after that no longer counts. */
  readonly signal: AbortSignal
  /** 1 for the first. */
  readonly number: number
  /** A step of the work: a write of its own, so that others have their turn between two. @throws once aborted. */
  write<T>(work: (tx: Transaction) => T): Promise<T>
  /** Notes in a step how far it came: the next attempt begins with this payload, and counts as the first again. */
  save(tx: Transaction, payload: Payload): void
}

/** What the runner knows of every kind. */
export interface JobKind {
  /** Stands in the table: it never changes. */
  readonly name: string
  /** How many of an organization run at once. */
  readonly concurrency: number
  /** How long an attempt may take. */
  readonly timeoutSeconds: number
  /** So often it is tried before it ends. */
  readonly maxAttempts: number
  /** @throws GiveUp if the payload is not of this kind's shape, and what `run` throws. */
  perform(attempt: Attempt<unknown>): Promise<void>
}

/** A kind for those who queue jobs of it. */
export interface TypedJobKind<Payload> extends JobKind {
  /** The payload as text for the table. */
  encode(payload: Payload): string
}

interface Definition<Schema extends TSchema> {
  name: string
  payload: Schema
  concurrency: number
  timeoutSeconds: number
  maxAttempts: number
  /**
   * Does it, outside any transaction. It may be done again after it was done, when the server was killed before that was
   * noted: to do it twice must come to the same.
   * @throws GiveUp if no further attempt can do better; after any other error it is tried again.
   */
  run(attempt: Attempt<Static<Schema>>): Promise<void>
}

/** Makes a kind; app/jobs.ts lists them all. */
export function jobKind<Schema extends TSchema>(
  definition: Definition<Schema>,
): TypedJobKind<Static<Schema>> {
  const { name, payload: schema, concurrency, timeoutSeconds, maxAttempts, run } = definition
  return {
    name,
    concurrency,
    timeoutSeconds,
    maxAttempts,
    encode: (payload) => JSON.stringify(payload),
    perform(attempt) {
      const { payload } = attempt
      if (!Value.Check(schema, payload)) throw new GiveUp(`The payload is not that of a job '${name}'`)
      return run({ ...attempt, payload })
    },
  }
}

/** Thrown by a handler: the job can't be done, and the message says why. */
export class GiveUp extends Error {}
