// Who did anything here when, by day: in memory, with each person's first act of a day written to disk soon after.
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { activeDays, storeActiveDays } from './repository'

const secondsOfDay = 24 * 60 * 60
const retrySeconds = 60

interface Activity {
  /** By user ID, the last day, counted from the epoch. */
  days: Map<number, number>
  /** Those whose day is not on disk yet. */
  unsaved: Set<number>
  /** UNIX seconds: not before, after the disk refused to take them. */
  saveAt: number
}

const activity = organizationState((organization): Activity => ({
  days: activeDays(organization.db),
  unsaved: new Set(),
  saveAt: 0,
}))

/** Notes that the person does something now: each call with their key, each message in their name. */
export function noteActive(organization: Organization, userId: number): void {
  const { days, unsaved } = activity(organization)
  const today = dayOf(seconds(organization.clock))
  if ((days.get(userId) ?? 0) >= today) return
  days.set(userId, today)
  unsaved.add(userId)
}

/**
 * Who did something since then.
 * @param since UNIX seconds; what was done earlier the same day counts, too
 */
export function activeSince(organization: Organization, since: number): (userId: number) => boolean {
  const { days } = activity(organization)
  const first = dayOf(since)
  return (userId) => (days.get(userId) ?? -1) >= first
}

/** When there is something to be written to disk, in milliseconds. */
export function nextActivitySaving(organization: Organization): number {
  const { unsaved, saveAt } = activity(organization)
  return unsaved.size === 0 ? never : momentOf(saveAt)
}

/** Writes to disk what is in memory only. Called by the timer. */
export async function saveActivity(organization: Organization): Promise<void> {
  const state = activity(organization)
  const { days, unsaved } = state
  const now = seconds(organization.clock)
  if (unsaved.size === 0) return
  const taken = [...unsaved].map((userId): [number, number] => [userId, days.get(userId) ?? 0])
  unsaved.clear()
  try {
    await organization.write((tx) => storeActiveDays(tx, taken))
  } catch (error) {
    for (const [userId] of taken) unsaved.add(userId)
    state.saveAt = now + retrySeconds
    throw error
  }
}

function dayOf(unixSeconds: number): number {
  return Math.floor(unixSeconds / secondsOfDay)
}
