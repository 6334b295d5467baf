// When sessions were last used: in memory at once, a minute later at most on disk; and when they are too old.
import { never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { updateLastSeen, type Session } from './repository'

/** A browser that was not seen for so long has to log in again, and each after so long. */
export const longestIdleSeconds = 14 * 24 * 3600
export const longestSessionSeconds = 90 * 24 * 3600

const savedAfterSeconds = 60

/** Session ID → when it was last used, in UNIX seconds, where the table is a minute behind. */
const unsaved = organizationState(() => new Map<number, number>())

/** Whether it has not ended by time; the timer takes ended ones away a moment later. */
export function isAlive(organization: Organization, session: Session): boolean {
  const now = seconds(organization.clock)
  const idle = now - lastSeenAt(organization, session)
  return idle < longestIdleSeconds && now - session.createdAt < longestSessionSeconds
}

export function lastSeenAt(organization: Organization, session: Session): number {
  return unsaved(organization).get(session.id) ?? session.lastSeenAt
}

/** Notes that the session is used now. */
export function noteSeen(organization: Organization, session: Session): void {
  const now = seconds(organization.clock)
  if (now - session.lastSeenAt >= savedAfterSeconds) unsaved(organization).set(session.id, now)
}

/** When there is something to be written to disk, in milliseconds: now or never. */
export function nextSeenSaving(organization: Organization): number {
  return unsaved(organization).size === 0 ? never : organization.clock.now()
}

/** Writes to disk what is in memory only. Called by the timer. */
export async function saveSeen(organization: Organization): Promise<void> {
  const seen = [...unsaved(organization)]
  if (seen.length === 0) return
  // What the disk refuses is noted again with the next request.
  unsaved(organization).clear()
  await organization.write((tx) => {
    for (const [id, lastSeenAt] of seen) updateLastSeen(tx, id, lastSeenAt)
  })
}
