// What organizations count for as long as the server runs, added up: also what those had counted that have gone since, or the sums
// would fall, which for Prometheus is a start.
import { Durations } from './durations'

/** What was counted of the attempts at one kind of jobs. */
export interface AttemptCounts {
  done: number
  /** Those that are tried again, too. */
  failed: number
  readonly durations: Durations
}

export function noAttempts(): AttemptCounts {
  return { done: 0, failed: 0, durations: new Durations() }
}

/** What one organization has counted since it was opened. */
export interface Counted {
  readonly writer: { readonly writes: number; readonly failures: number; readonly syncs: Durations }
  /** By kind. */
  readonly jobs: ReadonlyMap<string, Readonly<AttemptCounts>>
}

export class Counters {
  readonly writer = { writes: 0, failures: 0, syncs: new Durations() }
  /** By kind. */
  readonly jobs = new Map<string, AttemptCounts>()

  add({ writer, jobs }: Counted): void {
    this.writer.writes += writer.writes
    this.writer.failures += writer.failures
    this.writer.syncs.add(writer.syncs)
    for (const [kind, { done, failed, durations }] of jobs) {
      const sum = this.jobs.getOrInsertComputed(kind, noAttempts)
      sum.done += done
      sum.failed += failed
      sum.durations.add(durations)
    }
  }
}

/** The counters of those who come and go. */
export class LastingCounters<Owner extends { readonly isOpen: boolean }> {
  readonly #gone = new Counters()
  /** What was told of whom. It goes on counting until its owner is closed, and is kept that long. */
  readonly #known = new Map<Owner, Counted>()

  /** @param counted counts on by itself */
  note(owner: Owner, counted: Counted): void {
    this.#known.set(owner, counted)
  }

  /** Of all that were ever noted. */
  sum(): Counters {
    for (const [owner, counted] of this.#known) {
      if (owner.isOpen) continue
      this.#gone.add(counted)
      this.#known.delete(owner)
    }
    const all = new Counters()
    for (const counted of [this.#gone, ...this.#known.values()]) all.add(counted)
    return all
  }
}
