// Lanes: the destinations of deliveries. One that is down rests, and holds up no other.
import { DestinationFailure, type JobKind } from './kind'

/** Longer than this a destination can't ask to be left alone, in seconds. */
const longestRest = 3600

interface Rest {
  /** How often in a row it was found to be down. */
  failures: number
  /** UNIX seconds. */
  until: number
}

export class Lanes {
  readonly #wait: (failures: number) => number
  /** By kind and lane: those that were down when they were last tried. */
  readonly #resting = new Map<string, Rest>()
  /** By kind: the lane to begin with. */
  readonly #next = new Map<string, string>()

  /** @param wait how long a lane rests after so many failures in a row, in seconds */
  constructor(wait: (failures: number) => number) {
    this.#wait = wait
  }

  /** How many jobs of a kind may run in a lane: none while it rests, then one, and all again once that was delivered. */
  room(kind: JobKind, lane: string, now: number): number {
    const most = kind.delivery?.concurrencyPerLane ?? kind.concurrency
    const rest = this.#resting.get(keyOf(kind, lane))
    if (!rest) return most
    // A clock that was put back must not let it rest for as long as it was ahead.
    rest.until = Math.min(rest.until, now + longestRest)
    return now < rest.until ? 0 : 1
  }

  /** Until when it rests, in UNIX seconds; undefined if it does not. */
  restUntil(kind: JobKind, lane: string): number | undefined {
    return this.#resting.get(keyOf(kind, lane))?.until
  }

  /** To be told of the end of each attempt: what a destination answers shows that it is there. */
  noteEnd(kind: JobKind, lane: string, failure: unknown, now: number): void {
    if (!kind.delivery) return
    const key = keyOf(kind, lane)
    if (!(failure instanceof DestinationFailure)) return void this.#resting.delete(key)
    const known = this.#resting.get(key)
    // Those that ran side by side when it went down have failed once together.
    const failures = known && now < known.until ? known.failures : (known?.failures ?? 0) + 1
    const own = Math.min(this.#wait(failures), kind.delivery.longestRestSeconds ?? longestRest)
    const wait = Math.max(own, Math.min(failure.retryAfterSeconds ?? 0, longestRest))
    this.#resting.set(key, { failures, until: Math.max(known?.until ?? 0, now + wait) })
  }

  nextOf(kind: string): string {
    return this.#next.get(kind) ?? ''
  }

  /** So that the next look for work begins with another lane. */
  begun(kind: string, next: string): void {
    this.#next.set(kind, next)
  }
}

function keyOf({ name }: JobKind, lane: string): string {
  return `${name} ${lane}`
}
