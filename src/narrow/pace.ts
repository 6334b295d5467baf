// How much of a narrow's work is done at a time: so much that it takes a few milliseconds, and an end to all of it.
import { badRequest } from '../http/errors'

/** Milliseconds and numbers; tests make them small. */
export const paceLimits = {
  /** No step takes longer, by the costs below. */
  longest: 50,
  /** A step that took less is followed by a larger one, one that took more by a smaller one. */
  short: 2,
  long: 8,
  /** A walk that has taken so long in all is given up. */
  whole: 30_000,
  /** How many rows or IDs a step looks at. */
  fewest: 64,
  most: 2 ** 21,
  /** So many messages are few: the full-text index is better asked about each of them. */
  few: 200,
}

/** How many milliseconds it takes at most, whatever the messages hold. Most of the time it is a tenth of that. */
export const costs = {
  /** A row of an index, and a condition held against it. */
  row: 0.001,
  condition: 0.002,
  /** For each message of a block: a list of the full-text index, and the places of a phrase's words. */
  list: 0.0004,
  phrase: 0.008,
  /** A list, opened for one message. */
  opened: 0.02,
}

/** How many IDs or rows the next step looks at. It follows the time that the last one took. */
export class Pace {
  readonly #most: number
  readonly #fewest: number
  #size: number

  /**
   * @param cost of one of them, at most
   * @param fixed how many it takes for the cost of a step that looks at none to count for little
   */
  constructor(first: number, cost: number, fixed = 0) {
    this.#fewest = Math.min(paceLimits.most, Math.max(paceLimits.fewest, fixed))
    this.#most = Math.max(this.#fewest, Math.min(paceLimits.most, Math.floor(paceLimits.longest / cost)))
    this.#size = this.#within(first)
  }

  get size(): number {
    return this.#size
  }

  follow(milliseconds: number): void {
    const { short, long } = paceLimits
    const factor = milliseconds < short / 4 ? 64 : milliseconds < short ? 8 : milliseconds < long ? 1 : 1 / 4
    this.#size = this.#within(this.#size * factor)
  }

  #within(size: number): number {
    return Math.ceil(Math.min(this.#most, Math.max(this.#fewest, size)))
  }
}

/** The time that all the steps of a walk take together. */
export class Effort {
  #taken = 0

  /** Does a step. @throws ApiError BAD_REQUEST once it was too much */
  step<T>(paces: readonly Pace[], work: () => T): T {
    if (this.#taken > paceLimits.whole) throw tooMuch()
    const start = performance.now()
    const value = work()
    const took = performance.now() - start
    this.#taken += took
    for (const pace of paces) pace.follow(took)
    return value
  }
}

function tooMuch(): Error {
  return badRequest(
    'This narrow takes too long to search. Narrow it further: add a channel, a conversation, a sender or a word, or negate less',
  )
}
