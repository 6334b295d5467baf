// What `confab status` tells: a snapshot of the server, in numbers that people go by.
import { Type, type Static } from '@sinclair/typebox'
import { Durations } from '../metrics/durations'
import type { Snapshot } from '../metrics/snapshot'

/** Durations in milliseconds; null is longer than a minute. */
const Took = Type.Object({
  count: Type.Integer(),
  mean: Type.Number(),
  /** So long 99 of 100 took at most. */
  p99: Type.Union([Type.Number(), Type.Null()]),
})

export type Status = Static<typeof Status>
/** Counts are since the server started, sizes bytes, durations milliseconds, times UNIX seconds. */
export const Status = Type.Object({
  pid: Type.Integer(),
  url: Type.String(),
  version: Type.String(),
  started_at: Type.Number(),
  is_ready: Type.Boolean(),
  organizations: Type.Object({ open: Type.Integer(), damaged: Type.Integer() }),
  /** Of the server's own HTTPS; null if it has none. */
  certificates: Type.Union([
    Type.Object({
      shown: Type.Integer(),
      failing: Type.Integer(),
      first_end: Type.Union([Type.Number(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  /** Null if none are to be made. */
  backups: Type.Union([
    Type.Object({
      last_at: Type.Union([Type.Number(), Type.Null()]),
      size: Type.Number(),
      is_failing: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  people: Type.Object({ accounts: Type.Integer(), active_today: Type.Integer(), online: Type.Integer() }),
  requests: Type.Object({
    ...Took.properties,
    /** By the first digit of the status, such as `2xx`. */
    statuses: Type.Record(Type.String(), Type.Integer()),
    /** Those routes that took the most time together, without long polls. */
    busiest: Type.Array(Type.Object({ method: Type.String(), route: Type.String(), ...Took.properties })),
  }),
  event_loop: Type.Object({ ...Took.properties, worst_of_last_minute: Type.Number() }),
  clients: Type.Object({ queues: Type.Integer(), waiting: Type.Integer() }),
  writes: Type.Object({ done: Type.Integer(), failed: Type.Integer(), syncs: Took }),
  /** Those kinds that have any, or were tried. */
  jobs: Type.Array(
    Type.Object({
      kind: Type.String(),
      is_delivery: Type.Boolean(),
      waiting: Type.Integer(),
      running: Type.Integer(),
      failed: Type.Integer(),
      attempts_done: Type.Integer(),
      attempts_failed: Type.Integer(),
    }),
  ),
  storage: Type.Object({
    databases: Type.Number(),
    logs: Type.Number(),
    files: Type.Number(),
    disk_size: Type.Number(),
    disk_free: Type.Number(),
  }),
  process: Type.Object({
    memory: Type.Number(),
    processor_seconds: Type.Number(),
    open_files: Type.Integer(),
  }),
})

const busiestCount = 5

export function statusFrom(snapshot: Snapshot, server: { pid: number; url: string }): Status {
  const { certificates, backups, people, requests, eventLoop, queues, writer, jobs, storage, process } =
    snapshot
  const answered = requests.filter(({ waits }) => !waits)
  const all = new Durations()
  for (const { durations } of answered) all.add(durations)
  const busiest = answered.toSorted((a, b) => b.durations.sum - a.durations.sum).slice(0, busiestCount)
  return {
    ...server,
    version: snapshot.version,
    started_at: snapshot.startedAt,
    is_ready: snapshot.isReady,
    organizations: snapshot.organizations,
    certificates: certificates
      ? { shown: certificates.shown, failing: certificates.failing, first_end: certificates.firstEnd ?? null }
      : null,
    backups: backups
      ? { last_at: backups.lastAt ?? null, size: backups.size, is_failing: backups.isFailing }
      : null,
    people: { accounts: people.accounts, active_today: people.activeToday, online: people.online },
    requests: {
      ...took(all),
      statuses: byClass(requests),
      busiest: busiest.map(({ method, path, durations }) => ({ method, route: path, ...took(durations) })),
    },
    event_loop: { ...took(eventLoop.delays), worst_of_last_minute: eventLoop.worst * 1000 },
    clients: { queues: queues.count, waiting: queues.waitingPolls },
    writes: { done: writer.writes, failed: writer.failures, syncs: took(writer.syncs) },
    jobs: jobs
      .filter(({ waiting, running, failed, durations }) => waiting + running + failed + durations.count > 0)
      .map(({ kind, isDelivery, waiting, running, failed, attempts }) => ({
        kind,
        is_delivery: isDelivery,
        waiting,
        running,
        failed,
        attempts_done: attempts.done,
        attempts_failed: attempts.failed,
      })),
    storage: {
      databases: storage.databases,
      logs: storage.logs,
      files: storage.files,
      disk_size: storage.disk.size,
      disk_free: storage.disk.free,
    },
    process: {
      memory: process.memory,
      processor_seconds: process.processorSeconds,
      open_files: process.openFiles,
    },
  }
}

function took(durations: Durations): Static<typeof Took> {
  const p99 = durations.quantile(0.99) * 1000
  return {
    count: durations.count,
    mean: durations.mean * 1000,
    p99: Number.isFinite(p99) ? p99 : null,
  }
}

function byClass(requests: Snapshot['requests']): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { statuses } of requests) {
    for (const [status, count] of statuses) {
      const name = `${Math.floor(status / 100)}xx`
      counts[name] = (counts[name] ?? 0) + count
    }
  }
  return counts
}
