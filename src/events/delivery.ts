// When waiting polls are answered: at once where a queue was quiet, every few milliseconds where it is busy, a few in each turn.
import { atEndOfTurn } from '../organization/end-of-turn'
import type { EventQueue } from './queue'

/**
 * How long a queue gets nothing after an answer, in milliseconds: what comes meanwhile goes out together. Nobody sees that, while
 * a poll and an answer for each of many messages would take more of the processor than sending them.
 */
const rest = 2
/** Answers go on in one turn of the event loop for this part of the time that the first of them has been due. */
const turnShare = 1 / 8

export class Delivery {
  readonly #answer: (queues: Iterable<EventQueue>) => void
  /** Queues with a poll to be answered, and since when, of `performance.now()`: ascending. */
  readonly #due = new Map<EventQueue, number>()
  /** The same for those that have had an answer a moment ago. */
  readonly #resting = new Set<EventQueue>()

  /** @param answer answers the polls of these queues, as far as it takes them */
  constructor(answer: (queues: Iterable<EventQueue>) => void) {
    this.#answer = answer
  }

  /** Whether the queue has had an answer a moment ago. */
  isResting(queue: EventQueue): boolean {
    return performance.now() < queue.answeredAt + rest
  }

  /** The queue's poll is to be answered: later than who caused it, if that is a request. */
  add(queue: EventQueue): void {
    if (this.#due.has(queue) || this.#resting.has(queue)) return
    const now = performance.now()
    const wait = queue.answeredAt + rest - now
    if (wait <= 0) return this.#addDue(queue, now)
    if (this.#resting.size === 0) this.#wakeIn(wait)
    this.#resting.add(queue)
  }

  /** The queue is no more. */
  forget(queue: EventQueue): void {
    this.#due.delete(queue)
    this.#resting.delete(queue)
  }

  #wakeIn(milliseconds: number): void {
    setTimeout(() => this.#wake(), milliseconds)
  }

  #wake(): void {
    const now = performance.now()
    let next = Infinity
    for (const queue of this.#resting) {
      const wait = queue.answeredAt + rest - now
      if (wait > 0) {
        next = Math.min(next, wait)
        continue
      }
      this.#resting.delete(queue)
      this.#addDue(queue, now)
    }
    if (next < Infinity) this.#wakeIn(next)
  }

  #addDue(queue: EventQueue, now: number): void {
    if (this.#due.size === 0) atEndOfTurn(() => this.#turn())
    this.#due.set(queue, now)
  }

  #turn(): void {
    this.#answer(this.#thisTurn())
    if (this.#due.size > 0) atEndOfTurn(() => this.#turn())
  }

  /** One, and more the longer they have waited: requests need not wait for a thousand answers, nor answers for ever for requests. */
  *#thisTurn(): Iterable<EventQueue> {
    const start = performance.now()
    let end: number | undefined
    for (const [queue, since] of this.#due) {
      end ??= start + (start - since) * turnShare
      this.#due.delete(queue)
      yield queue
      if (performance.now() >= end) return
    }
  }
}
