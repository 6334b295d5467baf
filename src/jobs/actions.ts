// What whoever runs the server can do with jobs: give one a new chance, or drop it.
import { record } from '../audit-log/recording'
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { deleteJob, jobById, releaseJob, type StoredJob } from './repository'
import { jobRunners } from './runner'

/** Lets a job that has ended or waits be tried at once, as if for the first time. @throws ApiError BAD_REQUEST */
export function retryJob(organization: Organization, id: number): Promise<void> {
  return organization.write((tx) => {
    const job = existing(tx, id)
    if (isRunning(organization, id)) throw badRequest(`Job ${id} is running`)
    record(tx, 'job.retried', { id, name: job.kind })
    releaseJob(tx, job, { runAt: seconds(organization.clock), attempts: 0 })
    tx.afterCommit(() => jobRunners(organization).current?.wake())
  })
}

/** Deletes a job that has ended, waits or runs; what it has done by then stays done. @throws ApiError BAD_REQUEST */
export function dropJob(organization: Organization, id: number): Promise<void> {
  return organization.write((tx) => {
    record(tx, 'job.dropped', { id, name: existing(tx, id).kind })
    deleteJob(tx, id)
    tx.afterCommit(() => jobRunners(organization).current?.drop(id))
  })
}

function existing(tx: Transaction, id: number): StoredJob {
  const job = jobById(tx, id)
  if (job) return job
  throw badRequest(`There is no job ${id}: it may be done`)
}

/** Whether somebody is at it in this process; nobody else can be. */
export function isRunning(organization: Organization, id: number): boolean {
  return jobRunners(organization).current?.isRunning(id) ?? false
}
