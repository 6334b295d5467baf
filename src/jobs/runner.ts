// Does an organization's jobs: starts those that are due, a few of each kind at once, and sees to how they end.
import type { Logger } from 'pino'
import { recordCounted } from '../audit-log/recording'
import { isStorageFailure } from '../database/storage-failure'
import { isObjectStorageFailure } from '../file-store/object-storage'
import type { AttemptCounts } from '../metrics/counters'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Transaction } from '../organization/writer'
import { countAttempt } from './attempt-counts'
import { DestinationFailure, GiveUp, type Attempt, type JobKind } from './kind'
import { Lanes } from './lanes'
import {
  deleteJob,
  deleteJobsEndedBefore,
  dueJobs,
  endJob,
  endJobsQueuedBefore,
  firstMoments,
  hasOpenJobs,
  jobById,
  laneFrom,
  leasedJobs,
  leaseJob,
  releaseJob,
  saveProgress,
  type StoredJob,
} from './repository'

/** After the first failure a job waits about this long, after each further one twice as long; in seconds. */
const shortestWait = 5
const longestWait = 3600
/** Of the jobs that wait in vain for a destination, so many end with one write. */
const expiredAtOnce = 500
/** How long jobs that ended without being done stay visible, in seconds. */
const keptSeconds = 14 * 24 * 3600
/** How long a stop waits for jobs to be done, and then for them to heed the signal; in milliseconds. */
const patience = { toFinish: 500, toStop: 200 }
const longestFailure = 1000

export interface RunnerSettings {
  kinds: readonly JobKind[]
  /** From 0 to 1, such as Math.random: spreads repeated attempts. */
  random: () => number
  log: Logger
}

/** Who does an organization's jobs; nobody in a process that only runs a command. */
export const jobRunners = organizationState((): { current: JobRunner | undefined } => ({
  current: undefined,
}))

/** Why an attempt was cut short. */
class Interrupted extends Error {
  constructor(readonly by: 'timeout' | 'stop' | 'dropped') {
    super(by === 'timeout' ? 'It took too long' : 'It was interrupted')
  }
}

interface Run {
  readonly job: StoredJob
  readonly kind: JobKind
  /** UNIX seconds. */
  deadline: number
  readonly abort: AbortController
}

export class JobRunner {
  readonly #organization: Organization
  readonly #settings: RunnerSettings
  /** By the kind's name. */
  readonly metrics = new Map<string, AttemptCounts>()
  readonly #running = new Map<number, Run>()
  readonly #lanes = new Lanes((failures) => this.#wait(failures))
  /** What `settled` waits for. */
  readonly #underway = new Set<Promise<void>>()
  /** Those who wait for the end of a job's attempt. */
  readonly #waiting = new Map<number, PromiseWithResolvers<boolean>>()
  /** The kinds of which something may be due that was not when they were looked at last. */
  readonly #toLookAt = new Set<string>()
  #isStarting = false
  #isStopping = false

  /** Takes up the organization's jobs; those that ran in a process that was killed are due at once. */
  constructor(organization: Organization, settings: RunnerSettings) {
    this.#organization = organization
    this.#settings = settings
    jobRunners(organization).current = this
    // What was begun is open, too: where nothing is, there is nothing more to ask.
    if (!hasOpenJobs(organization.db)) return
    const interrupted = leasedJobs(organization.db)
    if (interrupted.length > 0) this.#track(organization.write((tx) => this.#takeUp(tx, interrupted)))
    this.wake()
  }

