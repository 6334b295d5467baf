// How late the event loop is: a timer that comes too late by so much has waited for something that kept everybody waiting.
import { Durations } from './durations'

/** In milliseconds. */
const interval = 50
/** In milliseconds: the worst delay is the longest of the last one or two of these. */
const period = 60_000

export class EventLoopDelay {
  readonly delays = new Durations()
  readonly #timer: NodeJS.Timeout
  #expectedAt = performance.now() + interval
  #periodStartedAt = performance.now()
  /** The longest of this period and of the one before, in seconds. */
  #worst = 0
  #worstBefore = 0

  constructor() {
    this.#timer = setInterval(() => this.#look(), interval)
    // It keeps no process from ending.
    this.#timer.unref()
  }

  get worst(): number {
    return Math.max(this.#worst, this.#worstBefore)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    const delay = Math.max(0, now - this.#expectedAt) / 1000
    this.#expectedAt = now + interval
    if (now - this.#periodStartedAt >= period) {
      this.#worstBefore = this.#worst
      this.#worst = 0
      this.#periodStartedAt = now
    }
    this.#worst = Math.max(this.#worst, delay)
    this.delays.note(delay)
  }
}
