// Waiting for a job, where somebody would rather have its result.
import type { Organization } from '../organization/organization'
import { jobRunners } from './runner'

/**
 * Waits until a job is done, but not for longer than that.
 * @returns whether it is; false too if an attempt failed, so that it is tried again later, or if it was dropped.
 */
export async function untilDone(
  organization: Organization,
  jobId: number,
  longestMilliseconds: number,
): Promise<boolean> {
  const runner = jobRunners(organization).current
  if (!runner) return false
  const { promise: tooLong, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), Math.max(0, longestMilliseconds))
  const isDone = await Promise.race([runner.attempted(jobId), tooLong])
  clearTimeout(timer)
  return isDone
}
