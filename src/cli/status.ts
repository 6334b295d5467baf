// `confab status`: what the running server says of itself, for people; /metrics says the same to Prometheus.
import type { Command } from 'commander'
import { statusOf } from './control'
import { Failure } from './failure'
import { addDataOption, addJsonOption } from './options'
import { minute, printJson, printLines, table } from './output'
import type { Status } from './status-report'

interface StatusOptions {
  data: string
  json?: true
}

export function addStatusCommand(program: Command): void {
  addJsonOption(addDataOption(program.command('status')))
    .description('show how the running server is doing')
    .action(showStatus)
}

async function showStatus({ data, json }: StatusOptions): Promise<void> {
  const status = await statusOf(data)
  if (!status) throw new Failure('notHealthy', `No Confab server runs on the data folder ${data}.`)
  if (json) return printJson(status)
  printLines(...lines(status))
}

function lines(status: Status): string[] {
  const { organizations, people, requests, clients, event_loop: loop, writes, storage, process } = status
  const damaged = organizations.damaged > 0 ? `, ${count(organizations.damaged)} damaged` : ''
  const classes = Object.entries(requests.statuses).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = [
    ['Server', `Confab ${status.version} at ${status.url}, process ${status.pid}`],
    ['State', `${status.is_ready ? 'ready' : 'starting'}, since ${minute(status.started_at)} UTC`],
    ['Organizations', `${count(organizations.open)}${damaged}`],
    ...(status.certificates ? [['Certificates', certificates(status.certificates)]] : []),
    ['Backups', backups(status.backups)],
    [
      'People',
      `${count(people.accounts)}, ${count(people.active_today)} active today, ${count(people.online)} online`,
    ],
    ['Clients', `${count(clients.queues)} with an event queue, ${count(clients.waiting)} waiting for events`],
    ['Requests', `${took(requests)}${classes.map(([name, n]) => `, ${count(n)} ${name}`).join('')}`],
    [
      'Event loop',
      `late by ${duration(loop.mean)} on average, by ${duration(loop.worst_of_last_minute)} at worst in the last minute`,
    ],
    ['Writes', `${count(writes.done)} done, ${count(writes.failed)} failed; syncs: ${took(writes.syncs)}`],
    [
      'Storage',
      `databases ${size(storage.databases)}, their logs ${size(storage.logs)}, files ${size(storage.files)}`,
    ],
    ['Disk', `${size(storage.disk_free)} of ${size(storage.disk_size)} free`],
    [
      'Process',
      `${size(process.memory)} of memory, ${duration(process.processor_seconds * 1000)} of processor time, ` +
        `${count(process.open_files)} open files`,
    ],
  ]
  return [...table(rows), ...busiest(requests.busiest), ...jobs(status.jobs)]
}

function certificates({ shown, failing, first_end: end }: NonNullable<Status['certificates']>): string {
  const failed = failing > 0 ? `, ${count(failing)} can't be had or renewed: the log says why` : ''
  return `${count(shown)}${end === null ? '' : `, the first ends ${minute(end)} UTC`}${failed}`
}

function backups(made: Status['backups']): string {
  if (made === null) return 'none are made: set --backups'
  const failing = made.is_failing ? '; the last attempt failed: `confab doctor` says why' : ''
  return `${made.last_at === null ? 'none yet' : `the last at ${minute(made.last_at)} UTC, ${size(made.size)}`}${failing}`
}

function busiest(routes: Status['requests']['busiest']): string[] {
  if (routes.length === 0) return []
  const rows = routes.map((route) => [route.method, route.route, took(route)])
  return ['', 'Requests that took the most time together', ...table(rows)]
}

function jobs(kinds: Status['jobs']): string[] {
  if (kinds.length === 0) return []
  const rows = kinds.map((kind) => [
    kind.kind,
    ...[kind.waiting, kind.running, kind.failed, kind.attempts_done, kind.attempts_failed].map(count),
    kind.is_delivery ? 'to other machines' : '',
  ])
  const heads = ['JOBS', 'WAITING', 'RUNNING', 'FAILED', 'ATTEMPTS DONE', 'ATTEMPTS FAILED', '']
  return ['', ...table([heads, ...rows])]
}

function took({ count: times, mean, p99 }: { count: number; mean: number; p99: number | null }): string {
  if (times === 0) return 'none yet'
  const most = p99 === null ? 'more than a minute' : duration(p99)
  return `${count(times)} in ${duration(mean)} on average, 99 of 100 within ${most}`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

/** @param milliseconds how long */
function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toPrecision(2))} ms`
  const whole = milliseconds / 1000
  return whole < 120 ? `${Number(whole.toPrecision(3))} s` : `${Math.round(whole / 60)} min`
}

/** @param bytes how large */
function size(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  let amount = bytes
  let unit = 0
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit++
  }
  return `${Number(amount.toPrecision(3))} ${units[unit]}`
}
