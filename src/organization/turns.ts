// Long work in pieces: a few milliseconds of it in each turn of the event loop, so that everybody else gets their turn.

import { atEndOfTurn } from './end-of-turn'

/** Work that pauses where it yields: others go on then, and what it has read may change. */
export type Pieces<T> = Generator<undefined, T, undefined>

/** All of it without a pause: for what is short. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** For whom work is done: that of one person goes on one after another, that of several people side by side. */
export interface Lane {
  readonly name: string
  /** Aborted when nobody waits for the outcome any more. */
  signal(): AbortSignal
}

/** Does the long work of one person, who is known. */
export type InTurns = <T>(work: Pieces<T>) => T | Promise<T>

/** How many milliseconds of a turn of the event loop go to long work, in all. */
const perTurn = 8

/**
 * Begins at once, and goes on in later turns if it takes long; what is short has its outcome at once. Work for somebody who
 * has gone is not ended.
 */
export function inTurns<T>(lane: Lane, work: Pieces<T>): T | Promise<T> {
  if (turns.isFree(lane)) {
    while (turns.hasTime) {
      const step = turns.piece(() => work.next())
      if (step.done === true) return step.value
    }
  }
  return new Promise((resolve, reject) => {
    turns.queue(lane, {
      signal: lane.signal(),
      run() {
        const step = work.next()
        if (step.done === true) resolve(step.value)
        return step.done === true
      },
      abandon: () => work.throw(new Error('Nobody waits for this any more')),
      reject,
    })
  })
}

interface Job {
  readonly signal: AbortSignal
  /** Does a piece. @returns whether it was the last. */
  run(): boolean
  /** Lets go of all that it holds. @throws what it then has failed with. */
  abandon(): void
  reject(error: unknown): void
}

/** The long work of this process, which has one event loop. */
class Turns {
  /** By lane; the one that was served longest ago comes first. */
  readonly #lanes = new Map<string, Job[]>()
  /** How many milliseconds of this turn are left for it. */
  #left = perTurn
  #isScheduled = false

  get hasTime(): boolean {
    return this.#left > 0
  }

  /** Whether nothing waits in the lane. */
  isFree({ name }: Lane): boolean {
    return !this.#lanes.has(name)
  }

  /** Does a piece, whose time is taken from this turn's. */
  piece<T>(work: () => T): T {
    const start = performance.now()
    this.#schedule()
    try {
      return work()
    } finally {
      this.#left -= performance.now() - start
    }
  }

  queue({ name }: Lane, job: Job): void {
    const others = this.#lanes.get(name)
    if (others) others.push(job)
    else this.#lanes.set(name, [job])
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    atEndOfTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#left = perTurn
    while (this.hasTime) {
      const next = this.#lanes.entries().next()
      if (next.done === true) return
      const [name, jobs] = next.value
      this.#lanes.delete(name)
      const [job] = jobs
      if (job && this.#goOn(job)) jobs.shift()
      if (jobs.length > 0) this.#lanes.set(name, jobs)
    }
  }

  /** @returns whether it has ended. */
  #goOn(job: Job): boolean {
    try {
      if (!job.signal.aborted) return this.piece(() => job.run())
      job.abandon()
    } catch (error) {
      job.reject(error)
    }
    return true
  }
}

const turns = new Turns()
