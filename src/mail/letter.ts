// What a mail is here: a letter of some type, queued with facts and composed from how things are when it is sent.
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { GiveUp, type Attempt } from '../jobs/kind'
import type { Part } from './body'

/** A mail as it is to be sent. What is in it may come from people: no line break or bracket of theirs has an effect. */
export interface Letter {
  to: { name: string; address: string }
  subject: string
  body: readonly Part[]
  /** Why it has come to the reader, below everything else. */
  foot: readonly Part[]
  /** Whose name the sender's address bears; the organization's if it is not said. */
  fromName?: string
  /** An address that answers go to. */
  replyTo?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

/** What may be queued: for those who queue it, who need not know what the letter says. */
export interface LetterType<Schema extends TSchema> {
  /** Stands in jobs: it never changes. */
  readonly name: string
  /** Nothing that lets anybody in: no link, no token. Such is made by `compose`. */
  readonly facts: Schema
}

/** What is known of every type of letters where they are sent. */
export interface LetterKind {
  readonly name: string
  /** @throws GiveUp if the facts are not of this type's shape. */
  compose(attempt: Attempt<unknown>): Promise<Letter | undefined>
}

/**
 * Makes a kind of letters; app/letters.ts lists them all.
 * @param compose is called at each attempt and must come to the same letter; undefined if there is nothing to say any more.
 *   Its `write` and `save` are those of the job.
 */
export function letterKind<Schema extends TSchema>(
  { name, facts }: LetterType<Schema>,
  compose: (attempt: Attempt<Static<Schema>>) => Letter | undefined | Promise<Letter | undefined>,
): LetterKind {
  return {
    name,
    async compose(attempt) {
      const { payload } = attempt
      if (!Value.Check(facts, payload)) throw new GiveUp(`The facts are not those of a letter '${name}'`)
      return compose({ ...attempt, payload })
    },
  }
}
