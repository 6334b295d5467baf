// The timer: starts what is due, for each organization on its own; none waits for another, nor one duty for the next. Where nothing is
// due, nobody looks.
import type { Logger } from 'pino'
import type { Clock } from '../organization/clock'
import type { Organization } from '../organization/organization'

/** What an organization does from time to time. */
export type Duty = {
  /** For the log. */
  readonly name: string
  /** Does what is due. That may be nothing. */
  run(organization: Organization): Promise<unknown> | void
} & (
  | {
      /** In milliseconds: it is due when the organization was opened, and so long after each time. */
      readonly every: number
    }
  | {
      /**
       * When it is due, as things are now, in milliseconds of the clock; `never` if it is not. It is asked again after every write and
       * every request of the organization, so that it need not know of what those may change.
       */
      due(organization: Organization): number
    }
)

/** So long an organization is left alone at most, whatever its duties say, in milliseconds: what nobody foresaw is late then, and not lost. */
const longestSleep = 5 * 60_000
/** So long it looks at organizations before others have their turn, in milliseconds. */
const turn = 4

/** What the timer knows of an organization. */
interface Watch {
  /** Duties that have not ended yet, which are not started a second time. */
  readonly running: Set<Duty>
  /** When those were started that are due every so often. */
  readonly startedAt: Map<Duty, number>
  /** Of the last look, in milliseconds. */
  lookedAt: number
  /** When it is to be looked again, if nothing happens until then, in milliseconds. */
  lookAt: number
  /** What had happened by the last look, and by the one before. */
  stirs: number
  stirsBefore: number
  /** Whether the clock was put back: then all duties are started, as they may have reckoned with the time that it had. */
  isPutBack: boolean
}

export interface TimerSettings {
  readonly clock: Clock
  readonly log: Logger
  /** From 0 to 1, such as Math.random: spreads looks. */
  random(): number
}

export class Timer {
  readonly #duties: readonly Duty[]
  readonly #settings: TimerSettings
  readonly #watches = new WeakMap<Organization, Watch>()
  readonly #underway = new Set<Promise<void>>()
  #looks = 0

  constructor(duties: readonly Duty[], settings: TimerSettings) {
    this.#duties = duties
    this.#settings = settings
  }

  /** How often it has looked at an organization. */
  get looks(): number {
    return this.#looks
  }

  /**
   * Starts the duties that are due, those of each organization in order, waiting for none. Failures are logged as they come.
   * @returns once all that it started has ended.
   * @throws AggregateError of what failed.
   */
  async tick(organizations: readonly Organization[]): Promise<void> {
    const now = this.#settings.clock.now()
    const started: Promise<void>[] = []
    let turnEnds = performance.now() + turn
    for (const organization of organizations.filter((each) => this.#isToBeLookedAt(each, now))) {
      if (performance.now() >= turnEnds) {
        await Bun.sleep(0)
        turnEnds = performance.now() + turn
      }
      // It may have gone meanwhile.
      if (organization.isOpen) started.push(...this.#look(organization, now))
    }
    const ends = await Promise.allSettled(started)
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'The timer failed at what was due')
  }

  /** Resolves when no duty runs. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway)
  }

  /** Whoever is told so looks: others, who ask while it has yet to, are told otherwise. */
  #isToBeLookedAt(organization: Organization, now: number): boolean {
    const watch = this.#watches.getOrInsertComputed(organization, () => newWatch(organization))
    const isPutBack = now < watch.lookedAt
    if (!isPutBack && now < watch.lookAt && watch.stirs === organization.stirs) return false
    watch.isPutBack = isPutBack
    watch.stirsBefore = watch.stirs
    watch.stirs = organization.stirs
    watch.lookedAt = now
    watch.lookAt = now + longestSleep * (1 - this.#settings.random() / 2)
    return true
  }

  #look(organization: Organization, now: number): Promise<void>[] {
    const watch = this.#watches.getOrInsertComputed(organization, () => newWatch(organization))
    this.#looks++
    const started: Promise<void>[] = []
    for (const duty of this.#duties) {
      const due = this.#dueOf(organization, watch, duty)
      // What was started may be due again at once, and what has failed is tried again.
      watch.lookAt = Math.min(watch.lookAt, due)
      const isDue = due <= now || watch.isPutBack
      if (isDue && !watch.running.has(duty)) started.push(this.#start(organization, watch, duty))
    }
    if (started.length === 0 && watch.stirs === watch.stirsBefore) organization.rest()
    return started
  }

  /** A duty that can't say when it is due is started: then it is seen why. */
  #dueOf(organization: Organization, { startedAt }: Watch, duty: Duty): number {
    if ('every' in duty) return (startedAt.get(duty) ?? -Infinity) + duty.every
    try {
      return duty.due(organization)
    } catch {
      return -Infinity
    }
  }

  async #start(organization: Organization, watch: Watch, duty: Duty): Promise<void> {
    watch.running.add(duty)
    if ('every' in duty) watch.startedAt.set(duty, this.#settings.clock.now())
    const run = this.#run(organization, duty)
    this.#underway.add(run)
    try {
      await run
    } finally {
      watch.running.delete(duty)
      this.#underway.delete(run)
    }
  }

  async #run(organization: Organization, duty: Duty): Promise<void> {
    try {
      await duty.run(organization)
    } catch (error) {
      this.#settings.log.error(
        { err: error, organization: organization.subdomain, duty: duty.name },
        'timer failed',
      )
      throw error
    }
  }
}

function newWatch({ stirs }: Organization): Watch {
  return {
    running: new Set(),
    startedAt: new Map(),
    lookedAt: -Infinity,
    lookAt: -Infinity,
    stirs,
    stirsBefore: stirs,
    isPutBack: false,
  }
}
