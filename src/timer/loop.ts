// The timer: starts what is due, for each organization on its own; none waits for another, nor one duty for the next.
import type { Logger } from 'pino'
import type { Organization } from '../organization/organization'

/** What an organization does from time to time: looks whether it is due, and does it. */
export interface Duty {
  /** For the log. */
  readonly name: string
  run(organization: Organization): Promise<unknown> | void
}

export class Timer {
  readonly #duties: readonly Duty[]
  readonly #log: Logger
  /** Duties that have not ended yet, which are not started a second time. */
  readonly #running = new WeakMap<Organization, Set<Duty>>()
  readonly #underway = new Set<Promise<void>>()

  constructor(duties: readonly Duty[], log: Logger) {
    this.#duties = duties
    this.#log = log
  }

  /**
   * Starts the duties of each organization, in order, waiting for none. Failures are logged as they come.
   * @returns once all that it started has ended.
   * @throws AggregateError of what failed.
   */
  async tick(organizations: readonly Organization[]): Promise<void> {
    const started = organizations.flatMap((organization) =>
      this.#duties.map((duty) => this.#start(organization, duty)),
    )
    const ends = await Promise.allSettled(started)
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'The timer failed at what was due')
  }

  /** Resolves when no duty runs. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway)
  }

  async #start(organization: Organization, duty: Duty): Promise<void> {
    const running = this.#running.getOrInsertComputed(organization, () => new Set())
    if (running.has(duty)) return
    running.add(duty)
    const run = this.#run(organization, duty)
    this.#underway.add(run)
    try {
      await run
    } finally {
      running.delete(duty)
      this.#underway.delete(run)
    }
  }

  async #run(organization: Organization, duty: Duty): Promise<void> {
    try {
      await duty.run(organization)
    } catch (error) {
      this.#log.error({ err: error, organization: organization.subdomain, duty: duty.name }, 'timer failed')
      throw error
    }
  }
}
