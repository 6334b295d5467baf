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
  /**
   * Makes an attempt.
   * @param payload as it is in the table
   * @throws GiveUp if that is not of this kind's shape, and what `run` throws.
   */
  perform(attempt: Omit<Attempt<unknown>, 'payload'>, payload: string): Promise<void>
}

/** A kind for those who queue jobs of it. */
export interface TypedJobKind<Payload> extends JobKind {
  /** The payload as text for the table. */
  encode(payload: Payload): string
  /** @throws GiveUp if it is not of this kind's shape. */
  decode(text: string): Payload
}

interface Definition<Schema extends TSchema> {
  name: string
  payload: Schema
  concurrency: number
  timeoutSeconds: number
  maxAttempts: number
  /** Whether it notes each step that it took (`inSteps`): a stop of the server does not wait for such a job. */
  isInSteps?: boolean
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
  const {
    name,
    payload: schema,
    concurrency,
    timeoutSeconds,
    maxAttempts,
    isInSteps = false,
    run,
  } = definition
  const decode = (text: string): Static<Schema> => {
    const payload: unknown = JSON.parse(text)
    if (Value.Check(schema, payload)) return payload
    throw new GiveUp(`The payload is not that of a job '${name}'`)
  }
  return {
    name,
    concurrency,
    timeoutSeconds,
    maxAttempts,
    isInSteps,
    encode: (payload) => JSON.stringify(payload),
    decode,
    perform: (attempt, payload) => run({ ...attempt, payload: decode(payload) }),
  }
}

/** Thrown by a handler: the job can't be done, and the message says why. */
export class GiveUp extends Error {}
