// By which ways people can be told at all: whoever has no device and gets no mail need not be decided about.
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { pushedTo } from '../pushing/queueing'

/** Whether there is any way to anybody. */
export function hasWay(organization: Organization): boolean {
  return isMailConfigured(organization) || pushedTo(organization).size > 0
}

/** The ways to a person. */
export function reachable(organization: Organization, userId: number): { push: boolean; mail: boolean } {
  return { push: pushedTo(organization).has(userId), mail: isMailConfigured(organization) }
}
