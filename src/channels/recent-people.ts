// Who counts as being around: bots, and people active within two weeks (contract 4.17, `partial`).
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { activeSince } from '../users/activity'
import { directory } from '../users/repository'

const activeSeconds = 14 * 24 * 60 * 60

/** By user ID: 1 for bots, and for everyone who did anything in the last 14 days. */
export function peopleAround(organization: Organization): Uint8Array {
  const everybody = directory(organization).all
  const isActive = activeSince(organization, seconds(organization.clock) - activeSeconds)
  const flags = new Uint8Array((everybody.at(-1)?.id ?? 0) + 1)
  for (const { id, botType } of everybody) if (botType !== null || isActive(id)) flags[id] = 1
  return flags
}