  /** When something is to be done, in milliseconds: now, as long as a job runs or waits for those that do. */
  nextTick(): number {
    const { run, end } = firstMoments(this.#organization.db)
    return Math.min(momentOf(run), end === null ? never : momentOf(end + keptSeconds + 1))
  }

  /** Ends what has run too long, starts what is due, forgets what ended long ago. Called by the timer. */
  tick(): void {
    const now = this.#now
    for (const run of this.#running.values()) {
      // A clock that was put back must not let it run for as long as it was ahead.
      run.deadline = Math.min(run.deadline, now + run.kind.timeoutSeconds)
      if (now >= run.deadline) run.abort.abort(new Interrupted('timeout'))
    }
    this.#wakeAll()
    const time = now - keptSeconds
    const { end } = firstMoments(this.#organization.db)
    if (end !== null && end < time) {
      this.#track(this.#organization.write((tx) => deleteJobsEndedBefore(tx, time)))
    }
  }

  /** Starts what is due, as far as there is room. @param kind of which something may be due by now; any, where none is named */
  wake(kind?: string): void {
    const named = kind === undefined ? this.#settings.kinds.map(({ name }) => name) : [kind]
    for (const name of named) this.#toLookAt.add(name)
    if (this.#isStarting || this.#isStopping) return
    const due = this.#due()
    if (due.length === 0) return
    this.#isStarting = true
    this.#track(this.#start(due))
  }

  /** Most organizations have no jobs most of the time. */
  #wakeAll(): void {
    if (hasOpenJobs(this.#organization.db)) this.wake()
  }

  /** Resolves when nothing runs and nothing is due. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway)
  }

  /** Resolves when a job is done: true; or when an attempt at it ended otherwise, or it was dropped: false. */
  attempted(id: number): Promise<boolean> {
    if (!jobById(this.#organization.db, id)) return Promise.resolve(true)
    return this.#waiting.getOrInsertComputed(id, () => Promise.withResolvers<boolean>()).promise
  }

  /** Ends the attempt at a job that is no longer wanted, if it runs. */
  drop(id: number): void {
    this.#running.get(id)?.abort.abort(new Interrupted('dropped'))
    this.#tell(id, false)
  }

  /** How many run now, by kind. */
  get runningCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { kind } of this.#running.values()) counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1)
    return counts
  }

  isRunning(id: number): boolean {
    return this.#running.has(id)
  }

  /** Starts nothing more, waits a little for what runs, and leaves the rest queued for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#interrupt((kind) => kind.isInSteps)
    await Promise.race([this.settled(), Bun.sleep(patience.toFinish)])
    this.#interrupt(() => true)
    await Promise.race([this.settled(), Bun.sleep(patience.toStop)])
    for (const id of this.#waiting.keys()) this.#tell(id, false)
    jobRunners(this.#organization).current = undefined
  }

  #interrupt(isMeant: (kind: JobKind) => boolean): void {
    for (const { kind, abort } of this.#running.values())
      if (isMeant(kind)) abort.abort(new Interrupted('stop'))
  }

  get #now(): number {
    return seconds(this.#organization.clock)
  }

  #takeUp(tx: Transaction, interrupted: readonly StoredJob[]): void {
    for (const job of interrupted) {
      const kind = this.#settings.kinds.find(({ name }) => name === job.kind)
      if (kind && job.attempts >= kind.maxAttempts) {
        this.#end(tx, job, kind, 'The server was killed while it ran, at each attempt')
      } else releaseJob(tx, job, { runAt: this.#now, failure: 'The server was killed while it ran' })
    }
  }

  #due(): { kind: JobKind; job: StoredJob }[] {
    const kinds = this.#settings.kinds.filter(({ name }) => this.#toLookAt.has(name))
    this.#toLookAt.clear()
    return kinds.flatMap((kind) => {
      const running = [...this.#running.values()].filter((run) => run.kind === kind)
      const due: StoredJob[] = []
      for (const lane of this.#lanesOf(kind)) {
        const free = kind.concurrency - running.length - due.length
        if (free <= 0) break
        due.push(...this.#dueIn(kind, lane, running, free))
      }
      return due.map((job) => ({ kind, job }))
    })
  }

  /** Those in which something waits or runs, begun after the one that was begun with last, so that each has its turn. */
  *#lanesOf({ name }: JobKind): Generator<string> {
    const { db } = this.#organization
    const begin = this.#lanes.nextOf(name)
    let lane = laneFrom(db, name, begin)
    for (; lane !== undefined; lane = laneFrom(db, name, after(lane))) yield lane
    if (begin === '') return
    lane = laneFrom(db, name, '')
    for (; lane !== undefined && lane < begin; lane = laneFrom(db, name, after(lane))) yield lane
  }

  #dueIn(kind: JobKind, lane: string, running: readonly Run[], free: number): StoredJob[] {
    const inLane = running.filter(({ job }) => job.lane === lane)
    const room = Math.min(free, this.#lanes.room(kind, lane, this.#now) - inLane.length)
    if (room <= 0) return []
    const now = this.#now
    // Of each key one may run and one wait, so this many are enough to fill what is free.
    const limit = room + 2 * inLane.length
    const isBusy = ({ id, key }: StoredJob) =>
      running.some(({ job }) => job.id === id || (key !== null && job.key === key))
    const due = dueJobs(this.#organization.db, {
      kind: kind.name,
      lane,
      now,
      latest: now + longestWait,
      limit,
    })
      .filter((job) => !isBusy(job))
      .slice(0, room)
    if (due.length > 0) this.#lanes.begun(kind.name, after(lane))
    return due
  }

  async #start(due: readonly { kind: JobKind; job: StoredJob }[]): Promise<void> {
    const leased = await this.#lease(due).finally(() => (this.#isStarting = false))
    for (const run of leased) {
      this.#running.set(run.job.id, run)
      this.#track(
        this.#attempt(run).finally(() => {
          this.#running.delete(run.job.id)
          this.wake(run.kind.name)
        }),
      )
    }
    // More may have been queued meanwhile.
    for (const name of new Set(due.map(({ kind }) => kind.name))) this.wake(name)
  }

  #lease(due: readonly { kind: JobKind; job: StoredJob }[]): Promise<Run[]> {
    const now = this.#now
    return this.#organization.write((tx) =>
      due.flatMap(({ kind, job: { id } }) => {
        const deadline = now + kind.timeoutSeconds
        const job = leaseJob(tx, id, deadline)
        return job ? [{ job, kind, deadline, abort: new AbortController() }] : []
      }),
    )
  }

  /** Runs the handler and notes how that ended. A handler that does not heed the signal is left to itself. */
  async #attempt(run: Run): Promise<void> {
    const { signal } = run.abort
    const interrupted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    const startedAt = performance.now()
    let failure: unknown
    try {
      await Promise.race([run.kind.perform(this.#attemptAt(run), run.job.payload), interrupted])
    } catch (error) {
      failure = error ?? new Error('It failed without saying why')
    }
    countAttempt(this.metrics, run.kind, failure === undefined, performance.now() - startedAt)
    if (failure !== undefined) this.#logFailure(run, failure)
    failure = asOfDelivery(run.kind, failure)
    this.#lanes.noteEnd(run.kind, run.job.lane, failure, this.#now)
    await this.#organization.write((tx) => this.#note(tx, run, failure))
    this.#tell(run.job.id, failure === undefined)
  }

  #tell(id: number, isDone: boolean): void {
    this.#waiting.get(id)?.resolve(isDone)
    this.#waiting.delete(id)
  }

  #attemptAt({ job, abort: { signal } }: Run): Omit<Attempt<unknown>, 'payload'> {
    return {
      organization: this.#organization,
      signal,
      number: job.attempts,
      jobId: job.id,
      queuedAt: job.queuedAt,
      write: (work) =>
        this.#organization.write((tx) => {
          signal.throwIfAborted()
          return work(tx)
        }),
      save(tx, payload) {
        signal.throwIfAborted()
        saveProgress(tx, job.id, JSON.stringify(payload))
      },
      done(tx) {
        signal.throwIfAborted()
        deleteJob(tx, job.id)
      },
    }
  }

  #note(tx: Transaction, { job: { id }, kind }: Run, failure: unknown): void {
    if (failure === undefined) return deleteJob(tx, id)
    const job = jobById(tx, id)
    if (!job) return
    if (failure instanceof DestinationFailure) this.#endExpired(tx, job, kind, reason(failure))
    if (
      failure instanceof DestinationFailure &&
      this.#now - job.queuedAt < (kind.delivery?.patienceSeconds ?? 0)
    ) {
      const runAt = this.#lanes.restUntil(kind, job.lane) ?? this.#now + this.#wait(1)
      return releaseJob(tx, job, { runAt, attempts: job.attempts - 1, failure: reason(failure) })
    }
    if (failure instanceof Interrupted && failure.by === 'stop') {
      return releaseJob(tx, job, { runAt: this.#now, attempts: job.attempts - 1 })
    }
    const why = reason(failure)
    // It is not to blame for a full disk, nor for object storage that is away, and is done when there is room.
    if (isStorageFailure(failure) || isObjectStorageFailure(failure)) {
      const runAt = this.#now + this.#wait(job.attempts)
      return releaseJob(tx, job, { runAt, attempts: job.attempts - 1, failure: why })
    }
    if (
      failure instanceof GiveUp ||
      failure instanceof DestinationFailure ||
      job.attempts >= kind.maxAttempts
    ) {
      return this.#end(tx, job, kind, why)
    }
    releaseJob(tx, job, { runAt: this.#now + this.#wait(job.attempts), failure: why })
  }

  /** Those that have waited too long for a destination that is still down: they need no attempt each to find it so. */
  #endExpired(tx: Transaction, job: StoredJob, { name, delivery }: JobKind, failure: string): void {
    const now = this.#now
    const before = now - (delivery?.patienceSeconds ?? 0)
    const ended = endJobsQueuedBefore(tx, job, { before, limit: expiredAtOnce, now, failure })
    if (ended > 0) recordCounted(tx, 'delivery.failed', { name: `${name} ${job.lane}` }, ended)
  }

  #end(tx: Transaction, { id, lane }: StoredJob, { name, delivery }: JobKind, why: string): void {
    endJob(tx, id, this.#now, why)
    // Counted, since a destination that is gone may end thousands.
    if (delivery) recordCounted(tx, 'delivery.failed', { name: `${name} ${lane}` })
  }

  /** Exponential, with a random half, so that what failed together is not tried together. */
  #wait(attempts: number): number {
    const longest = Math.min(shortestWait * 2 ** (attempts - 1), longestWait)
    return Math.ceil(longest * (0.5 + this.#settings.random() / 2))
  }

  #logFailure({ job, kind }: Run, failure: unknown): void {
    const { subdomain } = this.#organization
    const facts = { err: failure, organization: subdomain, job: job.id, kind: kind.name }
    if (failure instanceof Interrupted && failure.by !== 'timeout') return
    this.#settings.log.warn({ ...facts, attempt: job.attempts }, 'job failed')
  }

  #track(work: Promise<void>): void {
    const { log } = this.#settings
    const tracked = work
      // The database refuses writes: what was to be noted is found out when the lease has run out.
      .catch((error: unknown) => log.error({ err: error }, 'the state of a job could not be noted'))
      .finally(() => this.#underway.delete(tracked))
    this.#underway.add(tracked)
  }
}

/** A destination that let the time pass is as good as down. */
function asOfDelivery({ delivery }: JobKind, failure: unknown): unknown {
  const isLate = failure instanceof Interrupted && failure.by === 'timeout'
  return delivery && isLate ? new DestinationFailure(failure.message) : failure
}

/** The first text after this one. */
function after(lane: string): string {
  return `${lane}\0`
}

function reason(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure)
  return text.slice(0, longestFailure) || 'It failed without saying why'
}
