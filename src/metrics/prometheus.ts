// A snapshot in the text format of Prometheus. Names and what they mean are an interface: dashboards and alerts go by them.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { rangeEnds, type Durations } from './durations'
import type { Snapshot } from './snapshot'

/** What the answer says that it is. */
export const prometheusContentType = Registry.PROMETHEUS_CONTENT_TYPE

type Labels = Readonly<Record<string, string>>
type Values = readonly (readonly [value: number, labels?: Labels])[]
type Series = readonly (readonly [durations: Durations, labels?: Labels])[]

/** All of it, for a scrape. */
export async function prometheusText(snapshot: Snapshot): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, values: Values): void => {
    const made = new Gauge({ name, help, labelNames: labelNames(values), registers: [registry] })
    for (const [value, labels] of values) made.set(labels ?? {}, value)
  }
  const counter = (name: string, help: string, values: Values): void => {
    const made = new Counter({ name, help, labelNames: labelNames(values), registers: [registry] })
    for (const [value, labels] of values) made.inc(labels ?? {}, value)
  }
  const histogram = (name: string, help: string, series: Series): void =>
    registry.registerMetric(new CountedHistogram(name, help, series))
  tellOfServer(snapshot, gauge, counter)
  tellOfRequests(snapshot, counter, histogram)
  tellOfWork(snapshot, gauge, counter, histogram)
  tellOfStorage(snapshot, gauge)
  return await registry.metrics()
}

type Tell = (name: string, help: string, values: Values) => void
type TellDurations = (name: string, help: string, series: Series) => void

function tellOfServer(snapshot: Snapshot, gauge: Tell, counter: Tell): void {
  const { organizations, certificates, backups, people, process } = snapshot
  gauge('confab_build_info', 'Version that runs.', [[1, { version: snapshot.version }]])
  gauge('confab_ready', '1 once the server is ready to be used, 0 before.', [[snapshot.isReady ? 1 : 0]])
  gauge('confab_organizations', 'Organizations of the data folder.', [
    [organizations.open, { state: 'open' }],
    [organizations.damaged, { state: 'damaged' }],
  ])
  if (certificates) {
    gauge('confab_certificates', "Certificates of the server's own HTTPS, and names that get none now.", [
      [certificates.shown, { state: 'shown' }],
      [certificates.failing, { state: 'failing' }],
    ])
    if (certificates.firstEnd !== undefined)
      gauge('confab_certificate_end_timestamp_seconds', 'UNIX time at which the first certificate ends.', [
        [certificates.firstEnd],
      ])
  }
  if (backups) {
    const timestamp = 'UNIX time at which the newest backup was made; 0 if there is none.'
    gauge('confab_backup_timestamp_seconds', timestamp, [[backups.lastAt ?? 0]])
    gauge('confab_backup_bytes', 'What the newest backup consists of.', [[backups.size]])
    gauge('confab_backup_failing', '1 if the last attempt at a backup has failed.', [
      [backups.isFailing ? 1 : 0],
    ])
  }
  gauge('confab_people', 'People with an account, those who did something today (UTC), and those online.', [
    [people.accounts, { state: 'all' }],
    [people.activeToday, { state: 'active_today' }],
    [people.online, { state: 'online' }],
  ])
  gauge('process_start_time_seconds', 'UNIX time at which the server started.', [[snapshot.startedAt]])
  gauge('process_resident_memory_bytes', 'Memory that the process holds.', [[process.memory]])
  gauge('process_open_fds', 'Open files and connections.', [[process.openFiles]])
  counter('process_cpu_seconds_total', 'Processor time used.', [[process.processorSeconds]])
}

function tellOfRequests({ requests }: Snapshot, counter: Tell, histogram: TellDurations): void {
  const labelsOf = ({ method, path }: { method: string; path: string }) => ({ method, route: path })
  const answers = requests.flatMap((route) =>
    [...route.statuses].map(
      ([status, count]) => [count, { ...labelsOf(route), status: String(status) }] as const,
    ),
  )
  counter('confab_http_requests_total', 'Requests answered, by route and status.', answers)
  histogram(
    'confab_http_request_duration_seconds',
    'How long answers took; without long polls, which wait for something to tell.',
    requests.filter(({ waits }) => !waits).map((route) => [route.durations, labelsOf(route)] as const),
  )
}

