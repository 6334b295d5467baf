// `confab jobs list|retry|drop`: the slow and outside work that waits, runs, or could not be done.
import type { Command } from 'commander'
import { wholeNumber } from '../settings/values'
import { perform } from './control'
import { dropOneJob, listJobs, retryOneJob } from './job-operations'
import { addDataOption, addJsonOption, organizationOf, valued } from './options'
import { minute, printJson, printLines, table } from './output'

interface Common {
  data: string
  json?: true
  subdomain?: string
}

interface OneJob extends Common {
  id: number
}

export function addJobsCommand(program: Command): void {
  const group = program
    .command('jobs')
    .description('list, retry and drop the work that is done in the background')
  addCommon(group.command('list'))
    .description('list what waits, runs, or failed in the last 14 days, the newest first')
    .addOption(valued('--limit <count>', 'how many at most').argParser(wholeNumber(1, 100_000)).default(100))
    .action(list)
  addOne(group.command('retry')).description('have one that waits or failed tried at once').action(retry)
  addOne(group.command('drop')).description('give one up; what it has done by then stays done').action(drop)
}

function addCommon(command: Command): Command {
  const subdomain = valued('--subdomain <subdomain>', 'which organization; without it, the root or only one')
  return addJsonOption(addDataOption(command)).addOption(subdomain)
}

function addOne(command: Command): Command {
  const id = valued('--id <job>', 'its number').argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER))
  return addCommon(command).addOption(id.makeOptionMandatory())
}

async function list(options: Common & { limit: number }): Promise<void> {
  const found = await perform(options.data, listJobs, { ...organizationOf(options), limit: options.limit })
  if (options.json) return printJson(found)
  const rows = found.jobs.map((job) => [
    String(job.job_id),
    job.kind,
    job.destination ?? '',
    job.state,
    String(job.attempts),
    minute(job.queued_at),
    minute(job.next_at),
    (job.failure ?? '').replaceAll(/\s+/g, ' '),
  ])
  printLines(
    ...table([
      ['NUMBER', 'KIND', 'DESTINATION', 'STATE', 'TRIED', 'QUEUED (UTC)', 'NEXT (UTC)', 'FAILURE'],
      ...rows,
    ]),
  )
}

async function retry(options: OneJob): Promise<void> {
  const done = await perform(options.data, retryOneJob, { ...organizationOf(options), job_id: options.id })
  if (options.json) return printJson(done)
  printLines(`Job ${done.job_id} is tried again: at once, or when the server starts.`)
}

async function drop(options: OneJob): Promise<void> {
  const done = await perform(options.data, dropOneJob, { ...organizationOf(options), job_id: options.id })
  if (options.json) return printJson(done)
  printLines(`Dropped job ${done.job_id}.`)
}
