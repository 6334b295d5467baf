// What the server can say of itself at one moment: for Prometheus, and for people. Counts are since it started; times are seconds.
import type { Durations } from './durations'

/** What was counted of one route. */
export interface RouteCounts {
  readonly method: string
  /** As it is served, with `:name` for parameters; `unrouted` for what is nowhere. */
  readonly path: string
  /** Whether it answers when there is something to tell, so that how long it takes says nothing. */
  readonly waits: boolean
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** From the request's head to the answer, without the time that it takes to be sent. */
  readonly durations: Durations
}

/** The jobs of one kind. */
export interface KindCounts {
  readonly kind: string
  /** Whether they go to other machines. */
  readonly isDelivery: boolean
  readonly waiting: number
  readonly running: number
  /** Those that ended in the last 14 days without being done. */
  readonly failed: number
  /** Attempts, by how they ended. */
  readonly attempts: { readonly done: number; readonly failed: number }
  readonly durations: Durations
}

/** Certificates of the server's own HTTPS. */
export interface CertificateCounts {
  readonly shown: number
  /** Names whose last order has failed. */
  readonly failing: number
  /** When the first of them ends, in UNIX time; undefined if there are none. */
  readonly firstEnd: number | undefined
}

/** Backups, where they are to be made. */
export interface BackupCounts {
  /** When the newest was made, in UNIX time; undefined if there is none. */
  readonly lastAt: number | undefined
  /** What it consists of, in bytes. */
  readonly size: number
  /** Whether the last attempt has failed. */
  readonly isFailing: boolean
}

/** A file system. In bytes. */
export interface Disk {
  readonly size: number
  readonly free: number
}

export interface Snapshot {
  readonly version: string
  /** UNIX time. */
  readonly startedAt: number
  readonly isReady: boolean
  readonly organizations: { readonly open: number; readonly damaged: number }
  /** Of its own HTTPS; undefined if it has none. */
  readonly certificates: CertificateCounts | undefined
  /** Undefined if none are to be made. */
  readonly backups: BackupCounts | undefined
  /** `activeToday` since midnight UTC, `online` those whose client was there in the last minutes; no bots. */
  readonly people: { readonly accounts: number; readonly activeToday: number; readonly online: number }
  readonly requests: readonly RouteCounts[]
  readonly eventLoop: {
    /** By how much timers came too late: so long everybody waited. */
    readonly delays: Durations
    /** The longest of the last minute. */
    readonly worst: number
  }
  /** How often the timer has looked at an organization: where nothing is due, it does not. */
  readonly timerLooks: number
  readonly queues: { readonly count: number; readonly waitingPolls: number }
  readonly writer: { readonly writes: number; readonly failures: number; readonly syncs: Durations }
  readonly jobs: readonly KindCounts[]
  /** In bytes. */
  readonly storage: {
    readonly databases: number
    /** Write-ahead logs. */
    readonly logs: number
    /** What people uploaded. */
    readonly files: number
    /** Where the data folder lies. */
    readonly disk: Disk
  }
  readonly process: { readonly memory: number; readonly processorSeconds: number; readonly openFiles: number }
}