function tellOfWork(snapshot: Snapshot, gauge: Tell, counter: Tell, histogram: TellDurations): void {
  const { eventLoop, timerLooks, queues, writer, jobs } = snapshot
  histogram('confab_event_loop_delay_seconds', 'By how much timers came too late.', [[eventLoop.delays]])
  gauge('confab_event_loop_delay_worst_seconds', 'The longest delay of the last minute.', [[eventLoop.worst]])
  counter('confab_timer_looks_total', 'How often the timer looked at an organization for what is due.', [
    [timerLooks],
  ])
  gauge('confab_event_queues', 'Event queues of clients.', [[queues.count]])
  gauge('confab_waiting_polls', 'Clients that wait for events now.', [[queues.waitingPolls]])
  counter('confab_writes_total', 'Writes, by whether they were done or failed.', [
    [writer.writes, { outcome: 'done' }],
    [writer.failures, { outcome: 'failed' }],
  ])
  histogram('confab_sync_duration_seconds', 'How long batches of writes took to be put on disk.', [
    [writer.syncs],
  ])
  gauge(
    'confab_jobs',
    'Jobs in the background: those that wait, run, or failed for good in the last 14 days.',
    jobs.flatMap(({ kind, isDelivery, ...counts }) =>
      (['waiting', 'running', 'failed'] as const).map(
        (state) => [counts[state], { kind, delivery: String(isDelivery), state }] as const,
      ),
    ),
  )
  counter(
    'confab_job_attempts_total',
    'Attempts at jobs, by how they ended; deliveries are those that go to other machines.',
    jobs.flatMap(({ kind, isDelivery, attempts }) =>
      (['done', 'failed'] as const).map(
        (outcome) => [attempts[outcome], { kind, delivery: String(isDelivery), outcome }] as const,
      ),
    ),
  )
  histogram(
    'confab_job_duration_seconds',
    'How long attempts at jobs took.',
    jobs.map(({ kind, durations }) => [durations, { kind }] as const),
  )
}

function tellOfStorage({ storage }: Snapshot, gauge: Tell): void {
  gauge('confab_storage_bytes', 'Size of databases, their write-ahead logs, and uploaded files.', [
    [storage.databases, { part: 'databases' }],
    [storage.logs, { part: 'logs' }],
    [storage.files, { part: 'files' }],
  ])
  gauge('confab_disk_free_bytes', 'Room that is left where the data folder lies.', [[storage.disk.free]])
  gauge('confab_disk_size_bytes', 'Size of the file system where the data folder lies.', [
    [storage.disk.size],
  ])
}

/** A histogram of what was counted elsewhere: what the library would count itself is given to its registry. */
class CountedHistogram extends Histogram {
  readonly #counted: { name: string; help: string; series: Series }

  constructor(name: string, help: string, series: Series) {
    super({ name, help, labelNames: labelNames(series), buckets: [...rangeEnds], registers: [] })
    this.#counted = { name, help, series }
  }

  /** What a registry makes its text of. */
  async getForPromString() {
    const { name, help, series } = this.#counted
    const values = series.flatMap(([durations, labels = {}]) => [...valuesOf(name, durations, labels)])
    return { name, help, type: 'histogram', values }
  }
}

function* valuesOf(name: string, durations: Durations, labels: Labels) {
  let passed = 0
  for (const [range, count] of durations.counts.entries()) {
    passed += count
    const le = String(rangeEnds[range] ?? '+Inf')
    yield { metricName: `${name}_bucket`, labels: { ...labels, le }, value: passed }
  }
  yield { metricName: `${name}_sum`, labels, value: durations.sum }
  yield { metricName: `${name}_count`, labels, value: durations.count }
}

function labelNames(series: readonly (readonly [unknown, labels?: Labels])[]): string[] {
  return [...new Set(series.flatMap(([, labels]) => Object.keys(labels ?? {})))]
}
