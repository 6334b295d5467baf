// Gathers what all parts of the server have counted, for whoever watches it.
import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { spaceUsed } from '../attachments/repository'
import { backupState } from '../backup/state'
import { queues } from '../events/queues'
import type { JobKind } from '../jobs/kind'
import { jobCounts } from '../jobs/repository'
import { jobRunners } from '../jobs/runner'
import { type AttemptCounts, type Counters, LastingCounters } from '../metrics/counters'
import { Durations } from '../metrics/durations'
import type { EventLoopDelay } from '../metrics/event-loop'
import type { KindCounts, RouteCounts, Snapshot } from '../metrics/snapshot'
import { seconds, type Clock } from '../organization/clock'
import { databaseFile, type Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { Organizations } from '../organization/organizations'
import { offlineThresholdSeconds, presenceBoard } from '../presence/board'
import { activeSince } from '../users/activity'
import { directory } from '../users/repository'
import { version } from '../version'

/** What is watched. */
export interface Watched {
  readonly dataFolder: string
  readonly clock: Clock
  readonly organizations: Organizations
  readonly kinds: readonly JobKind[]
  readonly eventLoop: EventLoopDelay
  /** UNIX seconds. */
  readonly startedAt: number
  isReady(): boolean
  certificates(): Snapshot['certificates']
  /** How often the timer has looked at an organization. */
  timerLooks(): number
  requests(): readonly RouteCounts[]
}

/** So long it looks at organizations before others have their turn, in milliseconds. */
const turn = 4

/** Reads the counters; those who ask at the same time get the same snapshot. */
export function snapshots(watched: Watched): () => Promise<Snapshot> {
  const counters = new LastingCounters<Organization>()
  let underway: Promise<Snapshot> | undefined
  return () => (underway ??= gather(watched, counters).finally(() => (underway = undefined)))
}

/** For scrapers, of which there may be many: those who ask within so many milliseconds of one another share a snapshot. */
export function shared(read: () => Promise<Snapshot>, milliseconds: number): () => Promise<Snapshot> {
  let last: { readonly snapshot: Promise<Snapshot>; readonly at: number } | undefined
  return () => {
    const now = performance.now()
    if (last && now - last.at < milliseconds) return last.snapshot
    const snapshot = read()
    last = { snapshot, at: now }
    // A failure is for those who wait, and no longer.
    snapshot.catch(() => (last = undefined))
    return snapshot
  }
}

async function gather(watched: Watched, counters: LastingCounters<Organization>): Promise<Snapshot> {
  const { organizations, eventLoop } = watched
  const sums = new Sums(watched)
  let turnEnds = performance.now() + turn
  for (const organization of organizations.all) {
    if (performance.now() >= turnEnds) {
      await Bun.sleep(0)
      turnEnds = performance.now() + turn
    }
    // It may have been removed meanwhile.
    if (!organization.isOpen) continue
    sums.add(organization)
    const jobs = jobRunners(organization).current?.metrics ?? new Map<string, AttemptCounts>()
    counters.note(organization, { writer: organization.writerMetrics, jobs })
  }
  const counted = counters.sum()
  sums.addAttempts(counted)
  return {
    version,
    startedAt: watched.startedAt,
    isReady: watched.isReady(),
    organizations: { open: organizations.all.length, damaged: organizations.damaged.size },
    certificates: watched.certificates(),
    backups: organizations.rules.backups ? backupsOf(watched.dataFolder) : undefined,
    requests: watched.requests(),
    eventLoop: { delays: eventLoop.delays, worst: eventLoop.worst },
    timerLooks: watched.timerLooks(),
    people: sums.people,
    queues: sums.queues,
    writer: counted.writer,
    jobs: [...sums.jobs.values()],
    storage: { ...sums.storage, disk: diskOf(watched.dataFolder) },
    process: {
      memory: process.memoryUsage.rss(),
      processorSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
      openFiles: openFiles(),
    },
  }
}

function backupsOf(dataFolder: string): Snapshot['backups'] {
  const { last, failure } = backupState(dataFolder)
  return { lastAt: last?.created_at, size: last?.bytes ?? 0, isFailing: failure !== null }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What is counted for each organization, added up. */
class Sums {
  readonly people: Writable<Snapshot['people']> = { accounts: 0, activeToday: 0, online: 0 }
  readonly queues: Writable<Snapshot['queues']> = { count: 0, waitingPolls: 0 }
  readonly storage = { databases: 0, logs: 0, files: 0 }
  readonly jobs: Map<string, Writable<KindCounts>>
  readonly #now: number

  constructor({ kinds, clock }: Watched) {
    this.#now = seconds(clock)
    this.jobs = new Map(kinds.map(({ name, delivery }) => [name, noJobs(name, delivery !== undefined)]))
  }

  add(organization: Organization): void {
    this.#addPeople(organization)
    this.#addJobs(organization)
    const clients = queues(organization)
    this.queues.count += clients.count
    this.queues.waitingPolls += clients.waitingCount
    const file = join(organization.folder, databaseFile)
    this.storage.databases += sizeOf(file)
    this.storage.logs += sizeOf(`${file}-wal`)
    this.storage.files += spaceUsed(organization)
  }

  #addPeople(organization: Organization): void {
    const isActive = activeSince(organization, this.#now)
    for (const user of directory(organization).all) {
      if (!user.isActive || user.botType !== null) continue
      this.people.accounts++
      if (isActive(user.id)) this.people.activeToday++
    }
    this.people.online += presenceBoard(organization).connectedCount(this.#now - offlineThresholdSeconds)
  }

  #addJobs(organization: Organization): void {
    const runner = jobRunners(organization).current
    for (const { kind, open, ended } of storedJobs(organization)) {
      const counts = this.#ofKind(kind)
      counts.waiting += open
      counts.failed += ended
    }
    for (const [kind, running] of runner?.runningCounts ?? []) {
      const counts = this.#ofKind(kind)
      counts.running += running
      counts.waiting = Math.max(0, counts.waiting - running)
    }
  }

  addAttempts({ jobs }: Counters): void {
    for (const [kind, { done, failed, durations }] of jobs) {
      const counts = this.#ofKind(kind)
      counts.attempts = { done, failed }
      counts.durations.add(durations)
    }
  }

  /** Of a kind that an older version knew, too. */
  #ofKind(kind: string): Writable<KindCounts> {
    return this.jobs.getOrInsertComputed(kind, () => noJobs(kind, false))
  }
}

/** The jobs of an organization in which nothing has happened since are not counted anew. */
const lastCounted = organizationState((): { stirs: number; jobs: ReturnType<typeof jobCounts> } => ({
  stirs: -1,
  jobs: [],
}))

function storedJobs(organization: Organization): ReturnType<typeof jobCounts> {
  const last = lastCounted(organization)
  if (last.stirs !== organization.stirs) {
    last.stirs = organization.stirs
    last.jobs = jobCounts(organization.db)
  }
  return last.jobs
}

function noJobs(kind: string, isDelivery: boolean): Writable<KindCounts> {
  const attempts = { done: 0, failed: 0 }
  return { kind, isDelivery, waiting: 0, running: 0, failed: 0, attempts, durations: new Durations() }
}

/** In bytes; 0 if there is no such file. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function diskOf(folder: string): Snapshot['storage']['disk'] {
  const { bsize, blocks, bavail } = statfsSync(folder)
  return { size: bsize * blocks, free: bsize * bavail }
}

/** 0 where the system does not tell. */
function openFiles(): number {
  try {
    // Newer kernels say the number at once; of ten thousand connections a list takes a while.
    return statSync('/proc/self/fd').size || readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
