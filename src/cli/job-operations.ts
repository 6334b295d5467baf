// What `confab jobs` does: jobs listed, given a new chance, dropped.
import { Type } from '@sinclair/typebox'
import { dropJob, isRunning, retryJob } from '../jobs/actions'
import { jobList, type StoredJob } from '../jobs/repository'
import type { Organization } from '../organization/organization'
import { chosen, operation, Subdomain } from './operation'

const Time = Type.Union([Type.Integer(), Type.Null()])

export const listJobs = operation(
  'jobs/list',
  Type.Object({ subdomain: Subdomain, limit: Type.Integer() }),
  Type.Object({
    jobs: Type.Array(
      Type.Object({
        job_id: Type.Integer(),
        kind: Type.String(),
        /** Where it goes to; null for what does not leave the house. */
        destination: Type.Union([Type.String(), Type.Null()]),
        state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('failed')]),
        attempts: Type.Integer(),
        queued_at: Type.Integer(),
        /** When it is tried next; null unless it waits. */
        next_at: Time,
        /** When it failed for good. */
        ended_at: Time,
        failure: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  async (organizations, { subdomain, limit }) => {
    const organization = chosen(organizations, subdomain)
    return {
      jobs: jobList(organization.db, limit).map((job) => {
        const state = stateOf(organization, job)
        return {
          job_id: job.id,
          kind: job.kind,
          destination: job.lane === '' ? null : job.lane,
          state,
          attempts: job.attempts,
          queued_at: job.queuedAt,
          next_at: state === 'waiting' ? job.runAt : null,
          ended_at: job.endedAt,
          failure: job.failure,
        }
      }),
    }
  },
)

function stateOf(organization: Organization, { id, endedAt }: StoredJob): 'waiting' | 'running' | 'failed' {
  if (endedAt !== null) return 'failed'
  return isRunning(organization, id) ? 'running' : 'waiting'
}

const OneJob = Type.Object({ subdomain: Subdomain, job_id: Type.Integer() })

export const retryOneJob = operation(
  'jobs/retry',
  OneJob,
  Type.Object({ job_id: Type.Integer() }),
  async (organizations, { subdomain, job_id }) => {
    await retryJob(chosen(organizations, subdomain), job_id)
    return { job_id }
  },
)

export const dropOneJob = operation(
  'jobs/drop',
  OneJob,
  Type.Object({ job_id: Type.Integer() }),
  async (organizations, { subdomain, job_id }) => {
    await dropJob(chosen(organizations, subdomain), job_id)
    return { job_id }
  },
)
