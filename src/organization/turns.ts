// What one turn of the event loop takes on: requests for a few milliseconds, then a few more of those that wait and of long
// work, which is done in pieces. So everybody gets their turn, whatever the others ask for.
import { actingAs } from './actor'
import { atEndOfTurn } from './end-of-turn'

/** In milliseconds; tests make them small. */
export const turnLimits = {
  /** So long a turn takes on requests as they come, and so long those that wait, and long work. */
  perTurn: 8,
  /** What has lately taken less is light: it does not wait for what takes longer … */
  light: 0.5,
  /** … until the turn has taken so long, as many of them are much, too. */
  perTurnOfLight: 24,
  /** So long a turn writes, for each organization. */
  perCommit: 16,
}

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
  /** Aborted when nobody waits for the outcome any more; undefined for what is to be done even then. */
  signal(): AbortSignal | undefined
}

/** Does the long work of one person, who is known. */
export type InTurns = <T>(work: Pieces<T>) => T | Promise<T>

/**
 * Begins at once, and goes on in later turns if it takes long; what is short has its outcome at once. Work for somebody who
 * has gone is not ended.
 */
export function inTurns<T>(lane: Lane, work: Pieces<T>): T | Promise<T> {
  if (turns.isFree(lane.name)) {
    while (turns.took(performance.now()) < turnLimits.perTurn) {
      const step = work.next()
      if (step.done === true) return step.value
    }
  }
  return new Promise((resolve, reject) => {
    turns.queue(lane.name, {
      signal: lane.signal(),
      run() {
        const step = work.next()
        if (step.done === true) resolve(step.value)
        return step.done === true
      },
      abandon: () => work.throw(gone()),
      reject,
    })
  })
}

/** What requests of one kind have cost lately, such as those of a route. */
export class Cost {
  #lately = 0

  /** Whether it is so little that the next one need not wait. One that cost more is remembered for a hundred or so. */
  get isLight(): boolean {
    return this.#lately < turnLimits.light
  }

  /** Does one of them. @param start the time, of `performance.now()` */
  of<T>(start: number, work: () => T): T {
    try {
      return work()
    } finally {
      this.#lately = Math.max(performance.now() - start, this.#lately * 0.97)
    }
  }
}

/**
 * Does what a request asks for: at once as a rule, in a later turn when this one has taken on enough. Those of one caller are then
 * done in the order that they came in, and the callers take turns.
 * @param lane of the caller
 * @param work is told whether a turn or more has passed since
 */
export function inTime<T>(
  cost: Cost,
  lane: () => Lane,
  work: (hasWaited: boolean) => T | Promise<T>,
): T | Promise<T> {
  const start = performance.now()
  if (turns.takes(cost, lane, start)) return cost.of(start, () => work(false))
  const { name, signal } = lane()
  return new Promise((resolve, reject) => {
    turns.queue(requestsOf(name), {
      signal: signal(),
      run() {
        resolve(cost.of(performance.now(), () => work(true)))
        return true
      },
      abandon() {
        throw gone()
      },
      reject,
    })
  })
}

/** Apart from the long work of the same person: what they ask for meanwhile need not wait for the end of that. */
function requestsOf(name: string): string {
  return `requests of ${name}`
}

function gone(): Error {
  return new Error('Nobody waits for this any more')
}

interface Job {
  readonly signal: AbortSignal | undefined
  /** Does a piece. @returns whether it was the last. */
  run(): boolean
  /** Lets go of all that it holds. @throws what it then has failed with. */
  abandon(): void
  reject(error: unknown): void
}

/** The turns of this process, which has one event loop. */
class Turns {
  /** What waits, by lane; the one that was served longest ago comes first. */
  readonly #lanes = new Map<string, Job[]>()
  /** When this turn began to take on something, of `performance.now()`. */
  #startedAt: number | undefined
  #isScheduled = false

  /** How many milliseconds this turn has taken. */
  took(now: number): number {
    this.#schedule()
    return now - (this.#startedAt ??= now)
  }

  /** Whether nothing waits in the lane. */
  isFree(name: string): boolean {
    return !this.#lanes.has(name)
  }

  /** Whether this turn takes on a request. */
  takes(cost: Cost, lane: () => Lane, now: number): boolean {
    const took = this.took(now)
    if (cost.isLight) return took < turnLimits.perTurnOfLight
    return took < turnLimits.perTurn && (this.#lanes.size === 0 || this.isFree(requestsOf(lane().name)))
  }

  queue(name: string, job: Job): void {
    const others = this.#lanes.get(name)
    if (others) others.push(job)
    else this.#lanes.set(name, [job])
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    atEndOfTurn(this.#end)
  }

  /** Ends a turn with what waits: the next one begins with the time that each has. */
  readonly #end = (): void => {
    this.#isScheduled = false
    // Nobody's request, whoever it was that came first in this turn.
    if (this.#lanes.size > 0) actingAs('system', () => this.#goOn())
    this.#startedAt = undefined
  }

  #goOn(): void {
    const end = performance.now() + turnLimits.perTurn
    do {
      const next = this.#lanes.entries().next()
      if (next.done === true) return
      const [name, jobs] = next.value
      const [job] = jobs
      if (job && this.#isOver(job)) jobs.shift()
      this.#lanes.delete(name)
      if (jobs.length > 0) this.#lanes.set(name, jobs)
    } while (performance.now() < end)
    this.#schedule()
  }

  /** Does a piece of it. */
  #isOver(job: Job): boolean {
    try {
      if (job.signal?.aborted !== true) return job.run()
      job.abandon()
    } catch (error) {
      job.reject(error)
    }
    return true
  }
}

const turns = new Turns()
