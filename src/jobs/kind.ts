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
  /** Of the job, in its organization; no other ever has it. */
  readonly jobId: number
  /** UNIX seconds. */
  readonly queuedAt: number
  /** A step of the work: a write of its own, so that others have their turn between two. @throws once aborted. */
  write<T>(work: (tx: Transaction) => T): Promise<T>
  /** Notes in a step how far it came: the next attempt begins with this payload, and counts as the first again. */
  save(tx: Transaction, payload: Payload): void
  /** Notes in a step that it was the last one, so that it is not done again even if the server is killed right after it. */
  done(tx: Transaction): void
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
  /** It notes each step that it took, so that it may be cut short at any time. */
  readonly isInSteps: boolean
  /** Undefined: it does not leave the house. */
  readonly delivery: Delivery | undefined
  /**
   * Makes an attempt.
   * @param payload as it is in the table
   * @throws GiveUp if that is not of this kind's shape, and what `run` throws.
   */
  perform(attempt: Omit<Attempt<unknown>, 'payload'>, payload: string): Promise<void>
}

/** How jobs are delivered that go to a destination, by which they are told apart as lanes. */
export interface Delivery {
  /** How many run at once in one lane. */
  readonly concurrencyPerLane: number
  /** How long after it was queued a job is still tried while its destination is down. */
  readonly patienceSeconds: number
  /** How long it is left alone at most, unless it asks for more; an hour if it is not said. */
  readonly longestRestSeconds?: number
}

/** What may be queued: for those who queue, who need not know how it is done. */
export interface JobType<Schema extends TSchema> {
  /** Stands in the table: it never changes. */
  readonly name: string
  readonly payload: Schema
}

/** A kind for those who queue jobs of it. */
export interface TypedJobKind<Schema extends TSchema> extends JobKind, JobType<Schema> {}

interface Definition<Schema extends TSchema> extends JobType<Schema> {
  concurrency: number
  timeoutSeconds: number
  maxAttempts: number
  /** Whether it notes each step that it took (`inSteps`): a stop of the server does not wait for such a job. */
  isInSteps?: boolean
  /** For what leaves the house: each job has a lane. */
  delivery?: Delivery
  /**
   * Does it, outside any transaction. It may be done again after it was done, when the server was killed before that was
   * noted: to do it twice must come to the same.
   * @throws GiveUp if no further attempt can do better; after any other error it is tried again.
   */
  run(attempt: Attempt<Static<Schema>>): Promise<void>
}

/** Makes a kind; app/jobs.ts lists them all. */
export function jobKind<Schema extends TSchema>(definition: Definition<Schema>): TypedJobKind<Schema> {
  const {
    name,
    payload: schema,
    concurrency,
    timeoutSeconds,
    maxAttempts,
    isInSteps = false,
    delivery,
    run,
  } = definition
  return {
    name,
    payload: schema,
    concurrency,
    timeoutSeconds,
    maxAttempts,
    isInSteps,
    delivery,
    perform: (attempt, payload) => run({ ...attempt, payload: decode(definition, payload) }),
  }
}

/** @throws GiveUp if it is not of the type's shape. */
function decode<Schema extends TSchema>(
  { name, payload: schema }: JobType<Schema>,
  text: string,
): Static<Schema> {
  const payload: unknown = JSON.parse(text)
  if (Value.Check(schema, payload)) return payload
  throw new GiveUp(`The payload is not that of a job '${name}'`)
}

/** Thrown by a handler: the job can't be done, and the message says why. */
export class GiveUp extends Error {}

/**
 * Thrown by a delivery: its destination is down or wants to be left alone. Its whole lane rests, longer each time, and then one job
 * of it is tried; that is no attempt of the job's own.
 */
export class DestinationFailure extends Error {
  /** @param retryAfterSeconds how long the destination wants to be left alone, if it says so. */
  constructor(
    reason: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(reason)
  }
}
